// Names that a translator might take are the program's: of classes, members, parameters, macros.
#include <mentat/mpl.h>

#include <iostream>
#include <string>
#include <vector>

#define value 6
#define call 5
#define unit 2
#define number 3
#define self 4
#define object 7
#define description "description"
#define methods 8
#define dispatch 9
#define handle 10
#define server 11
#define method 12
#define select 13
#define kind 14
#define archive 15
#define Archive 16
#define argument 17
#define take 18
#define function 19
#define RESOLVE(x) wrong
#define RV_INSERT(x) wrong
#define RV_DELETE 20
#define PRV_TO_ARG 21
#define invoke 22
#define invoke_fn 23
#define serialize 24
#define span 25
#define regular_kind 26
#define rtf_sink 27
#define class_info 28
#define constructors 29
#define mentat_stubs 30

struct point {
  int x = number, y = object;
};

// Beside the class `counter`, a class that hides its parts.
struct counter_impl {
  int hidden = 3;
};

class [[mentat::persistent]] counter {
 public:
  counter() = default;
  explicit counter(int start) : start_(start) {}
  int add(int n = number) { return n + add_tag + start_ + pimpl_.hidden + add_body; }
  int serves(int mentat_rtf, int argument_0, int) { return mentat_rtf + argument_0; }
  int late(int, int argument_0) { return argument_0; }
  int implementation(int name) { return name + add(1); }
  int set_class(int bind) { return bind; }
  int of_class() { return 1; }
  point turned(const point& p, std::string s) { return {p.y, p.x + int(s.size())}; }
  int mentat_main() { return 31; }

 private:
  int add_tag = 100, add_body = 200, add_default_0 = 400, call_fn = 500;
  int start_ = 0;
  counter_impl pimpl_;
};

class [[mentat::regular]] tags {
 public:
  int add_tag(int add) { return add; }
  int add(int add_tag) { return add_tag + 1; }
  int mentat_class(int mentat_scope) { return mentat_scope + 2; }
  std::vector<int> both(int mentat_rtf) { return {mentat_rtf, methods}; }
};

static int mentat_rtf() { return 32; }
static int mentat_main_() { return 33; }

int main() {
  counter c(1);
  tags t;
  int mentat_scope_a = 1, mentat_slot_a = 2;
  int a = c.add(), b = c.serves(1, 2, 3), d = c.late(4, 5);
  const int e = c.implementation(b);
  point p = c.turned({}, "ab");
  std::vector<int> both = t.both(t.add(t.add_tag(1)));
  int f = t.mentat_class(a);
  std::cout << a << ' ' << b << ' ' << d << ' ' << e << ' ' << p.x << ' ' << p.y << '\n'
            << both[0] << ' ' << both[1] << ' ' << f << ' ' << c.set_class(1) << c.of_class() << ' '
            << c.mentat_main() << ' ' << mentat_rtf() << ' ' << mentat_main_() << ' '
            << mentat_scope_a + mentat_slot_a << '\n';
}
