// mentat::result: delayed values in members, globals and containers, that outlive the function which asked for them.
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  int sum(int a, int b) { return a + b; }
};

class [[mentat::persistent]] collector {
 public:
  void ask(int n) {
    worker w;
    asked_.push_back(mentat::result<int>());
    asked_.back() = w.square(n);
    last_ = w.square(n + 1);
  }
  int all() {
    int total = 0;
    for (const mentat::result<int>& one : asked_) total += one.get();
    return total + last_;
  }

 private:
  std::vector<mentat::result<int>> asked_;
  mentat::result<int> last_;
};

mentat::result<int> of_the_program;

void ask_for_it() {
  worker w;
  of_the_program = w.square(12);
}

int main() {
  collector c;
  mentat::create(c);
  for (int i = 1; i <= 4; ++i) c.ask(i);
  ask_for_it();
  std::map<std::string, mentat::result<int>> by_name;
  worker w;
  by_name["seven"] = w.square(7);
  by_name["sum"] = w.sum(by_name["seven"], of_the_program);
  mentat::result<int> copy = by_name["sum"];
  int all = c.all();
  std::printf("%d %d %d %d\n", all, of_the_program.get(), by_name["seven"].get(), copy.get());
}
