#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <complex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct hit {
  int at;
  float score;
};
struct spread {
  int at;
  double score;
};
class named {
 public:
  named();

 private:
  int value_ = 0;
};
struct holder {
  std::string_view name;
};

class [[mentat::regular]] finder {
 public:
  double sum(std::span<const double> a, const std::span<const hit>& b, std::span<const char>&& c,
             std::span<const std::complex<float>> d, std::string_view e, const std::string_view& f);
  int writes(std::span<double> values);
  int fixed(std::span<const double, 3> values);
  int changes(std::span<const double>& values);
  int changes_text(std::string_view& text);
  int texts(std::span<const std::string> values);
  int padded(std::span<const spread> values);
  int classes(std::span<const named> values);
  int pointers(std::span<const int* const> values);
  int flags(std::span<const bool> values);
  int wide(std::wstring_view text);
  int part(holder of);
  int parts(std::vector<std::span<const double>> of);
  std::span<const double> result(int n);
  std::string_view text(int n);
};

template <class T>
class [[mentat::regular]] adder {
 public:
  double sum(std::span<const T> values) { return static_cast<double>(values.size()); }
};
double run(std::vector<double> v, std::vector<std::string> s) {
  adder<double> a;
  adder<std::string> b;
  return a.sum(v) + b.sum(s);
}
// expect: 33:32: error: parameter 'values' of 'finder::writes' cannot be sent: values has type std::span<double>, through which the caller would see changes; take a std::span<const double> [E0312]
// expect: 34:40: error: parameter 'values' of 'finder::fixed' cannot be sent: values has type std::span<const double, 3>, whose length is a part of its type; take a std::span<const double> or a std::array [E0312]
// expect: 35:40: error: parameter 'values' of 'finder::changes' cannot be sent: values has type std::span<const double> and is a reference that is not const; take the view by value [E0312]
// expect: 36:38: error: parameter 'text' of 'finder::changes_text' cannot be sent: text has type std::basic_string_view<char> and is a reference that is not const; take the view by value [E0312]
// expect: 37:42: error: parameter 'values' of 'finder::texts' cannot be sent: values[i] has type std::basic_string<char>; the elements of a view are numbers, enumerations, and trivially copyable aggregates of these; take a std::vector [E0312]
// expect: 38:38: error: parameter 'values' of 'finder::padded' cannot be sent: values[i] has type spread, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 39:38: error: parameter 'values' of 'finder::classes' cannot be sent: values[i] has type named; the elements of a view are numbers, enumerations, and trivially copyable aggregates of these; take a std::vector [E0312]
// expect: 40:44: error: parameter 'values' of 'finder::pointers' cannot be sent: values[i] has type const int *; the elements of a view are numbers, enumerations, and trivially copyable aggregates of these; take a std::vector [E0312]
// expect: 41:35: error: parameter 'values' of 'finder::flags' cannot be sent: values[i] has type bool, and a byte from elsewhere may be neither true nor false; take a std::uint8_t, or send a std::vector [E0312]
// expect: 42:30: error: parameter 'text' of 'finder::wide' cannot be sent: text has type std::basic_string_view<wchar_t>; it points to text elsewhere, send a std::string [E0312]
// expect: 43:19: error: parameter 'of' of 'finder::part' cannot be sent: of.name has type std::basic_string_view<char>; it points to text elsewhere, send a std::string [E0312]
// expect: 44:50: error: parameter 'of' of 'finder::parts' cannot be sent: of[i] has type std::span<const double>; it points to elements elsewhere, send a std::vector or a mentat::buffer [E0312]
// expect: 45:27: error: the result of 'finder::result' cannot be sent: result has type std::span<const double>; it points to elements elsewhere, send a std::vector or a mentat::buffer [E0312]
// expect: 46:20: error: the result of 'finder::text' cannot be sent: result has type std::basic_string_view<char>; it points to text elsewhere, send a std::string [E0312]
// expect: 56:22: error: parameter 'values' of 'adder::sum' cannot be sent: values[i] has type std::basic_string<char>; the elements of a view are numbers, enumerations, and trivially copyable aggregates of these; take a std::vector [E0312]
