// What durability costs: calls of a durable object beside those of an ordinary one in another
// process, in turns in the same run, and the time from the kill of its process to its next answer.
//   MENTAT_MODE=processes bazel-bin/bench/durable/durable [ROUNDS]
#include <mentat/mpl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class [[mentat::persistent]] plain_account {
 public:
  long deposit(long cents) { return balance_ += cents; }
  void put(long cents) { balance_ += cents; }
  long balance() const { return balance_; }

 private:
  long balance_ = 0;
};

class [[mentat::durable]] durable_account {
 public:
  long deposit(long cents) { return balance_ += cents; }
  void put(long cents) { balance_ += cents; }
  long balance() const { return balance_; }

 private:
  long balance_ = 0;
};

class [[mentat::durable]] large_object {
 public:
  explicit large_object(int bytes) : text_(static_cast<std::size_t>(bytes), 'x') {}
  int process() const { return static_cast<int>(getpid()); }
  long touch(int at) {
    text_[static_cast<std::size_t>(at)] = 'y';
    return ++touched_;
  }

 private:
  std::string text_;
  long touched_ = 0;
};

using steady = std::chrono::steady_clock;

static double since(steady::time_point begin) {
  return std::chrono::duration<double, std::micro>(steady::now() - begin).count();
}

static double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

template <class Account>
static double one_by_one(Account account, int calls) {
  const auto begin = steady::now();
  long sum = 0;
  for (int i = 0; i < calls; ++i) {
    long seen = account.deposit(1);
    sum += seen;
  }
  return sum > 0 ? since(begin) / calls : 0;
}

template <class Account>
static double read_by_one(Account account, int calls) {
  const auto begin = steady::now();
  long sum = 1;
  for (int i = 0; i < calls; ++i) {
    long seen = account.balance();
    sum += seen;
  }
  return sum > 0 ? since(begin) / calls : 0;
}

template <class Account>
static double many(Account account, int calls) {
  const auto begin = steady::now();
  long sum = 1;
  for (int i = 0; i < calls; i += 512) {
    for (int k = 0; k < 512; ++k) account.put(1);
    long seen = account.balance();
    sum += seen;
  }
  return sum > 0 ? since(begin) / calls : 0;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
  constexpr int calls = 20'000;
  plain_account plain;
  mentat::create(plain);
  durable_account kept;
  mentat::create(kept);
  std::vector<double> measured[6];
  for (int i = 0; i < rounds; ++i) {
    measured[0].push_back(one_by_one(plain, calls));
    measured[1].push_back(one_by_one(kept, calls));
    measured[2].push_back(read_by_one(plain, calls));
    measured[3].push_back(read_by_one(kept, calls));
    measured[4].push_back(many(plain, calls));
    measured[5].push_back(many(kept, calls));
  }
  const char* const names[] = {"call, one outstanding", "const call, one outstanding",
                               "call, 512 outstanding"};
  std::printf("%-28s %9s %9s %6s\n", "us, medians", "plain", "durable", "ratio");
  for (int i = 0; i < 3; ++i) {
    const double a = median(measured[2 * i]), b = median(measured[2 * i + 1]);
    std::printf("%-28s %9.2f %9.2f %6.2f\n", names[i], a, b, b / a);
  }

  large_object large(1 << 20);
  std::vector<double> pauses;
  for (int i = 0; i < rounds; ++i) {
    long before = large.touch(i);
    int victim = large.process();
    if (victim == static_cast<int>(getpid())) break;
    const auto begin = steady::now();
    kill(victim, SIGKILL);
    long after = large.touch(i);
    if (after != before + 1) std::printf("wrong: %ld after %ld\n", after, before);
    pauses.push_back(since(begin) / 1000);
  }
  if (!pauses.empty())
    std::printf("recovery of 1 MiB: median %.1f ms, longest %.1f ms of %zu\n", median(pauses),
                *std::max_element(pauses.begin(), pauses.end()), pauses.size());
}
