// Classes that give back what they get: the types that Python can use.
#pragma once

#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

struct pair_of_names {
  std::string first;
  std::string second = "none";
  int number = 0;
};
struct group {
  pair_of_names leader;
  std::vector<pair_of_names> all;
};

struct flags {
  bool is_new = false;
  bool is_old : 1 = false;
};
// Python has no constructor of it.
struct sealed {
  explicit sealed(int number) : number(number) {}
  int number;
};

struct refusal : std::runtime_error {
  explicit refusal(const std::string& text) : std::runtime_error(text) {}
};
struct strict_refusal : refusal {
  explicit strict_refusal(const std::string& text) : refusal(text) {}
};

class [[mentat::regular]] values {
 public:
  int integer(int x) { return x; }
  unsigned char byte(unsigned char x) { return x; }
  std::vector<int> integers(std::vector<int> x) { return x; }
  std::variant<int, double, std::string> one_of(std::variant<int, double, std::string> x) {
    return x;
  }
  int which(std::variant<bool, int, std::string> x) { return static_cast<int>(x.index()); }
  int truth(bool x) { return x ? 1 : 0; }
  bool truth_of(int x) { return x != 0; }
  std::vector<bool> truths(std::vector<bool> x) { return x; }
  std::map<std::string, std::pair<bool, std::optional<std::vector<bool>>>> truth_table(
      std::map<std::string, std::pair<bool, std::optional<std::vector<bool>>>> x) {
    return x;
  }
  std::string kind_of(bool) { return "bool"; }
  std::string kind_of(int) { return "int"; }
  std::string kind_of(std::string) { return "str"; }
  flags flags_of(flags x) { return x; }
  sealed sealed_of(int x) { return sealed(x); }
  std::string overload(int) { return "int"; }
  std::string overload(double) { return "double"; }
  double sum(std::span<const double> x) {
    double total = 0;
    for (const double one : x) total += one;
    return total;
  }
  mentat::buffer<float> floats(mentat::buffer<float> x) { return x; }
  std::chrono::nanoseconds nanoseconds(std::chrono::nanoseconds x) { return x; }
  std::chrono::seconds seconds(std::chrono::seconds x) { return x; }
  std::chrono::duration<double> real_seconds(std::chrono::duration<double> x) { return x; }
  std::chrono::hours many_hours(long n) { return std::chrono::hours(n); }
  std::chrono::system_clock::time_point time(std::chrono::system_clock::time_point x) { return x; }
  long since_epoch(std::chrono::system_clock::time_point x) {
    return std::chrono::duration_cast<std::chrono::microseconds>(x.time_since_epoch()).count();
  }
  std::string text(std::string x) { return x; }
  std::vector<std::string> texts(std::vector<std::string> x) { return x; }
  std::map<std::string, std::vector<int>> table(std::map<std::string, std::vector<int>> x) {
    return x;
  }
  std::tuple<int, std::string> two(std::tuple<int, std::string> x) { return x; }
  std::vector<pair_of_names> names(std::vector<pair_of_names> x) { return x; }
  std::tuple<> no_values(std::tuple<> x) { return x; }
  int named_self(int self) { return self; }
  pair_of_names name(std::string first) { return {first, first, 1}; }
  group all_of(group x) { return x; }
  int fail() { throw std::out_of_range("there is none"); }
  std::string fail_text() { throw std::out_of_range("there is none"); }
  int fail_badly() { throw std::runtime_error("bad\xff utf8"); }
  int refuse() { throw refusal("no"); }
  int refuse_strictly() { throw strict_refusal("never"); }
  int wait(int milliseconds, int x);
};

class [[mentat::persistent]] kept {
 public:
  kept self(kept other) { return other; }
};
