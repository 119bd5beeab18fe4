// Calls whose results go into maps, deques and optionals, and containers that are returned before
// their elements have come: nothing waits before the value is needed.
#include <mentat/mpl.h>

#include <array>
#include <deque>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct both {
  int a = 0;
  std::string b;
};

class [[mentat::regular]] worker {
 public:
  int square(int n) {
    if (n < 0) throw std::runtime_error("negative");
    return n * n;
  }
  std::string text(int n) { return std::string(static_cast<std::size_t>(n), 'x'); }
  std::optional<int> maybe(int n) {
    worker w;
    if (n == 0) return std::nullopt;
    return w.square(n);
  }

  // Parts that have not come when the function ends.
  std::vector<int> elements(int n) {
    worker w;
    std::vector<int> made(3);
    for (int i = 0; i < 3; ++i) made[i] = w.square(n + i);
    return made;
  }
  std::vector<std::string> some_elements() {
    worker w;
    std::vector<std::string> made(3, "old");
    made[1] = w.text(2);
    return made;
  }
  std::array<int, 3> inside(int n) {
    worker w;
    std::array<int, 3> made = {7, 8, 9};
    made[1] = w.square(n);
    return made;
  }
  both fields(int n) {
    worker w;
    both made;
    made.a = w.square(n);
    made.b = w.text(n);
    return made;
  }
  std::map<std::string, int> table(int n) {
    worker w;
    std::map<std::string, int> made;
    made["one"] = w.square(n);
    made["two"] = w.square(n + 1);
    return made;
  }
  std::deque<int> queue() {
    worker w;
    std::deque<int> made;
    for (int i = 0; i < 3; ++i) made.push_back(w.square(i));
    rtf(made);
  }
  std::vector<int> nested(int n) {
    worker w;
    std::vector<int> made(2);
    made[0] = w.square(w.square(n));
    made[1] = w.square(made[0]);
    return made;
  }
  std::vector<int> whole(int n) {
    worker w;
    std::vector<int> made;
    made = w.elements(n);
    if (n == 1) made[0] = w.square(10);
    return made;
  }
  std::vector<int> failing() {
    worker w;
    std::vector<int> made(2);
    made[0] = w.square(1);
    made[1] = w.square(-1);
    return made;
  }
  int sum(const std::vector<int>& v) {
    int made = 0;
    for (int one : v) made += one;
    return made;
  }
};

template <class Values>
void show(const Values& values) {
  for (const auto& one : values) std::cout << one << ',';
  std::cout << ' ';
}

int main() {
  worker w;
  std::map<int, int> m;
  for (int i = 0; i < 5; ++i) m[i] = w.square(i);
  m[2] = 77;
  m[3] = w.square(m[4]);
  std::cout << m.size() << ' ' << m[3] << ' ' << m.at(4) << ' ' << m.count(9) << ' ';
  for (const auto& [key, value] : m) std::cout << key << '=' << value << ',';
  m.erase(0);
  m[0] = w.square(20);
  std::cout << ' ' << m.begin()->second << ' ';
  std::unordered_map<std::string, std::string> names;
  for (int i = 0; i < 50; ++i) names[std::to_string(i)] = w.text(i);
  std::size_t letters = 0;
  for (const auto& one : names) letters += one.second.size();
  std::cout << letters << ' ';
  std::map<int, int> copy = m, other;
  other[1] = w.square(30);
  std::swap(copy, other);
  other.clear();
  std::cout << copy[1] << other.size() << '\n';

  std::deque<int> d(3);
  d[1] = w.square(6);
  d.push_front(1);
  std::cout << d[2] << ' ';
  std::optional<int> o, p = w.square(3), q;
  o = w.square(4);
  std::cout << o.value() << *p << q.has_value() << ' ';
  o = std::nullopt;
  q = w.maybe(5);
  std::optional<int> none = w.maybe(0);
  std::cout << o.has_value() << q.value_or(1) << none.has_value() << ' ';
  for (int i = 0; i < 3; ++i) {
    std::optional<std::string> round;
    if (i != 1) round = w.text(i);
    std::cout << (round ? *round : "none") << ',';
  }
  std::cout << '\n';

  show(w.elements(1));
  show(w.some_elements());
  show(w.inside(3));
  both fields = w.fields(2);
  std::map<std::string, int> table = w.table(3);
  std::cout << fields.a << fields.b << ' ' << table["one"] << table["two"] << ' ';
  show(w.queue());
  show(w.nested(2));
  show(w.whole(1));
  show(w.whole(2));
  std::vector<int> later = w.elements(4);
  int sum = w.sum(later), of_call = w.sum(w.elements(5));
  std::cout << sum << ' ' << of_call << ' ';
  try {
    std::vector<int> failed = w.failing();
    show(failed);
  } catch (const std::exception& e) {
    std::cout << e.what() << ' ';
  }
  std::map<int, int> outside;
  std::optional<int> given;
  try {
    given = 1;
    outside[1] = w.square(-1);
  } catch (const std::exception&) {
    std::cout << outside.size();
  }
  try {
    given = w.square(-1);
  } catch (const std::exception&) {
    std::cout << given.value();
  }
  std::cout << '\n';
}
