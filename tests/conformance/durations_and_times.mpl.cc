// Durations of any ratio and representation, points of time of any clock, as arguments, results,
// members of structs and objects, and beside the other value types of the standard library.
#include <mentat/mpl.h>

#include <bitset>
#include <chrono>
#include <complex>
#include <cstdio>
#include <map>
#include <queue>
#include <ratio>
#include <stack>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using blinks = std::chrono::duration<double, std::ratio<3, 10>>;
using day = std::chrono::time_point<std::chrono::system_clock, std::chrono::days>;

struct event {
  std::string name;
  std::chrono::system_clock::time_point begin;
  std::chrono::minutes length{};
};

class [[mentat::persistent]] calendar {
 public:
  void enter(const event& e) { events_.push_back(e); }
  std::chrono::seconds total() {
    std::chrono::seconds sum = 0s;
    for (const event& e : events_) sum += e.length;
    rtf(sum);
  }
  std::chrono::system_clock::time_point last() { rtf(events_.back().begin); }
  std::vector<event> all() { rtf(events_); }

 private:
  std::vector<event> events_;
};

class [[mentat::regular]] clock_work {
 public:
  std::chrono::milliseconds twice(std::chrono::milliseconds s) { return s * 2; }
  blinks half(const blinks& b) { return b / 2; }
  day next(day d) { return d + std::chrono::days(1); }
  std::chrono::steady_clock::duration between(std::chrono::steady_clock::time_point a,
                                              std::chrono::steady_clock::time_point b) {
    return b - a;
  }
  std::map<std::string, std::chrono::hours> later(std::map<std::string, std::chrono::hours> m) {
    for (auto& [name, hours] : m) hours += 1h;
    return m;
  }
  std::complex<double> turn(std::complex<double> c, const std::bitset<70>& b) {
    return c * static_cast<double>(b.count());
  }
  std::stack<int> push(std::stack<int> s, std::queue<int> q, std::priority_queue<int> p) {
    s.push(q.front());
    s.push(p.top());
    return s;
  }
};

int main() {
  calendar c;
  mentat::create(c);
  const std::chrono::system_clock::time_point start(std::chrono::hours(24));
  c.enter({"one", start, 90min});
  c.enter({"two", start + 2h, 30min});
  std::chrono::seconds total = c.total();
  std::chrono::system_clock::time_point last = c.last();
  std::vector<event> all = c.all();
  clock_work w;
  std::chrono::milliseconds six = w.twice(3ms);
  six = w.twice(six);
  blinks b = w.half(blinks(5));
  day d = w.next(day(std::chrono::days(30)));
  std::chrono::steady_clock::time_point zero;
  auto between = w.between(zero, zero + 17ns);
  std::map<std::string, std::chrono::hours> m = w.later({{"a", 1h}});
  std::complex<double> turned = w.turn({1, -2}, std::bitset<70>(7));
  std::queue<int> q;
  q.push(3);
  std::priority_queue<int> p;
  p.push(8);
  p.push(9);
  std::stack<int> s = w.push({}, q, p);
  std::printf("%d %d %zu %s\n", int(total.count()), int((last - start) / 1min), all.size(),
              all[1].name.c_str());
  std::printf("%d %g %d %d %d\n", int(six.count()), b.count(), int(d.time_since_epoch().count()),
              int(between.count()), int(m["a"].count()));
  std::printf("%g %g %zu %d\n", turned.real(), turned.imag(), s.size(), s.top());
}
