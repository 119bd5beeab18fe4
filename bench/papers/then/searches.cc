#include "bench/papers/then/searches.h"

#include <algorithm>

#include "mmps/base/random.h"

namespace mentat::bench::then {

cities::cities(int count, std::uint64_t seed) : count_(count) {
  base::random chance(seed);
  const auto size = static_cast<std::size_t>(count);
  distances_.assign(size * size, 0);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b)
      distances_[a * size + b] = distances_[b * size + a] = 1 + static_cast<int>(chance.below(100));
  for (int a = 0; a < count; ++a) {
    std::vector<int> others;
    for (int b = 0; b < count; ++b)
      if (b != a) others.push_back(b);
    std::sort(others.begin(), others.end(), [&](int x, int y) {
      return std::pair(distance(a, x), x) < std::pair(distance(a, y), y);
    });
    others.push_back(a);
    near_.insert(near_.end(), others.begin(), others.end());
  }
}

tsp_search::tsp_search(const cities& in, std::uint32_t job) : in_(in), depth_(3) {
  const int second = in.near(0, static_cast<int>(job) / (in.count() - 2));
  int skip = static_cast<int>(job) % (in.count() - 2), third = -1;
  for (int n = 0; third < 0; ++n) {
    const int city = in.near(second, n);
    if (city != 0 && skip-- == 0) third = city;
  }
  path_[0] = 0, path_[1] = second, path_[2] = third;
  length_[2] = in.distance(0, second) + in.distance(second, third);
  next_[2] = 0;
  used_ = 1u | 1u << second | 1u << third;
}

std::uint64_t tsp_search::run(int bound, std::uint64_t most) {
  found_ = 0;
  std::uint64_t nodes = 0;
  const int count = in_.count();
  while (depth_ >= 3 && nodes < most) {
    const int last = path_[depth_ - 1];
    int& n = next_[depth_ - 1];
    if (n == count - 1 || length_[depth_ - 1] >= bound) {
      --depth_;
      used_ &= ~(1u << last);
      continue;
    }
    const int city = in_.near(last, n++);
    if ((used_ >> city & 1u) != 0) continue;
    const int length = length_[depth_ - 1] + in_.distance(last, city);
    ++nodes;
    if (length >= bound) {
      n = count - 1;  // the others are farther away
      continue;
    }
    if (depth_ == count - 1) {
      const int tour = length + in_.distance(city, 0);
      if (tour >= bound) continue;
      found_ = tour;
      return nodes;
    }
    path_[depth_] = city;
    length_[depth_] = length;
    next_[depth_] = 0;
    used_ |= 1u << city;
    ++depth_;
  }
  return nodes;
}

std::pair<int, std::uint64_t> hashed_tree::child(int n, int alpha) {
  const auto key = std::make_pair(n, alpha);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  std::uint64_t nodes = 0;
  base::random start(seed_);
  const std::uint64_t place = start.next() + static_cast<std::uint64_t>(n);
  const int value = -search(base::random(place).next(), depth - 1, -1'000'000, -alpha, nodes);
  return known_[key] = {value, nodes};
}

int hashed_tree::search(std::uint64_t place, int left, int alpha, int beta,
                        std::uint64_t& nodes) const {
  ++nodes;
  if (left == 0) return static_cast<int>(place >> 57) - 64;
  for (std::uint64_t n = 0; n < fan_out && alpha < beta; ++n)
    alpha =
        std::max(alpha, -search(base::random(place + n).next(), left - 1, -beta, -alpha, nodes));
  return alpha;
}

}  // namespace mentat::bench::then
