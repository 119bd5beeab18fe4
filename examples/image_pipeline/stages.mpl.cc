#include "examples/image_pipeline/stages.mpl.h"

#include <exception>

#include "examples/image_pipeline/codec.h"
#include "examples/image_pipeline/files.h"
#include "examples/image_pipeline/filters.h"

picture decoder::decode(const std::string& path) {
  try {
    return ::decode(read_file(path));
  } catch (const std::exception& error) {
    return broken(error.what());
  }
}

picture blurrer::blur(const picture& sharp, int radius) {
  if (!sharp.fault.empty()) return sharp;
  return box_blur(sharp, radius);
}

picture edge_finder::find(const picture& blurred) {
  if (!blurred.fault.empty()) return blurred;
  return sobel(blurred);
}

outcome encoder::encode(const picture& edges, const std::string& path) {
  outcome made{edges.fault, edges.width, edges.height, 0};
  if (!made.fault.empty()) return made;
  try {
    const std::string bytes = encode_png(edges);
    write_file(path, bytes);
    made.bytes = static_cast<std::int64_t>(bytes.size());
  } catch (const std::exception& error) {
    made.fault = path + " " + error.what();
  }
  return made;
}
