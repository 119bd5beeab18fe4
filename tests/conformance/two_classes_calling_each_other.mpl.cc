// Two classes whose functions call each other, with waits and with elaboration.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] odd;

class [[mentat::regular]] even {
 public:
  bool is(int n);
  int steps(int n, int sum);
};

class [[mentat::regular]] odd {
 public:
  bool is(int n) {
    if (n == 0) return false;
    even e;
    bool answer = e.is(n - 1);
    return answer;
  }
  int steps(int n, int sum);
};

bool even::is(int n) {
  if (n == 0) return true;
  odd o;
  return o.is(n - 1);
}

int even::steps(int n, int sum) {
  odd o;
  int half = n / 2;
  if (half % 2) {
    rtf(o.steps(half, sum + 1));
  } else {
    even e;
    rtf(e.steps(half, sum + 1));
  }
}

int odd::steps(int n, int sum) {
  if (n == 1) {
    rtf(sum);
  } else {
    even e;
    rtf(e.steps(3 * n + 1, sum + 1));
  }
}

int main() {
  even e;
  odd o;
  bool a = e.is(10);
  bool b = o.is(7);
  bool c = e.is(9);
  int s = o.steps(27, 0);
  std::printf("%d%d%d %d\n", a, b, c, s);
}
