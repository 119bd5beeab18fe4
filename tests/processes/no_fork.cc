// For LD_PRELOAD: from call NO_FORK_AFTER + 1 on, fork() fails as when there are as many processes
// as the user may have. A child goes on with the count of its parent.
#include <dlfcn.h>
#include <errno.h>
#include <sys/types.h>

#include <cstdlib>

extern "C" pid_t fork() {
  static int left = [] {
    const char* const most = std::getenv("NO_FORK_AFTER");
    return most ? std::atoi(most) : 0;
  }();
  if (left <= 0) {
    errno = EAGAIN;
    return -1;
  }
  --left;
  using function = pid_t (*)();
  static const auto real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "fork"));
  return real();
}
