// Every error says where its call is in the user's text, file and line, though the call was made in
// another process than the one that failed, or long before its value was needed.
// No elision: an ordinary compiler throws the original exception.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

class [[mentat::regular]] divider {
 public:
  int quotient(int a, int b) {
    if (b == 0) throw std::invalid_argument("division by zero");
    rtf(a / b);
  }
};

class [[mentat::persistent]] teller {
 public:
  int take(int n) {
    if (n > 3) throw std::out_of_range("no such coin");
    rtf(n);
  }
  int nested(int n) {
    divider d;
    int x = d.quotient(n, 0);  // line 28: where the innermost call is
    rtf(x + 1);
  }
};

class [[mentat::persistent]] vault {
 public:
  vault() { throw std::runtime_error("locked"); }
  vault(int a, int b) {
    if (a != b) throw std::invalid_argument("two keys");
  }
  explicit vault(const std::string& name) {
    divider d;
    int n = d.quotient(static_cast<int>(name.size()), 0);  // line 41: where the innermost call is
    if (n == 1) throw std::runtime_error("never");
  }
  bool is_open() const { return false; }
};

void say(const char* what, const mentat::remote_error& e) {
  const std::string place = e.called_at().substr(e.called_at().rfind('/') + 1);
  const bool is_explained = e.explain().find(e.called_at()) != std::string::npos;
  std::printf("%s: %s %d\n", what, place.c_str(), is_explained);
}

int main() {
  teller t;
  try {
    t.take(1);  // line 56
  } catch (const mentat::unbound_variable& e) {
    say("unbound", e);
  }
  mentat::create(t);
  int late = t.take(9);  // line 61
  int good = t.take(2);
  std::printf("%d\n", good);
  try {
    std::printf("%d\n", late);
  } catch (const mentat::remote_error& e) {
    say("used later", e);
  }
  try {
    std::printf("%d\n", t.take(7));  // line 70
  } catch (const mentat::remote_error& e) {
    say("blocked", e);
  }
  try {
    int x = t.nested(5);
    std::printf("%d\n", x);
  } catch (const mentat::remote_error& e) {
    say("nested", e);
  }
  divider d;
  std::vector<int> all(3);
  for (int i = 0; i < 3; ++i)
    all[i] = d.quotient(6, i);  // line 83
  try {
    std::printf("%d\n", all[0]);
  } catch (const mentat::remote_error& e) {
    say("element", e);
  }
  std::printf("%d %d\n", all[1], all[2]);
  teller gone = t;
  mentat::destroy(t);
  try {
    std::printf("%d\n", gone.take(1));  // line 93
  } catch (const mentat::object_lost& e) {
    say("destroyed", e);
  }
#define QUOTIENT(by) (by).quotient(1, 0)
  try {
    std::printf("%d\n", QUOTIENT(d));  // line 99
  } catch (const mentat::remote_error& e) {
    say("in a macro", e);
  }
  vault v;
  try {
    mentat::create(v);  // line 105
  } catch (const mentat::remote_error& e) {
    say("created", e);
    std::printf("%s::%s, %s\n", e.class_name().c_str(), e.function_name().c_str(),
                e.type_name().c_str());
  }
  try {
    v.create(1, 2);  // line 112
  } catch (const mentat::remote_error& e) {
    say("created by its member", e);
  }
  try {
    vault declared(3, 4);  // line 117
    std::printf("%d\n", declared.is_open());
  } catch (const mentat::remote_error& e) {
    say("declared", e);
  }
  try {
    mentat::create(v, mentat::near(gone), std::string("vault"));
  } catch (const mentat::remote_error& e) {
    say("inside of a constructor", e);
  }
}
