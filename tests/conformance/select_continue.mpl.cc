// continue in an arm means the loop around the mselect, break the mselect, return the function; arms without parameters' use.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] meter {
 public:
  int tick(int n) { return ticks_ += n; }
  int stop() { return ticks_; }

  // Until stop() was accepted; returns how often the loop went through to its end.
  int run() {
    int whole = 0;
    for (int turn = 0;; ++turn) {
      mselect {
        : maccept tick(int n);
          if (n == 0) continue;
          break;
        : maccept stop();
          return whole;
      };
      ++whole;
    }
  }

 private:
  int ticks_ = 0;
};

int main() {
  meter m;
  mentat::create(m);
  int whole = m.run();
  int last = 0;
  for (int i = 0; i < 10; ++i) last = m.tick(i % 3);
  int stopped = last >= 0 ? m.stop() : 0;
  std::printf("%d %d\n", whole, stopped);
}
