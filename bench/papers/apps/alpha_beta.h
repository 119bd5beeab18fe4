// Alpha-beta search of a game tree that a hash function makes [DSM92 5]: each inner position has
// `fan_out` moves, and each leaf a value drawn from its path and the seed of the evaluation. The
// positions behind the first move are jobs, which share the value of the best move so far.
//
// Thread-safety: a tree is not changed; any number of searches may use it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mentat::bench::papers {

class hashed_tree {
 public:
  using position = std::uint64_t;
  // Values are from -greatest to greatest.
  static constexpr int greatest = 10'000;

  // REQUIRES: fan_out >= 1, depth >= 1 (moves from the root to a leaf).
  hashed_tree(int fan_out, int depth, std::uint64_t evaluation)
      : fan_out_(fan_out), depth_(depth), evaluation_(evaluation) {}

  [[nodiscard]] int fan_out() const { return fan_out_; }
  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] static position root() { return 0x9e3779b97f4a7c15; }
  [[nodiscard]] static position after(position at, int move) {
    return mixed(at + static_cast<std::uint64_t>(move) + 1);
  }
  // The value of a leaf for the player whose turn it is.
  [[nodiscard]] int value(position leaf) const {
    return static_cast<int>(mixed(leaf ^ evaluation_) % (2 * greatest + 1)) - greatest;
  }

 private:
  static std::uint64_t mixed(std::uint64_t z) {  // splitmix64
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  int fan_out_, depth_;
  std::uint64_t evaluation_;
};

struct game_result {
  int value = 0;
  std::int64_t nodes = 0;
};

// The value of a position for the player whose turn it is, `depth` moves above the leaves; exact if
// it is between alpha and beta, else a bound on the side where it is.
int alpha_beta(const hashed_tree& tree, hashed_tree::position at, int depth, int alpha, int beta,
               std::int64_t& nodes);

// The value of the root's move with that number for the player at the root. `best` is the value of
// a move that he has: a move that is no better may give any value up to that. As in the paper a
// search does not learn of better moves that others find while it runs.
game_result value_of_move(const hashed_tree& tree, int move, int best);

// The value of the root, by one search.
game_result solve(const hashed_tree& tree);

// The same without alpha and beta. Takes fan_out ^ depth steps.
int minimax(const hashed_tree& tree, hashed_tree::position at, int depth);

}  // namespace mentat::bench::papers
