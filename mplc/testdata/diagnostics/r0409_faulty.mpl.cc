// flags: -Rmentat --profile-use=r0409.json
// A function with errors is judged, too: what it has may lack a type.
#include <mentat/mpl.h>

class [[mentat::regular]] brief {
 public:
  int a01(int n) {
    unknown all(n, 1);
    std::ranges::sort(all, by_value{});
    return all[0];
  }
  unknown a02(int n) { return {n, 1}; }
  int a03(int n) {
    std::vector<unknown> all{{n}, {1}};
    auto [one, two] = unknown{n};
    return all.front().n + one;
  }
};
// expect: 7:7: remark: calls of 'a01' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it has an error [R0409]
// expect: 8:5: error: unknown type name 'unknown'
// expect: 9:10: error: no member named 'ranges' in namespace 'std'
// expect: 9:28: error: use of undeclared identifier 'by_value'
// expect: 12:3: error: unknown type name 'unknown'
// expect: 12:31: error: excess elements in scalar initializer
// expect: 13:7: remark: calls of 'a03' take 30 ns, and another worker is worth it from 400 ns on: they would run inline, but it calls through a pointer [R0409]
// expect: 14:10: error: no member named 'vector' in namespace 'std'
// expect: 14:17: error: use of undeclared identifier 'unknown'
// expect: 14:26: error: use of undeclared identifier 'all'
// expect: 15:23: error: use of undeclared identifier 'unknown'
// expect: 15:30: error: expected ';' at end of declaration
// expect: 16:12: error: use of undeclared identifier 'all'
