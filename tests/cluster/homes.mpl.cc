// Spaces whose tuples are on several hosts.
//
//   homes spread       the sum of results with keys, of jobs that calls on all hosts take
//   homes lose HOST    waits on every host; prints `running` on standard error, and when a host has
//                      been lost, what the waiting and the later operations get. Another space is
//                      on HOST, which is not lost, and one is everywhere.
//   homes copied       as spread, in a space that is everywhere, whose rows all calls read
//   homes list GO      a space with a tuple of each of 40 keys, until the file GO is there
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

using namespace mentat::literals;
using namespace std::chrono_literals;

class [[mentat::regular]] worker {
 public:
  int square(mentat::space bag, int job) {
    const int n = bag.in("job"_name, job, mentat::formal<int>);
    bag.out("result"_name, job, n * n);
    return n;
  }
  int product(mentat::space all, int job) {
    const int row = all.rd("row"_name, job % 7, mentat::formal<int>);
    all.out("result"_name, job, row * all.in("job"_name, job, mentat::formal<int>));
    all.out("done"_name, job);
    return all.rdp("done"_name, job) ? row : -1'000'000;
  }
  int wait(mentat::space in, int key) { return in.in("never"_name, key, mentat::formal<int>); }
};

namespace {

void spread() {
  constexpr int jobs = 200;
  mentat::space bag;
  mentat::create(bag);
  worker w;
  std::vector<int> done(jobs);
  for (int job = 0; job < jobs; ++job) done[job] = w.square(bag, job);
  for (int job = 0; job < jobs; ++job) bag.out("job"_name, job, job);
  long results = 0, sum = 0;
  for (int job = 0; job < jobs; ++job) results += bag.in("result"_name, job, mentat::formal<int>);
  for (int job = 0; job < jobs; ++job) sum += done[job];
  const bool left = bag.inp("result"_name, 7, mentat::formal<int>).has_value();
  std::printf("results %ld, jobs %ld%s\n", results, sum, left ? ", some left" : "");
}

void copied() {
  constexpr int jobs = 200;
  mentat::space all;
  mentat::create(all, mentat::everywhere);
  worker w;
  std::vector<int> done(jobs);
  for (int job = 0; job < jobs; ++job) done[job] = w.product(all, job);
  for (int row = 0; row < 7; ++row) all.out("row"_name, row, row);
  for (int job = 0; job < jobs; ++job) all.out("job"_name, job, job);
  long results = 0, rows = 0;
  for (int job = 0; job < jobs; ++job) results += all.in("result"_name, job, mentat::formal<int>);
  for (int job = 0; job < jobs; ++job) rows += done[job];
  std::printf("results %ld, rows %ld, %zu left\n", results, rows,
              all.count("row"_name, mentat::formal<int>, mentat::formal<int>));
}

void lose(const std::string& safe) {
  constexpr int keys = 12;
  mentat::space bag, kept, copied;
  mentat::create(bag);
  mentat::create(copied, mentat::everywhere);
  copied.out("fact"_name, 43);
  mentat::create(kept, mentat::on(safe.c_str()));
  kept.out("fact"_name, 42);
  worker w;
  std::vector<int> waits(keys);
  for (int key = 0; key < keys; ++key) waits[key] = w.wait(bag, key);
  std::fputs("running\n", stderr);
  try {
    // With a time, so that the program is not found to wait for ever.
    static_cast<void>(bag.in_for(100s, "never"_name, keys, mentat::formal<int>));
  } catch (const mentat::space_lost& error) {
    std::printf("%s\n", error.what());
  }
  int lost = 0, later = 0;
  for (int key = 0; key < keys; ++key) {
    try {
      lost += waits[key] == 0 ? 100 : 1000;
    } catch (const mentat::space_lost&) {
      ++lost;
    }
    try {
      static_cast<void>(bag.inp("never"_name, key, mentat::formal<int>));
    } catch (const mentat::space_lost&) {
      ++later;
    }
  }
  const int seen = copied.rd("fact"_name, mentat::formal<int>);
  std::printf("%d waits and %d later operations are lost, the facts are %d, %d and %d\n", lost,
              later, kept.rd("fact"_name, mentat::formal<int>), seen,
              copied.in("fact"_name, mentat::formal<int>));
}

void list(const char* go) {
  mentat::space all;
  mentat::create(all);
  for (int key = 0; key < 40; ++key) all.out("row"_name, key, 0.5);
  static_cast<void>(all.rd("row"_name, 39, mentat::formal<double>));
  std::fputs("running\n", stderr);
  while (access(go, F_OK) != 0) static_cast<void>(all.in_for(5ms, "nothing"_name));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "spread" && argc == 2)
    spread();
  else if (what == "copied" && argc == 2)
    copied();
  else if (what == "lose" && argc == 3)
    lose(argv[2]);
  else if (what == "list" && argc == 3)
    list(argv[2]);
  else
    return 2;
  return 0;
}
