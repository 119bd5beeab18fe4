// Workers of a regular class take jobs from a bag until they find the end of the work; a space is an
// argument, a field of a persistent object and a field of a tuple.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  int work(mentat::space bag, int name) {
    int done = 0;
    for (;;) {
      int job = bag.in("job"_name, mentat::formal<int>);
      if (job < 0) break;
      bag.out("result"_name, job, static_cast<long>(job) * job, name);
      ++done;
    }
    rtf(done);
  }
};

class [[mentat::persistent]] holder {
 public:
  void keep(mentat::space s) { kept_ = s; }
  int put(int value) {
    kept_.out("held"_name, value);
    rtf(value);
  }
  mentat::space give() { rtf(kept_); }

 private:
  mentat::space kept_;
};

int main() {
  mentat::space bag;
  mentat::create(bag);
  worker w;
  int done[4];
  for (int k = 0; k < 4; ++k) done[k] = w.work(bag, k);
  for (int k = 0; k < 100; ++k) bag.out("job"_name, k);
  long sum = 0;
  for (int k = 0; k < 100; ++k) {
    auto [square, by] = bag.in("result"_name, k, mentat::formal<long>, mentat::formal<int>);
    sum += square + (by < 4 ? 0 : 1000000);
  }
  for (int k = 0; k < 4; ++k) bag.out("job"_name, -1);
  int all = 0;
  for (int k = 0; k < 4; ++k) all += done[k];
  std::cout << sum << " by " << all << " jobs\n";

  holder h;
  mentat::create(h);
  h.keep(bag);
  h.put(5);
  mentat::space same = h.give();
  std::cout << same.in("held"_name, mentat::formal<int>) << "\n";

  mentat::space mailboxes;
  mentat::create(mailboxes);
  mailboxes.out("of"_name, std::string("anna"), bag);
  mentat::space found = mailboxes.rd("of"_name, "anna", mentat::formal<mentat::space>);
  found.out("letter"_name, "hello");
  std::cout << bag.in("letter"_name, mentat::formal<std::string>) << "\n";
  return 0;
}
