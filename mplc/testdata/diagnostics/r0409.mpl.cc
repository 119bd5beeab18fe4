// flags: -Rmentat --profile-use=r0409.json
// Calls of regular classes that are brief and cannot wait run inline.
#include <mentat/mpl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
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

struct begun {
  int n;
  begun() : n(elsewhere(1)) {}
};
struct holds {
  begun first;
};
struct made {
  int n;
  made(int k) : n(elsewhere(k)) {}
};
struct inherits : made {
  using made::made;
};
struct keyed {
  int n;
  bool operator<(const keyed& other) const { return elsewhere(n) < other.n; }
};
struct by_value {
  bool operator()(int a, int b) const { return elsewhere(a) < b; }
};
struct ends {
  void operator()(const int* n) const { elsewhere(*n); }
};
struct in_parts {
  int n;
};
template <std::size_t>
int get(const in_parts& of) {
  return elsewhere(of.n);
}
template <>
struct std::tuple_size<in_parts> : std::integral_constant<std::size_t, 1> {};
template <>
struct std::tuple_element<0, in_parts> {
  using type = int;
};
template <class T>
struct pool {
  using value_type = T;
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(elsewhere(1) * n)); }
  void deallocate(T*, std::size_t) {}
};
auto global = [](int a, int b) { return elsewhere(a) < b; };
using type_of_lambda = decltype([](int a, int b) { return elsewhere(a) < b; });
volatile int watched;
int exchanged;
struct harmless {
  int n = 1;
  harmless() = default;
  explicit harmless(int of) : n(of) {}
  bool operator<(const harmless& other) const { return n < other.n; }
};
[[noreturn]] inline void complain() { throw std::runtime_error("complaint"); }

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
  int a10(int n) {
    std::vector<harmless> all(3);
    all.emplace_back(n);
    std::array<harmless, 2> more;
    return all.back().n + more[0].n;
  }
  int a11(int n) {
    std::vector<int> all{n, 1};
    std::ranges::sort(all, [](auto x, auto y) { return x > y; });
    return std::abs(all[0]);
  }
  int a12(int n) {
    if (n < 0) complain();
    return n;
  }

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

  int d01(int n) {
    holds one;
    return one.first.n + n;
  }
  int d02(int n) {
    std::array<begun, 2> two;
    return two[0].n + n;
  }
  int d03(int n) {
    std::pair<begun, int> two;
    return two.first.n + n;
  }
  int d04(int n) {
    std::vector<made> all;
    all.emplace_back(n);
    return all[0].n;
  }
  int d05(int n) {
    inherits one(n);
    return one.n;
  }
  int d06(int n) {
    std::list<keyed> all{{n}, {1}};
    all.sort();
    return all.front().n;
  }
  int d07(int n) { return std::less<point>{}({n, n}, {n, n}) ? 1 : 0; }
  int d08(std::vector<int> all) {
    std::ranges::sort(all, by_value{});
    return all[0];
  }
  int d09(std::vector<int> all) {
    std::sort(all.begin(), all.end(), global);
    return all[0];
  }
  int d10(std::vector<int> all) {
    std::sort(all.begin(), all.end(), type_of_lambda{});
    return all[0];
  }
  int d11(int n) {
    std::vector<int, pool<int>> all(n, 1);
    return all[0];
  }
  int d12(int n) {
    std::unique_ptr<int, ends> one(&n);
    return *one;
  }
  int d13(int n) {
    auto [one] = in_parts{n};
    return one;
  }
  int d14(int n) {
    while (watched == n) {
    }
    return n;
  }
  int d15(int n) {
    while (__sync_val_compare_and_swap(&exchanged, 0, 0) == n) {
    }
    return n;
  }
  int d16(int n) { return std::scanf("%d", &n); }
  int d17(int n) {
    if (n < 0) std::exit(1);
    return n;
  }
  int d18(int n) {
    if (n < 0) __builtin_trap();
    return n;
  }

  int slow(int n) { return n; }
  int never_called(int n) { return n; }
};

class [[mentat::regular]] opened {
 public:
  opened() { elsewhere(2); }
  int c01(int n) { return n; }
};

class [[mentat::regular]] keeps {
  begun first_;

