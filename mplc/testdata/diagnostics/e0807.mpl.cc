#include <mentat/mpl.h>
#include <mentat/space.h>
#include <chrono>

template <class Time>
void wait(mentat::space s, Time time) {
  s.in_for(time, "a");
}

void use(mentat::space s) {
  s.in_for("a", mentat::formal<int>);
  s.rd_for(3, "a");
  const std::chrono::milliseconds time(3);
  s.in_for(time, "a", mentat::formal<int>);
  s.rd_for(std::chrono::duration<double>(0.5), "a");
  wait(s, time);
}
// expect: 11:12: error: the first argument of in_for and rd_for is the longest time to wait, a std::chrono::duration such as std::chrono::seconds(1) [E0807]
// expect: 12:12: error: the first argument of in_for and rd_for is the longest time to wait, a std::chrono::duration such as std::chrono::seconds(1) [E0807]
