#include "bench/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace mentat::bench {
namespace {

constexpr std::array colours{"#1b1b1b", "#c0392b", "#2471a3", "#1e8449", "#8e44ad", "#b9770e"};
constexpr double left = 70, top = 40, width = 480, height = 300;

std::string text_of(const char* format, auto... values) {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char each : text) {
    if (each == '&')
      safe += "&amp;";
    else if (each == '<')
      safe += "&lt;";
    else if (each == '>')
      safe += "&gt;";
    else
      safe += each;
  }
  return safe;
}

// Maps the values of a plot to the unit square.
struct frame {
  double low = 0, high = 0, top = 0;
  bool logarithmic = false;

  explicit frame(const plot& drawn) : top(drawn.highest), logarithmic(drawn.logarithmic) {
    low = high = place(drawn.curves.front().points.front().first);
    for (const curve& each : drawn.curves)
      for (const auto& [x, y] : each.points) {
        low = std::min(low, place(x));
        high = std::max(high, place(x));
      }
    if (high == low) high = low + 1;
  }
  [[nodiscard]] double place(double x) const { return logarithmic ? std::log10(x) : x; }
  [[nodiscard]] double across(double x) const { return (place(x) - low) / (high - low); }
  [[nodiscard]] double up(double y) const { return y / top; }
};

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return text_of("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + escaped(text) +
         "</text>\n";
}

std::string axes(const plot& drawn, const frame& in) {
  std::string svg = text_of(
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
      "stroke=\"#888\"/>\n",
      left, top, width, height);
  for (int i = 0; i <= 5; ++i) {
    const double y = top + height * (1 - i / 5.0);
    svg += text_of("<path d=\"M%.1f %.1fh%.1f\" stroke=\"#ddd\"/>\n", left, y, width);
    svg += label(left - 8, y + 4, "end", text_of("%.4g", drawn.highest * i / 5));
  }
  std::vector<double> marks;
  for (const auto& [x, y] : drawn.curves.front().points) marks.push_back(x);
  for (const double x : marks)
    svg += label(left + width * in.across(x), top + height + 18, "middle", text_of("%.4g", x));
  svg += label(left + width / 2, top + height + 40, "middle", drawn.x);
  svg += label(left, top - 10, "start", drawn.y);
  svg += label(left + width / 2, 16, "middle", drawn.title);
  return svg;
}

}  // namespace

std::string as_svg(const plot& drawn) {
  const frame in(drawn);
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 400\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"760\" height=\"400\" fill=\"#fff\"/>\n";
  svg += axes(drawn, in);
  svg += text_of(
      "<clipPath id=\"frame\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
      "height=\"%.1f\"/></clipPath>\n",
      left, top, width, height);
  for (std::size_t i = 0; i < drawn.curves.size(); ++i) {
    const curve& each = drawn.curves[i];
    const std::size_t place = each.colour < 0 ? i : static_cast<std::size_t>(each.colour);
    const char* colour = colours[place % colours.size()];
    std::string path;
    for (const auto& [x, y] : each.points)
      path += text_of("%s%.1f %.1f", path.empty() ? "M" : "L", left + width * in.across(x),
                      top + height * (1 - in.up(y)));
    const char* dashes = each.dashed ? " stroke-dasharray=\"5 4\"" : "";
    svg += "<path clip-path=\"url(#frame)\" fill=\"none\" stroke-width=\"1.8\" stroke=\"" +
           std::string(colour) + "\"" + dashes + " d=\"" + path + "\"/>\n";
    const double y = top + 12 + 20 * static_cast<double>(i);
    svg += text_of("<path d=\"M%.1f %.1fh24\" stroke=\"%s\" stroke-width=\"1.8\"%s/>\n",
                   left + width + 16, y, colour, dashes);
    svg += label(left + width + 46, y + 4, "start", each.name);
  }
  return svg + "</svg>\n";
}

std::string as_text(const plot& drawn) {
  constexpr int columns = 64, rows = 20;
  const frame in(drawn);
  std::vector<std::string> field(rows + 1, std::string(columns + 1, ' '));
  for (const curve& each : drawn.curves)
    for (const auto& [x, y] : each.points) {
      if (in.up(y) > 1 || in.up(y) < 0) continue;
      const auto row = static_cast<std::size_t>(std::lround(rows * (1 - in.up(y))));
      field[row][static_cast<std::size_t>(std::lround(columns * in.across(x)))] = each.mark;
    }
  std::string text = drawn.title + "\n" + drawn.y + "\n";
  for (std::size_t row = 0; row < field.size(); ++row) {
    const bool marked = row % 4 == 0;
    text += marked ? text_of("%8.3g +", drawn.highest * (1 - static_cast<double>(row) / rows))
                   : "         |";
    text += field[row].substr(0, field[row].find_last_not_of(' ') + 1) + "\n";
  }
  text += "         +" + std::string(columns + 1, '-') + "\n";
  const auto& along = drawn.curves.front().points;
  text += text_of("          %.4g to %.4g: ", along.front().first, along.back().first) + drawn.x +
          (drawn.logarithmic ? ", logarithmic\n" : "\n");
  for (const curve& each : drawn.curves)
    text += text_of("          %c  ", each.mark) + each.name + "\n";
  return text;
}

}  // namespace mentat::bench