 public:
  int c02(int n) { return n + first_.n; }
};
// expect: 101:7: remark: calls of 'a01' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 102:10: remark: calls of 'a02' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 103:15: remark: calls of 'a03' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 104:7: remark: calls of 'a04' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 110:7: remark: calls of 'a05' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 111:7: remark: calls of 'a06' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 115:30: remark: calls of 'a07' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 116:7: remark: calls of 'a08' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 117:7: remark: calls of 'a09' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 118:7: remark: calls of 'a10' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 124:7: remark: calls of 'a11' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 129:7: remark: calls of 'a12' take 30 ns, and another worker is worth it from 400 ns on: they run inline [R0409]
// expect: 134:7: remark: calls of 'b01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 135:7: remark: calls of 'b02' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls through a pointer [R0409]
// expect: 135:27: warning: member function 'b02' of Mentat class 'brief' uses 'pointer', which is not part of the object: each process has its own copy [W0208]
// expect: 136:7: remark: calls of 'b03' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but copies of its parameter 'o' may wait [R0409]
// expect: 140:7: remark: calls of 'b04' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but values of type 'lock_guard' may wait [R0409]
// expect: 141:38: warning: member function 'b04' of Mentat class 'brief' uses 'lock_of_all', which is not part of the object: each process has its own copy [W0208]
// expect: 144:7: remark: calls of 'b05' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'operator+=', which may wait [R0409]
// expect: 144:27: warning: member function 'b05' of Mentat class 'brief' uses 'counted', which is not part of the object: each process has its own copy [W0208]
// expect: 145:7: remark: calls of 'b06' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'sort', which may wait [R0409]
// expect: 149:7: remark: calls of 'b07' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but values of type 'function' may wait [R0409]
// expect: 153:7: remark: calls of 'b08' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'area', which is virtual [R0409]
// expect: 158:7: remark: calls of 'b09' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but its static variable 'first' is initialised by one call [R0409]
// expect: 160:12: warning: member function 'b09' of Mentat class 'brief' uses 'first', which is not part of the object: each process has its own copy [W0208]
// expect: 162:7: remark: calls of 'b10' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 166:7: remark: calls of 'b11' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'all_of', which may wait [R0409]
// expect: 167:7: remark: calls of 'b12' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but its body is not in this file [R0409]
// expect: 168:7: remark: calls of 'b13' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but copies of its parameter 'all' may wait [R0409]
// expect: 169:15: remark: calls of 'b14' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it is virtual [R0409]
// expect: 170:7: remark: calls of 'b15' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'shared_ptr', which may wait [R0409]
// expect: 171:7: remark: calls of 'b16' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it makes a Mentat call [R0409]
// expect: 177:7: remark: calls of 'd01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 181:7: remark: calls of 'd02' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 185:7: remark: calls of 'd03' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 189:7: remark: calls of 'd04' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 194:7: remark: calls of 'd05' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 198:7: remark: calls of 'd06' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 203:7: remark: calls of 'd07' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'operator()', which may wait [R0409]
// expect: 204:7: remark: calls of 'd08' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'operator()', which may wait [R0409]
// expect: 208:7: remark: calls of 'd09' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 209:39: warning: member function 'd09' of Mentat class 'brief' uses 'global', which is not part of the object: each process has its own copy [W0208]
// expect: 212:7: remark: calls of 'd10' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 216:7: remark: calls of 'd11' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'operator new', which may wait [R0409]
// expect: 220:7: remark: calls of 'd12' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 224:7: remark: calls of 'd13' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 228:7: remark: calls of 'd14' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it uses a volatile value, for which it may wait [R0409]
// expect: 229:12: warning: member function 'd14' of Mentat class 'brief' uses 'watched', which is not part of the object: each process has its own copy [W0208]
// expect: 233:7: remark: calls of 'd15' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls '__sync_val_compare_and_swap_4', which may wait [R0409]
// expect: 234:41: warning: member function 'd15' of Mentat class 'brief' uses 'exchanged', which is not part of the object: each process has its own copy [W0208]
// expect: 238:7: remark: calls of 'd16' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'scanf', which may wait [R0409]
// expect: 239:7: remark: calls of 'd17' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'exit', which does not return [R0409]
// expect: 243:7: remark: calls of 'd18' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls '__builtin_trap', which does not return [R0409]
// expect: 255:7: remark: calls of 'c01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
// expect: 259:9: warning: regular Mentat class 'keeps' has data members; they do not last from one call to the next, make the class persistent if they should [W0207]
// expect: 262:7: remark: calls of 'c02' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls 'elsewhere', whose body is not in this file [R0409]
