// Groups: objects made together, calls of all of them, reductions along the fixed tree.
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

class [[mentat::persistent]] strip {
 public:
  strip(int number, int columns) : number_(number), values_(static_cast<std::size_t>(columns)) {}
  void load(const std::vector<double>& values) { values_ = values; }
  void share(mentat::buffer<double> values) { values_.assign(values.begin(), values.end()); }
  double scale(double by, int times) {
    for (double& one : values_)
      for (int k = 0; k < times; ++k) one *= by;
    rtf(values_.empty() ? 0 : values_[0]);
  }
  double energy() const {
    double sum = 0;
    for (const double one : values_) sum += one * (1 + number_);
    rtf(sum);
  }
  int number() const { return number_; }
  std::string name(const std::string& prefix, int given) {
    if (given % 4 == 3) throw std::out_of_range("no name for " + std::to_string(given));
    return prefix + std::to_string(number_);
  }
  mentat::buffer<double> values() const { return mentat::buffer<double>::copy_of(values_); }

 private:
  int number_;
  std::vector<double> values_;
};

// Of large arguments that all objects get: an object may change its own.
class [[mentat::persistent]] reader {
 public:
  explicit reader(int number) : number_(number) {}
  double spoil(std::vector<double> values) {
    values[0] += number_;
    kept_ = values;
    return values[0] + values.back();
  }
  double sum(const std::vector<double>& values, double more) {
    double all = more;
    for (const double one : values) all += one;
    rtf(all + number_);
  }
  double view(std::span<const double> values, std::string_view text) {
    rtf(values.back() + static_cast<double>(text.size()));
  }
  double kept() const { return kept_[0]; }

 private:
  int number_;
  std::vector<double> kept_;
};

class [[mentat::regular]] joiner {
 public:
  double scaled(int by, const std::vector<double>& values) { rtf(by * values.back()); }
  std::string join(const std::string& left, const std::string& right) {
    rtf("(" + left + right + ")");
  }
  double add(double a, double b) { return a + b; }
};

// Of a grid.
class [[mentat::persistent]] block {
 public:
  block(int row, int column, int size) : row_(row), column_(column), size_(size) {}
  std::string place() const {
    rtf(std::to_string(row_) + "," + std::to_string(column_) + "/" + std::to_string(size_));
  }

 private:
  int row_, column_, size_;
};

template <class Action>
void attempt(Action action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
  }
}

int main() {
  mentat::group<strip> g(6, mentat::index, 2);
  std::printf("%zu objects\n", g.size());
  for (int i = 0; i < 6; ++i) std::printf("%d ", g[i].number());
  for (strip& one : g) std::printf("%d ", one.number());
  std::printf("\n");

  std::vector<double> v;
  for (int i = 0; i < 15; ++i) v.push_back(i);
  g.scatter(v, &strip::load);
  const std::vector<double> all = mentat::gather(g.each(&strip::values));
  std::printf("%zu values, the last one is %g\n", all.size(), all.back());
  g.scatter(std::vector<double>(5, 0.5), &strip::share);  // warnings_test.sh: one warning for both
  g.scatter(std::vector<double>(4, 0.5), &strip::share);
  std::printf("%zu values\n", mentat::gather(g.each(&strip::values)).size());
  g.scatter(mentat::buffer<double>::copy_of(v), &strip::share);

  mentat::results<double> e = g.each(&strip::energy);
  double total = mentat::reduce(e, std::plus<>{}, 0.0);
  double by_calls = mentat::reduce(e, &joiner::add);
  std::printf("%g %g %g\n", total, by_calls, e[4].get());
  double first = g[1].scale(2, 1);
  auto scaled = g.each(&strip::scale, first, mentat::index);
  double sum = 0;
  for (double one : scaled) sum += one;
  std::printf("%g\n", sum);

  mentat::group<strip> three(3, mentat::cyclic, mentat::index, 1);
  auto names = three.each(&strip::name, "n", mentat::index);
  std::string joined = mentat::reduce(names, &joiner::join, std::string("i"));
  std::string here =
      mentat::reduce(names, [](const std::string& a, const std::string& b) { return a + "-" + b; });
  std::printf("%s %s\n", joined.c_str(), here.c_str());
  try {
    std::string none = mentat::reduce(g.each(&strip::name, "n", mentat::index), &joiner::join);
    std::printf("%s\n", none.c_str());
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }

  mentat::group<reader> readers(9, mentat::index);
  joiner w;
  for (const int count : {3, 10'000, 40'000}) {  // small, large, in a block of its own
    std::vector<double> given(count, 0.25);
    const auto spoilt = readers.each(&reader::spoil, given);
    const auto sums = readers.each(&reader::sum, given, spoilt[1]);
    const auto views = readers.each(&reader::view, given, "text");
    const auto scales =
        mentat::map(w, &joiner::scaled, std::vector<int>{1, 2, 3, 0, 0, 0, 0, 0}, given);
    given[0] = 100;  // after the calls
    std::printf("%g %g %g %g %g\n", mentat::reduce(spoilt, std::plus<>{}).get(),
                mentat::reduce(sums, std::plus<>{}).get(),
                mentat::reduce(views, std::plus<>{}).get(),
                mentat::reduce(scales, std::plus<>{}).get(),
                mentat::reduce(readers.each(&reader::kept), std::plus<>{}).get());
  }

  mentat::group<block> grid(6, mentat::index2(2, 3), 8);
  for (const std::string& one : mentat::gather(grid.each(&block::place)))
    std::printf("%s ", one.c_str());
  mentat::group<block> column(std::size_t{3}, mentat::cyclic, mentat::index2(3u, 1l), 8);
  std::string last = column[2].place();
  std::printf("%s\n", last.c_str());
  attempt([] { mentat::group<block> none(0, mentat::index2(0, 3), 8); });
  attempt([] { mentat::group<block> none(6, mentat::index2(-2, -3), 8); });
  attempt([] { mentat::group<block> none(6, mentat::index2(65536, 65536), 8); });
  attempt([] { mentat::group<block> none(6, mentat::index2(1l << 40, 1), 8); });
  attempt([] { mentat::group<block> none(5, mentat::index2(2, 3), 8); });
  attempt([] { mentat::group<block> none(7, mentat::cyclic, mentat::index2(2, 3), 8); });

  mentat::group<strip> empty(0, 1, 1);
  empty.each(&strip::load, v);
  std::printf("%g\n", mentat::reduce(empty.each(&strip::energy), std::plus<>{}, 7.5).get());
  try {
    double none = mentat::reduce(empty.each(&strip::energy), &joiner::add);
    std::printf("%g\n", none);
  } catch (const mentat::empty_reduction& error) {
    std::printf("%s\n", error.what());
  }
}
