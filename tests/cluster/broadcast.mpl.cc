// Eight objects of the host `argv[3]` read a buffer of `argv[1]` MiB, in each of `argv[2]` rounds.
#include <mentat/buffer.h>
#include <mentat/group.h>
#include <mentat/mpl.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <vector>

class [[mentat::persistent]] reader {
 public:
  reader() {}
  double sum(const mentat::buffer<double>& values);
};

double reader::sum(const mentat::buffer<double>& values) {
  double all = 0;
  for (const double one : values) all += one;
  return all;
}

int main(int, char** argv) {
  const std::size_t count = std::strtoull(argv[1], nullptr, 10) << 17;
  mentat::group<reader> readers(8, mentat::on(argv[3]));
  for (int round = std::atoi(argv[2]); round > 0; --round) {
    const auto values = mentat::buffer<double>::make(count, [&](std::span<double> to) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<double>(i % 1000) + round;
    });
    const auto begin = std::chrono::steady_clock::now();
    const double sum = mentat::reduce(readers.each(&reader::sum, values), std::plus<>{}, 0.0);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::cerr << took.count() << " ms\n";
    std::cout << static_cast<long long>(sum) << '\n';
  }
}
