// The elements' elements: a vector of vectors and a vector of arrays.
#include <mentat/mpl.h>

#include <array>
#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int cell(int i, int j) { rtf(10 * i + j); }
  std::vector<int> row(int i) { rtf(std::vector<int>(3, i)); }
};

int main() {
  worker w;
  std::vector<std::vector<int>> m(3, std::vector<int>(3));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = w.cell(i, j);
  m[1] = w.row(7);
  m[1][1] = w.cell(5, 5);
  m.push_back(w.row(4));
  int sum = 0;
  for (const auto& r : m)
    for (int e : r) sum = sum * 2 + e;
  std::vector<std::array<int, 2>> pairs(2);
  pairs[1][0] = w.cell(m[1][1], 1);
  pairs[0] = pairs[1];
  std::printf("%d %d %zu\n", sum, pairs[0][0], m.size());
}
