// Spaces whose tuples are in several hosts: bags of jobs, counters that are taken and put back,
// tuples with delayed keys, and probes that would see two operations out of order.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

using namespace mentat::literals;
using namespace std::chrono_literals;

class [[mentat::regular]] tuple_worker {
 public:
  int square(int n) { return n * n; }
  // Takes a job, notes it in one of the counters, and puts its result.
  int work(mentat::space bag, int job) {
    const int n = bag.in("job"_name, job, mentat::formal<int>);
    const int counter = job % 3;
    const int before = bag.in("count"_name, counter, mentat::formal<int>);
    bag.out("count"_name, counter, before + n);
    bag.out("result"_name, job, n * n);
    return n;
  }
};

class [[mentat::persistent]] flag_raiser {
 public:
  // Whether it has seen the other flag. Two that run at the same time do not both miss.
  bool raise(mentat::space in, int round, int mine, int other) {
    in.out("flag"_name, round, mine);
    return in.rdp("flag"_name, round, other);
  }
  int look(mentat::space in, int round) {
    return static_cast<int>(in.count("note"_name, round, mentat::formal<int>));
  }
  int write_and_ask(mentat::space in, int round, flag_raiser other) {
    in.out("note"_name, round, 1);
    int seen = other.look(in, round);
    return seen;
  }
};

namespace {

std::string raise_flags(mentat::space in) {
  flag_raiser a, b;
  mentat::create(a);
  mentat::create(b);
  std::string wrong;
  for (int round = 0; round < 6; ++round) {
    bool first = a.raise(in, round, 1, 2), second = b.raise(in, round, 2, 1);
    if (!first && !second) wrong += " store buffers";
    int noted = a.write_and_ask(in, round, b);
    if (noted != 1) wrong += " note";
  }
  return wrong;
}

}  // namespace

std::string mentat::sim::spread_tuples() {
  constexpr int jobs = 12;
  mentat::space here;
  mentat::create(here);
  if (here.in_for(30ms, "never"_name)) return "a tuple that nobody has put";  // the hosts come
  mentat::space bag;
  mentat::create(bag);
  for (int counter = 0; counter < 3; ++counter) bag.out("count"_name, counter, 0);
  tuple_worker worker;
  std::vector<int> done(jobs);
  for (int job = 0; job < jobs; ++job) done[job] = worker.work(bag, job);
  for (int job = 0; job < jobs; ++job) bag.out("job"_name, job, job + 1);
  int two = worker.square(2), three = worker.square(3);
  bag.out("square"_name, two, 2);
  bag.out("square"_name, three, 3);
  here.out("bag"_name, bag);
  mentat::space same = here.in("bag"_name, mentat::formal<mentat::space>);
  int squares = 0, sum = 0, counted = 0, all = 0;
  // First the values, whose errors say what was lost.
  for (int job = 0; job < jobs; ++job) sum += done[job];
  sum += two + three;
  for (int job = 0; job < jobs; ++job) squares += same.in("result"_name, job, mentat::formal<int>);
  for (int counter = 0; counter < 3; ++counter)
    counted += bag.in("count"_name, counter, mentat::formal<int>);
  for (int k = 2; k < 4; ++k) all += bag.in("square"_name, k * k, mentat::formal<int>);
  const std::string wrong = raise_flags(bag);
  std::string left;
  for (int job = 0; job < jobs; ++job)
    if (bag.inp("result"_name, job, mentat::formal<int>)) left += " left";
  mentat::destroy(bag);
  try {
    if (same.rdp("flag"_name, 1, 1)) left += " after the end";
    left += " no end";
  } catch (const mentat::space_lost&) {
    throw;
  } catch (const mentat::object_lost&) {
  }
  return std::to_string(squares) + " " + std::to_string(sum) + " " + std::to_string(counted) + " " +
         std::to_string(all) + (wrong.empty() ? " right" : wrong) + left;
}
