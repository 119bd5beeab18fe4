// Heat in a plate, by a five-point stencil: each object of a group has a strip of rows. In each
// step the outer rows go from neighbour to neighbour as delayed values; main waits only for the
// largest change, now and then.
#include <mentat/group.h>
#include <mentat/mpl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <utility>
#include <vector>

using row = mentat::buffer<double>;

class [[mentat::persistent]] strip {
 public:
  explicit strip(int columns) : columns_(static_cast<std::size_t>(columns)) {}

  void load(const std::vector<double>& values) {
    now_ = values;
    next_ = now_;
  }
  row top() const { return row::copy_of({now_.data(), columns_}); }
  row bottom() const { return row::copy_of({now_.data() + now_.size() - columns_, columns_}); }

  // The columns at the sides keep their values.
  void step(const row& above, const row& below) {
    const std::size_t rows = now_.size() / columns_;
    change_ = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const double* here = &now_[i * columns_];
      const double* up = i > 0 ? here - columns_ : above.data();
      const double* down = i + 1 < rows ? here + columns_ : below.data();
      for (std::size_t k = 1; k + 1 < columns_; ++k) {
        const double value = 0.25 * (up[k] + down[k] + here[k - 1] + here[k + 1]);
        change_ = std::max(change_, std::abs(value - here[k]));
        next_[i * columns_ + k] = value;
      }
    }
    std::swap(now_, next_);
  }

  double change() const { return change_; }
  double heat() const {
    double sum = 0;
    for (const double value : now_) sum += value;
    rtf(sum);
  }
  row values() const { return row::copy_of(now_); }

 private:
  std::size_t columns_;
  std::vector<double> now_;
  std::vector<double> next_;
  double change_ = 0;
};

double larger(double a, double b) { return std::max(a, b); }

int main(int argc, char** argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 128;
  const int count = argc > 2 ? std::atoi(argv[2]) : 8;
  const int steps = argc > 3 ? std::atoi(argv[3]) : 200;
  if (argc > 4 || size < 3 || size > 32768 || count < 1 || size % count != 0 || steps < 1) {
    std::cerr << "heat: usage: heat [SIZE [STRIPS [STEPS]]], SIZE from 3 to 32768, a multiple of "
                 "STRIPS\n";
    return 2;
  }

  const auto width = static_cast<std::size_t>(size);
  mentat::group<strip> strips(count, size);
  strips.scatter(std::vector<double>(width * width, 20.0), &strip::load);
  // The plate lies between a hot edge and a cold one.
  const mentat::result<row> hot = row(std::vector<double>(width, 100.0));
  const mentat::result<row> cold = row(std::vector<double>(width, 0.0));

  const auto start = std::chrono::steady_clock::now();
  double change = 0;
  for (int t = 1; t <= steps; ++t) {
    const auto tops = strips.each(&strip::top);
    const auto bottoms = strips.each(&strip::bottom);
    for (int i = 0; i < count; ++i)
      strips[i].step(i > 0 ? bottoms[i - 1] : hot, i + 1 < count ? tops[i + 1] : cold);
    if (t % 50 == 0 || t == steps) change = mentat::reduce(strips.each(&strip::change), larger);
  }
  const double heat = mentat::reduce(strips.each(&strip::heat), std::plus<>{});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  const std::vector<double> plate = mentat::gather(strips.each(&strip::values));
  std::cout << size << " x " << size << " in " << count << " strips, " << steps << " steps: heat "
            << heat << ", last change " << change << ", near the hot edge "
            << plate[width * (width / 16) + width / 2] << "\n";
  std::cerr << static_cast<double>(steps) * size * size / seconds.count() * 1e-6
            << " million points a second\n";
}
