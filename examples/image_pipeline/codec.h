// Decodes and encodes image files, with libpng and TurboJPEG.
#ifndef EXAMPLES_IMAGE_PIPELINE_CODEC_H_
#define EXAMPLES_IMAGE_PIPELINE_CODEC_H_

#include <string>

#include "examples/image_pipeline/picture.h"

// Larger pictures are refused: a file of a few bytes may claim any size.
inline constexpr long max_pixels = 100'000'000;

// Decodes a PNG or JPEG file to three channels, on a black background.
picture decode(const std::string& bytes);

// Encodes a PNG file, deterministically. Throws std::runtime_error if libpng fails.
std::string encode_png(const picture& made);

#endif
