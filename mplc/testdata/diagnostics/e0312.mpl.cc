#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mentat/mpl.h>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

namespace grid {

struct mesh {
  std::vector<double> values;
  std::mutex lock;
};
struct problem {
  std::string name;
  mesh m;
};
class closed {
 public:
  explicit closed(int n) : n_(n) {}

 private:
  int n_;
};
struct tree {  // a struct may hold a vector of itself
  int value;
  std::vector<tree> below;
};
struct itself {
  template <class Archive>
  void serialize(Archive& archive) {
    archive(*p);
  }
  std::shared_ptr<int> p;
};
struct beside {
  int* p;
};
template <class Archive>
void save(Archive& archive, const beside& value) {
  archive(*value.p);
}
template <class Archive>
void load(Archive& archive, beside& value) {
  archive(*value.p);
}
union either {
  int a;
  float b;
};
struct fixed {
  const int n = 1;
};
class unknown;

}  // namespace grid

template <class T>
class duration {  // not that of the standard
  T count_;
};

mentat class solver {
 public:
  double solve(const grid::problem& p);
  void text(std::vector<std::string_view> t);
  void callback(std::function<int(int)> f);
  void shared(std::map<std::string, std::vector<std::shared_ptr<int>>> all);
  void choice(std::variant<int, std::mutex*> v, std::pair<int, grid::closed> c);
  void undefined(const grid::unknown& u);
  void others(grid::either e, grid::fixed f);
  void fine(grid::tree t, grid::itself i, grid::beside b, std::optional<std::vector<bool>> o, long double d);
  grid::closed result();
};

mentat class standard {
 public:
  std::chrono::milliseconds fine(std::chrono::system_clock::time_point t);
  void date(std::chrono::year_month_day d);
  void file(const std::filesystem::path& p);
  std::error_code failed(std::vector<int>::const_iterator i);
  void duration(duration<int> d);
};
// expect: 72:37: error: parameter 'p' of 'solver::solve' cannot be sent: p.m.lock has type std::mutex [E0312]
// expect: 73:43: error: parameter 't' of 'solver::text' cannot be sent: t[i] has type std::basic_string_view<char>; it points to text elsewhere, send a std::string [E0312]
// expect: 74:41: error: parameter 'f' of 'solver::callback' cannot be sent: f has type std::function<int (int)> [E0312]
// expect: 75:72: error: parameter 'all' of 'solver::shared' cannot be sent: all[key][i] has type std::shared_ptr<int>; it points to memory of this process, send the value (std::optional, if there may be none) [E0312]
// expect: 76:46: error: parameter 'v' of 'solver::choice' cannot be sent: v<1> has type std::mutex *; a pointer means nothing to another object [E0312]
// expect: 76:78: error: parameter 'c' of 'solver::choice' cannot be sent: c.second.n_ is not public in 'grid::closed'; give 'grid::closed' a member function template serialize(Archive&) [E0312]
// expect: 77:39: error: parameter 'u' of 'solver::undefined' cannot be sent: u has type grid::unknown, which is only declared here; include its definition [E0312]
// expect: 78:28: error: parameter 'e' of 'solver::others' cannot be sent: e has type grid::either, a union; give 'grid::either' a member function template serialize(Archive&) [E0312]
// expect: 78:43: error: parameter 'f' of 'solver::others' cannot be sent: f.n is const and cannot be filled in by the receiver; give 'grid::fixed' a member function template serialize(Archive&) [E0312]
// expect: 86:41: error: parameter 'd' of 'standard::date' cannot be sent: d has type std::chrono::year_month_day; send a std::chrono::duration or time_point [E0312]
// expect: 87:42: error: parameter 'p' of 'standard::file' cannot be sent: p has type std::filesystem::path; send its string() [E0312]
// expect: 88:19: error: the result of 'standard::failed' cannot be sent: result has type std::error_code; send its value() and the name() of its category() [E0312]
// expect: 88:59: error: parameter 'i' of 'standard::failed' cannot be sent: i._M_current is not public in '__gnu_cxx::__normal_iterator<const int *, std::vector<int>>'; give '__gnu_cxx::__normal_iterator<const int *, std::vector<int>>' a member function template serialize(Archive&) [E0312]
// expect: 89:31: error: parameter 'd' of 'standard::duration' cannot be sent: d.count_ is not public in 'duration<int>'; give 'duration<int>' a member function template serialize(Archive&) [E0312]
