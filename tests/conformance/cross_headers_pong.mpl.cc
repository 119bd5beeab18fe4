#include "cross_headers_pong.mpl.h"

std::string pong::play(std::string log, int rounds) {
  log += "o";
  if (rounds == 0) return log;
  std::string next = other_.play(log, rounds - 1);
  next += ".";
  return next;
}
