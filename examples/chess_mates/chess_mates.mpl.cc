// Chess problems, mate in two: for each position, all first moves that mate at the second move,
// whatever the answer is. A call for each position makes a call for each first move. How many
// first moves a position has, and how long each takes, differ: idle workers take what is left.
#include <mentat/mpl.h>

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "bench/papers/apps/chess.h"

using mentat::bench::papers::chess_move;
using mentat::bench::papers::chess_position;

// Positions of games, in Forsyth-Edwards notation.
constexpr std::array problems{"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0",
                              "r2qrb2/p1pn1Qp1/1p4Nk/4PR2/3n4/7N/P5PP/R6K w - - 1 0",
                              "r2qkb1r/2p1nppp/p2p4/np1NN3/4P3/1BP5/PP1P1PPP/R1B1K2R w - - 1 0",
                              "r4r1k/2qb3p/p2p1p2/1pnPN3/2p1Pn2/2P1N3/PPB1QPR1/6RK w - - 1 0",
                              "Q7/2r2rpk/2p4p/7N/3PpN2/1p2P3/1K4R1/5q2 w - - 1 0",
                              "3r2k1/p1p2p2/bp2p1nQ/4PB1P/2pr3q/6R1/PP3PP1/3R2K1 w - - 1 0",
                              "8/7p/5pk1/3n2pq/3N1nR1/1P3P2/P6P/4QK2 w - - 1 0",
                              "5qrk/5p1n/pp3p1Q/2pPp3/2P1P1rN/2P4R/P5P1/2B3K1 w - - 1 0",
                              "6R1/5r1k/p6b/1pB1p2q/1P6/5rQP/5P1K/6R1 w - - 1 0",
                              "6rk/1r2pR1p/3pP1pB/2p1p3/P6Q/P1q3P1/7P/5BK1 w - - 1 0",
                              "8/p4q2/6k1/1p3rP1/3Q4/8/PPP5/K6R w - - 1 0",
                              "8/R7/pp1b2kp/1b1B1p2/5P1P/5KP1/P7/8 w - - 1 0"};

bool is_mate(const chess_position& at) { return at.in_check() && at.legal_moves().empty(); }

bool has_mate_in_one(const chess_position& at) {
  for (const chess_move& move : at.legal_moves())
    if (is_mate(at.after(move))) return true;
  return false;
}

class [[mentat::regular]] solver {
 public:
  // Whether the first move with that number mates at the second at the latest.
  char mates(const std::string& problem, int number) {
    const chess_position at = chess_position::of_fen(problem).value();
    const chess_position next = at.after(at.legal_moves()[number]);
    const std::vector<chess_move> answers = next.legal_moves();
    if (answers.empty()) return next.in_check();
    for (const chess_move& answer : answers)
      if (!has_mate_in_one(next.after(answer))) return false;
    return true;
  }

  // The first moves that do: " c4f7", or " none".
  std::string solve(const std::string& problem) {
    const chess_position at = chess_position::of_fen(problem).value();
    const std::vector<chess_move> moves = at.legal_moves();
    const int count = static_cast<int>(moves.size());
    solver other;
    std::vector<char> found(count);
    for (int number = 0; number < count; ++number) found[number] = other.mates(problem, number);
    std::string keys;
    for (int number = 0; number < count; ++number)
      if (found[number]) keys += " " + text_of(moves[number]);
    return keys.empty() ? " none" : keys;
  }
};

int main(int argc, char** argv) {
  std::vector<std::string> given(argv + 1, argv + argc);
  if (given.empty()) given.assign(problems.begin(), problems.end());
  for (const std::string& problem : given)
    if (auto read = chess_position::of_fen(problem); !read) {
      std::cerr << "chess_mates: '" << problem << "': " << read.error() << "\n"
                << "usage: chess_mates [POSITION...], in Forsyth-Edwards notation\n";
      return 2;
    }

  const int count = static_cast<int>(given.size());
  solver one;
  std::vector<std::string> keys(count);
  for (int k = 0; k < count; ++k) keys[k] = one.solve(given[k]);
  for (int k = 0; k < count; ++k) std::cout << given[k] << ":" << keys[k] << "\n";
  return 0;
}
