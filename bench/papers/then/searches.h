// The two searches of [DSM92 5] as kernels that virtual time can stop: the travelling salesman by
// branch and bound, nearest city first, and alpha-beta on a hashed tree. Deterministic; not
// thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace mentat::bench::then {

/// Distances between cities, and the jobs: the paths of three cities, nearest first.
class cities {
 public:
  /// Random distances from 1 to 100, alike in both directions. REQUIRES: 4 <= count <= 32.
  cities(int count, std::uint64_t seed);

  int count() const { return count_; }
  int distance(int a, int b) const { return distances_[static_cast<std::size_t>(a * count_ + b)]; }
  /// The nth nearest city of `a`, from 0.
  int near(int a, int n) const { return near_[static_cast<std::size_t>(a * count_ + n)]; }
  std::uint32_t jobs() const { return static_cast<std::uint32_t>((count_ - 1) * (count_ - 2)); }

 private:
  int count_;
  std::vector<int> distances_, near_;
};

/// The search of one job. A node is a city that is put at the end of a path.
class tsp_search {
 public:
  tsp_search(const cities& in, std::uint32_t job);

  /// Goes on for at most `nodes` nodes, or until a tour is shorter than `bound`. Returns the nodes.
  std::uint64_t run(int bound, std::uint64_t nodes);
  bool ended() const { return depth_ < 3; }
  /// The length of the tour at which run() stopped, or 0.
  int found() const { return found_; }

 private:
  const cities& in_;
  int depth_;  // cities on the path
  int found_ = 0;
  std::uint32_t used_ = 0;
  int path_[32], next_[32], length_[32];
};

/// A tree whose leaves are worth a hash of the path to them: -64 to 63. The paper does not print
/// its static evaluations; the finer they are, the fewer ties end a search early.
class hashed_tree {
 public:
  static constexpr int fan_out = 38;
  static constexpr int depth = 6;

  explicit hashed_tree(std::uint64_t seed) : seed_(seed) {}

  /// The value of the root's nth child for the root's player, or a bound at or below `alpha`, and
  /// the nodes that the search visited. Remembers.
  std::pair<int, std::uint64_t> child(int n, int alpha);

 private:
  int search(std::uint64_t place, int left, int alpha, int beta, std::uint64_t& nodes) const;

  const std::uint64_t seed_;
  std::map<std::pair<int, int>, std::pair<int, std::uint64_t>> known_;
};

}  // namespace mentat::bench::then
