#include "bench/papers/inputs/readers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <optional>

#include "bench/papers/apps/shortest_paths.h"
#include "bench/papers/inputs/lines.h"

namespace mentat::bench::papers {
namespace {

constexpr double radius = 6'371'000;  // of the earth, metres

// Degrees from +DDMM, +DDMMSS, +DDDMM or +DDDMMSS.
std::optional<double> degrees_of(std::string_view text, std::size_t digits) {
  if (text.size() != 1 + digits + 2 && text.size() != 1 + digits + 4) return std::nullopt;
  const auto part = [&](std::size_t from, std::size_t size) -> std::optional<double> {
    int value = 0;
    for (const char c : text.substr(from, size)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = 10 * value + (c - '0');
    }
    return value;
  };
  const auto whole = part(1, digits), minutes = part(1 + digits, 2);
  const auto seconds =
      text.size() == 1 + digits + 4 ? part(3 + digits, 2) : std::optional<double>(0);
  if (!whole || !minutes || !seconds || *minutes > 59 || *seconds > 59) return std::nullopt;
  const double degrees = *whole + *minutes / 60 + *seconds / 3600;
  if (degrees > (digits == 2 ? 90 : 180)) return std::nullopt;
  if (text[0] == '+') return degrees;
  if (text[0] == '-') return -degrees;
  return std::nullopt;
}

// "+4230+00131"
std::optional<place> coordinates_of(std::string_view text) {
  const std::size_t second = text.find_first_of("+-", 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto latitude = degrees_of(text.substr(0, second), 2);
  const auto longitude = degrees_of(text.substr(second), 3);
  if (!latitude || !longitude) return std::nullopt;
  return place{{}, *latitude, *longitude};
}

// The fields of a line of comma-separated values; quotes may enclose a field. Empty: a quote is
// not closed.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[i++];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  if (quoted) fields.clear();
  return fields;
}

}  // namespace

read<text_file> text_file::at(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return tl::unexpected(path + ": expected a file that can be read");
  text_file file;
  file.name = path;
  file.text.resize(largest + 1);
  in.read(file.text.data(), static_cast<std::streamsize>(file.text.size()));
  if (in.bad()) return tl::unexpected(path + ": expected a file that can be read");
  file.text.resize(static_cast<std::size_t>(in.gcount()));
  if (file.text.size() > largest)
    return tl::unexpected(path + ": expected a file of at most 16 MiB");
  return file;
}

int distance_of(const place& a, const place& b) {
  const auto radians = [](double degrees) { return degrees * std::numbers::pi / 180; };
  const double north = std::sin(radians(b.latitude - a.latitude) / 2);
  const double east = std::sin(radians(b.longitude - a.longitude) / 2);
  const double h =
      north * north + std::cos(radians(a.latitude)) * std::cos(radians(b.latitude)) * east * east;
  return static_cast<int>(std::lround(2 * radius * std::asin(std::min(1.0, std::sqrt(h)))));
}

read<std::vector<place>> zones_of(const text_file& file) {
  std::vector<place> places;
  for (lines in(file.name, file.text); in.next();) {
    if (in.line().empty() || in.line()[0] == '#') continue;
    const std::size_t first = in.line().find('\t');
    const std::size_t second = std::min(in.line().find('\t', first + 1), in.line().size());
    const std::size_t third = std::min(in.line().find('\t', second + 1), in.line().size());
    if (first == std::string_view::npos || second == in.line().size())
      return in.expected("countries, coordinates and a zone between tabs");
    auto found = coordinates_of(in.line().substr(first + 1, second - first - 1));
    if (!found) return in.expected("coordinates such as +4230+00131");
    const std::string_view zone = in.line().substr(second + 1, third - second - 1);
    found->name = zone.substr(zone.rfind('/') + 1);
    if (found->name.empty()) return in.expected("the name of a zone");
    places.push_back(*found);
  }
  if (places.empty()) return tl::unexpected(file.name + ": expected at least one zone");
  return places;
}

read<std::vector<place>> airports_of(const text_file& file) {
  lines in(file.name, file.text);
  if (!in.next()) return in.expected("a line that names the columns");
  const std::vector<std::string> columns = fields_of(in.line());
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) -
                                    columns.begin());
  };
  const std::size_t name = column("iata"), latitude = column("latitude"),
                    longitude = column("longitude");
  if (std::max({name, latitude, longitude}) >= columns.size())
    return in.expected("columns iata, latitude and longitude");
  std::vector<place> places;
  while (in.next()) {
    if (in.line().empty()) continue;
    const std::vector<std::string> fields = fields_of(in.line());
    if (fields.size() != columns.size())
      return in.expected(std::to_string(columns.size()) + " fields between commas");
    const auto north = number_of(fields[latitude]), east = number_of(fields[longitude]);
    if (!north || std::abs(*north) > 90) return in.expected("a latitude from -90 to 90");
    if (!east || std::abs(*east) > 180) return in.expected("a longitude from -180 to 180");
    places.push_back({fields[name], *north, *east});
  }
  if (places.empty()) return in.expected("at least one airport");
  return places;
}

read<std::vector<chess_problem>> problems_of(const text_file& file) {
  std::vector<chess_problem> problems;
  for (lines in(file.name, file.text); in.next();) {
    constexpr std::string_view tag = "[FEN \"";
    if (in.line().substr(0, tag.size()) != tag) continue;
    const std::size_t end = in.line().rfind("\"]");
    if (end == std::string_view::npos || end < tag.size()) return in.expected("[FEN \"...\"]");
    const std::string_view fen = in.line().substr(tag.size(), end - tag.size());
    const auto position = chess_position::of_fen(fen);
    if (!position) return in.failed(position.error());
    problems.push_back({*position, std::string(fen)});
  }
  if (problems.empty()) return tl::unexpected(file.name + ": expected at least one tag FEN");
  return problems;
}

tsp routes_between(const std::vector<place>& places, tsp::rule bounding) {
  std::vector<int> distances;
  for (const place& from : places)
    for (const place& to : places) distances.push_back((distance_of(from, to) + 500) / 1000);
  return {static_cast<int>(places.size()), distances, true, bounding};
}

matrix<int> neighbour_graph(const std::vector<place>& places, int neighbours) {
  const int nodes = static_cast<int>(places.size());
  matrix<int> edges(nodes);
  std::fill(edges.numbers.begin(), edges.numbers.end(), no_path);
  std::vector<std::pair<int, int>> others;  // distance, node
  for (int from = 0; from < nodes; ++from) {
    others.clear();
    for (int to = 0; to < nodes; ++to)
      if (to != from)
        others.emplace_back(distance_of(places[static_cast<std::size_t>(from)],
                                        places[static_cast<std::size_t>(to)]),
                            to);
    const auto kept = std::min<std::size_t>(static_cast<std::size_t>(neighbours), others.size());
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept),
                      others.end());
    edges.row(from)[static_cast<std::size_t>(from)] = 0;
    for (std::size_t i = 0; i < kept; ++i) {
      const auto [distance, to] = others[i];
      edges.row(from)[static_cast<std::size_t>(to)] = distance;
      edges.row(to)[static_cast<std::size_t>(from)] = distance;
    }
  }
  return edges;
}

}  // namespace mentat::bench::papers
