#include <mentat/mpl.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::regular]] weights {
 public:
  int of(int n) {
    if (n == 7) throw std::runtime_error("no seventh weight");
    return 5 * n;
  }
  int sum(int a, int b) { return a + b; }
};

class [[mentat::persistent]] store {
 public:
  int put(int n) { return total_ += n; }
  int total() { return total_; }

 private:
  int total_ = 0;
};

// Its calls of a store wait there for their arguments.
class [[mentat::persistent]] relay {
 public:
  int send(store to, int n) {
    weights w;
    int light = w.of(n);
    int heavy = w.of(n + 10);
    int both = w.sum(light, heavy);
    int last = to.put(both);
    last = to.put(light);
    return last;
  }
};

// The last that fails, with calls that wait for it one behind the other.
static std::string failed_chain() {
  weights w;
  int none = w.of(7);
  int one = w.sum(none, 1);
  int two = w.sum(one, 2);
  int three = w.sum(two, 3);
  try {
    return std::to_string(three);
  } catch (const std::exception&) {
    return "none";
  }
}

std::string mentat::sim::relayed_entries() {
  store kept;
  mentat::create(kept);
  relay first, second;
  mentat::create(first);
  mentat::create(second);
  std::exception_ptr failed;
  int sent = 0;
  try {
    int one = first.send(kept, 1);
    int two = second.send(kept, 2);
    sent = one > two ? one : two;
  } catch (...) {
    failed = std::current_exception();
  }
  // The store goes on, also if its callers have died.
  int total = kept.total();
  std::string told = std::to_string(total) + " ";
  if (failed) std::rethrow_exception(failed);
  told += std::to_string(sent) + " ";
  told += failed_chain();
  mentat::destroy(first);
  mentat::destroy(second);
  mentat::destroy(kept);
  return told;
}
