// Spaces that are everywhere: a tuple is taken once, all readers see puts and takes in one order,
// and nobody reads behind what he has put or heard of.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

using namespace mentat::literals;

class [[mentat::regular]] copied_worker {
 public:
  int square(int n) { return n * n; }
  // Only tuples that stay are read: this may run again.
  int work(mentat::space bag, int k) {
    const int weight = bag.rd("weight"_name, k % 3, mentat::formal<int>);
    const int job = bag.in("job"_name, mentat::formal<int>);
    const int before = bag.in("sum"_name, mentat::formal<int>);
    bag.out("sum"_name, before + job);
    bag.out("result"_name, k, weight);
    return weight;
  }
};

class [[mentat::persistent]] tuple_actor {
 public:
  int put(mentat::space in, int round, int what) {
    in.out("put"_name, round, what);
    return what;
  }
  int put_both(mentat::space in, int round) {
    in.out("put"_name, round, 1);
    in.out("put"_name, round, 2);
    return 1;
  }
  // Two digits.
  int see(mentat::space in, int round, int first, int second) {
    const bool one = in.rdp("put"_name, round, first);
    return 10 * one + in.rdp("put"_name, round, second);
  }
  bool put_then_see(mentat::space in, int round, int mine, int other) {
    in.out("put"_name, round, mine);
    return in.rdp("put"_name, round, other);
  }
  bool take_then_see(mentat::space in, int round, int mine, int other) {
    in.in("put"_name, round, mine);
    return in.rdp("put"_name, round, other);
  }
  int look(mentat::space in, int round) {
    return static_cast<int>(in.count("note"_name, round, mentat::formal<int>));
  }
  int note_and_ask(mentat::space in, int round, tuple_actor other) {
    in.out("note"_name, round, 1);
    int seen = other.look(in, round);
    return seen;
  }
  // By now it may have taken in a step of which nobody told it.
  int look_and_ask(mentat::space in, int round, tuple_actor other) {
    const int seen = look(in, round);
    int by_other = other.look(in, round);
    return by_other < seen ? 1 : 0;
  }
  int win(mentat::space in, int round) { return in.inp("prize"_name, round) ? 1 : 0; }
  int advance(mentat::space in, int times) {
    for (int n = 0; n < times; ++n)
      in.out("version"_name, in.in("version"_name, mentat::formal<int>) + 1);
    return times;
  }
  // How often a version is older than the one before.
  int follow(mentat::space in, int times) {
    int last = 0, wrong = 0;
    for (int n = 0; n < times; ++n) {
      const int now = in.rd("version"_name, mentat::formal<int>);
      if (now < last || in.count("version"_name, mentat::formal<int>) > 1) ++wrong;
      last = now;
    }
    return wrong;
  }
};

namespace {

std::string round(mentat::space in, std::vector<tuple_actor>& of, int k) {
  tuple_actor &a = of[k % 4], &b = of[(k + 1) % 4], &c = of[(k + 2) % 4], &d = of[(k + 3) % 4];
  const int first = 10 * k, second = first + 1, third = first + 2;
  std::string wrong;
  int noted = a.note_and_ask(in, k, b), behind = c.look_and_ask(in, k, d);
  if (noted != 1) wrong += " argument";
  if (behind != 0) wrong += " read";
  int put = a.put_both(in, first), seen = b.see(in, first, 2, 1), again = c.see(in, first, 2, 1);
  if (put != 1 || seen == 10 || again == 10) wrong += " messages";
  bool own = a.put_then_see(in, second, 1, 2), other = d.put_then_see(in, second, 2, 1);
  if (!own && !other) wrong += " store buffers";
  bool left = b.take_then_see(in, second, 1, 2), other_left = c.take_then_see(in, second, 2, 1);
  if (left && other_left) wrong += " takes";
  int one = a.put(in, third, 1), two = b.put(in, third, 2);
  int forth = c.see(in, third, 1, 2), back = d.see(in, third, 2, 1);
  if (one != 1 || two != 2 || (forth == 10 && back == 10)) wrong += " order";
  in.out("prize"_name, k);
  int won = a.win(in, k), also = b.win(in, k), third_one = c.win(in, k);
  if (won + also + third_one != 1) wrong += " prize";
  return wrong;
}

}  // namespace

std::string mentat::sim::copied_tuples() {
  constexpr int jobs = 8;
  mentat::space bag;
  mentat::create(bag, mentat::everywhere);
  copied_worker w;
  std::vector<int> done(jobs);
  for (int k = 0; k < jobs; ++k) done[k] = w.work(bag, k);
  bag.out("sum"_name, 0);
  for (int k = 0; k < 3; ++k) bag.out("weight"_name, k, k + 1);
  for (int k = 0; k < jobs; ++k) bag.out("job"_name, k + 1);
  int three = w.square(3);
  bag.out("square"_name, three, 3);
  int all = 0, results = 0;
  // First the values, whose errors say what was lost.
  for (int k = 0; k < jobs; ++k) all += done[k];
  all += three;
  for (int k = 0; k < jobs; ++k) results += bag.in("result"_name, k, mentat::formal<int>);
  const int root = bag.in("square"_name, 9, mentat::formal<int>);
  const int sum = bag.in("sum"_name, mentat::formal<int>);
  std::string wrong;
  if (bag.count("job"_name, mentat::formal<int>) != 0) wrong += " left";

  std::vector<tuple_actor> actors(4);
  for (tuple_actor& one : actors) mentat::create(one);
  for (int k = 0; k < 3; ++k) wrong += round(bag, actors, k);
  bag.out("version"_name, 0);
  int advanced = actors[0].advance(bag, 5), also = actors[1].advance(bag, 5);
  int followed = actors[2].follow(bag, 12), followed_too = actors[3].follow(bag, 12);
  if (followed + followed_too != 0) wrong += " versions";
  if (advanced + also != bag.rd("version"_name, mentat::formal<int>)) wrong += " advances";
  mentat::destroy(bag);
  return std::to_string(all) + " " + std::to_string(results) + " " + std::to_string(root) + " " +
         std::to_string(sum) + (wrong.empty() ? " right" : wrong);
}
