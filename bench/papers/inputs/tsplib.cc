// Files of TSPLIB: keywords with values, then a section of coordinates or of weights.
#include <cmath>
#include <map>

#include "bench/papers/inputs/lines.h"
#include "bench/papers/inputs/readers.h"

namespace mentat::bench::papers {
namespace {

constexpr int most_cities_of_file = 100'000;
constexpr int longest_way = 1'000'000;

struct point {
  double x = 0, y = 0;
};

// Distances as TSPLIB defines them, from its documentation.
int euclidean(const point& a, const point& b) {
  return static_cast<int>(std::lround(std::hypot(a.x - b.x, a.y - b.y)));
}

int geographical(const point& a, const point& b) {
  const auto radians = [](double value) {
    constexpr double pi = 3.141592;
    const double degrees = std::trunc(value);
    return pi * (degrees + 5.0 * (value - degrees) / 3.0) / 180.0;
  };
  const double q1 = std::cos(radians(a.y) - radians(b.y));
  const double q2 = std::cos(radians(a.x) - radians(b.x));
  const double q3 = std::cos(radians(a.x) + radians(b.x));
  return static_cast<int>(6378.388 * std::acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

struct description {
  int cities = 0;
  std::string weights, format;
};

class reader {
 public:
  reader(const text_file& file, int most) : in_(file.name, file.text), most_(most) {}

  read<tsp> make(tsp::rule bounding) {
    const read<std::string> section = read_description();
    if (!section) return tl::unexpected(section.error());
    kept_ = std::min(about_.cities, most_);
    distances_.assign(static_cast<std::size_t>(kept_ * kept_), 0);
    const bool explicitly = about_.weights == "EXPLICIT";
    if ((*section == "EDGE_WEIGHT_SECTION") != explicitly)
      return in_.expected(explicitly ? "EDGE_WEIGHT_SECTION" : "NODE_COORD_SECTION");
    const read<bool> done = explicitly ? read_weights() : read_points();
    if (!done) return tl::unexpected(done.error());
    return tsp(kept_, distances_, true, bounding);
  }

 private:
  // Returns the name of the section that follows.
  read<std::string> read_description() {
    while (in_.next()) {
      const std::size_t colon = std::min(in_.line().find(':'), in_.line().size());
      const std::string key(without_blanks(in_.line().substr(0, colon)));
      const std::string value(
          without_blanks(in_.line().substr(std::min(colon + 1, in_.line().size()))));
      if (key.ends_with("_SECTION")) {
        if (about_.cities == 0) return in_.expected("DIMENSION before a section");
        if (about_.weights.empty()) return in_.expected("EDGE_WEIGHT_TYPE before a section");
        return key;
      }
      if (key == "TYPE" && value != "TSP") return in_.expected("TYPE: TSP");
      if (key == "DIMENSION") {
        const auto number = number_of(value);
        if (!number || *number != std::floor(*number) || *number < 3 ||
            *number > most_cities_of_file)
          return in_.expected("a DIMENSION from 3 to 100000");
        about_.cities = static_cast<int>(*number);
      }
      if (key == "EDGE_WEIGHT_TYPE") {
        if (value != "EUC_2D" && value != "GEO" && value != "EXPLICIT")
          return in_.expected("EDGE_WEIGHT_TYPE: EUC_2D, GEO or EXPLICIT");
        about_.weights = value;
      }
      if (key == "EDGE_WEIGHT_FORMAT") {
        if (value != "FULL_MATRIX" && value != "UPPER_ROW" && value != "LOWER_DIAG_ROW")
          return in_.expected("EDGE_WEIGHT_FORMAT: FULL_MATRIX, UPPER_ROW or LOWER_DIAG_ROW");
        about_.format = value;
      }
    }
    return in_.expected("NODE_COORD_SECTION or EDGE_WEIGHT_SECTION");
  }

  read<bool> read_points() {
    std::vector<point> points;
    for (int city = 0; city < about_.cities; ++city) {
      if (!in_.next()) return in_.expected("a line for each of the cities of DIMENSION");
      rest_ = in_.line();
      const auto number = next_number(), x = next_number(), y = next_number();
      if (!number || !x || !y || !without_blanks(rest_).empty())
        return in_.expected("a number and two coordinates");
      if (*number != city + 1) return in_.expected("city " + std::to_string(city + 1));
      if (std::abs(*x) > longest_way || std::abs(*y) > longest_way)
        return in_.expected("coordinates from -1000000 to 1000000");
      if (city < kept_) points.push_back({*x, *y});
    }
    for (int from = 0; from < kept_; ++from)
      for (int to = 0; to < kept_; ++to) {
        const point &a = points[static_cast<std::size_t>(from)],
                    &b = points[static_cast<std::size_t>(to)];
        const int far = about_.weights == "GEO" ? geographical(a, b) : euclidean(a, b);
        if (far < 0 || far > longest_way)
          return in_.expected("cities that are at most 1000000 apart");
        if (from != to) set(from, to, far);
      }
    return true;
  }

  read<bool> read_weights() {
    if (about_.format.empty()) return in_.expected("EDGE_WEIGHT_FORMAT before the weights");
    const bool full = about_.format == "FULL_MATRIX", lower = about_.format == "LOWER_DIAG_ROW";
    rest_ = {};
    for (int from = 0; from < about_.cities; ++from) {
      const int begin = full || lower ? 0 : from + 1, end = lower ? from + 1 : about_.cities;
      for (int to = begin; to < end; ++to) {
        while (without_blanks(rest_).empty()) {
          if (!in_.next()) return in_.expected("a weight for each pair of the cities of DIMENSION");
          rest_ = in_.line();
        }
        const auto weight = next_number();
        if (!weight || *weight != std::floor(*weight) || *weight < 0 || *weight > longest_way)
          return in_.expected("whole weights from 0 to 1000000");
        if (from >= kept_ || to >= kept_) continue;
        set(from, to, static_cast<int>(*weight));
        if (!full) set(to, from, static_cast<int>(*weight));
      }
    }
    return true;
  }

  std::optional<double> next_number() {
    rest_ = without_blanks(rest_);
    const std::size_t end = std::min(rest_.find_first_of(" \t"), rest_.size());
    const auto number = number_of(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return number;
  }
  void set(int from, int to, int far) {
    distances_[static_cast<std::size_t>(from * kept_ + to)] = far;
  }

  lines in_;
  int most_, kept_ = 0;
  description about_;
  std::string_view rest_;  // of the line
  std::vector<int> distances_;
};

}  // namespace

read<tsp> tsplib_of(const text_file& file, int most, tsp::rule bounding) {
  return reader(file, std::min(most, tsp::most_cities)).make(bounding);
}

}  // namespace mentat::bench::papers
