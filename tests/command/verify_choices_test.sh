#!/bin/bash
# `mentat verify --choices` names the open choice of mode serial on which an answer depends.
source tests/command/harness.sh

cat >last_taken.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <mentat/space.h>
#include <iostream>
using namespace mentat::literals;
int main(int argc, char**) {
  mentat::space bag;
  mentat::create(bag);
  for (int job = 1; job <= 3; ++job) bag.out("job"_name, job);
  int sum = 0, last = 0;
  for (int job = 1; job <= 3; ++job) {
    last = bag.in("job"_name, mentat::formal<int>);
    sum += last;
  }
  if (argc > 1) std::cout << "last " << last << "\n";
  std::cout << "sum " << sum << "\n";
}
END
cat >waiters.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <iostream>
class [[mentat::persistent]] gate {
 public:
  void open() { open_ = true; }
  int pass(int who) {
    mentat::guard(open_);
    order_ = order_ * 10 + who;
    return who;
  }
  int order() const { return order_; }
 private:
  bool open_ = false;
  int order_ = 0;
};
class [[mentat::regular]] visitor {
 public:
  int visit(gate g, int who) { return g.pass(who); }
};
int main() {
  gate g;
  mentat::create(g);
  visitor v;
  int a = v.visit(g, 1);
  int b = v.visit(g, 2);
  g.open();
  std::cout << a + b;
  std::cout << " " << g.order() << "\n";
}
END
cat >plain.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <iostream>
class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { return a + b; }
};
int main() {
  adder a;
  std::cout << a.add(1, 2) << "\n";
}
END
# The tuple 2 decides how the program ends.
cat >ends.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <mentat/space.h>
#include <iostream>
#include <stdexcept>
#include <string>
using namespace mentat::literals;
int main(int, char** how) {
  mentat::space bag;
  mentat::create(bag);
  bag.out("job"_name, 1);
  bag.out("job"_name, 2);
  std::cout << "begins" << std::endl;
  if (bag.in("job"_name, mentat::formal<int>) == 1) return 0;
  if (how[1] == std::string("throw")) throw std::runtime_error("two came first");
  if (how[1] == std::string("deadlock")) bag.in("nothing"_name);
  if (how[1] == std::string("exit")) std::exit(3);
  for (;;) {
  }
}
END
for name in last_taken waiters plain ends; do
  expect 0 "$mentat" c++ -O0 -o $name $name.mpl.cc
done

# The sum does not depend on the order, the last job does.
expect 0 "$mentat" verify --choices ./last_taken
says 'the same in 21 runs with up to 2 open choices'
expect 0 "$mentat" verify --choices --exhaustive ./last_taken
says 'the same for every list of choices (6 runs)'
expect 0 "$mentat" verify --choices --exhaustive --max-runs=2 ./last_taken
says 'there are more lists of choices'
for search in --seeds=100 --exhaustive; do
  expect 1 "$mentat" verify --choices $search ./last_taken shown
  says 'the answer depends on an open choice'
  says 'last_taken.mpl.cc:11: mentat::space.in'
  says 'first candidate: gets ("job"_name, '
  says 'line 1, column 6'
done
expect 1 "$mentat" verify --choices --exhaustive --json ./last_taken shown
says '"candidates": 2'
says '"same": false'

# Which of two waiting calls is accepted first.
expect 1 "$mentat" verify --choices --exhaustive ./waiters
says 'first candidate: an object accepts gate.pass of waiters.mpl.cc:18'

# The choice is named however the program ends.
for how in throw deadlock exit loop; do
  expect 1 "$mentat" verify --choices --exhaustive ./ends $how
  says 'choice 1 of 2 candidates, at ends.mpl.cc:13: mentat::space.in'
  says 'chosen candidate: gets ("job"_name, 2)'
  says 'mode serial (run 1): exit status 0'
  case $how in
    throw) complains 'uncaught exception: two came first' && says 'signal 6' ;;
    deadlock) complains 'deadlock: ' && says 'signal 6' ;;
    exit) says 'exit status 3' ;;
    loop) says 'no end before the time-out of ' ;;
  esac
done

expect 0 "$mentat" verify --choices ./plain
says 'deterministic for this input'

expect 2 "$mentat" verify --choices --modes=serial ./plain
expect 2 "$mentat" verify --seeds=3 ./plain
complains 'need --choices'
expect 2 "$mentat" verify --choices --exhaustive --seeds=3 ./plain
expect 2 "$mentat" verify --choices --seeds=0 ./plain
expect 2 "$mentat" verify --choices ./nothing
expect 2 "$mentat" verify --choices /bin/true
complains 'it is not a Mentat program'

# Records from outside.
MENTAT_MODE=serial MENTAT_CHOICES__FOLLOW=no-such-file expect 2 ./last_taken
complains 'there is no file no-such-file'
printf '3 2\n9 9 9\nnonsense' >odd
MENTAT_MODE=serial MENTAT_CHOICES__FOLLOW=odd expect 0 ./last_taken shown
says 'last 2'
finish
