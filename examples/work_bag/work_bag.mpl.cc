// A bag of jobs in a tuple space: workers in any processes take jobs as they become free, and the
// death of a worker loses none. `--kill N` has the worker kill itself that takes job N, the first
// time.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace mentat::literals;

// Numbers from `from` on, `count` of them.
struct job {
  int from = 0, count = 0, kill_mark = 0;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(from, count, kill_mark);
  }
};

int primes_in(const job& given) {
  int found = 0;
  for (int n = given.from; n < given.from + given.count; ++n) {
    bool prime = n > 1;
    for (int d = 2; d * d <= n && prime; ++d) prime = n % d != 0;
    found += prime;
  }
  return found;
}

class [[mentat::regular]] worker {
 public:
  // Does one job; returns its first number.
  int work(mentat::space bag, const std::string& mark) {
    job mine = bag.in("job"_name, mentat::formal<job>);
    if (mine.kill_mark != 0 && open(mark.c_str(), O_CREAT | O_EXCL, 0600) >= 0)
      kill(getpid(), SIGKILL);
    bag.out("primes"_name, mine.from, primes_in(mine));
    return mine.from;
  }
};

int main(int argc, char** argv) {
  constexpr int jobs = 100, size = 2000;
  int kill_at = -1;
  if (argc == 3 && std::string(argv[1]) == "--kill") {
    char* end = nullptr;
    kill_at = static_cast<int>(std::strtol(argv[2], &end, 10));
    if (end == argv[2] || *end != '\0' || kill_at < 0 || kill_at >= jobs) argc = 0;
  }
  if (argc != 1 && argc != 3) {
    std::cerr << "work_bag: usage: work_bag [--kill N], a job from 0 to " << jobs - 1 << "\n";
    return 2;
  }
  std::string mark = "/tmp/work_bag." + std::to_string(getpid());

  mentat::space bag;
  mentat::create(bag);
  for (int k = 0; k < jobs; ++k) bag.out("job"_name, job{k * size, size, k == kill_at ? 1 : 0});
  worker w;
  std::vector<int> done(jobs);
  for (int k = 0; k < jobs; ++k) done[k] = w.work(bag, mark);

  int primes = 0;
  for (int k = 0; k < jobs; ++k) primes += bag.in("primes"_name, k * size, mentat::formal<int>);
  int last = 0;
  for (int k = 0; k < jobs; ++k) last = done[k] > last ? done[k] : last;
  std::remove(mark.c_str());
  std::cout << primes << " primes below " << last + size << "\n";
  return 0;
}
