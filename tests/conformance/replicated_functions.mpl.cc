// Overloads, default arguments, results by reference, rtf, reads within functions of the object,
// and reads in macros, lambdas and conditions.
#include <mentat/mpl.h>
#include <cstdio>
#include <string>
#include <vector>

#define READ(object) (object).get() + 0

class [[mentat::replicated]] cell {
 public:
  int get() const { return n_; }
  int get(int times) const { return n_ * times; }
  int get(const std::string& text, int plus = 1) const { return int(text.size()) + plus; }
  const std::string& name() const { return name_; }
  const std::vector<int>& history() const { return history_; }
  int twin() const { return 1; }
  int twin() {
    note(-1);
    return 2;
  }
  void set(int n = 7, const std::string& name = "seven") {
    note(get());
    n_ = n;
    name_ = name;
  }
  int early(int n) {
    note(n);
    rtf(n_ + n);
  }
  int late() const { rtf(get(2) + scale * offset()); }
  static int offset() { return 3; }
  static constexpr int scale = 10;

 private:
  void note(int n) { history_.push_back(n); }
  int n_ = 1;
  std::string name_ = "one";
  std::vector<int> history_;
};

int sum_of(const std::vector<int>& values) {
  int sum = 0;
  for (const int one : values) sum += one;
  return sum;
}

int main() {
  cell c;
  mentat::create(c);
  std::printf("%d %d %d %d\n", c.get(), c.get(3), c.get("four"), c.get("four", 4));
  c.set();
  std::printf("%s %d\n", c.name().c_str(), READ(c));
  const cell& constant = c;
  std::printf("%d\n", constant.twin());
  int twin = c.twin();
  int early = c.early(5);
  std::printf("%d %d %d\n", twin, early, c.late());
  const auto read = [&] { return c.get(2); };
  int rounds = 0;
  while (c.get() < 10) {
    c.set(c.get() + 1, "more");
    ++rounds;
  }
  std::printf("%d %d\n", rounds, read());
  std::printf("%d %d\n", sum_of(c.history()), int(c.history().size()));
  std::printf("%d\n", cell::scale + cell::offset());
}
