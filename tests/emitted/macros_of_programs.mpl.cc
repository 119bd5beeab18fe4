// The command line defines macros that are called as what the headers of the run-time system
// declare, BUILD says which; the headers do not meet them, and the program does.
#include <mentat/mpl.h>

struct pair {
  int first = call, second = N;
};
class [[mentat::persistent]] counter {
 public:
  explicit counter(int n) : n_(n) {}
  int add(int n) {
    n_ += n;
    rtf(n_);
  }
  void accept() {
    mselect { : maccept add(int n); break; };
  }
  pair both(const pair& p) { return p; }

 private:
  int n_;
};
class [[mentat::regular]] square {
 public:
  int of(int n) { return n * n; }
};

int main() {
  counter c;
  mentat::create(c, get(1));
  square s;
  int nine = s.of(3);
  int all = c.add(nine);
  pair p;
  p = c.both(pair{});
  return all == 11 && p.first == 2 && p.second == 100 ? 0 : 1;
}
