// Elements of a local vector are delayed; push_back moves the storage while they are, and range-for
// reads them all.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int square(int n) { rtf(n * n); }
};

int main() {
  worker w;
  std::vector<int> v(6);
  for (int i = 0; i < 6; ++i) v[i] = w.square(i + 1);
  v.push_back(1000);
  int sum = 0;
  for (int e : v) sum += e;
  std::printf("%zu %d\n", v.size(), sum);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = w.square(v[i]);
  v.resize(3);
  v.push_back(w.square(9));
  for (const auto& e : v) std::printf("%d ", e);
  std::printf("\n");
}
