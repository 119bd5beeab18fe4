// Litmus cases of the order of calls (docs/language.md, "What order means").
//
//   litmus CASE TIMES       prints how often a call missed an earlier effect; for a promised
//                           case never
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

// Accepts its only entry in an mselect.
class [[mentat::persistent]] gated_counter {
 public:
  int add_after(int n, int) {
    total_ += n;
    return total_;
  }
  void serve() {
    for (;;) {
      mselect {
        : maccept add_after(int n, int);
          break;
      };
    }
  }

 private:
  int total_ = 0;
};

// Serves no other caller while it waits for the total.
class [[mentat::persistent]] reader {
 public:
  int one() { return 1; }
  int read(counter of, int) { return of.total() + 0; }
};

class [[mentat::regular]] source {
 public:
  int one(int rounds) {  // 1, after some work
    volatile int turns = 0;
    while (turns < rounds) turns = turns + 1;
    return 1;
  }
  int one_of(reader from, int rounds) {
    int one = this->one(rounds);
    return from.one() * one;
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
  int posts_to_gate(gated_counter to) {
    to.add_after(1, 0);
    return 1;
  }
  // Behind a call of its own that waited for an argument, and has been carried out.
  int posts_behind(counter to) {
    source from;
    int one = from.one(2000);
    int before = to.total_after(one);
    to.add(1);
    return before < 0 ? 0 : 1;
  }
  int posts_behind_at_gate(gated_counter to) {
    source from;
    int one = from.one(2000);
    int before = to.add_after(0, one);
    to.add_after(1, 0);
    return before < 0 ? 0 : 1;
  }
  // Behind a call of its own that still waits.
  int posts_behind_delayed(counter to) {
    source from;
    int one = from.one(2000);
    to.total_after(one);
    to.add(1);
    return 1;
  }
  int posts_behind_reader(counter to, reader by) {
    source from;
    int one = from.one_of(by, 20000);
    to.total_after(one);
    to.add(1);
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
  gated_counter gate;
  reader reading;
  agent between;
  worker work;
  source from;
  world() {
    mentat::create(seen);
    mentat::create(gate);
    mentat::create(reading);
    mentat::create(between);
  }
};

// Each function returns the total that a round has seen; before it, `round` calls have been added
// up. One caller's calls of an object, with and without a delayed argument.
int by_own_order(world& in) {
  in.seen.add(1);
  return in.seen.total();
}
int delayed_by_own_order(world& in) {
  int one = in.from.one(2000);
  in.seen.add(one);
  return in.seen.total();
}
// A result orders its call, and the calls before it, before the reader.
int by_result(world& in) {
  int done = in.work.posts(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
// A call before the start of another one.
int by_start(world& in) {
  in.seen.add(1);
  return in.work.reads(in.seen);
}
// Ordered by a value that this function never sees.
int by_argument(world& in) {
  int done = in.work.posts(in.seen);
  return in.work.reads_after(in.seen, done);
}
// Ordered by its own argument, for which it waited.
int by_own_argument(world& in) {
  int done = in.work.posts(in.seen);
  return in.seen.total_after(done);
}
// The same for an entry of an mselect.
int by_result_at_gate(world& in) {
  int done = in.work.posts_to_gate(in.gate);
  if (done != 1) return -1;
  return in.gate.add_after(0, 0);
}
int by_own_argument_at_gate(world& in) {
  int done = in.work.posts_to_gate(in.gate);
  return in.gate.add_after(0, done);
}
// The poster's earlier call of the object waited for an argument, and has been carried out.
int by_result_behind(world& in) {
  int done = in.work.posts_behind(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
int by_own_argument_behind(world& in) {
  int done = in.work.posts_behind(in.seen);
  return in.seen.total_after(done);
}
int by_own_argument_behind_at_gate(world& in) {
  int done = in.work.posts_behind_at_gate(in.gate);
  return in.gate.add_after(0, done);
}
// Ordered by the result of a later call of an object.
int by_object(world& in) {
  in.between.post(in.seen);
  if (in.between.tell() != 1) return -1;
  return in.seen.total();
}
// The same for calls whose arguments are delayed.
int delayed_by_result(world& in) {
  int done = in.work.posts_delayed(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
int delayed_by_argument(world& in) {
  int done = in.work.posts_delayed(in.seen);
  return in.work.reads_after(in.seen, done);
}
int delayed_by_own_argument(world& in) {
  int done = in.work.posts_delayed(in.seen);
  return in.seen.total_after(done);
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
// Not ordered.
int by_chance(world& in) {
  in.work.posts(in.seen);
  return in.seen.total();
}
// The poster's earlier call of the object may still wait.
int behind_delayed_by_result(world& in) {
  int done = in.work.posts_behind_delayed(in.seen);
  if (done != 1) return -1;
  return in.seen.total();
}
int behind_delayed_by_own_argument(world& in) {
  int done = in.work.posts_behind_delayed(in.seen);
  return in.seen.total_after(done);
}
// The argument that the earlier call waits for comes from an object that waits for the total. If
// the total waited for the earlier call, none of them could ever continue.
int behind_delayed_in_a_circle(world& in) {
  int done = in.work.posts_behind_reader(in.seen, in.reading);
  return in.reading.read(in.seen, done);
}

const std::map<std::string, std::function<int(world&)>> cases{
    {"by_own_order", by_own_order},
    {"delayed_by_own_order", delayed_by_own_order},
    {"by_result", by_result},
    {"by_start", by_start},
    {"by_argument", by_argument},
    {"by_own_argument", by_own_argument},
    {"by_result_at_gate", by_result_at_gate},
    {"by_own_argument_at_gate", by_own_argument_at_gate},
    {"by_result_behind", by_result_behind},
    {"by_own_argument_behind", by_own_argument_behind},
    {"by_own_argument_behind_at_gate", by_own_argument_behind_at_gate},
    {"by_object", by_object},
    {"delayed_by_result", delayed_by_result},
    {"delayed_by_argument", delayed_by_argument},
    {"delayed_by_own_argument", delayed_by_own_argument},
    {"delayed_by_object", delayed_by_object},
    {"delayed_by_start", delayed_by_start},
    {"by_chance", by_chance},
    {"behind_delayed_by_result", behind_delayed_by_result},
    {"behind_delayed_by_own_argument", behind_delayed_by_own_argument},
    {"behind_delayed_in_a_circle", behind_delayed_in_a_circle},
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
