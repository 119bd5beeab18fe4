// What one process may see of the writes of others: the litmus tests of memory models on replicated
// objects (docs/replicated.md). Each prints how often it saw what no order of the reads and writes
// explains.
//   litmus ROUNDS            all of them
//   litmus ROUNDS NAME       one
//   litmus spin              a function that only reads sees a write of another process
//   litmus deaths FOLDER     processes die while others read; the calls that run again write once
//   litmus drift             copies that differ are found
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace mentat::literals;

class [[mentat::replicated]] cell {
 public:
  int get() const { return n_; }
  int set(int n) { return n_ = n; }
  int add(int n) { return n_ += n; }

 private:
  int n_ = 0;
};

class [[mentat::regular]] adder {
 public:
  // Some die the first time, behind the write: few, since a call fails that has seen three deaths.
  // A read is in place, or a call: that depends on whether the process has its copies yet.
  int add(cell to, int n, const std::string& folder) {
    int reads = 0;
    for (int k = 0; k < 10; ++k) reads += to.get() >= 0 ? 1 : 0;
    to.add(n);
    const std::string mark = folder + "/" + std::to_string(n);
    if (n % 20 == 0 && open(mark.c_str(), O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
    return reads;
  }
};

// Two of these stand in one object.
class [[mentat::replicated]] pair_of_cells {
 public:
  int get(int which) const { return n_[which]; }
  int set(int which, int n) { return n_[which] = n; }

 private:
  std::array<int, 2> n_{};
};

// Its copies differ.
class [[mentat::replicated]] drifting_cell {
 public:
  long get() const { return n_; }
  long set() { return n_ = syscall(SYS_getpid); }

 private:
  long n_ = 0;
};

class [[mentat::persistent]] gate {
 public:
  void open() { ++opened_; }
  int pass() {
    mentat::guard(opened_ > 0);
    return --opened_;
  }

 private:
  int opened_ = 0;
};

class [[mentat::persistent]] actor {
 public:
  int look(cell x) { return x.get(); }
  int look_after(int, cell x) { return x.get(); }
  int write(cell x, int n) { return x.set(n); }
  int write_twice(cell x, int first, cell y, int second) {
    x.set(first);
    return y.set(second);
  }
  int write_then_look(cell x, int n, cell y) {
    x.set(n);
    return y.get();
  }
  int look_then_write(cell x, cell y, int n) {
    const int seen = x.get();
    y.set(n);
    return seen;
  }
  // Two digits.
  int look_twice(cell x, cell y) {
    const int first = x.get();
    return 10 * first + y.get();
  }
  // Until it sees that value: without a call in between.
  int wait_for(cell x, int value) {
    while (x.get() != value) {
    }
    return value;
  }
  void die() { kill(getpid(), SIGKILL); }
  int wait_then_write(cell x, int value, cell y) {
    while (x.get() != value) {
    }
    return y.set(value);
  }
  int wait_then_ask(cell x, int value, actor other) {
    while (x.get() != value) {
    }
    int seen = other.look(x);
    return seen;
  }
  int write_then_ask(cell x, int n, actor other) {
    x.set(n);
    int seen = other.look(x);
    return seen;
  }
  int write_then_put(cell x, int n, mentat::space in) {
    x.set(n);
    in.out("written"_name, n);
    return n;
  }
  int take_then_look(mentat::space in, cell x) {
    in.in("written"_name, mentat::formal<int>);
    return x.get();
  }
  int write_then_open(cell x, int n, gate at) {
    x.set(n);
    at.open();
    return n;
  }
  int pass_then_look(gate at, cell x) {
    int left = at.pass();
    return left >= 0 ? x.get() : -1;
  }

  int wait_then_put(cell x, int value, mentat::space in) {
    while (x.get() != value) {
    }
    in.out("written"_name, value);
    return value;
  }
  int wait_then_open(cell x, int value, gate at) {
    while (x.get() != value) {
    }
    at.open();
    return value;
  }
  // Ends when the copy of its process is known to differ.
  int drift(drifting_cell x) {
    while (x.set() != 0) static_cast<void>(x.get());
    return 0;
  }

  int write_pair(pair_of_cells p, int first, int n, int second, int m) {
    p.set(first, n);
    return p.set(second, m);
  }
  int look_pair(pair_of_cells p, int first, int second) {
    const int seen = p.get(first);
    return 10 * seen + p.get(second);
  }
  int write_then_look_pair(pair_of_cells p, int first, int second) {
    p.set(first, 1);
    return p.get(second);
  }
  int look_then_write_pair(pair_of_cells p, int first, int second) {
    const int seen = p.get(first);
    p.set(second, 1);
    return seen;
  }
  int write_then_look_pair(pair_of_cells p, int first, int n, int second) {
    p.set(first, n);
    return p.get(second);
  }
  int write_one(pair_of_cells p, int which, int n) { return p.set(which, n); }
};

struct test_bed {
  std::array<actor, 4> of;
  cell x, y, noise;
  pair_of_cells p;
  mentat::space tuples;
  gate door;
};

// Whether it saw what it may not see. Each ends behind all of its calls: a use of their results
// comes before the reads of main.
using test = bool (*)(test_bed& on);

bool store_buffering(test_bed& on) {
  int a = on.of[0].write_then_look(on.x, 1, on.y);
  int b = on.of[1].write_then_look(on.y, 1, on.x);
  return a + b == 0;
}
bool message_passing(test_bed& on) {
  int a = on.of[0].write_twice(on.x, 1, on.y, 1);
  int b = on.of[1].look_twice(on.y, on.x);
  return b == 10 || a != 1;
}
bool load_buffering(test_bed& on) {
  int a = on.of[0].look_then_write(on.x, on.y, 1);
  int b = on.of[1].look_then_write(on.y, on.x, 1);
  return a + b == 2;
}
bool write_to_read(test_bed& on) {
  int a = on.of[0].write(on.x, 1);
  int b = on.of[1].look_then_write(on.x, on.y, 1);
  int c = on.of[2].look_twice(on.y, on.x);
  return a != 1 || 10 * b + c == 20;
}
bool independent_reads(test_bed& on) {
  int a = on.of[0].write(on.x, 1);
  int b = on.of[1].write(on.y, 1);
  int c = on.of[2].look_twice(on.x, on.y);
  int d = on.of[3].look_twice(on.y, on.x);
  return a + b != 2 || c + d == 20;
}
bool two_writes_each(test_bed& on) {
  int a = on.of[0].write_twice(on.x, 1, on.y, 2);
  int b = on.of[1].write_twice(on.y, 1, on.x, 2);
  return a + b != 4 || (on.x.get() == 1 && on.y.get() == 1);
}
bool coherent_reads(test_bed& on) {
  int a = on.of[0].write(on.x, 1);
  int b = on.of[1].look_twice(on.x, on.x);
  return b == 10 || a != 1;
}
bool write_behind_read(test_bed& on) {
  int a = on.of[0].write_twice(on.x, 2, on.y, 1);
  int b = on.of[1].look_then_write(on.y, on.x, 1);
  return a != 1 || (b == 1 && on.x.get() == 2);
}
bool read_behind_write(test_bed& on) {
  int a = on.of[0].write_twice(on.x, 1, on.y, 1);
  int b = on.of[1].write_then_look(on.y, 2, on.x);
  return a != 1 || (b == 0 && on.y.get() == 2);
}

// --- over one object

bool store_buffering_in_one(test_bed& on) {
  int a = on.of[0].write_then_look_pair(on.p, 0, 1);
  int b = on.of[1].write_then_look_pair(on.p, 1, 0);
  return a + b == 0;
}
bool message_passing_in_one(test_bed& on) {
  int a = on.of[0].write_pair(on.p, 0, 1, 1, 1);
  int b = on.of[1].look_pair(on.p, 1, 0);
  return b == 10 || a != 1;
}
bool load_buffering_in_one(test_bed& on) {
  int a = on.of[0].look_then_write_pair(on.p, 0, 1);
  int b = on.of[1].look_then_write_pair(on.p, 1, 0);
  return a + b == 2;
}
bool two_writes_each_in_one(test_bed& on) {
  int a = on.of[0].write_pair(on.p, 0, 1, 1, 2);
  int b = on.of[1].write_pair(on.p, 1, 1, 0, 2);
  return a + b != 4 || (on.p.get(0) == 1 && on.p.get(1) == 1);
}
bool write_to_read_in_one(test_bed& on) {
  int a = on.of[0].write_one(on.p, 0, 1);
  int b = on.of[1].look_then_write_pair(on.p, 0, 1);
  int c = on.of[2].look_pair(on.p, 1, 0);
  return a != 1 || 10 * b + c == 20;
}
bool independent_reads_in_one(test_bed& on) {
  int a = on.of[0].write_one(on.p, 0, 1);
  int b = on.of[1].write_one(on.p, 1, 1);
  int c = on.of[2].look_pair(on.p, 0, 1);
  int d = on.of[3].look_pair(on.p, 1, 0);
  return a + b != 2 || c + d == 20;
}
bool write_behind_read_in_one(test_bed& on) {
  int a = on.of[0].write_pair(on.p, 0, 2, 1, 1);
  int b = on.of[1].look_then_write_pair(on.p, 1, 0);
  return a != 1 || (b == 1 && on.p.get(0) == 2);
}
bool read_behind_write_in_one(test_bed& on) {
  int a = on.of[0].write_pair(on.p, 0, 1, 1, 1);
  int b = on.of[1].write_then_look_pair(on.p, 1, 2, 0);
  return a != 1 || (b == 0 && on.p.get(1) == 2);
}

// --- with other messages between the processes

bool by_an_argument(test_bed& on) {
  int seen = on.of[0].write_then_ask(on.x, 1, on.of[1]);
  return seen != 1;
}
bool by_a_result(test_bed& on) {
  int written = on.of[0].write(on.x, 1);
  if (written != 1 || on.x.get() != 1) return true;
  int seen = on.of[1].look(on.x);
  return seen != 1;
}
// The value goes straight from one actor to the other.
bool by_a_handed_on_result(test_bed& on) {
  int seen = on.of[1].look_after(on.of[0].write(on.x, 1), on.x);
  return seen != 1;
}
bool by_a_tuple(test_bed& on) {
  int seen = on.of[1].take_then_look(on.tuples, on.x);
  int written = on.of[0].write_then_put(on.x, 1, on.tuples);
  return seen != written;
}
bool by_a_guard(test_bed& on) {
  int seen = on.of[1].pass_then_look(on.door, on.x);
  int written = on.of[0].write_then_open(on.x, 1, on.door);
  return seen != written;
}
// A process that has only read a write passes it on.
bool read_then_asked(test_bed& on) {
  int seen = on.of[1].wait_then_ask(on.x, 1, on.of[2]);
  int written = on.of[0].write(on.x, 1);
  return seen != written;
}
bool read_then_handed_on(test_bed& on) {
  int seen = on.of[2].look_after(on.of[1].wait_for(on.x, 1), on.x);
  int written = on.of[0].write(on.x, 1);
  return seen != written;
}
bool read_then_put(test_bed& on) {
  int seen = on.of[2].take_then_look(on.tuples, on.x);
  int put = on.of[1].wait_then_put(on.x, 1, on.tuples);
  int written = on.of[0].write(on.x, 1);
  return seen != written || put != 1;
}
bool read_then_opened(test_bed& on) {
  int seen = on.of[2].pass_then_look(on.door, on.x);
  int opened = on.of[1].wait_then_open(on.x, 1, on.door);
  int written = on.of[0].write(on.x, 1);
  return seen != written || opened != 1;
}
bool read_then_written(test_bed& on) {
  int c = on.of[2].wait_for(on.y, 1);
  int b = on.of[1].wait_then_write(on.x, 1, on.y);
  int a = on.of[0].write(on.x, 1);
  int seen = on.of[2].look_after(c, on.x);
  return seen != a || b != 1;
}

constexpr struct {
  const char* name;
  test run;
} all_tests[] = {{"SB", store_buffering},
                 {"MP", message_passing},
                 {"LB", load_buffering},
                 {"WRC", write_to_read},
                 {"IRIW", independent_reads},
                 {"2+2W", two_writes_each},
                 {"CoRR", coherent_reads},
                 {"S", write_behind_read},
                 {"R", read_behind_write},
                 {"SB_in_one", store_buffering_in_one},
                 {"MP_in_one", message_passing_in_one},
                 {"LB_in_one", load_buffering_in_one},
                 {"2+2W_in_one", two_writes_each_in_one},
                 {"WRC_in_one", write_to_read_in_one},
                 {"IRIW_in_one", independent_reads_in_one},
                 {"S_in_one", write_behind_read_in_one},
                 {"R_in_one", read_behind_write_in_one},
                 {"MP_argument", by_an_argument},
                 {"MP_result", by_a_result},
                 {"MP_handed_on", by_a_handed_on_result},
                 {"MP_tuple", by_a_tuple},
                 {"MP_guard", by_a_guard},
                 {"WRC_argument", read_then_asked},
                 {"WRC_handed_on", read_then_handed_on},
                 {"WRC_written", read_then_written},
                 {"WRC_tuple", read_then_put},
                 {"WRC_guard", read_then_opened}};

void reset(test_bed& on) {
  on.x.set(0);
  on.y.set(0);
  on.p.set(0, 0);
  on.p.set(1, 0);
}

int run_deaths(test_bed& on, const std::string& folder) {
  constexpr int calls = 40;
  adder adds;
  std::array<int, calls> reads;
  for (int k = 0; k < calls; ++k) reads[k] = adds.add(on.y, k, folder);
  int all = 0;
  for (int k = 0; k < calls; ++k) all += reads[k];
  std::printf("%d reads, sum %d\n", all, on.y.get());
  int seen = on.of[0].wait_for(on.x, 7);
  try {
    on.of[1].die();
    int none = on.of[1].look(on.x);
    std::printf("%d instead of an error\n", none);
  } catch (const mentat::object_lost&) {
    on.x.set(7);
  }
  std::printf("seen %d, sum %d\n", seen, on.y.get());
  return 0;
}

int run_drift(actor& in) {
  drifting_cell x;
  mentat::create(x);
  try {
    int end = in.drift(x);
    std::printf("%d instead of an error\n", end);
  } catch (const mentat::replica_divergence& seen) {
    std::printf("%s\n", seen.what());
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  test_bed on;
  mentat::create(on.x);
  mentat::create(on.y);
  mentat::create(on.p);
  mentat::create(on.tuples);
  mentat::create(on.door);
  for (actor& one : on.of) mentat::create(one);
  if (std::strcmp(argv[1], "spin") == 0) {
    int seen = on.of[0].wait_for(on.x, 7);
    on.x.set(7);
    std::printf("seen %d\n", seen);
    return 0;
  }
  if (std::strcmp(argv[1], "deaths") == 0 && argc > 2) return run_deaths(on, argv[2]);
  if (std::strcmp(argv[1], "drift") == 0) return run_drift(on.of[0]);
  const int rounds = std::atoi(argv[1]);
  for (const auto& one : all_tests) {
    if (argc > 2 && std::strcmp(argv[2], one.name) != 0) continue;
    int wrong = 0;
    for (int k = 0; k < rounds; ++k) {
      reset(on);
      wrong += one.run(on);
    }
    std::printf("%s %d\n", one.name, wrong);
  }
  return 0;
}
