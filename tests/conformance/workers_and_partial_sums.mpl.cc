// A vector of workers over parts of the data, a reduction by a tree of calls, and one by the
// caller.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  double sum(std::vector<double> part) {
    double s = 0;
    for (double x : part) s += x;
    rtf(s);
  }
  double add(double a, double b) { rtf(a + b); }
};

int main() {
  const int parts = 8;
  std::vector<double> data(1000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i % 17);
  std::vector<worker> workers(parts);
  std::vector<double> sums(parts);
  std::vector<double> part(125);
  for (int i = 0; i < parts; ++i) {
    std::copy(data.begin() + i * 125, data.begin() + (i + 1) * 125, part.begin());
    sums[i] = workers[i].sum(part);
  }
  double tree[8];
  for (int i = 0; i < parts; ++i) tree[i] = sums[i];
  for (int n = parts / 2; n > 0; n /= 2)
    for (int i = 0; i < n; ++i) tree[i] = workers[i].add(tree[i], tree[i + n]);
  double total = 0;
  for (int i = 0; i < parts; ++i) total += sums[i];
  std::printf("%.0f %.0f %.0f\n", total, tree[0], *std::max_element(sums.begin(), sums.end()));
}
