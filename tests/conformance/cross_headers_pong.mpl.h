#ifndef TESTS_CONFORMANCE_CROSS_HEADERS_PONG_MPL_H
#define TESTS_CONFORMANCE_CROSS_HEADERS_PONG_MPL_H

#include <mentat/mpl.h>

#include <string>

#include "cross_headers_ping.mpl.h"

class [[mentat::regular]] pong {
 public:
  std::string play(std::string log, int rounds);

 private:
  ping other_;
};

#endif
