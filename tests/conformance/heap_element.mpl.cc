// Targets that are not local variables: heap, members, globals, statics, *p.
#include <mentat/mpl.h>

#include <cstdio>
#include <memory>
#include <string>

persistent mentat class counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }
  std::string text() { rtf(std::to_string(total_)); }

 private:
  int total_ = 0;
};

int global = -1;

struct record {
  int value = -1;
  void fill(counter& c) {
    value = c.add(100);
    int local = c.add(0);
    value += local;
  }
};

int main() {
  counter c;
  mentat::create(c);
  int* p = new int[3]{0, 0, 0};
  p[1] = c.add(1);
  *p = c.add(1);
  auto s = std::make_unique<std::string>("old");
  *s = c.text();
  s->append("!");
  global = c.add(1);
  static int kept = -1;
  kept = c.add(1);
  record r;
  r.fill(c);
  std::printf("%d %d %d %s %d %d %d\n", p[0], p[1], p[2], s->c_str(), global, kept, r.value);
  delete[] p;
}
