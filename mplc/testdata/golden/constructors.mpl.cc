#include <mentat/mpl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#define LIMIT 10

namespace bank {

struct point {
  int x, y;
};

class owner;

class [[mentat::persistent]] account {
 public:
  enum class currency { euro, dollar };
  account(std::string name, int start, currency in = currency::euro);
  explicit account(const std::vector<point>& points, int = LIMIT) : total_(static_cast<int>(points.size())) {}
  account(const char* text) : name_(text) {}
  account(int& counted) { ++counted; }
  account(std::unique_ptr<int> start) : total_(*start) {}
  account(account other, std::string&& name) : name_(std::move(name)) { total_ = other.pay(0); }
  account(const owner& of, bool twice = base == 3);
  account(float) = delete;
  account() = default;
  int pay(int n) { rtf(total_ += n); }

 private:
  account(long start) : total_(static_cast<int>(start)) {}
  static constexpr int base = 3;
  std::string name_;
  int total_ = 0;
};

class owner {
 public:
  int id = 0;
};

account::account(std::string name, int start, currency) : name_(std::move(name)), total_(start) {}
account::account(const owner& of, bool twice) : total_(twice ? 2 * of.id : of.id) {}

// It keeps a reference.
class [[mentat::persistent]] view {
 public:
  view(const std::vector<int>& of) : of_(of) {}
  int size() { return static_cast<int>(of_.size()); }

 private:
  const std::vector<int>& of_;
};

class [[mentat::persistent]] savings : public account {
 public:
  using account::account;
};

class [[mentat::persistent]] any {
 public:
  template <class T>
  any(T) {}
  any(int) {}
  int one() { return 1; }
};

#define PARAMETER int by
class [[mentat::persistent]] from_macro {
 public:
  from_macro(PARAMETER) : by_(by) {}
  from_macro(int, int) {}
  int by() { return by_; }

 private:
  int by_ = 0;
};

class [[mentat::regular]] clerk {
 public:
  clerk(int = 0) {}
  int work() { return 1; }
};

template <class T>
class [[mentat::persistent]] box {
 public:
  box(T value, std::vector<T> more = {}) : value_(std::move(value)) { more.clear(); }
  T get() { return value_; }

 private:
  T value_;
};

}  // namespace bank

int main() {
  bank::account a, b;
  mentat::create(b, "Ann", 5);
  bank::box<bank::point> c;
  mentat::create(c, bank::point{1, 2});
  int n = b.pay(1);
  return n;
}
