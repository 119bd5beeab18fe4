// flags: -Rmentat --profile-use=r0409.json
// Calls of regular classes that are brief and cannot wait run inline.
#include <mentat/mpl.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

struct point {
  int x = 0, y = 0;
};
bool operator<(const point& a, const point& b);
int elsewhere(int n);
inline int here(int n) { return n > 1 ? here(n - 1) * n : 1; }
int (*pointer)(int) = here;
std::mutex lock_of_all;
std::atomic<int> counted;
struct shape {
  virtual int area() const { return 0; }
};
struct loud {
  ~loud() { elsewhere(1); }
};

class [[mentat::persistent]] object {
 public:
  int get() { return 1; }
};

class [[mentat::regular]] brief {
 public:
  int a01(int n) { return here(n); }
  double a02(double n) { return std::sqrt(n) + std::fabs(n); }
  std::string a03(const std::string& text) { return text + "!"; }
  int a04(std::vector<int> all) {
    std::sort(all.begin(), all.end());
    int sum = std::accumulate(all.begin(), all.end(), 0, [](int x, int y) { return x + y; });
    for (int one : all) sum += one;
    return sum;
  }
  int a05(point at) { return at.x; }
  int a06(int n) {
    if (n < 0) throw std::runtime_error("negative");
    return n;
  }
  std::map<int, std::string> a07(int n) { return {{n, "n"}}; }
  int a08(const std::vector<point>& all) { return static_cast<int>(all.size()); }
  int a09(int n) { return a01(n); }

  int b01(int n) { return elsewhere(n); }
  int b02(int n) { return pointer(n); }
  int b03(object o) {
    int one = o.get();
    return one;
  }
  int b04(int n) {
    std::lock_guard<std::mutex> held(lock_of_all);
    return n;
  }
  int b05(int n) { return counted += n; }
  int b06(std::vector<point> all) {
    std::sort(all.begin(), all.end());
    return all[0].x;
  }
  int b07(int n) {
    std::function<int(int)> f = here;
    return f(n);
  }
  int b08(int n) {
    const shape one;
    const shape& some = one;
    return some.area() + n;
  }
  int b09(int n) {
    static int first = elsewhere(n);
    return first;
  }
  int b10(int n) {
    loud noise;
    return n;
  }
  int b11(int n) { return std::all_of(&n, &n + 1, pointer) ? 1 : 0; }
  int b12(int n);
  int b13(const std::set<point>& all) { return static_cast<int>(all.size()); }
  virtual int b14(int n) { return n; }
  int b15(int n) { return std::shared_ptr<int>(new int(n)).use_count() > 0; }
  int b16(int n) {
    brief other;
    int m = other.a01(n);
    return m;
  }

  int slow(int n) { return n; }
  int never_called(int n) { return n; }
};

class [[mentat::regular]] opened {
 public:
  opened() { elsewhere(2); }
  int c01(int n) { return n; }
};
// expect: 42:7: remark: calls of 'a01' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 43:10: remark: calls of 'a02' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 44:15: remark: calls of 'a03' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 45:7: remark: calls of 'a04' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 51:7: remark: calls of 'a05' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 52:7: remark: calls of 'a06' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 56:30: remark: calls of 'a07' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 57:7: remark: calls of 'a08' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 58:7: remark: calls of 'a09' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 60:7: remark: calls of 'b01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 61:7: remark: calls of 'b02' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls through a pointer [R0409]
// expect: 61:27: warning: member function 'b02' of Mentat class 'brief' uses 'pointer', which is not part of the object: each process has its own copy [W0208]
// expect: 62:7: remark: calls of 'b03' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but copies of its parameter 'o' may wait [R0409]
// expect: 66:7: remark: calls of 'b04' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but values of type 'lock_guard' may wait [R0409]
// expect: 67:38: warning: member function 'b04' of Mentat class 'brief' uses 'lock_of_all', which is not part of the object: each process has its own copy [W0208]
// expect: 70:7: remark: calls of 'b05' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'operator+=', which may wait [R0409]
// expect: 70:27: warning: member function 'b05' of Mentat class 'brief' uses 'counted', which is not part of the object: each process has its own copy [W0208]
// expect: 71:7: remark: calls of 'b06' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'sort', which may wait [R0409]
// expect: 75:7: remark: calls of 'b07' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but values of type 'function' may wait [R0409]
// expect: 79:7: remark: calls of 'b08' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'area', which is virtual [R0409]
// expect: 84:7: remark: calls of 'b09' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but its static variable 'first' is initialised by one call [R0409]
// expect: 86:12: warning: member function 'b09' of Mentat class 'brief' uses 'first', which is not part of the object: each process has its own copy [W0208]
// expect: 88:7: remark: calls of 'b10' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 92:7: remark: calls of 'b11' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'all_of', which may wait [R0409]
// expect: 93:7: remark: calls of 'b12' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but its body is not in this file [R0409]
// expect: 94:7: remark: calls of 'b13' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but copies of its parameter 'all' may wait [R0409]
// expect: 95:15: remark: calls of 'b14' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it is virtual [R0409]
// expect: 96:7: remark: calls of 'b15' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'shared_ptr', which may wait [R0409]
// expect: 97:7: remark: calls of 'b16' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it makes a Mentat call [R0409]
// expect: 110:7: remark: calls of 'c01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
