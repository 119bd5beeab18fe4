// A program of very brief calls, whose answer is the same wherever they run: `brief CALLS`.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::uint32_t mixed(std::uint32_t n) { return n * 2'654'435'761u ^ n >> 7; }

}  // namespace

class [[mentat::regular]] brief {
 public:
  std::uint32_t mix(std::uint32_t n) { return mixed(n); }
  std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return a + b; }
  std::uint32_t checked(std::uint32_t n) {
    if (n % 10 == 0) throw std::runtime_error("round");
    return n;
  }
  std::string text(const std::string& before, int n) { return before + std::to_string(n); }
  std::uint32_t longest(const std::vector<std::uint32_t>& all) {
    return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
  }
  int filled(int n) {
    char all[80'000];
    std::memset(all, n, sizeof all);
    return all[n];
  }
  void nothing() {}
};

// Leaves less than half of a small stack to the calls that it makes.
class [[mentat::regular]] wide {
 public:
  int within(int n) {
    char all[80'000];
    std::memset(all, n, sizeof all);
    brief step;
    int other = step.filled(n);
    return all[n] + other;
  }
};

class [[mentat::persistent]] gate {
 public:
  int pass(int n) {
    mentat::guard(is_open_);
    return n;
  }
  void open() { is_open_ = true; }

 private:
  bool is_open_ = false;
};

// Its calls are as brief, but wait for what their caller does later.
class [[mentat::regular]] patient {
 public:
  int through(gate at, int n) {
    int passed = at.pass(n);
    return passed + 1;
  }
};

class [[mentat::persistent]] counter {
 public:
  std::uint32_t add(std::uint32_t n) {
    brief step;
    std::uint32_t more = step.mix(n);
    sum_ += more;
    return sum_;
  }

 private:
  std::uint32_t sum_ = 0;
};

int main(int argc, char** argv) {
  const int calls = argc > 1 ? std::atoi(argv[1]) : 200;
  brief step;
  std::vector<std::uint32_t> all(calls);
  for (int i = 0; i < calls; ++i) all[i] = step.mix(i);
  std::uint32_t total = 0;
  for (int i = 0; i < calls; ++i) total += all[i];
  std::uint32_t chained = 1;
  for (int i = 0; i < calls; ++i) chained = step.sum(step.mix(chained), i);
  std::uint32_t most = step.longest(all);
  std::printf("%u %u %u\n", total, chained, most);

  int caught = 0;
  for (int i = 0; i < 200; ++i) {
    try {
      std::uint32_t good = step.checked(i);
      total += good;
    } catch (const std::exception& round) {
      if (caught++ == 0) std::printf("%s\n", round.what());
    }
  }
  std::string text;
  for (int i = 0; i < 120; ++i) {
    std::string more = step.text(text, i);
    text = more;
  }
  for (int i = 0; i < 120; ++i) step.nothing();
  wide holder;
  int filled = 0;
  for (int i = 0; i < 120; ++i) {
    int one = holder.within(i);
    filled += one;
  }

  gate at;
  mentat::create(at);
  patient waiting;
  std::vector<int> passed(120);
  for (int i = 0; i < 120; ++i) passed[i] = waiting.through(at, i);
  at.open();
  int through = 0;
  for (int i = 0; i < 120; ++i) through += passed[i];

  counter sums;
  mentat::create(sums);
  std::uint32_t counted = 0;
  for (int i = 0; i < 120; ++i) counted = sums.add(i);
  std::printf("%u %d %zu %d %u %d\n", total, caught, text.size(), through, counted, filled);
  return 0;
}
