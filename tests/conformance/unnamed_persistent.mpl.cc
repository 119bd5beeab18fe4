// Persistent classes in an unnamed namespace: create, destroy, bound, self, refs and results, as keys too.
// No elision: variables are copied, and objects give their own names away.
#include <mentat/mpl.h>
#include <cstdio>
#include <unordered_set>
namespace {
struct pair { int x = 0, y = 0; };
class [[mentat::persistent]] holder {
 public:
  int add(int n) { n_ += n; return n_; }
  pair both(const pair& p) { rtf(p); }
  holder me() { return mentat::self<holder>(); }
  void next(holder h) { next_ = h; }
  int far(int n) { if (!next_.bound()) return n; return next_->add(n); }
 private:
  int n_ = 0;
  mentat::ref<holder> next_;
};
class [[mentat::regular]] worker { public: int sq(int n) { return n * n; } };
}
int main() {
  holder h;
  mentat::create(h);
  holder g;
  g.create(mentat::near(h));
  h.next(g);
  worker w;
  mentat::result<pair> r = h.both(pair{w.sq(2), 4});
  mentat::ref<holder> f = g;
  int b = f->add(3);
  holder m = h.me();
  int a = m.far(2);
  std::unordered_set<holder> all{h, g, m};
  std::printf("%d %d %d %zu\n", a, b, r.get().x, all.size());
  mentat::destroy(h);
  std::printf("%d\n", mentat::bound(g));
}
