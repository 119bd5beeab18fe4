// The litmus tests of memory models over two replicated objects and over two parts of one; and what
// an actor has read of another one's write goes on in a tuple, and through a guard.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <array>
#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

using namespace mentat::literals;

class [[mentat::replicated]] cell_pair {
 public:
  int get(int at) const { return n_[at]; }
  int set(int at, int n) { return n_[at] = n; }
  int add(int at, int n) { return n_[at] += n; }

 private:
  std::array<int, 2> n_{};
};

class [[mentat::persistent]] cell_gate {
 public:
  void open(int n) { opened_ = n; }
  int pass() {
    mentat::guard(opened_ >= 0);
    const int n = opened_;
    opened_ = -1;
    return n;
  }

 private:
  int opened_ = -1;
};

// The first cell is part 0 of `x`, the second one part 1 of `y`.
class [[mentat::persistent]] cell_actor {
 public:
  int write(cell_pair of, int at, int n) { return of.set(at, n); }
  int write_both(cell_pair x, cell_pair y, int first, int second) {
    x.set(0, first);
    return y.set(1, second);
  }
  int write_both_backwards(cell_pair x, cell_pair y, int first, int second) {
    y.set(1, second);
    return x.set(0, first);
  }
  // Two digits.
  int read_both(cell_pair x, cell_pair y) {
    const int first = x.get(0);
    return 10 * first + y.get(1);
  }
  int read_both_backwards(cell_pair x, cell_pair y) {
    const int second = y.get(1);
    return 10 * second + x.get(0);
  }
  int read_twice(cell_pair x) {
    const int first = x.get(0);
    return 10 * first + x.get(0);
  }
  int write_then_read(cell_pair x, int n) {
    x.set(0, n);
    return x.get(0);
  }
  int write_first_read_second(cell_pair x, cell_pair y, int n) {
    x.set(0, n);
    return y.get(1);
  }
  int write_second_read_first(cell_pair x, cell_pair y, int n) {
    y.set(1, n);
    return x.get(0);
  }
  int read_first_write_second(cell_pair x, cell_pair y, int n) {
    const int seen = x.get(0);
    y.set(1, n);
    return seen;
  }
  int read_second_write_first(cell_pair x, cell_pair y, int n) {
    const int seen = y.get(1);
    x.set(0, n);
    return seen;
  }
  int read_then_put(cell_pair x, mentat::space in) {
    const int seen = x.get(0);
    in.out("seen"_name, seen);
    return seen;
  }
  // Ten times what the other one has read, and what it reads itself.
  int take_then_read(mentat::space in, cell_pair x) {
    int seen = in.in("seen"_name, mentat::formal<int>);
    return 10 * seen + x.get(0);
  }
  int read_then_open(cell_pair x, cell_gate at) {
    const int seen = x.get(0);
    at.open(seen);
    return seen;
  }
  int pass_then_read(cell_gate at, cell_pair x) {
    int seen = at.pass();
    return 10 * seen + x.get(0);
  }
};

namespace {

struct bed {
  std::vector<cell_actor> of{4};
  cell_pair x, y, counts;
  mentat::space tuples;
  cell_gate door;

