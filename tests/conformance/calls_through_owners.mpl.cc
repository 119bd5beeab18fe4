// Objects in unique_ptr, optional, arrays, vectors, members; a temporary of a regular class; a call
// on a call's result.
#include <mentat/mpl.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

class [[mentat::persistent]] counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }

 private:
  int total_ = 0;
};

struct team {
  worker w;
  counter c;
};

worker make() { return worker(); }

int main() {
  auto owned = std::make_unique<worker>();
  std::optional<worker> maybe = worker();
  worker row[2];
  team t;
  mentat::create(t.c);
  std::vector<counter> many(3);
  for (auto& c : many) mentat::create(c);
  int a = owned->add(1, 2);
  int b = maybe->add(a, 10);
  int c = row[1].add(b, 100);
  int d = t.w.add(c, 1000);
  int e = make().add(d, 1);
  int f = worker().add(e, 1);
  int g = t.c.add(f);
  for (int i = 0; i < 6; ++i) many[i % 3].add(i);
  std::printf("%d %d %d %d %d %d %d\n", a, b, c, d, e, f, g);
  std::printf("%d %d %d\n", many[0].add(0), many[1].add(0), many[2].add(0));
}
