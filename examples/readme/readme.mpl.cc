#include <mentat/mpl.h>
#include <iostream>

struct chain { long start = 1; int length = 1; };

class [[mentat::regular]] searcher {     // stateless: every call gets a fresh object
 public:
  chain longest(long from, long to) {    // of the Collatz chains that start in [from, to)
    chain best;
    for (long start = from; start < to; ++start) {
      int length = 1;
      for (long n = start; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++length;
      if (length > best.length) best = {start, length};
    }
    return best;
  }
};

class [[mentat::persistent]] record {    // keeps its state: one call at a time, in order
 public:
  void enter(const chain& found) { if (found.length > best_.length) best_ = found; }
  chain best() const { return best_; }
 private:
  chain best_;
};

int main() {
  searcher search;
  record holder;
  mentat::create(holder);
  for (long from = 1; from < 1'000'000; from += 50'000) {
    chain found = search.longest(from, from + 50'000);  // does not wait: 20 calls run in parallel
    holder.enter(found);                                // nor does this: found goes to the record
  }
  chain best = holder.best();
  std::cout << best.length << " numbers from " << best.start << "\n";  // needs the value: waits
}