  void clear() {
    x.set(0, 0);
    y.set(1, 0);
  }
};

// Each is true if it has seen what no order of the reads and writes explains.
bool store_buffering(bed& on) {
  int a = on.of[0].write_first_read_second(on.x, on.y, 1);
  int b = on.of[1].write_second_read_first(on.x, on.y, 1);
  return a + b == 0;
}
bool message_passing(bed& on) {
  int a = on.of[0].write_both(on.x, on.y, 1, 1);
  int b = on.of[1].read_both_backwards(on.x, on.y), c = on.of[2].read_both_backwards(on.x, on.y);
  return a != 1 || b == 10 || c == 10;
}
bool load_buffering(bed& on) {
  int a = on.of[0].read_first_write_second(on.x, on.y, 1);
  int b = on.of[1].read_second_write_first(on.x, on.y, 1);
  return a + b == 2;
}
bool write_to_read(bed& on) {
  int a = on.of[0].write(on.x, 0, 1);
  int b = on.of[1].read_first_write_second(on.x, on.y, 1);
  int c = on.of[2].read_both_backwards(on.x, on.y);
  return a != 1 || 10 * b + c == 20;
}
bool independent_reads(bed& on) {
  int a = on.of[0].write(on.x, 0, 1), b = on.of[1].write(on.y, 1, 1);
  int c = on.of[2].read_both(on.x, on.y), d = on.of[3].read_both_backwards(on.x, on.y);
  return a + b != 2 || c + d == 20;
}
bool two_writes_each(bed& on) {
  int a = on.of[0].write_both(on.x, on.y, 1, 2);
  int b = on.of[1].write_both_backwards(on.x, on.y, 2, 1);
  return a + b != 4 || (on.x.get(0) == 1 && on.y.get(1) == 1);
}
bool coherent_reads(bed& on) {
  int a = on.of[0].write(on.x, 0, 1);
  int b = on.of[1].read_twice(on.x);
  return a != 1 || b == 10;
}
bool own_write(bed& on) {
  int a = on.of[0].write_then_read(on.x, 1);
  return a != 1;
}
bool write_behind_read(bed& on) {
  int a = on.of[0].write_both(on.x, on.y, 2, 1);
  int b = on.of[1].read_second_write_first(on.x, on.y, 1);
  return a != 1 || (b == 1 && on.x.get(0) == 2);
}
bool read_behind_write(bed& on) {
  int a = on.of[0].write_both(on.x, on.y, 1, 1);
  int b = on.of[1].write_second_read_first(on.x, on.y, 2);
  return a != 1 || (b == 0 && on.y.get(1) == 2);
}
bool write_to_read_by_a_tuple(bed& on) {
  int c = on.of[2].take_then_read(on.tuples, on.x);
  int a = on.of[0].write(on.x, 0, 1);
  int b = on.of[1].read_then_put(on.x, on.tuples);
  return a != 1 || b > 1 || c == 10 || c / 10 != b;  // `c` waits for ever if `b` is lost
}
bool write_to_read_by_a_guard(bed& on) {
  int c = on.of[2].pass_then_read(on.door, on.x);
  int a = on.of[0].write(on.x, 0, 1);
  int b = on.of[1].read_then_open(on.x, on.door);
  return a != 1 || b > 1 || c == 10 || c / 10 != b;  // `c` waits for ever if `b` is lost
}

constexpr struct {
  const char* name;
  bool (*run)(bed& on);
} tests[] = {{"SB", store_buffering},
             {"MP", message_passing},
             {"LB", load_buffering},
             {"WRC", write_to_read},
             {"IRIW", independent_reads},
             {"2+2W", two_writes_each},
             {"CoRR", coherent_reads},
             {"CoWR", own_write},
             {"S", write_behind_read},
             {"R", read_behind_write},
             {"WRC by a tuple", write_to_read_by_a_tuple},
             {"WRC by a guard", write_to_read_by_a_guard}};

std::string run_all(bed& on, const std::string& over) {
  std::string wrong;
  for (const auto& one : tests) {
    on.clear();
    on.counts.add(0, 1);
    if (one.run(on)) wrong += std::string(", ") + one.name + over;
  }
  return wrong;
}

}  // namespace

std::string mentat::sim::ordered_cells() {
  bed on;
  mentat::create(on.counts);
  for (cell_actor& one : on.of) mentat::create(one);
  mentat::create(on.x);
  mentat::create(on.y);
  mentat::create(on.tuples);
  mentat::create(on.door);
  std::string wrong = run_all(on, " over two objects");
  on.y = on.x;
  wrong += run_all(on, " over one object");
  for (cell_actor& one : on.of) {  // a copy that lacks a write lacks it for ever
    int seen = one.read_twice(on.counts);
    if (seen != 11 * on.counts.get(0)) wrong += ", lost writes";
  }
  return wrong.empty() ? "right" : wrong.substr(2);
}
