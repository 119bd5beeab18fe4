// Persistent objects that have a process each, with MENTAT_IM__ISOLATION=process.
//
//   isolated fifty     fifty objects, each in a process of its own; all work, and their processes
//                      end with them
//   isolated crash     the process of one dies: the others continue
//   isolated many      more than there may be processes; then some end, and others can be made
//   isolated again     one after the other, more than processes have numbers for at a time
//   isolated errors    a constructor that throws, an object near another one, calls of one that
//                      is destroyed
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

class [[mentat::persistent]] account {
 public:
  account() = default;
  explicit account(int start) : sum_(start) {
    if (start < 0) throw std::domain_error("no account below 0");
  }
  int add(int n) { return sum_ += n; }
  int process() { return getpid(); }
  int die() { return kill(getpid(), SIGKILL); }

 private:
  int sum_ = 0;
};

namespace {

void wait_until_gone(int process) {
  for (int i = 0; i < 3000 && kill(process, 0) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

int fifty() {
  std::vector<account> all(50);
  for (account& one : all) mentat::create(one, 100);
  std::vector<int> sums(50), processes(50);
  for (int i = 0; i < 50; ++i) sums[i] = all[i].add(i);
  for (int i = 0; i < 50; ++i) processes[i] = all[i].process();
  std::set<int> different{getpid()};
  int sum = 0;
  for (int i = 0; i < 50; ++i) {
    sum += sums[i];
    different.insert(processes[i]);
  }
  std::printf("sum %d in %zu other processes\n", sum, different.size() - 1);
  for (account& one : all) mentat::destroy(one);
  int left = 0;
  for (int one : processes) {
    wait_until_gone(one);
    left += kill(one, 0) == 0;
  }
  std::printf("%d left\n", left);
  return 0;
}

int crash() {
  account a, b, c;
  mentat::create(a, 1);
  mentat::create(b, 2);
  mentat::create(c, 3);
  int died = b.die();
  try {
    std::printf("%d\n", died);
  } catch (const mentat::object_lost& error) {
    std::printf("lost: %s\n", error.what());
  }
  const int at_a = a.add(10), at_c = c.add(10);
  std::printf("%d %d\n", at_a, at_c);
  account d;
  mentat::create(d, 4);
  std::printf("%d\n", static_cast<int>(d.add(10)));
  return 0;
}

int many() {
  std::vector<account> all(4);
  int made = 0;
  for (account& one : all) {
    try {
      mentat::create(one, 1);
      ++made;
    } catch (const mentat::remote_error& error) {
      std::printf("%s: %s\n", error.type_name().c_str(), error.what());
    }
  }
  std::printf("%d\n", made);
  // The instantiation manager learns of the end some time after us.
  mentat::destroy(all[0]);
  account last;
  for (int i = 0; i < 3000 && !mentat::bound(last); ++i) {
    try {
      mentat::create(last, 5);
    } catch (const mentat::remote_error&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  std::printf("%d\n", static_cast<int>(last.add(1)));
  return 0;
}

int again(int times) {
  long sum = 0;
  for (int i = 0; i < times; ++i) {
    account one;
    mentat::create(one, i);
    int now = one.add(1);
    sum += now;
    mentat::destroy(one);
  }
  std::printf("sum %ld\n", sum);
  return 0;
}

// News that a stopped process does not read delays no other process.
int stopped(int times) {
  account sleeper;
  mentat::create(sleeper, 1);
  const int process = sleeper.process();
  kill(process, SIGSTOP);
  again(times);
  kill(process, SIGCONT);
  std::printf("%d\n", static_cast<int>(sleeper.add(10)));
  return 0;
}

int errors() {
  account a, b, c;
  try {
    mentat::create(a, -1);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  mentat::create(b, 1);
  mentat::create(c, mentat::near(b), 2);
  const int at_b = b.process(), at_c = c.process();
  std::printf("near: %d, here: %d\n", at_b == at_c, at_b == getpid());
  account same = c;
  mentat::destroy(c);
  std::printf("%d\n", static_cast<int>(b.add(1)));
  account also = b;
  mentat::destroy(b);
  wait_until_gone(at_b);
  for (account* one : {&same, &also}) {
    try {
      std::printf("%d\n", static_cast<int>(one->add(1)));
    } catch (const mentat::object_lost& error) {
      std::printf("lost: %s\n", error.what());
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "fifty") return fifty();
  if (what == "crash") return crash();
  if (what == "many") return many();
  if (what == "again") return again(argc > 2 ? std::atoi(argv[2]) : 100);
  if (what == "stopped") return stopped(argc > 2 ? std::atoi(argv[2]) : 300);
  if (what == "errors") return errors();
  return 2;
}
