#include "bench/papers/now/problem.h"

#include <array>
#include <cctype>
#include <functional>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/base/random.h"

namespace mentat::bench::papers {
namespace {

constexpr int fan_out = 38;  // [DSM92 5]
constexpr int most_airports = 2000;
constexpr int flights = 4;       // of an airport, to the nearest others
constexpr int most_points = 18;  // of TSPLIB's d493

// Of tzdata's zone1970.tab.
constexpr std::array towns{"London",   "Paris",     "Madrid", "Rome",   "Berlin",
                           "Athens",   "Istanbul",  "Moscow", "Cairo",  "Lagos",
                           "New_York", "Sao_Paulo", "Tokyo",  "Sydney", "Singapore"};

tsp random_cities(int count) {
  base::random chance(1);
  std::vector<int> distances(static_cast<std::size_t>(count * count));
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < a; ++b) {
      const int distance = 1 + static_cast<int>(chance.below(100));
      distances[static_cast<std::size_t>(a * count + b)] = distance;
      distances[static_cast<std::size_t>(b * count + a)] = distance;
    }
  return {count, std::move(distances), true, tsp::rule::length};
}

template <class Number>
factors<Number> random_factors(int size) {
  return {random_matrix<Number>(size, 1), random_matrix<Number>(size, 2)};
}

// The towns among the zones of the file.
read<tsp> routes_of_towns(const text_file& file) {
  const auto zones = zones_of(file);
  if (!zones) return tl::unexpected(zones.error());
  std::vector<place> chosen;
  for (const char* const town : towns) {
    const auto found = std::ranges::find(*zones, town, &place::name);
    if (found == zones->end()) return tl::unexpected(file.name + ": expected the zone of " + town);
    chosen.push_back(*found);
  }
  return routes_between(chosen, tsp::rule::tree);
}

read<graph> flights_of(const text_file& file) {
  auto airports = airports_of(file);
  if (!airports) return tl::unexpected(airports.error());
  if (airports->size() < 2) return tl::unexpected(file.name + ": expected at least two airports");
  if (airports->size() > most_airports) airports->resize(most_airports);
  return graph{neighbour_graph(*airports, flights)};
}

// The number behind the last "_" of a name.
int size_in(const std::string& name) { return std::stoi(name.substr(name.rfind('_') + 1)); }

// A part of the digest: sums of a million of them fit.
std::int64_t value_of(std::uint64_t digest) { return static_cast<std::int64_t>(digest >> 24); }

template <class Number>
outcome row_of_product(const factors<Number>& of, int row) {
  std::vector<Number> product(static_cast<std::size_t>(of.right.size));
  multiply_row<Number>(of.left.row(row), of.right, product);
  return {value_of(digest_of<Number>(product) * (2 * static_cast<std::uint64_t>(row) + 1)), 0};
}

outcome mate_of(const chess_problem& from, int number) {
  const mate_result found = find_mate(from.position, 2);
  const std::string text =
      std::to_string(number) + (found.found ? text_of(found.move) : std::string(" has no mate"));
  return {value_of(digest_of<char>(std::span<const char>(text))), found.nodes};
}

}  // namespace

const std::vector<input>& inputs() {
  static const std::vector<input> all{
      {"tsp", "random_12", "paper", ""},
      {"tsp", "towns", "today", "/usr/share/zoneinfo/zone1970.tab", "tzdata"},
      {"tsp", "points", "today", "/usr/lib/R/site-library/TSP/examples/d493.tsp", "r-cran-tsp"},
      {"tsp", "random_9", "smoke", ""},
      {"alpha_beta", "tree_6", "paper", ""},
      {"alpha_beta", "mates", "today", "/usr/share/pychess/learn/puzzles/mate_in_2.pgn", "pychess"},
      {"alpha_beta", "tree_3", "smoke", ""},
      {"matrix", "whole_250", "paper", ""},
      {"matrix", "real_1000", "today", ""},
      {"matrix", "whole_64", "smoke", ""},
      {"shortest_paths", "random_200", "paper", ""},
      {"shortest_paths", "airports", "today",
       "/usr/lib/python3/dist-packages/vega_datasets/_data/airports.csv", "python3-vega-datasets"},
      {"shortest_paths", "random_40", "smoke", ""},
  };
  return all;
}

const input& input_named(const std::string& name) {
  const auto found = std::ranges::find(inputs(), name, &input::name);
  MENTAT_CHECK(found != inputs().end(), "the name of an input");
  return *found;
}

problem::problem(data of) : data_(std::move(of)) {
  if (const auto* cities = std::get_if<tsp>(&data_)) routes_ = cities->jobs();
}

read<problem> problem::of(const input& chosen) {
  const auto made = [](auto&& data) { return problem(std::move(data)); };
  const int size = chosen.file.empty() ? size_in(chosen.name) : 0;
  if (!chosen.file.empty()) {
    const auto file = text_file::at(chosen.file);
    if (!file) return tl::unexpected(file.error());
    if (chosen.name == "towns") return routes_of_towns(*file).map(made);
    if (chosen.application == "tsp")
      return tsplib_of(*file, most_points, tsp::rule::tree).map(made);
    if (chosen.application == "alpha_beta") return problems_of(*file).map(made);
    return flights_of(*file).map(made);
  }
  if (chosen.application == "tsp") return problem(random_cities(size));
  if (chosen.application == "alpha_beta") return problem(hashed_tree(fan_out, size, 1));
  if (chosen.application == "shortest_paths") return problem(graph{random_graph(size, 1)});
  if (chosen.name.starts_with("real")) return problem(random_factors<double>(size));
  return problem(random_factors<int>(size));
}

int problem::jobs() const {
  if (const auto* tree = std::get_if<hashed_tree>(&data_)) return tree->fan_out();
  if (const auto* mates = std::get_if<std::vector<chess_problem>>(&data_))
    return static_cast<int>(mates->size());
  if (const auto* whole = std::get_if<factors<int>>(&data_)) return whole->left.size;
  if (const auto* real = std::get_if<factors<double>>(&data_)) return real->left.size;
  return static_cast<int>(routes_.size());
}

outcome problem::do_alone(int job) const {
  if (const auto* mates = std::get_if<std::vector<chess_problem>>(&data_))
    return mate_of((*mates)[static_cast<std::size_t>(job)], job);
  if (const auto* whole = std::get_if<factors<int>>(&data_)) return row_of_product(*whole, job);
  return row_of_product(std::get<factors<double>>(data_), job);
}

outcome problem::solve() const {
  if (has_rows()) {
    matrix<int> distances = edges();
    floyd(distances);
    return {digest_of_rows(distances.numbers, distances.size, 0), 0};
  }
  outcome whole;
  own_bound bound;
  for (int job = 0; job < jobs(); ++job) {
    const outcome one = do_job(job, bound);
    whole.nodes += one.nodes;
    whole.value += one.value;
  }
  if (has_bound()) whole.value = bound.get();
  return whole;
}

std::int64_t digest_of_rows(const std::vector<int>& rows, int size, int first) {
  const auto width = static_cast<std::size_t>(size);
  std::uint64_t digest = 0;
  for (std::size_t at = 0; at < rows.size(); at += width)
    digest += digest_of<int>(std::span(rows).subspan(at, width)) *
              (2 * (static_cast<std::uint64_t>(first) + at / width) + 1);
  return static_cast<std::int64_t>(digest);
}

}  // namespace mentat::bench::papers
