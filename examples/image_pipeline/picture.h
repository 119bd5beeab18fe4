// The data of the pipe: a picture in memory, or the reason for its absence.
#ifndef EXAMPLES_IMAGE_PIPELINE_PICTURE_H_
#define EXAMPLES_IMAGE_PIPELINE_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

struct picture {
  std::string fault;  // if not empty, the rest is unset and every stage passes it on
  int width = 0;
  int height = 0;
  int channels = 0;  // 3: red, green, blue; 1: grey
  // Row after row from the top, the channels of a pixel together.
  std::vector<std::uint8_t> samples;
};

inline picture broken(std::string fault) {
  picture none;
  none.fault = std::move(fault);
  return none;
}

inline picture blank(int width, int height, int channels) {
  picture empty{{}, width, height, channels, {}};
  empty.samples.resize(static_cast<std::size_t>(width) * height * channels);
  return empty;
}

#endif
