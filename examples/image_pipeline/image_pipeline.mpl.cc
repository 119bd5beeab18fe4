// Finds the edges in images: each goes through four stages, and while one is blurred another is
// decoded. README.md explains the usage.
#include <mentat/mpl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "examples/image_pipeline/options.h"
#include "examples/image_pipeline/stages.mpl.h"

namespace {

std::vector<outcome> make_all(const options& chosen) {
  decoder reading;
  blurrer softening;
  edge_finder finding;
  encoder writing;
  std::vector<outcome> made(chosen.jobs.size());
  for (std::size_t i = 0; i < chosen.jobs.size(); ++i) {
    picture sharp = reading.decode(chosen.jobs[i].input);
    picture soft = softening.blur(sharp, chosen.radius);
    picture edges = finding.find(soft);
    made[i] = writing.encode(edges, chosen.jobs[i].output);
  }
  return made;
}

// Prints the results, and failures on stderr; returns the exit status.
int report(const options& chosen, const std::vector<outcome>& made) {
  std::size_t good = 0;
  std::int64_t pixels = 0, bytes = 0;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const outcome& one = made[i];
    const job& what = chosen.jobs[i];
    if (!one.fault.empty()) {
      std::fprintf(stderr, "image_pipeline: %s: %s\n", what.input.c_str(), one.fault.c_str());
      continue;
    }
    std::printf("%s: %d x %d, %lld bytes in %s\n", what.input.c_str(), one.width, one.height,
                static_cast<long long>(one.bytes), what.output.c_str());
    ++good;
    pixels += static_cast<std::int64_t>(one.width) * one.height;
    bytes += one.bytes;
  }
  std::printf("%zu of %zu images, %lld pixels, %lld bytes\n", good, made.size(),
              static_cast<long long>(pixels), static_cast<long long>(bytes));
  if (std::fflush(stdout) != 0) {
    std::perror("image_pipeline: the result cannot be written to stdout");
    return 1;
  }
  return good == made.size() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto chosen = parse_options(argc, argv);
  if (!chosen) {
    std::fputs(chosen.error().text.c_str(), chosen.error().status == 0 ? stdout : stderr);
    return chosen.error().status;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<outcome> made = make_all(*chosen);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const int status = report(*chosen, made);
  std::fprintf(stderr, "%.2f s\n", seconds.count());
  return status;
}
