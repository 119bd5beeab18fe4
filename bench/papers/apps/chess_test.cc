#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/apps/chess.h"

#include <doctest/doctest.h>

namespace mentat::bench::papers {

// Positions and counts of the Chess Programming Wiki, "Perft Results".
TEST_CASE("the numbers of sequences of moves are the published ones") {
  struct known {
    const char* fen;
    std::vector<std::int64_t> counts;
  };
  const std::vector<known> all = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {20, 400, 8902, 197281}},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", {48, 2039, 97862}},
      {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238}},
      {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467}},
      {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379}},
  };
  for (const known& each : all) {
    CAPTURE(each.fen);
    const auto position = chess_position::of_fen(each.fen);
    REQUIRE(position.has_value());
    for (std::size_t depth = 1; depth <= each.counts.size(); ++depth)
      CHECK(perft(*position, static_cast<int>(depth)) == each.counts[depth - 1]);
  }
}

TEST_CASE("a mate is found, and only where there is one") {
  // The rook on the back rank mates at once.
  const auto at_once = chess_position::of_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  REQUIRE(at_once.has_value());
  CHECK(text_of(find_mate(*at_once, 1).move) == "a1a8");
  // Two rooks drive the king to the edge in two.
  const auto in_two = chess_position::of_fen("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
  REQUIRE(in_two.has_value());
  CHECK_FALSE(find_mate(*in_two, 1).found);
  CHECK(find_mate(*in_two, 2).found);
  const auto never = chess_position::of_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  REQUIRE(never.has_value());
  CHECK_FALSE(find_mate(*never, 2).found);
}

TEST_CASE("a stalemate is not a mate") {
  const auto position = chess_position::of_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  REQUIRE(position.has_value());
  CHECK(position->legal_moves().empty());
  CHECK_FALSE(position->in_check());
}

TEST_CASE("text that is not a position is refused") {
  for (const char* fen :
       {"", " ", "8/8/8/8/8/8/8/8 w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq -",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        "kk6/8/8/8/8/8/8/4K3 w - -", "P3k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4R1K1 w - -",
        "\xff\xff\xff\xff w - -"}) {
    CAPTURE(fen);
    CHECK_FALSE(chess_position::of_fen(fen).has_value());
  }
}

}  // namespace mentat::bench::papers
