// A space that is everywhere: what is read in each process, what is taken once, active tuples,
// probes, also in loops, times, the end while calls wait.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <chrono>
#include <iostream>
#include <string>
#include <vector>

using namespace mentat::literals;
using namespace std::chrono_literals;

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  // Reads two rows that all calls read, takes a job, and counts in a tuple that all calls change.
  int product(mentat::space s, int k) {
    const int a = s.rd("row"_name, k % 3, mentat::formal<int>);
    const int b = s.rd("row"_name, (k + 1) % 3, mentat::formal<int>);
    const int job = s.in("job"_name, mentat::formal<int>);
    const int before = s.in("sum"_name, mentat::formal<int>);
    s.out("sum"_name, before + job);
    return a * b;
  }
  // What it has put it sees, what it has taken it does not.
  int own(mentat::space s, int k) {
    int wrong = 0;
    for (int n = 0; n < 20; ++n) {
      s.out("own"_name, k, n);
      if (!s.rdp("own"_name, k, n)) ++wrong;
      if (s.in("own"_name, k, mentat::formal<int>) != n) ++wrong;
      if (s.rdp("own"_name, k, mentat::formal<int>)) ++wrong;
      if (s.inp("own"_name, k, mentat::formal<int>)) ++wrong;
    }
    return wrong;
  }
  int answer(mentat::space s, int k) {
    s.in("ask"_name, k);
    s.out("reply"_name, k);
    return k;
  }
  int wait(mentat::space s, int k) { return s.rd("late"_name, k, mentat::formal<int>); }
  mentat::space made() {
    mentat::space s;
    mentat::create(s, mentat::everywhere);
    s.out("made"_name, 5);
    return s;
  }
};

int main() {
  mentat::space s;
  mentat::create(s, mentat::everywhere);
  worker w;
  constexpr int calls = 12;
  std::vector<int> products(calls), wrong(calls), late(calls);
  for (int k = 0; k < calls; ++k) products[k] = w.product(s, k);
  for (int k = 0; k < calls; ++k) late[k] = w.wait(s, k % 2);
  s.out("sum"_name, 0);
  for (int k = 0; k < 3; ++k) s.out("row"_name, k, k + 2);
  for (int k = 0; k < calls; ++k) s.out("job"_name, k);
  s.out("late"_name, 0, 10);
  s.out("late"_name, 1, 20);
  int sum = 0;
  for (int k = 0; k < calls; ++k) sum += products[k] + late[k];
  std::cout << sum << " " << s.rd("sum"_name, mentat::formal<int>) << "\n";
  for (int k = 0; k < calls; ++k) wrong[k] = w.own(s, k);
  sum = 0;
  for (int k = 0; k < calls; ++k) sum += wrong[k];
  std::cout << sum << " " << s.count("own"_name, mentat::formal<int>, mentat::formal<int>) << "\n";

  s.out("square"_name, w.square(6));
  s.eval("square"_name, w.square(7));
  s.in("square"_name, 49);
  std::cout << s.rd("square"_name, mentat::formal<int>) << " "
            << s.rd_all("late"_name, mentat::formal<int>, mentat::formal<int>).size() << " "
            << s.in_some(9, "row"_name, mentat::formal<int>, mentat::formal<int>).size() << " "
            << s.count("row"_name, mentat::formal<int>, mentat::formal<int>) << "\n";
  std::cout << s.in_for(1ms, "never"_name) << s.rd_for(1ms, "never"_name)
            << s.rd_for(1s, "square"_name, 36) << s.in_for(1s, "square"_name, 36)
            << s.inp("square"_name, 36) << s.rdp("square"_name, 36) << "\n";
  s.out("any"_name, 1, mentat::formal<std::string>);
  const bool none = s.rdp("any"_name, 1, mentat::formal<std::string>).has_value();
  std::cout << s.rdp("any"_name, 1, "x") << none << s.rdp("any"_name, 2, "x") << "\n";

  // Loops that do nothing but look.
  for (int k = 0; k < 3; ++k) s.out("ask"_name, k);
  int first = w.answer(s, 0), second = w.answer(s, 1), third = w.answer(s, 2);
  while (!s.rdp("reply"_name, 0)) {
  }
  while (!s.inp("reply"_name, 1)) {
  }
  while (s.count("reply"_name, 2) == 0) {
  }
  std::cout << first + second + third << "\n";

  mentat::space other = w.made();
  std::cout << other.rd("made"_name, mentat::formal<int>) << "\n";
  s.out("other"_name, other);
  mentat::space same = s.rd("other"_name, mentat::formal<mentat::space>);
  std::cout << same.in("made"_name, mentat::formal<int>) << other.rdp("made"_name, 5) << "\n";

  int waits = w.wait(other, 0);
  mentat::destroy(other);
  try {
    std::cout << waits << "\n";
  } catch (const mentat::object_lost&) {
    std::cout << "lost\n";
  }
  try {
    std::cout << same.rdp("made"_name, 5) << "\n";
  } catch (const mentat::object_lost&) {
    std::cout << "ended\n";
  }
  for (const bool takes : {false, true}) {
    try {
      takes ? s.in("nothing"_name) : s.rd("nothing"_name);
      std::cout << "there\n";
    } catch (const mentat::deadlock&) {
      std::cout << "deadlock\n";
    } catch (const mentat::closed_entry&) {
      std::cout << "deadlock\n";
    }
  }
  s.out("nothing"_name);
  std::cout << s.inp("nothing"_name) << s.inp("nothing"_name) << "\n";
  return 0;
}
