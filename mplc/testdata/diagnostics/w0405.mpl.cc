#include <mentat/mpl.h>

persistent mentat class counter {
 public:
  int next() { return ++n_; }

 private:
  int n_ = 0;
};
void fill(counter& c) { mentat::create(c); }

int run(counter given) {
  counter never, late, created, by_member, filled, copied = given, looped;
  mentat::create(created);
  by_member.create();
  fill(filled);
  int n = never.next() + created.next() + by_member.next() + filled.next() + copied.next();
// expect: 17:11: warning: persistent variable 'never' is not bound to an object here; create one with mentat::create(never) [W0405]
  n += late.next();
// expect: 19:8: warning: persistent variable 'late' is not bound to an object here; create one with mentat::create(late) [W0405]
  mentat::create(late);
  for (int i = 0; i < 3; ++i) {
    if (i > 0) n += looped.next();
    else mentat::create(looped);
  }
  return n;
}
