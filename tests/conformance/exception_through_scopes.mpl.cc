// An exception of the ordinary kind leaves scopes with delayed variables; the stack is then used
// again.
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  std::string text(int n) { rtf(std::string(50, static_cast<char>('a' + n))); }
};

[[gnu::noinline]] void leave(worker& w, int depth) {
  int x = 0;
  std::string s;
  x = w.twice(100 + depth);
  s = w.text(depth);
  if (depth == 0) throw std::runtime_error("out");
  leave(w, depth - 1);
  std::printf("%d %s\n", x, s.c_str());
}

[[gnu::noinline]] int stay(worker& w, int depth, int never) {
  int x = depth;
  std::string s = "kept";
  if (never) {
    x = w.twice(1);
    s = w.text(1);
  }
  int below = depth ? stay(w, depth - 1, never) : 0;
  return x + below + static_cast<int>(s.size());
}

int main(int argc, char**) {
  worker w;
  for (int i = 0; i < 3; ++i) {
    try {
      leave(w, i);
    } catch (const std::exception& e) {
      std::printf("%s ", e.what());
    }
    std::printf("%d\n", stay(w, i, argc > 100));
  }
}
