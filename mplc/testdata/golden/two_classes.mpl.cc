#include <mentat/mpl.h>

#include <vector>

// Two classes that call each other: neither can see the other complete.
persistent mentat class right;

persistent mentat class left {
 public:
  int ping(right other, int depth = 3);
  std::vector<right> all(std::vector<right> some);
};

persistent mentat class right {
 public:
  int pong(left other, int depth);
};

int left::ping(right other, int depth) {
  if (depth == 0) return 0;
  left self_name;
  rtf(other.pong(self_name, depth - 1));
}

std::vector<right> left::all(std::vector<right> some) { return some; }

int right::pong(left other, int depth) { return depth; }

int main() {
  left l;
  right r;
  l.create();
  r.create();
  return l.ping(r);
}
