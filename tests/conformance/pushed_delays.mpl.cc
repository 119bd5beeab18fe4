// push_back and emplace_back of calls and of result variables: the new elements are delayed, and a
// vector that grows takes its delays along. Reading, ordinary elements between, deques, scopes.
#include <mentat/mpl.h>

#include <deque>
#include <exception>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int square(int n) {
    if (n < 0) throw std::runtime_error("negative");
    return n * n;
  }
  std::string text(int n) { return std::string(static_cast<std::size_t>(n), 'x'); }
  int sum(const std::vector<int>& v) { return std::accumulate(v.begin(), v.end(), 0); }
  std::vector<int> squares(int n) {
    worker w;
    std::vector<int> made;
    for (int i = 0; i < n; ++i) made.push_back(w.square(i));
    return made;
  }
  std::vector<int> handed_on(int n) {
    worker w;
    std::vector<int> made;
    for (int i = 0; i < n; ++i) made.push_back(w.square(n - i));
    rtf(made);
  }
};

struct number {
  explicit number(int n) : value(n) {}
  int value;
};

int main() {
  worker w;
  std::vector<int> v;
  for (int i = 0; i < 100; ++i) v.push_back(w.square(i));
  long total = 0;
  for (int one : v) total += one;
  std::cout << total << ' ' << v.size() << ' ';

  std::vector<std::string> texts;
  for (int i = 0; i < 5; ++i) {
    texts.emplace_back(w.text(i));
    texts.push_back("-");
    std::string more = w.text(i + 1);
    texts.push_back(more);
    more = "lost";
  }
  std::string all;
  for (const std::string& one : texts) all += one;
  std::cout << all << ' ' << texts.size() << ' ';

  // The size is known before the elements are; an element is read and set between.
  std::vector<int> mixed;
  mixed.reserve(2);
  while (mixed.size() < 6) {
    mixed.push_back(w.square(static_cast<int>(mixed.size())));
    if (mixed.size() == 3) mixed[1] = 100;
    if (mixed.size() == 4) mixed[0] = w.square(mixed[3]);
    if (mixed.size() == 5) mixed.pop_back(), mixed.push_back(w.square(50));
  }
  for (int one : mixed) std::cout << one << ',';
  std::cout << ' ' << w.sum(mixed) << ' ';

  // An element of the vector itself.
  std::vector<int> doubled;
  doubled.push_back(w.square(3));
  for (int i = 0; i < 5; ++i) doubled.push_back(doubled[0]);
  int two = w.square(2);
  doubled.push_back(two);
  doubled.push_back(two);
  std::cout << w.sum(doubled) << ' ';

  std::deque<int> queue;
  for (int i = 0; i < 4; ++i) queue.push_back(w.square(i));
  queue[1] = w.square(9);
  std::cout << queue[1] << queue[3] << queue.size() << ' ';

  std::vector<double> converted;
  converted.push_back(w.square(5));
  converted.emplace_back(w.square(6));
  std::vector<number> numbers;
  numbers.emplace_back(w.square(7));
  std::vector<bool> flags;
  flags.push_back(w.square(1));
  std::cout << converted[0] + converted[1] << numbers[0].value << flags[0] << '\n';

  // The vector is declared in each round, left with delays, moved, copied, swapped and cleared.
  int last = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<int> round;
    round.push_back(w.square(i));
    round.push_back(w.square(i + 1));
    if (i == 1) continue;
    std::vector<int> moved = std::move(round), copied = moved;
    round.clear();
    round.push_back(w.square(7));
    std::swap(round, copied);
    last += moved[0] + copied[0] + static_cast<int>(round.size()) + round.back();
  }
  std::cout << last << ' ';
  const std::vector<int> squares = w.squares(5);
  std::vector<int> back = w.handed_on(3);
  std::cout << squares.size() << squares[4] << back[0] << back[2] << ' ';

  // A lambda grows it, an alias of an element stays right.
  std::vector<int> shared;
  auto add = [&](int n) { shared.push_back(w.square(n)); };
  add(2);
  add(3);
  std::cout << shared[0] + shared[1] << ' ';
  std::vector<int> watched;
  watched.reserve(4);
  watched.push_back(w.square(1));
  const int* at = watched.data();
  watched.push_back(w.square(2));
  std::cout << at[0] << at[1] << ' ';

  try {
    std::vector<int> failing;
    failing.push_back(w.square(1));
    failing.push_back(w.square(-1));
    std::cout << "passed " << failing[1];
  } catch (const std::exception& e) {
    std::cout << e.what() << ' ';
  }
  std::vector<int> outside;
  try {
    outside.push_back(w.square(2));
    outside.push_back(w.square(-2));
  } catch (const std::exception&) {
    std::cout << "handled " << outside.size();
  }
  std::cout << '\n';
}
