#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <mentat/time_left.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

using std::chrono::seconds;
using std::chrono::system_clock;

// In a process of its own: the environment is read once.
bool holds(const char* end, bool (*condition)(seconds left)) {
  const pid_t child = fork();
  if (child == 0) {
    if (end)
      setenv("MENTAT_ENDS", end, 1);
    else
      unsetenv("MENTAT_ENDS");
    _exit(condition(mentat::time_left()) ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

std::string in(seconds time) {
  const auto now = std::chrono::duration_cast<seconds>(system_clock::now().time_since_epoch());
  return std::to_string((now + time).count());
}

TEST_CASE("nothing limits a program that no batch job has started") {
  const auto unlimited = [](seconds left) { return left == seconds::max(); };
  for (const char* const text : {static_cast<const char*>(nullptr), "", "soon", "12x", "-5"})
    CHECK(holds(text, unlimited));
}

TEST_CASE("the time until the end of the job") {
  CHECK(holds(in(seconds(1000)).c_str(),
              [](seconds left) { return left > seconds(900) && left <= seconds(1000); }));
  CHECK(holds(in(seconds(-5)).c_str(), [](seconds left) { return left == seconds(0); }));
}

}  // namespace
