#include <mentat/mpl.h>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

struct route {
  int cost = 0;
  std::string next;
  void raise() { ++cost; }
};

class [[mentat::replicated]] table {
 public:
  // These change nothing.
  int plain() { return n_; }
  int constant() { return 3; }
  int element(int i) { return v_[i] + v_.at(0) + a_[1] + c_[2] + v_.front(); }
  int found(int key) {
    auto at = m_.find(key);
    return at == m_.end() ? 0 : at->second.cost;
  }
  int inside() {
    auto& all = m_.begin()->second;
    return all.cost + *o_;
  }
  int loop() {
    int sum = 0;
    for (const int one : v_) sum += one;
    for (const auto& [key, value] : m_) sum += key + value.cost;
    for (auto i = v_.begin(); i != v_.end(); ++i) sum += *i;
    return sum;
  }
  std::string copied() {
    std::string local = text_;
    local += "x";
    return local;
  }
  void given() { mentat::rtf(); if (n_ < 0) throw std::runtime_error(text_); }
  int helped() { return helper() + static_cast<int>(text_.size()); }
  route whole() { return m_.at(3); }
  int early() { rtf(n_); }

  // These change something, or may.
  void set(int n) { n_ = n; }
  int counted() { return ++n_; }
  int inserted(int key) { return m_[key].cost; }
  void erased(int key) { m_.erase(key); }
  void through(int key) { m_.find(key)->second.cost = 1; }
  void referred() { auto& one = v_[0]; one = 3; }
  void pointed() { int* p = v_.data(); *p = 3; }
  void raised() { m_.at(3).raise(); }
  void looped() { for (int& one : v_) ++one; }
  void sent() { changes(v_); }
  void own() { change(); }
  void swapped() { std::iota(v_.begin(), v_.end(), 0); }
  void stored() { a_[0] = 1; }
  void captured() { [this] { n_ = 3; }(); }
  void empty() {}
  int waiting() { mentat::guard(n_ > 0); return n_; }
  // And this is const.
  int good() const { return n_; }

 private:
  int helper() const { return n_; }
  void change() { ++n_; }
  static void changes(std::vector<int>& v) { v.clear(); }
  int n_ = 0;
  std::vector<int> v_;
  std::array<int, 3> a_{};
  int c_[3] = {};
  std::optional<int> o_;
  std::map<int, route> m_;
  std::string text_;
};
// expect: 19:7: warning: 'plain' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 20:7: warning: 'constant' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 21:7: warning: 'element' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 22:7: warning: 'found' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 26:7: warning: 'inside' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 30:7: warning: 'loop' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 37:15: warning: 'copied' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 42:8: warning: 'given' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 43:7: warning: 'helped' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 44:9: warning: 'whole' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
// expect: 45:7: warning: 'early' of replicated class 'table' changes nothing, but is not const: each call of it takes effect in all processes; declare it const, and it reads the copy in its caller's process [W0905]
