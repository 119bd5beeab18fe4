#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/image_pipeline/filters.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using samples = std::vector<std::uint8_t>;

picture grey(int width, int height, samples pixels) {
  return {{}, width, height, 1, std::move(pixels)};
}

// The same by definition: the mean along the row, then along the column.
int mean_at(const picture& of, int x, int y, int dx, int dy, int radius, int channel) {
  int sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    const int at_x = std::clamp(x + i * dx, 0, of.width - 1);
    const int at_y = std::clamp(y + i * dy, 0, of.height - 1);
    sum += of.samples[static_cast<std::size_t>((at_y * of.width + at_x) * of.channels + channel)];
  }
  return (sum + radius) / (2 * radius + 1);
}

picture mean(const picture& of, int dx, int dy, int radius) {
  picture made = blank(of.width, of.height, of.channels);
  for (int i = 0; i < static_cast<int>(of.samples.size()); ++i) {
    const int pixel = i / of.channels;
    made.samples[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(
        mean_at(of, pixel % of.width, pixel / of.width, dx, dy, radius, i % of.channels));
  }
  return made;
}

TEST_CASE("a blur is the mean along the row and then along the column, also beyond the border") {
  picture noise = blank(13, 7, 3);
  for (std::size_t i = 0; i < noise.samples.size(); ++i)
    noise.samples[i] = static_cast<std::uint8_t>(i * i * 31 + i * 5);
  for (const int radius : {1, 2, 5, 20}) {
    const picture blurred = box_blur(noise, radius);
    CHECK(blurred.samples == mean(mean(noise, 1, 0, radius), 0, 1, radius).samples);
    CHECK(blurred.width == 13);
    CHECK(blurred.channels == 3);
  }
}

TEST_CASE("a blur of radius 0, or of one colour, changes nothing") {
  const picture two = grey(2, 1, {0, 255});
  CHECK(box_blur(two, 0).samples == two.samples);
  const picture flat = grey(5, 4, samples(20, 255));
  CHECK(box_blur(flat, 3).samples == flat.samples);
}

TEST_CASE("one colour has no edges") {
  picture flat = blank(4, 4, 3);
  std::fill(flat.samples.begin(), flat.samples.end(), std::uint8_t{90});
  const picture edges = sobel(flat);
  CHECK(edges.channels == 1);
  CHECK(edges.samples == samples(16, 0));
}

TEST_CASE("an edge is where the brightness changes, across and down") {
  CHECK(sobel(grey(4, 1, {10, 10, 30, 30})).samples == samples{0, 80, 80, 0});
  CHECK(sobel(grey(1, 4, {10, 10, 30, 30})).samples == samples{0, 80, 80, 0});
  CHECK(sobel(grey(4, 1, {0, 0, 255, 255})).samples == samples{0, 255, 255, 0});
}

TEST_CASE("green is brighter than red, and red than blue") {
  const auto edge_to = [](samples colour) {
    samples pixels(3, 0);
    pixels.insert(pixels.end(), colour.begin(), colour.end());
    return sobel({{}, 2, 1, 3, pixels}).samples[0];
  };
  CHECK(edge_to({0, 50, 0}) > edge_to({50, 0, 0}));
  CHECK(edge_to({50, 0, 0}) > edge_to({0, 0, 50}));
}

TEST_CASE("one pixel is a picture") {
  const picture dot = grey(1, 1, {7});
  CHECK(box_blur(dot, 4).samples == dot.samples);
  CHECK(sobel(dot).samples == samples{0});
}

}  // namespace
