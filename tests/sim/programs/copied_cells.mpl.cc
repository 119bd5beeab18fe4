#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

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
  int add(cell to, int n) {
    to.add(n);
    return to.get() >= n ? n : 0;
  }
};

class [[mentat::persistent]] actor {
 public:
  int look(cell x) { return x.get(); }
  int look_after(int, cell x) { return x.get(); }
  int write(cell x, int n) { return x.set(n); }
  int write_twice(cell x, cell y, int n) {
    x.set(n);
    return y.set(n);
  }
  int write_then_look(cell x, int n, cell y) {
    x.set(n);
    return y.get();
  }
  int look_twice(cell x, cell y) {
    const int first = x.get();
    return 10 * first + y.get();
  }
  int write_then_ask(cell x, int n, actor other) {
    x.set(n);
    int seen = other.look(x);
    return seen;
  }
  // By now it may have applied a write of which nobody told it.
  int look_then_ask(cell x, actor other) {
    const int seen = x.get();
    int by_other = other.look(x);
    return seen == 1 ? by_other : 1;
  }
};

namespace {

std::string round(std::vector<actor>& of, int k) {
  cell x, y;
  mentat::create(x);
  mentat::create(y);
  actor &a = of[k % 3], &b = of[(k + 1) % 3], &c = of[(k + 2) % 3];
  std::string wrong;
  int seen_by_other = a.write_then_ask(x, 1, b);
  if (seen_by_other != 1) wrong += " argument";
  int handed_on = c.look_after(b.write(y, 1), y);
  if (handed_on != 1) wrong += " handed on";
  x.set(0);
  y.set(0);
  int written = a.write_twice(x, y, 1);
  int read = b.look_twice(y, x), again = c.look_twice(y, x), asked = c.look_then_ask(x, b);
  if (read == 10 || again == 10) wrong += " messages";
  if (asked != written) wrong += " read";
  x.set(0);
  y.set(0);
  int first = b.write_then_look(x, 1, y), second = c.write_then_look(y, 1, x);
  if (first == 0 && second == 0) wrong += " store buffers";
  mentat::destroy(x);
  mentat::destroy(y);
  return wrong;
}

}  // namespace

std::string mentat::sim::copied_cells() {
  cell sum;
  mentat::create(sum);
  std::vector<actor> actors(3);
  for (actor& one : actors) mentat::create(one);
  adder adds;
  std::vector<int> added(4);
  for (int k = 0; k < 4; ++k) added[k] = adds.add(sum, k + 1);
  std::string wrong;
  for (int k = 0; k < 3; ++k) wrong += round(actors, k);
  int all = 0;
  for (int k = 0; k < 4; ++k) all += added[k];
  return std::to_string(all) + " " + std::to_string(sum.get()) + (wrong.empty() ? " right" : wrong);
}
