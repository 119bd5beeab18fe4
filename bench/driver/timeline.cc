#include "bench/driver/timeline.h"

#include <algorithm>
#include <cstdio>

namespace mentat::bench {
namespace {

constexpr double left = 90, width = 680, top = 40, lane_height = 46, bar_height = 26;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         text + "</text>\n";
}

}  // namespace

std::string as_svg(const timeline& drawn) {
  double end = 1e-9;
  for (const lane& each : drawn.lanes)
    for (const bar& one : each.bars) end = std::max(end, one.end);
  const double height = top + lane_height * static_cast<double>(drawn.lanes.size()) + 40;
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 " + number(height) +
      "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"800\" height=\"" +
      number(height) + "\" fill=\"white\"/>\n" + text_at(left, 22, drawn.title, "start");
  double y = top;
  for (const lane& each : drawn.lanes) {
    svg += text_at(left - 8, y + 18, each.name, "end");
    for (const bar& one : each.bars) {
      const double x = left + one.begin / end * width, wide = (one.end - one.begin) / end * width;
      svg += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" +
             number(std::max(wide, 0.5)) + "\" height=\"" + number(bar_height) +
             (one.waiting ? "\" fill=\"none\" stroke=\"#888\"/>\n"
                          : "\" fill=\"#7aa6d8\" stroke=\"#345\"/>\n");
      if (wide > 60)
        svg += text_at(x + wide / 2, y + 17, one.text + ", " + number(one.end - one.begin) + " us",
                       "middle");
    }
    y += lane_height;
  }
  svg += "<line x1=\"" + number(left) + "\" y1=\"" + number(y) + "\" x2=\"" + number(left + width) +
         "\" y2=\"" + number(y) + "\" stroke=\"black\"/>\n" + text_at(left, y + 18, "0", "middle") +
         text_at(left + width, y + 18, number(end) + " us", "end");
  return svg + "</svg>\n";
}

}  // namespace mentat::bench
