// Functions hand their result on to a call whose guard nothing can open: that call fails, wherever
// it is, never takes effect, and lets later calls pass.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>

#include "guard_handed_on.mpl.h"

using coins::clerk;
using coins::messenger;
using coins::office;
using coins::vault;

int main() {
  vault v;
  clerk c;
  office o;
  mentat::create(v);
  mentat::create(c, mentat::apart_from(v));
  mentat::create(o, mentat::apart_from(c));
  c.serve_at(v);
  o.employ(c);
  messenger m;
  for (int way = 0; way < 4; ++way) {
    try {
      int got = 0;
      if (way == 0)
        got = c.fetch(3);
      else if (way == 1)
        got = o.fetch(3);
      else if (way == 2)
        got = m.fetch(v, 3);
      else
        got = m.fetch_from(o, 3);
      std::cout << got << "\n";
    } catch (const mentat::deadlock&) {  // names the awaited call or the one that failed
      std::cout << "deadlock\n";
    }
    v.put(3);
    std::cout << v.state() << "\n";
    int again = o.fetch(3);
    std::cout << again << "\n";
  }
  return 0;
}
