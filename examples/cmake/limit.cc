#include "limit.h"

#include <algorithm>
#include <cstdlib>

int limit_from(int argc, char** argv) {
  return argc > 1 ? std::max(1, std::atoi(argv[1])) : 1'000'000;
}
