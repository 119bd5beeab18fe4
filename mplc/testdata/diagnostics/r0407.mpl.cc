// flags: -Rmentat
#include <mentat/mpl.h>

#include <string>
#include <vector>

struct loud {
  loud() = default;
  loud(const loud&) = default;
  loud& operator=(const loud&) = default;
  ~loud() {}
  std::vector<int> values;
};
struct quiet {
  std::vector<int> values;
  int n = 0;
};

mentat class adder {
 public:
  void take(std::vector<int> all, int n) {}
  void view(std::string_view text) {}
  void quiet_one(quiet value) {}
  void loud_one(loud value) {}
  void number(int n) {}
  int count(std::vector<int> all) { return 1; }
};

void moved(std::vector<int> all, std::string text, quiet silent) {
  adder a;
  a.take(all, 1);
  a.view(text);
  a.quiet_one(silent);
}

void copied(std::vector<int> all, const std::vector<int> fixed, loud value, int n) {
  adder a;
  for (int i = 0; i < 3; ++i) a.take(all, i);
  a.take(fixed, 1);
  a.loud_one(value);
  a.number(n);
  std::vector<int> first(3);
  a.take(first, static_cast<int>(first.size()));
  a.take(first, 1);
}

// The error of a call arrives where its result is used.
int handled(std::vector<int> all) {
  adder a;
  int one = a.count(all);
  try {
    int same = one;
    return same;
  } catch (...) {
    return all[0];
  }
}

template <class T>
void generic(T t) {
  adder a;
  std::vector<int> all(3);
  a.take(all, 1);
}
// expect: 31:10: remark: 'all' is moved into the call, because nothing reads it afterwards [R0408]
// expect: 32:10: remark: 'text' is moved into the call, because nothing reads it afterwards [R0408]
// expect: 33:15: remark: 'silent' is moved into the call, because nothing reads it afterwards [R0408]
// expect: 38:38: remark: 'all' is copied into the call, because it is read afterwards [R0407]
// expect: 43:10: remark: 'first' is copied into the call, because the expression names it again [R0407]
// expect: 44:10: remark: 'first' is moved into the call, because nothing reads it afterwards [R0408]
// expect: 50:21: remark: 'all' is copied into the call, because it is read afterwards [R0407]
