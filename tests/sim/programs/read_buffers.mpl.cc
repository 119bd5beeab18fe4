// Objects and regular calls in many processes that read the same buffers, which are large enough to
// go from host to host. Slices of a buffer and the whole of it, the same one again and fresh ones.
#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

long sum_of(const mentat::buffer<long>& values) {
  long all = 0;
  for (const long one : values) all += one;
  return all;
}

class [[mentat::persistent]] buffer_keeper {
 public:
  buffer_keeper() {}
  long sum(const mentat::buffer<long>& values) { return sum_of(values); }
};

class [[mentat::regular]] buffer_reader {
 public:
  long sum(const mentat::buffer<long>& values, int times) { return times * sum_of(values); }
};

}  // namespace

std::string mentat::sim::read_buffers() {
  constexpr int rounds = 2, calls = 4;
  std::vector<buffer_keeper> readers(7);
  const char* const hosts[] = {"h2", "h3", "h4"};
  for (std::size_t i = 0; i < 7; ++i) mentat::create(readers[i], mentat::on(hosts[i % 3]));
  buffer_reader any;
  std::string answer;
  for (int round = 0; round < rounds; ++round) {
    const auto values = mentat::buffer<long>::make(33'000, [&](std::span<long> to) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<long>(i % 7) + round;
    });
    std::vector<long> results(calls);
    for (int i = 0; i < calls; ++i) results[i] = any.sum(values, i);
    std::vector<long> sums(14);
    for (int i = 0; i < 14; ++i) sums[i] = readers[i % 7].sum(values);
    long of_calls = 0;
    for (int i = 0; i < calls; ++i) of_calls += results[i];
    long of_objects = 0;
    for (int i = 0; i < 14; ++i) of_objects += sums[i];
    answer += std::to_string(of_calls) + " " + std::to_string(of_objects) + " ";
  }
  return answer;
}
