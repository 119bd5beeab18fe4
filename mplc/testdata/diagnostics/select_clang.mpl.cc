#include <mentat/mpl.h>

#include <chrono>

struct point { int x; };

class [[mentat::persistent]] counter {
 public:
  int add(int n, int m) { return total_ += n + m; }
  int move(point to) { return to.x; }
  void serve() {
    mselect {
      (unknown > 3) : maccept add(int n, int m); break;
      where_ : maccept add(int n, int m); break;
      : maccept add(missing n, int m); break;
      : maccept add(int n); break;
      : maccept add(int n, int m, int k); break;
      : maccept move(int n); break;
      : maccept add(int n, int m); total_ = lost; break;
      : mafter(50) break;
      : mafter(std::chrono::years(gone)) break;
      : melse break
    };
  }

 private:
  point where_{};
  int total_ = 0;
};
// expect: 13:8: error: use of undeclared identifier 'unknown'
// expect: 14:7: error: value of type 'point' is not contextually convertible to 'bool'
// expect: 15:21: error: unknown type name 'missing'
// expect: 16:17: error: too few arguments to function call, expected 2, have 1
// expect: 17:17: error: too many arguments to function call, expected 2, have 3
// expect: 18:17: error: no viable conversion from 'decltype(n)' (aka 'int') to 'point'
// expect: 19:45: error: use of undeclared identifier 'lost'
// expect: 20:16: error: no viable conversion from 'int' to 'duration'
// expect: 21:35: error: use of undeclared identifier 'gone'
// expect: 22:20: error: expected ';' after break statement
