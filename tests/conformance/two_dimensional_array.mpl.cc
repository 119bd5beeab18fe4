// A matrix of result variables that is filled by rows and read by columns; a row goes through a
// pointer.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int cell(int i, int j) { rtf(10 * i + j); }
  int add(int a, int b) { rtf(a + b); }
};

int sum_row(const int (&row)[4]) { return row[0] + row[1] + row[2] + row[3]; }

int main() {
  worker w;
  int m[3][4];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) m[i][j] = w.cell(i, j);
  for (int j = 0; j < 4; ++j)
    for (int i = 1; i < 3; ++i) m[i][j] = w.add(m[i][j], m[i - 1][j]);
  std::printf("%d %d %d\n", m[2][0], m[2][3], sum_row(m[1]));
  m[1][2] = w.cell(7, 7);
  int n = sum_row(m[1]);
  std::printf("%d\n", n);
}
