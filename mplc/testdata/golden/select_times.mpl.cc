// mafter and melse, with and without guards; entries that conditions take out.
#include <mentat/mpl.h>

#include <chrono>

using namespace std::chrono_literals;

class [[mentat::persistent]] poll {
 public:
  int ask(int a, const int& b) const { return a + b; }
  void serve() {
    while (misses_ < 3) {
      mselect { : maccept ask(int a, const int& b); seen_ = a; static_assert(sizeof(b) > 0); break; : melse ++misses_; break; };
      mselect {
        : maccept ask(int, const int&); break;
#if defined(NEVER)
        : maccept never(); break;
#endif
        : mafter(5ms) ++misses_; break;
#ifndef NEVER
        (misses_ > 1) : mafter(
            5ms + 1s) return;
#endif
        misses_ == 9 : melse {
          ++misses_;
          break;
        }
      };
    }
  }

 private:
  int misses_ = 0, seen_ = 0;
};
