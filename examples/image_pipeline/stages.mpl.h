// The four stages of the pipe. Each is a regular class: each call has its own object, so that as
// many pictures as there are cores are in the same stage at the same time, and none waits behind
// another.
#ifndef EXAMPLES_IMAGE_PIPELINE_STAGES_MPL_H_
#define EXAMPLES_IMAGE_PIPELINE_STAGES_MPL_H_

#include <mentat/mpl.h>

#include <cstdint>
#include <string>

#include "examples/image_pipeline/picture.h"

// The result for one image.
struct outcome {
  std::string fault;  // if not empty, no file was made
  int width = 0;
  int height = 0;
  std::int64_t bytes = 0;  // of the output file
};

class [[mentat::regular]] decoder {
 public:
  picture decode(const std::string& path);
};

class [[mentat::regular]] blurrer {
 public:
  picture blur(const picture& sharp, int radius);
};

class [[mentat::regular]] edge_finder {
 public:
  picture find(const picture& blurred);
};

class [[mentat::regular]] encoder {
 public:
  // Writes the file atomically.
  outcome encode(const picture& edges, const std::string& path);
};

#endif
