// Eight objects of the host `argv[3]` read a buffer of `argv[1]` MiB, in each of `argv[2]` rounds.
// With `argv[4]` prints the process of that object after each round, to be killed, and goes on
// until objects are lost, and the same number of rounds longer. With `argv[4]` "vectors", 16
// objects read a buffer and a vector in each round.
#include <mentat/buffer.h>
#include <mentat/errors.h>
#include <mentat/group.h>
#include <mentat/mpl.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string_view>
#include <vector>

class [[mentat::persistent]] reader {
 public:
  reader() {}
  double sum(const mentat::buffer<double>& values);
  double sum_of_vector(const std::vector<double>& values);
  int process() { return getpid(); }
};

double reader::sum(const mentat::buffer<double>& values) {
  double all = 0;
  for (const double one : values) all += one;
  return all;
}

double reader::sum_of_vector(const std::vector<double>& values) {
  double all = 0;
  for (const double one : values) all += 2 * one;
  return all;
}

namespace {

mentat::buffer<double> values_of(std::size_t count, int round) {
  return mentat::buffer<double>::make(count, [&](std::span<double> to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<double>(i % 1000) + round;
  });
}

void survive(std::size_t count, int rounds, const char* host, std::size_t object) {
  mentat::group<reader> readers(8, mentat::on(host));
  const int process = readers[object].process();
  bool has_others = false;  // a busy host may have put all objects into one process
  for (int i = 0; i < 8; ++i) has_others = has_others || readers[i].process() != process;
  int lost = 0, right = 0, wrong = 0;
  for (int left = rounds; left > 0; left -= lost != 0) {
    const auto values = values_of(count, left);
    double expected = 0;
    for (const double one : values) expected += one;
    std::vector<double> sums(8);
    for (int i = 0; i < 8; ++i) sums[i] = readers[i].sum(values);
    lost = right = 0;
    for (int i = 0; i < 8; ++i) {
      try {
        ++(sums[i] == expected ? right : wrong);
      } catch (const mentat::object_lost&) {
        ++lost;
      }
    }
    std::cerr << "running " << process << std::endl;
  }
  std::cout << (lost + right == 8 && (right > 0) == has_others ? "right" : "wrong")
            << " objects survive, " << wrong << " wrong\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = std::strtoull(argv[1], nullptr, 10) << 17;
  const bool has_vectors = argc > 4 && std::string_view(argv[4]) == "vectors";
  if (argc > 4 && !has_vectors) {
    survive(count, std::atoi(argv[2]), argv[3], std::strtoull(argv[4], nullptr, 10));
    return 0;
  }
  mentat::group<reader> readers(has_vectors ? 16 : 8, mentat::on(argv[3]));
  for (int round = std::atoi(argv[2]); round > 0; --round) {
    const auto values = values_of(count, round);
    const auto begin = std::chrono::steady_clock::now();
    const double sum = mentat::reduce(readers.each(&reader::sum, values), std::plus<>{}, 0.0);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::cerr << took.count() << " ms\n";
    std::cout << static_cast<long long>(sum) << '\n';
    if (!has_vectors) continue;
    const std::vector<double> vector(values.begin(), values.end());
    const double of_vector =
        mentat::reduce(readers.each(&reader::sum_of_vector, vector), std::plus<>{}, 0.0);
    std::cout << static_cast<long long>(of_vector) << '\n';
  }
}
