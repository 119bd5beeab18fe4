#ifndef TESTS_CONFORMANCE_CROSS_HEADERS_PING_MPL_H
#define TESTS_CONFORMANCE_CROSS_HEADERS_PING_MPL_H

#include <mentat/mpl.h>

#include <string>

class [[mentat::regular]] pong;

class [[mentat::regular]] ping {
 public:
  std::string play(std::string log, int rounds);
};

#endif
