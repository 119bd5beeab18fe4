// Four objects on each of the hosts `argv[3]` and following read a buffer of `argv[1]` MiB, in each
// of `argv[2]` rounds. With 0 rounds goes on until objects are lost.
#include <mentat/buffer.h>
#include <mentat/errors.h>
#include <mentat/group.h>
#include <mentat/mpl.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <deque>
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

namespace {

constexpr int on_each = 4;

mentat::buffer<double> values_of(std::size_t count, int round) {
  return mentat::buffer<double>::make(count, [&](std::span<double> to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<double>(i % 1000) + round;
  });
}

struct tally {
  int right = 0, wrong = 0, lost = 0;
};

tally read_everywhere(std::deque<mentat::group<reader>>& hosts, std::size_t count, int round) {
  const auto values = values_of(count, round);
  double expected = 0;
  for (const double one : values) expected += one;
  const std::size_t readers = hosts.size() * on_each;
  std::vector<double> sums(readers);
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < readers; ++i)
    sums[i] = hosts[i / on_each][i % on_each].sum(values);
  tally answers;
  for (std::size_t i = 0; i < readers; ++i) {
    try {
      ++(sums[i] == expected ? answers.right : answers.wrong);
    } catch (const mentat::object_lost&) {
      ++answers.lost;
    }
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  std::cerr << "round " << took.count() << " ms" << std::endl;
  return answers;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = std::strtoull(argv[1], nullptr, 10) << 17;
  const int rounds = std::atoi(argv[2]);
  std::deque<mentat::group<reader>> hosts;
  for (int i = 3; i < argc; ++i) hosts.emplace_back(on_each, mentat::on(argv[i]));
  tally last;
  int wrong = 0;
  for (int round = 1; rounds == 0 ? last.lost == 0 : round <= rounds; ++round) {
    last = read_everywhere(hosts, count, round);
    wrong += last.wrong;
  }
  std::cout << last.right << " right, " << wrong << " wrong, " << last.lost << " lost\n";
}
