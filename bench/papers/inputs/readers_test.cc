#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/inputs/readers.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "bench/papers/apps/shortest_paths.h"
#include "mmps/base/random.h"

namespace mentat::bench::papers {
namespace {

const std::string euclidean =
    "NAME : square\nTYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
    "1 0 0\n2 0.0e+00 1.0e+01\n3 10 10\n4 10 0\nEOF\n";

std::string error_of(const std::string& text) {
  const auto made = tsplib_of({"f.tsp", text}, 64, tsp::rule::length);
  return made ? "none" : made.error();
}
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("a file of TSPLIB with coordinates is a problem of closed routes") {
  const auto made = tsplib_of({"f.tsp", euclidean}, 64, tsp::rule::length);
  REQUIRE(made.has_value());
  CHECK(made->cities() == 4);
  CHECK(made->distance(0, 2) == 14);
  CHECK(solve(*made).length == 40);
  CHECK(tsplib_of({"f.tsp", euclidean}, 3, tsp::rule::length)->cities() == 3);
}

// The first cities of ulysses16.tsp of TSPLIB, and two of the distances that its solvers use.
TEST_CASE("geographical distances are those of TSPLIB") {
  const auto made = tsplib_of(
      {"f.tsp",
       "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n 1 38.24 20.42\n 2 "
       "39.57 26.15\n 3 40.56 25.32\n"},
      64, tsp::rule::length);
  REQUIRE(made.has_value());
  CHECK(made->distance(0, 1) == 509);
  CHECK(made->distance(0, 2) == 501);
  CHECK(made->distance(1, 2) == 126);
}

TEST_CASE("the three formats of explicit weights give the same distances") {
  const std::string head = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n";
  for (const char* rest :
       {"EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n2 3 0\nEOF\n",
        "EDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n3\n",
        "EDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n0 1\n0\n2 3 0\n"}) {
    const auto made = tsplib_of({"f.tsp", head + rest}, 64, tsp::rule::length);
    REQUIRE(made.has_value());
    CHECK(made->distance(0, 1) == 1);
    CHECK(made->distance(2, 0) == 2);
    CHECK(made->distance(1, 2) == 3);
  }
}

TEST_CASE("an error in a TSPLIB file names file, line and the expected input") {
  CHECK(error_of("") == "f.tsp:0: expected NODE_COORD_SECTION or EDGE_WEIGHT_SECTION");
  CHECK(error_of(replaced(euclidean, "DIMENSION : 4", "DIMENSION : 5")) ==
        "f.tsp:10: expected a number and two coordinates");
  CHECK(error_of(replaced(euclidean, "DIMENSION : 4", "DIMENSION : 1000000")) ==
        "f.tsp:3: expected a DIMENSION from 3 to 100000");
  CHECK(error_of(replaced(euclidean, "DIMENSION : 4", "DIMENSION : -4")) ==
        "f.tsp:3: expected a DIMENSION from 3 to 100000");
  CHECK(error_of(replaced(euclidean, "EUC_2D", "ATT")) ==
        "f.tsp:4: expected EDGE_WEIGHT_TYPE: EUC_2D, GEO or EXPLICIT");
  CHECK(error_of(replaced(euclidean, "3 10 10", "3 10 \xc3\xa9")) ==
        "f.tsp:8: expected a number and two coordinates");
  CHECK(error_of(replaced(euclidean, "3 10 10", "3 10 nan")) ==
        "f.tsp:8: expected a number and two coordinates");
  CHECK(error_of(replaced(euclidean, "3 10 10", "9 10 10")) == "f.tsp:8: expected city 3");
  CHECK(error_of(replaced(euclidean, "3 10 10", "3 10 1e300")) ==
        "f.tsp:8: expected coordinates from -1000000 to 1000000");
  CHECK(error_of(euclidean.substr(0, euclidean.find("3 10"))) ==
        "f.tsp:7: expected a line for each of the cities of DIMENSION");
}

TEST_CASE("zones have a name and coordinates") {
  const auto made =
      zones_of({"z",
                "# comment\nAD\t+4230+00131\tEurope/Andorra\nAR\t-3436-05827\tAmerica/Argentina/"
                "Buenos_Aires\tprovinces\nAQ\t-720041+0023206\tAntarctica/Troll\n"});
  REQUIRE(made.has_value());
  REQUIRE(made->size() == 3);
  CHECK((*made)[0].latitude == doctest::Approx(42.5));
  CHECK((*made)[1].name == "Buenos_Aires");
  CHECK((*made)[1].longitude == doctest::Approx(-58.45));
  CHECK((*made)[2].latitude == doctest::Approx(-72.0114).epsilon(0.0001));
  CHECK(zones_of({"z", ""}).error() == "z: expected at least one zone");
  CHECK(zones_of({"z", "AD\n"}).error() ==
        "z:1: expected countries, coordinates and a zone between tabs");
  CHECK(zones_of({"z", "#\nAD\t+4290+00131\tEurope/Andorra\n"}).error() ==
        "z:2: expected coordinates such as +4230+00131");
  CHECK(zones_of({"z", "AD\t+4230\tEurope/Andorra\n"}).error() ==
        "z:1: expected coordinates such as +4230+00131");
}

TEST_CASE("airports are read with quoted fields") {
  const auto made = airports_of(
      {"a.csv",
       "iata,name,latitude,longitude\nBOS,\"Logan, Boston\",42.36,-71.0\n\nSFO,x,37,-122\n"});
  REQUIRE(made.has_value());
  CHECK(made->size() == 2);
  CHECK((*made)[0].longitude == -71);
  CHECK(airports_of({"a.csv", ""}).error() == "a.csv:0: expected a line that names the columns");
  CHECK(airports_of({"a.csv", "iata,latitude\n"}).error() ==
        "a.csv:1: expected columns iata, latitude and longitude");
  CHECK(airports_of({"a.csv", "iata,latitude,longitude\nX,1\n"}).error() ==
        "a.csv:2: expected 3 fields between commas");
  CHECK(airports_of({"a.csv", "iata,latitude,longitude\nX,91,0\n"}).error() ==
        "a.csv:2: expected a latitude from -90 to 90");
  CHECK(airports_of({"a.csv", "iata,latitude,longitude\n\"X,1,0\n"}).error() ==
        "a.csv:2: expected 3 fields between commas");
}

TEST_CASE("no reader survives by luck: damaged text is an error or a value, never a crash") {
  base::random chosen(11);
  for (int round = 0; round < 3000; ++round) {
    std::string text = euclidean;
    for (std::uint64_t changes = chosen.below(6); changes > 0; --changes)
      text[chosen.below(text.size())] = static_cast<char>(chosen.below(256));
    text.resize(chosen.below(text.size() + 1));
    const text_file file{"f", text};
    static_cast<void>(tsplib_of(file, 64, tsp::rule::length));
    static_cast<void>(zones_of(file));
    static_cast<void>(airports_of(file));
    static_cast<void>(problems_of(file));
  }
}

TEST_CASE("the error of a missing file names it") {
  CHECK(text_file::at("/does/not/exist").error() ==
        "/does/not/exist: expected a file that can be read");
}

TEST_CASE("the positions that are kept here are mates in two, and not in one") {
  const auto file = text_file::at("bench/papers/inputs/mates.pgn");
  REQUIRE(file.has_value());
  const auto problems = problems_of(*file);
  REQUIRE(problems.has_value());
  CHECK(problems->size() == 12);
  for (const chess_problem& each : *problems) {
    CAPTURE(each.fen);
    CHECK_FALSE(find_mate(each.position, 1).found);
    CHECK(find_mate(each.position, 2).found);
  }
  CHECK(problems_of({"p", "[FEN \"x\"]\n"}).error().starts_with("p:1: expected a board"));
  CHECK(problems_of({"p", "[FEN \"\n"}).error() == "p:1: expected [FEN \"...\"]");
}

TEST_CASE("distances on the sphere and a graph of neighbours") {
  const place berlin{"Berlin", 52.5, 13.37}, paris{"Paris", 48.87, 2.33};
  CHECK(distance_of(berlin, paris) == doctest::Approx(880'000).epsilon(0.01));
  const std::vector<place> line = {{"a", 0, 0}, {"b", 0, 1}, {"c", 0, 3}};
  const matrix<int> edges = neighbour_graph(line, 1);
  CHECK(edges.row(0)[2] == no_path);
  CHECK(edges.row(2)[1] == edges.row(1)[2]);
  CHECK(edges.row(1)[1] == 0);
}

}  // namespace mentat::bench::papers
