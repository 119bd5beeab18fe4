// The filters of the pipe, in integers: every machine and compiler computes the same pixels.
#ifndef EXAMPLES_IMAGE_PIPELINE_FILTERS_H_
#define EXAMPLES_IMAGE_PIPELINE_FILTERS_H_

#include "examples/image_pipeline/picture.h"

// Replaces each sample by the mean of the square of 2 * radius + 1 pixels around it; the border
// pixels continue beyond the border. Radius 0 changes nothing.
picture box_blur(const picture& from, int radius);

// Computes a grey picture of the brightness gradient at each pixel, by Sobel's operator.
picture sobel(const picture& from);

#endif
