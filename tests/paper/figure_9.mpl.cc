// Figure 9 [TOCS96 3.2.4]: an mselect with two entries, the second one guarded by (z > 5). The
// order of the entries and the guard decide which calls are accepted, in which order, and which
// calls wait. No elision: mselect has none.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] server {
 public:
  void op1(int arg1, int arg2) { done_ += "op1(" + std::to_string(arg1) + "," + std::to_string(arg2) + ") "; }
  void op2(int arg1, int arg2) { done_ += "op2(" + std::to_string(arg1) + "," + std::to_string(arg2) + ") "; }
  int set(int z) { return z_ = z; }
  std::string done() { return done_; }

  // The figure, a given number of times.
  int select_times(int times) {
    for (int i = 0; i < times; ++i) {
      int z = z_;
      mselect {
        : maccept op1(int arg1, int arg2);
          break;
        (z > 5) : maccept op2(int arg1, int arg2);
          break;
      };
    }
    return times;
  }

 private:
  int z_ = 0;
  std::string done_;
};

class [[mentat::regular]] caller {
 public:
  // Calls of its own, in its own order.
  int call(server s, int which, int a, int b) {
    if (which == 1) s.op1(a, b);
    else s.op2(a, b);
    return 1;
  }
};

int main() {
  server s;
  mentat::create(s);
  // The guard is false: op2 stays, although it came first.
  int closed = s.select_times(1);
  s.op2(1, 2);
  s.op1(3, 4);
  std::printf("%d: %s\n", closed, std::string(s.done()).c_str());
  // The guard is true: both can be accepted, and op1 stands first.
  int z = s.set(6);
  if (z == 6) {
    int open = s.select_times(2);
    s.op2(5, 6);
    s.op1(7, 8);
    std::string done = s.done();
    bool all = done.find("op2(5,6)") != std::string::npos && done.find("op1(7,8)") != std::string::npos;
    std::printf("%d: %s\n", open, all ? "both" : done.c_str());
  }
}
