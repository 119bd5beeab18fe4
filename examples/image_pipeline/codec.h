// Pictures from and to the bytes of image files, by libpng and TurboJPEG.
#ifndef EXAMPLES_IMAGE_PIPELINE_CODEC_H_
#define EXAMPLES_IMAGE_PIPELINE_CODEC_H_

#include <string>

#include "examples/image_pipeline/picture.h"

// A picture of more pixels is refused: a file of a few bytes may claim to hold one.
inline constexpr long max_pixels = 100'000'000;

// The picture in the bytes of a PNG or JPEG file, with three channels; what shines through is
// black.
picture decode(const std::string& bytes);

// The bytes of a PNG file, the same for the same picture. Throws std::runtime_error if libpng
// fails.
std::string encode_png(const picture& made);

#endif
