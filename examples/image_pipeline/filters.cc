#include "examples/image_pipeline/filters.h"

#include <algorithm>
#include <cstdlib>

namespace {

// The positions of the samples of one line, a row or a column of one channel.
struct line {
  std::size_t first;
  std::size_t step;
  int length;
};

// The running mean of 2 * radius + 1 samples, rounded to the nearest.
void blur_line(const picture& from, picture& to, line where, int radius) {
  const auto sample = [&](int i) -> int {
    const int inside = std::clamp(i, 0, where.length - 1);
    return from.samples[where.first + static_cast<std::size_t>(inside) * where.step];
  };
  const int width = 2 * radius + 1;
  int sum = 0;
  for (int i = -radius; i <= radius; ++i) sum += sample(i);
  for (int i = 0; i < where.length; ++i) {
    to.samples[where.first + static_cast<std::size_t>(i) * where.step] =
        static_cast<std::uint8_t>((sum + radius) / width);
    sum += sample(i + radius + 1) - sample(i - radius);
  }
}

std::vector<int> brightness(const picture& from) {
  const std::size_t pixels = static_cast<std::size_t>(from.width) * from.height;
  std::vector<int> bright(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::uint8_t* at = &from.samples[i * static_cast<std::size_t>(from.channels)];
    // The weights of ITU-R BT.601, in 256ths.
    bright[i] = from.channels == 1 ? at[0] : (77 * at[0] + 150 * at[1] + 29 * at[2] + 128) / 256;
  }
  return bright;
}

}  // namespace

picture box_blur(const picture& from, int radius) {
  if (radius == 0) return from;
  const std::size_t channels = static_cast<std::size_t>(from.channels);
  const std::size_t row = static_cast<std::size_t>(from.width) * channels;
  picture across = blank(from.width, from.height, from.channels);
  for (int y = 0; y < from.height; ++y) {
    for (std::size_t c = 0; c < channels; ++c) {
      blur_line(from, across, {static_cast<std::size_t>(y) * row + c, channels, from.width},
                radius);
    }
  }
  picture both = blank(from.width, from.height, from.channels);
  for (std::size_t i = 0; i < row; ++i) blur_line(across, both, {i, row, from.height}, radius);
  return both;
}

picture sobel(const picture& from) {
  const std::vector<int> bright = brightness(from);
  picture edges = blank(from.width, from.height, 1);
  for (int y = 0; y < from.height; ++y) {
    const auto row = [&](int dy) {
      return &bright[static_cast<std::size_t>(std::clamp(y + dy, 0, from.height - 1)) * from.width];
    };
    const int *above = row(-1), *here = row(0), *below = row(1);
    for (int x = 0; x < from.width; ++x) {
      const int l = std::max(x - 1, 0), r = std::min(x + 1, from.width - 1);
      const int across = above[r] - above[l] + 2 * (here[r] - here[l]) + below[r] - below[l];
      const int down = below[l] - above[l] + 2 * (below[x] - above[x]) + below[r] - above[r];
      edges.samples[static_cast<std::size_t>(y) * from.width + x] =
          static_cast<std::uint8_t>(std::min(255, std::abs(across) + std::abs(down)));
    }
  }
  return edges;
}
