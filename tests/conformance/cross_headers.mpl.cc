// Two classes, each in a header of its own, whose bodies call the other one: by elaboration and by
// waiting.
#include <cstdio>

#include "cross_headers_ping.mpl.h"
#include "cross_headers_pong.mpl.h"

int main() {
  ping i;
  pong o;
  std::string s = i.play("", 5);
  std::string t = o.play(s, 2);
  std::printf("%s %s\n", s.c_str(), t.c_str());
}
