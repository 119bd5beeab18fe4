#include "bench/papers/apps/alpha_beta.h"

namespace mentat::bench::papers {

// NOLINTNEXTLINE(misc-no-recursion): a tree of fixed depth
int alpha_beta(const hashed_tree& tree, hashed_tree::position at, int depth, int alpha, int beta,
               std::int64_t& nodes) {
  ++nodes;
  if (depth == 0) return tree.value(at);
  int best = -hashed_tree::greatest - 1;
  for (int move = 0; move < tree.fan_out(); ++move) {
    const int value = -alpha_beta(tree, hashed_tree::after(at, move), depth - 1, -beta,
                                  -std::max(alpha, best), nodes);
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

game_result value_of_move(const hashed_tree& tree, int move, int best) {
  game_result found;
  found.value = -alpha_beta(tree, hashed_tree::after(hashed_tree::root(), move), tree.depth() - 1,
                            -hashed_tree::greatest - 1, -best, found.nodes);
  return found;
}

game_result solve(const hashed_tree& tree) {
  game_result whole{.value = -hashed_tree::greatest - 1, .nodes = 1};
  for (int move = 0; move < tree.fan_out(); ++move) {
    const game_result found = value_of_move(tree, move, whole.value);
    whole.nodes += found.nodes;
    whole.value = std::max(whole.value, found.value);
  }
  return whole;
}

// NOLINTNEXTLINE(misc-no-recursion): a tree of fixed depth
int minimax(const hashed_tree& tree, hashed_tree::position at, int depth) {
  if (depth == 0) return tree.value(at);
  int best = -hashed_tree::greatest - 1;
  for (int move = 0; move < tree.fan_out(); ++move)
    best = std::max(best, -minimax(tree, hashed_tree::after(at, move), depth - 1));
  return best;
}

}  // namespace mentat::bench::papers
