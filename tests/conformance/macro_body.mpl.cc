// Calls, assignments and uses that stand in the body of a macro: the translator cannot edit them,
// so they wait.
#include <mentat/mpl.h>

#include <cstdio>

#define SET(v, n) v = c.add(n)
#define CALL(n) c.add(n)
#define SHOW std::printf("%d ", x)
#define BOTH(call) ((call) + (call))

persistent mentat class counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }

 private:
  int total_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  int x = 0;
  SET(x, 1);
  SHOW;
  x = c.add(10);
  SHOW;
  x = CALL(100);
  int y = CALL(CALL(0));
  SHOW;
  int z = BOTH(c.add(1));
  CALL(1000);
  std::printf("%d %d %d\n", y, z, CALL(0));
}
