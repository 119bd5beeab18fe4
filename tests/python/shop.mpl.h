// Classes for the tests of the binding: each construct that Python can use.
#pragma once

#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct place {
  int shelf = 0;
};
struct item : place {
  std::string name;
  double price = 0;
  unsigned rare : 1 = 0;
};

enum class colour { red = 1, green = 2 };

struct sold_out : std::runtime_error {
  explicit sold_out(const std::string& text, int left = 0) : std::runtime_error(text), left(left) {}
  int left;
};

/// A shop.
/// It keeps items.
class [[mentat::persistent]] shop {
 public:
  shop() = default;
  explicit shop(std::string name, int size = 3) : name_(std::move(name)), size_(size) {
    if (size < 0) throw std::invalid_argument("a shop has a size");
  }

  /// Adds an item.
  void put(item added);
  item get(const std::string& name) const;
  int count() const { return static_cast<int>(items_.size()); }
  std::string name() const { return name_; }
  int size() const { return size_; }
  void fail() { throw std::out_of_range("no such shelf"); }
  void sell_all() { throw sold_out("nothing is left", 0); }
  // An ordinary comment.
  std::vector<item> all() const { return items_; }
  int from(int as = 2, int with = 3) { return as * 10 + with; }
  shop self(shop other) { return other; }

 private:
  std::string name_ = "corner";
  int size_ = 0;
  std::vector<item> items_;
};

/// A door, which holds those who pass until it is open.
class [[mentat::persistent]] door {
 public:
  void open() { is_open_ = true; }
  int pass(int number) {
    mentat::guard(is_open_);
    return number;
  }

 private:
  bool is_open_ = false;
};

class [[mentat::regular]] mathematics {
 public:
  int twice(int n) { return 2 * n; }
  double half(double x) { return x / 2; }
  int add(int a, int b) { return a + b; }
  std::string add(const std::string& a, const std::string& b) { return a + b; }
  std::vector<double> range(int n);
  double sum(std::span<const double> numbers);
  double sum_after(int, std::span<const double> numbers) { return sum(numbers); }
  double sum_and_rest(std::span<const double> numbers);
  double sum_of_copy(const std::vector<double>& numbers) { return sum(numbers); }
  std::uint64_t address(std::span<const double> numbers) {
    return reinterpret_cast<std::uint64_t>(numbers.data());
  }
  std::uint64_t address_of_buffer(mentat::buffer<double> numbers) {
    return reinterpret_cast<std::uint64_t>(numbers.data());
  }
  mentat::buffer<double> squares(int n);
  mentat::buffer<double> same(mentat::buffer<double> numbers) { return numbers; }
  mentat::text text(std::string_view of) { return mentat::text(std::string(of)); }
  colour other(colour of) { return of == colour::red ? colour::green : colour::red; }
  std::map<std::string, std::optional<int>> index(std::vector<std::string> words);
  void nothing() {}
  int process();
  // Writes a file, waits until another one is there, and returns a number.
  int wait_for_file(std::string begun, std::string end);
};

/// A number that is read often.
class [[mentat::replicated]] board {
 public:
  int get() const { return best_; }
  bool lower(int to) {
    if (to >= best_) return false;
    best_ = to;
    return true;
  }

 private:
  int best_ = 100;
};

class [[mentat::persistent]] base {
 public:
  virtual ~base() = default;
  virtual std::string who() { return "base"; }
  int one() { return 1; }
};
class [[mentat::persistent]] derived : public base {
 public:
  std::string who() override { return "derived"; }
};

template <class T>
class [[mentat::regular]] boxed {
 public:
  T same(T value) { return value; }
};
