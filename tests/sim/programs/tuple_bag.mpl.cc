// Regular classes that take jobs from a bag and put results into it, add to a number, and probe for
// tuples of which they have heard. Main uses the results of all calls before it takes tuples
// itself: so it gets the error of a call, not that of its own wait. A call that fails behind its
// `in` has lost the tuple for the others. So the error that main passes on is the cause, not that
// of a call that waits in vain.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <exception>
#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

using namespace mentat::literals;

class [[mentat::regular]] bag_worker {
 public:
  int work(mentat::space bag) {
    int job = bag.in("job"_name, mentat::formal<int>);
    bag.out("square"_name, job, job * job);
    return job;
  }
  int add(mentat::space bag, int n) {
    int sum = bag.in("sum"_name, mentat::formal<int>);
    bag.out("sum"_name, sum + n);
    return n;
  }
  int put(mentat::space bag, int k) {
    bag.out("late"_name, k);
    return k;
  }
  // Behind the call that has put it.
  int probe(mentat::space bag, int k) { return bag.rdp("late"_name, k) ? 1 : 0; }
};

std::string mentat::sim::tuple_bag() {
  constexpr int jobs = 5;
  mentat::space bag;
  mentat::create(bag);
  bag_worker w;
  std::vector<int> done(jobs), added(jobs);
  for (int k = 0; k < jobs; ++k) done[k] = w.work(bag);
  bag.out("sum"_name, 0);
  for (int k = 0; k < jobs; ++k) {
    bag.out("job"_name, k);
    added[k] = w.add(bag, k + 1);
  }
  int found = 0;
  for (int k = 0; k < 3; ++k) {
    int seen = w.probe(bag, w.put(bag, k));
    found += seen;
  }
  int squares = 0, worked = 0, all = 0;
  for (int k = 0; k < jobs; ++k) worked += done[k];
  std::exception_ptr waited_in_vain;
  for (int k = 0; k < jobs; ++k) {
    try {
      all += added[k];
    } catch (const mentat::deadlock&) {
      waited_in_vain = std::current_exception();
    }
  }
  if (waited_in_vain) std::rethrow_exception(waited_in_vain);
  for (int k = 0; k < jobs; ++k) squares += bag.in("square"_name, k, mentat::formal<int>);
  const int sum = bag.rd("sum"_name, mentat::formal<int>);
  const std::size_t left = bag.count("square"_name, mentat::formal<int>, mentat::formal<int>) +
                           bag.count("job"_name, mentat::formal<int>);
  mentat::destroy(bag);
  return std::to_string(worked) + " " + std::to_string(squares) + " " + std::to_string(all) + " " +
         std::to_string(sum) + " " + std::to_string(found) + " left " + std::to_string(left);
}
