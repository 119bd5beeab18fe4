// Readers of the files from which the benchmarks of the papers take today's inputs. Files are
// hostile: each reader takes text, and gives one line that names file, line and the expected input.
// Thread-safety: all functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "bench/papers/apps/chess.h"
#include "bench/papers/apps/matrix.h"
#include "bench/papers/apps/tsp.h"

namespace mentat::bench::papers {

template <class T>
using read = tl::expected<T, std::string>;

// A file as it was found. Errors: it cannot be read, or has more than `largest` bytes.
struct text_file {
  static constexpr std::size_t largest = std::size_t{16} << 20;

  std::string name, text;
  static read<text_file> at(const std::string& path);
};

struct place {
  std::string name;
  double latitude = 0, longitude = 0;  // degrees
};
// Metres between two places, on a sphere.
int distance_of(const place& a, const place& b);

// The places of tzdata's zone1970.tab; a name is the last part of the zone's: "Buenos_Aires".
read<std::vector<place>> zones_of(const text_file& file);

// The places of a table with columns iata, latitude and longitude among others.
read<std::vector<place>> airports_of(const text_file& file);

// The first `most` cities of a file of TSPLIB [Reinelt 1991], closed routes: EUC_2D, GEO, or
// EXPLICIT as FULL_MATRIX, UPPER_ROW or LOWER_DIAG_ROW.
read<tsp> tsplib_of(const text_file& file, int most, tsp::rule bounding);

struct chess_problem {
  chess_position position;
  std::string fen;
};
// The positions of the FEN tags of a file of games (PGN).
read<std::vector<chess_problem>> problems_of(const text_file& file);

// Distances between places as a problem of closed routes, in kilometres.
tsp routes_between(const std::vector<place>& places, tsp::rule bounding);
// The edges from each place to the `neighbours` nearest others, both ways, in metres; else no_path.
matrix<int> neighbour_graph(const std::vector<place>& places, int neighbours);

}  // namespace mentat::bench::papers
