// What the pipe does to a picture, in whole numbers: every machine and compiler gets the same
// pixels.
#ifndef EXAMPLES_IMAGE_PIPELINE_FILTERS_H_
#define EXAMPLES_IMAGE_PIPELINE_FILTERS_H_

#include "examples/image_pipeline/picture.h"

// Each sample becomes the mean of the square of 2 * radius + 1 pixels around it; beyond the border
// lies its last pixel. Radius 0 changes nothing.
picture box_blur(const picture& from, int radius);

// A grey picture: how much the brightness changes around each pixel, by Sobel's operator.
picture sobel(const picture& from);

#endif
