// Functions that hand their result on to a call which nothing can fulfil: that call fails and never
// takes effect, wherever it is.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <string>

#include "tests/conformance/guard_handed_on.mpl.h"
#include "tests/sim/programs/programs.h"

std::string mentat::sim::handed_on_waits() {
  coins::vault v;
  coins::clerk c;
  coins::office o;
  create(v);
  mentat::create(c, mentat::apart_from(v));
  mentat::create(o, mentat::apart_from(c));
  c.serve_at(v);
  o.employ(c);
  coins::messenger m;
  std::string all;
  for (int way = 0; way < 5; ++way) {
    try {
      int got = 0;
      if (way == 0) {
        got = c.fetch(3);
      } else if (way == 1) {
        got = o.fetch(3);
      } else if (way == 2) {
        got = m.fetch(v, 3);
      } else if (way == 3) {
        got = m.fetch_from(o, 3);
      } else {
        int first = v.take(3);
        int doubled = m.twice(first);
        got = m.twice(doubled);
      }
      all += std::to_string(got) + " ";
    } catch (const mentat::deadlock&) {
      all += "lost ";
    }
    v.put(3);
    int state = v.state();
    all += std::to_string(state) + " ";
    int taken = o.fetch(3);
    all += std::to_string(taken) + " ";
  }
  return all;
}
