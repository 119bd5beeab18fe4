#include "cross_headers_ping.mpl.h"

#include "cross_headers_pong.mpl.h"

std::string ping::play(std::string log, int rounds) {
  log += "i";
  if (rounds == 0) {
    rtf(log);
  } else {
    pong other;
    std::string next = other.play(log, rounds - 1);
    rtf(next);
  }
}
