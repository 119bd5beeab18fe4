// Loops that do nothing but poll end when another call has changed what they poll: a replicated
// object, a persistent one, a tuple space. The call may run in the process of the loop, which may
// have one worker.
// No elision: a variable of a persistent object is a copy of it there.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>

using namespace mentat::literals;

class [[mentat::replicated]] flag {
 public:
  bool is_up() const { return up_; }
  void raise() { up_ = true; }

 private:
  bool up_ = false;
};

class [[mentat::persistent]] counter {
 public:
  int value() { return value_; }
  void add() { ++value_; }

 private:
  int value_ = 0;
};

class [[mentat::persistent]] poller {
 public:
  int await(counter c) {
    while (c.value() == 0) {
    }
    return 6;
  }
};

class [[mentat::regular]] signaller {
 public:
  // Late enough that the loop has begun.
  int add_late(counter other, counter c) {
    for (int round = 0; round < 300; ++round)
      if (other.value() < 0) return -1;
    c.add();
    return 7;
  }
  int raise(flag f) {
    f.raise();
    return 1;
  }
  int add(counter c) {
    c.add();
    return 2;
  }
  int put(mentat::space s) {
    s.out("go"_name);
    return 3;
  }
  int await_flag(flag f) {
    while (!f.is_up()) {
    }
    return 4;
  }
  int await_tuple(mentat::space s) {
    while (!s.rdp("go"_name)) {
    }
    return 5;
  }
};

int main() {
  signaller w;
  flag first, second;
  mentat::create(first);
  mentat::create(second);
  counter c;
  mentat::create(c);
  mentat::space s;
  mentat::create(s);

  int raised = w.raise(first);
  while (!first.is_up()) {
  }
  int added = w.add(c);
  while (c.value() == 0) {
  }
  int put = w.put(s);
  while (!s.rdp("go"_name)) {
  }
  counter beside;
  mentat::create(beside);
  poller p;
  mentat::create(p, mentat::near(beside));
  int late = w.add_late(c, beside), polled = p.await(beside);
  int raised_again = w.raise(second), seen = w.await_flag(second), read = w.await_tuple(s);
  std::cout << raised << added << put << raised_again << seen << read << polled << late << '\n';
}
