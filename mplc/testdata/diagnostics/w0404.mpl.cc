#include <mentat/mpl.h>
#include <future>
#include <thread>

mentat class worker {
 public:
  int op(int n) { return n; }
};

int run(worker A) {
  int w = A.op(1);
  int sum = 0;
  std::thread t([&] { sum += w; });
// expect: 13:17: warning: result variable 'w' is given to a thread, which does not know when its value comes [W0404]
  t.join();
  auto f = std::async([&w] { return w; });
// expect: 16:23: warning: result variable 'w' is given to a thread, which does not know when its value comes [W0404]
  return sum + f.get();
}
