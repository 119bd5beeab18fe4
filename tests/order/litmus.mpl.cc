// Litmus cases of the order of calls (docs/language.md, "What order means").
//   litmus CASE TIMES       how often a call did not see what had been done before it: 0 is kept
#include <mentat/mpl.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

class [[mentat::persistent]] counter {
 public:
  void add(int n) { total_ += n; }
  int total() const { return total_; }
  int total_after(int) const { return total_; }

 private:
  int total_ = 0;
};

class [[mentat::regular]] source {
 public:
  int one(int rounds) {  // 1, after some work
    volatile int turns = 0;
    while (turns < rounds) turns = turns + 1;
    return 1;
  }
};

class [[mentat::regular]] worker {
 public:
  int posts(counter to) {  // and does not wait
    to.add(1);
    return 1;
  }
  int posts_delayed(counter to) {
    source from;
    int one = from.one(2000);
    to.add(one);
    return 1;
  }
  int reads(counter of) { return of.total(); }
  int reads_after(counter of, int) { return of.total(); }
};

class [[mentat::persistent]] agent {
 public:
  void post(counter to) { to.add(1); }
  void post_delayed(counter to) {
    source from;
    int one = from.one(2000);
    to.add(one);
  }
  int tell() const { return 1; }
};

namespace {

struct world {
  counter seen;
  agent between;
  worker work;
  source from;
  world() {
    mentat::create(seen);
    mentat::create(between);
  }
};

// Each gives the total that was seen in a round; before it, `round` calls have been added up.
// A result shows that its call was made; what it had made shows too.
int by_result(world& in) {
  int done = in.work.posts(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
// A call that was made before another one was started.
int by_start(world& in) {
  in.seen.add(1);
  return in.work.reads(in.seen);
}
// By a value that never comes here.
int by_argument(world& in) {
  int done = in.work.posts(in.seen);
  return in.work.reads_after(in.seen, done);
}
// By its own argument, for which it waited.
int by_own_argument(world& in) {
  int done = in.work.posts(in.seen);
  return in.seen.total_after(done);
}
// By what a later call of an object shows.
int by_object(world& in) {
  in.between.post(in.seen);
  if (in.between.tell() != 1) return -1;
  return in.seen.total();
}
// The same, of calls whose arguments are delayed.
int delayed_by_result(world& in) {
  int done = in.work.posts_delayed(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
int delayed_by_argument(world& in) {
  int done = in.work.posts_delayed(in.seen);
  return in.work.reads_after(in.seen, done);
}
int delayed_by_object(world& in) {
  in.between.post_delayed(in.seen);
  if (in.between.tell() != 1) return -1;
  return in.seen.total();
}
int delayed_by_start(world& in) {
  int one = in.from.one(2000);
  in.seen.add(one);
  return in.work.reads(in.seen);
}

const std::map<std::string, std::function<int(world&)>> cases{
    {"by_result", by_result},
    {"by_start", by_start},
    {"by_argument", by_argument},
    {"by_own_argument", by_own_argument},
    {"by_object", by_object},
    {"delayed_by_result", delayed_by_result},
    {"delayed_by_argument", delayed_by_argument},
    {"delayed_by_object", delayed_by_object},
    {"delayed_by_start", delayed_by_start},
};

}  // namespace

int main(int argc, char** argv) {
  const auto chosen = argc == 3 ? cases.find(argv[1]) : cases.end();
  if (chosen == cases.end()) {
    std::fprintf(stderr, "usage: litmus CASE TIMES\n");
    return 2;
  }
  const int times = std::atoi(argv[2]);
  world in;
  int late = 0;
  for (int round = 1; round <= times; ++round)
    if (chosen->second(in) < round) ++late;
  std::printf("%s %d late\n", argv[1], late);
  return 0;
}
