// flags: -Rmentat
#include <mentat/mpl.h>

mentat class worker {
 public:
  int op(int n) { return n; }
};

int run(worker A) {
  int x[8], sum = 0;
  for (int i = 0; i < 8; ++i) x[i] = A.op(i);
  for (int i = 0; i < 8; ++i) sum += x[i];  // waits once, in front of it
  int w = 0;
  for (int i = 0; i < 8; ++i) {
    w = A.op(i);
    sum += w;
  }
  return sum;
}

int within(worker A) {
  int sum = 0;
  for (int i = 0; i < 9; ++i) {
    int a = A.op(i);
    sum += a;
  }
  return sum;
}
// expect: 16:12: remark: result variable 'w' is forced in a loop [R0403]
// expect: 25:12: remark: result variable 'a' is forced in a loop [R0403]
