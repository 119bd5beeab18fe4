// Arguments that are moved at the last use of their variable, and those that must not be.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <regex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using numbers = std::vector<int>;

struct pair_of_numbers {
  numbers first, second;
};

regular mentat class adder {
 public:
  int sum(const numbers& values) { return std::accumulate(values.begin(), values.end(), 0); }
  int sum_by_value(numbers values) { return std::accumulate(values.begin(), values.end(), 0); }
  int sum_view(std::span<const int> values) {
    return std::accumulate(values.begin(), values.end(), 0);
  }
  int both(const numbers& left, const numbers& right) { return sum(left) * 1000 + sum(right); }
  int scaled(const numbers& values, int by) { return sum(values) * by; }
  int length(std::string_view text) { return static_cast<int>(text.size()); }
  numbers doubled(numbers values) {
    for (int& value : values) value *= 2;
    return values;
  }
  int sum_of(const pair_of_numbers& both) { return sum(both.first) + sum(both.second); }
  int refuse(const numbers& values) {
    if (values.size() > 2) throw std::runtime_error("too many");
    return 1;
  }
};

persistent mentat class shelf {
 public:
  void put(std::string name, numbers values) { kept_[std::move(name)] = std::move(values); }
  int sum() const {
    int total = 0;
    for (const auto& [name, values] : kept_)
      total += static_cast<int>(name.size()) + std::accumulate(values.begin(), values.end(), 0);
    return total;
  }

 private:
  std::map<std::string, numbers> kept_;
};

