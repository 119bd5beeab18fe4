#include "values.mpl.h"

#include <thread>

int values::wait(int milliseconds, int x) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  return x;
}
