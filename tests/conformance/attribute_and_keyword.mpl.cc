// Both spellings in one file; mentat, persistent, regular are ordinary names elsewhere.
#include <mentat/mpl.h>

#include <concepts>
#include <cstdio>

persistent mentat class counter;
class [[mentat::regular]] worker;
regular mentat class other {
 public:
  int add(int a, int b) { rtf(a + b); }
};
mentat struct open_worker {
  int twice(int n) { rtf(2 * n); }
};

persistent mentat class counter {
 public:
  int add(int n) { rtf(regular_ += n); }

 private:
  int regular_ = 0;
};
class [[mentat::regular]] worker final {
 public:
  int thrice(int n) { rtf(3 * n); }
};

struct holder {
  int mentat = 1;
  int persistent = 2;
};

int regular(int persistent) { return persistent + 1; }

int main() {
  static_assert(std::regular<holder*>);
  counter c;
  mentat::create(c);
  worker w;
  other o;
  open_worker p;
  holder h;
  int regular_result = w.thrice(h.persistent);
  int persistent = o.add(regular_result, h.mentat);
  int mentat_result = c.add(p.twice(persistent));
  const char* text = "mentat class persistent";  // mentat class in a comment
  std::printf("%d %d %d %d %c\n", regular_result, persistent, mentat_result, regular(1), text[7]);
}