numbers upto(int n) {
  numbers values(n);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

// Keeps the address of what it is given.
class watcher {
 public:
  void watch(const numbers& values) { watched_ = &values; }
  int size() const { return static_cast<int>(watched_->size()); }

 private:
  const numbers* watched_ = nullptr;
};

struct scope_end {
  std::function<void()> run;
  ~scope_end() { run(); }
};

int last_use() {
  adder a;
  numbers values = upto(4);
  std::sort(values.begin(), values.end(), std::greater<>());
  return a.sum(values);
}

int used_again() {
  adder a;
  numbers values = upto(4);
  int first = a.sum(values);
  values.push_back(100);
  int second = a.sum(values);
  return first * 1000 + second;
}

int twice_in_one_call() {
  adder a;
  numbers values = upto(3);
  return a.both(values, values);
}

int size_beside_it() {
  adder a;
  numbers values = upto(3);
  return a.scaled(values, static_cast<int>(values.size()));
}

int in_a_loop() {
  adder a;
  numbers values = upto(3);
  std::vector<int> results(3);
  for (int i = 0; i < 3; ++i) results[i] = a.sum(values);
  return results[0] + results[1] + results[2];
}

int made_in_a_loop() {
  adder a;
  std::vector<int> results(3);
  for (int i = 0; i < 3; ++i) {
    numbers values = upto(i + 1);
    results[i] = a.sum_by_value(values);
  }
  return results[0] + results[1] + results[2];
}

int overwritten_in_a_loop() {
  adder a;
  numbers values = upto(1);
  std::vector<int> results(3);
  for (int i = 0; i < 3; ++i) {
    results[i] = a.sum(values);
    values = upto(i + 2);
  }
  return results[0] + results[1] + results[2] + static_cast<int>(values.size());
}

int overwritten_with_itself() {
  adder a;
  numbers values = upto(3);
  int first = a.sum(values);
  values = numbers(values.rbegin(), values.rend());
  return first + values.front();
}

int on_one_branch(bool again) {
  adder a;
  numbers values = upto(5);
  int first = a.sum_view(values);
  if (again) return first + static_cast<int>(values.size());
  return first;
}

int elements_of_a_loop() {
  adder a;
  std::vector<numbers> all{upto(1), upto(2), upto(3)};
  std::vector<int> results;
  for (numbers one : all) results.push_back(a.sum(one));
  for (const numbers& one : all) results.push_back(a.sum(one));
  return std::accumulate(results.begin(), results.end(), 0);
}

int over_itself() {
  adder a;
  numbers values = upto(3);
  std::vector<int> results;
  for (int value : values) results.push_back(a.scaled(values, value));
  return std::accumulate(results.begin(), results.end(), 0);
}

int watched() {
  adder a;
  watcher w;
  numbers values = upto(6);
  w.watch(values);
  int sum = a.sum(values);
  return sum + w.size();
}

int referred() {
  adder a;
  numbers values = upto(3);
  const numbers& same = values;
  int sum = a.sum(values);
  return sum + static_cast<int>(same.size());
}

int pointed() {
  adder a;
  numbers values = upto(3);
  const int* first = values.data();
  int sum = a.sum(values);
  return sum + first[2];
}

int captured() {
  adder a;
  numbers values = upto(3);
  const auto size = [&] { return static_cast<int>(values.size()); };
  int sum = a.sum(values);
  return sum + size();
}

int looked_at_on_exit() {
  adder a;
  int seen = 0, sum = 0;
  {
    numbers values = upto(3);
    scope_end look{[&] { seen = static_cast<int>(values.size()); }};
    sum = a.sum(values);
  }
  return sum * 10 + seen;
}

int in_a_handler() {
  adder a;
  numbers values = upto(3);
  try {
    int one = a.refuse(values);
    return one;
  } catch (const std::runtime_error&) {
    return static_cast<int>(values.size()) + 40;
  }
}

int of_parameters(numbers values, std::string text) {
  adder a;
  int sum = a.sum(values);
  int length = a.length(text);
  return sum + length;
}

int to_an_object() {
  shelf s;
  mentat::create(s);
  for (int i = 0; i < 3; ++i) {
    std::string name(i + 1, 'x');
    numbers values = upto(i);
    s.put(name, values);
  }
  return s.sum();
}

int by_goto() {
  adder a;
  numbers values = upto(3);
  int sum = 0, rounds = 0;
again:
  sum = sum + a.sum(values);
  if (++rounds < 3) goto again;
  return sum;
}

int of_a_result() {
  adder a;
  numbers values = a.doubled(upto(3));
  numbers copy = values;
  int sum = a.sum(copy);
  int again = a.sum(values);
  return sum + again;
}

int in_a_lambda() {
  const auto add = [](int n) {
    adder a;
    numbers values = upto(n);
    return a.sum(values);
  };
  return add(3) + add(4);
}

int by_switch(int which) {
  adder a;
  numbers values = upto(3);
  int sum = 0;
  switch (which) {
    case 0:
      sum = a.sum(values);
      [[fallthrough]];
    case 1:
      sum = sum + a.sum_by_value(values);
      break;
    default:
      break;
  }
  return sum;
}

// Calls that leave something behind that leads to the variable.
std::vector<const numbers*> seen;
void note(std::vector<const numbers*>& to, const numbers& values) { to.push_back(&values); }
void remember(const numbers& values) { seen.push_back(&values); }
void fill(numbers& values) {
  for (int& value : values) value = 2;
}

int kept_by_functions() {
  adder a;
  std::vector<const numbers*> noted;
  numbers values = upto(3), others = upto(4), filled(5);
  note(noted, values);
  remember(others);
  fill(filled);
  int sum = a.sum(values), other_sum = a.sum(others), filled_sum = a.sum(filled);
  return sum + other_sum + filled_sum + static_cast<int>(noted[0]->size() + seen.back()->size());
}

int kept_by_a_function_object() {
  adder a;
  const numbers* kept = nullptr;
  std::function<void(const numbers&)> keep = [&](const numbers& one) { kept = &one; };
  numbers values = upto(3);
  keep(values);
  int sum = a.sum(values);
  return sum + static_cast<int>(kept->size());
}

int kept_by_an_algorithm() {
  adder a;
  int* last = nullptr;
  numbers values = upto(3);
  std::for_each(values.begin(), values.end(), [&last](int& value) { last = &value; });
  int sum = a.sum(values);
  return sum + *last;
}

int kept_by_a_match() {
  adder a;
  std::smatch match;
  std::string text = "key=value that is long enough for the heap";
  std::regex_search(text, match, std::regex("=([a-z]+)"));
  int length = a.length(text);
  return length * 100 + static_cast<int>(match[1].str().size());
}

int kept_by_a_number() {
  adder a;
  std::string text = "17 words that are long enough for the heap";
  char* rest = nullptr;
  const long number = std::strtol(text.c_str(), &rest, 10);
  int length = a.length(text);
  return length + static_cast<int>(number) + rest[1];
}

int by_a_pointer_to_member() {
  adder a;
  numbers pair_of_numbers::* second = &pair_of_numbers::second;
  pair_of_numbers both{upto(2), upto(3)};
  const numbers& same = both.*second;
  int sum = a.sum_of(both);
  return sum + static_cast<int>(same.size());
}

int in_a_capture() {
  auto sum = [values = upto(3)]() mutable {
    adder a;
    int once = a.sum(values);
    return once + 0;
  };
  const int once = sum();
  return once + sum();
}

int main() {
  std::cout << last_use() << ' ' << used_again() << ' ' << twice_in_one_call() << ' '
            << size_beside_it() << '\n';
  std::cout << in_a_loop() << ' ' << made_in_a_loop() << ' ' << overwritten_in_a_loop() << ' '
            << overwritten_with_itself() << '\n';
  std::cout << on_one_branch(false) << ' ' << on_one_branch(true) << ' ' << elements_of_a_loop()
            << ' ' << over_itself() << '\n';
  std::cout << watched() << ' ' << referred() << ' ' << pointed() << ' ' << captured() << ' '
            << looked_at_on_exit() << '\n';
  std::cout << in_a_handler() << ' ' << of_parameters(upto(3), "four") << ' ' << to_an_object()
            << ' ' << by_goto() << '\n';
  std::cout << of_a_result() << ' ' << in_a_lambda() << ' ' << by_switch(0) << ' ' << by_switch(1)
            << '\n';
  std::cout << kept_by_functions() << ' ' << kept_by_a_function_object() << ' '
            << kept_by_an_algorithm() << ' ' << kept_by_a_match() << ' ' << kept_by_a_number()
            << ' ' << by_a_pointer_to_member() << ' ' << in_a_capture() << '\n';
}
