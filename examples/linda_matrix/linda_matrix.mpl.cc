// The matrix product of the S/Net's Linda kernel [LINDA86 2.1], line by line: rows and columns lie
// in a tuple space, a tuple says which element is next, and each element of the product is a tuple.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <cstdlib>
#include <iostream>
#include <vector>

using namespace mentat::literals;

using numbers = std::vector<double>;

class [[mentat::regular]] worker {
 public:
  // Returns how many elements it has computed.
  int work(mentat::space s) {
    int elements = 0;
    for (;;) {
      auto [next, dim] = s.in("dot"_name, mentat::formal<int>, mentat::formal<int>);
      s.out("dot"_name, next + 1, dim);
      if (next > dim * dim) return elements;  // in the paper the workers wait for more
      int i = (next - 1) / dim + 1;
      int j = (next - 1) % dim + 1;
      numbers row = s.rd("A"_name, i, "row"_name, mentat::formal<numbers>);
      numbers column = s.rd("B"_name, j, "col"_name, mentat::formal<numbers>);
      double sum = 0;
      for (int k = 0; k < dim; ++k) sum += row[k] * column[k];
      s.out("C"_name, i, j, sum);
      ++elements;
    }
  }
};

double a(int row, int column) { return row + 2 * column; }
double b(int row, int column) { return row - column; }

int main(int argc, char** argv) {
  const int dim = argc > 1 ? std::atoi(argv[1]) : 16;
  const int workers = argc > 2 ? std::atoi(argv[2]) : 4;
  if (argc > 3 || dim < 1 || dim > 1000 || workers < 1 || workers > 1000) {
    std::cerr << "linda_matrix: usage: linda_matrix [DIMENSION [WORKERS]], from 1 to 1000 each\n";
    return 2;
  }

  mentat::space s;
  mentat::create(s);
  for (int i = 1; i <= dim; ++i) {
    numbers row, column;
    for (int k = 1; k <= dim; ++k) {
      row.push_back(a(i, k));
      column.push_back(b(k, i));
    }
    s.out("A"_name, i, "row"_name, row);
    s.out("B"_name, i, "col"_name, column);
  }
  s.out("dot"_name, 1, dim);

  worker w;
  std::vector<int> elements(workers);
  for (int k = 0; k < workers; ++k) elements[k] = w.work(s);

  bool right = true;
  for (int i = 1; i <= dim; ++i)
    for (int j = 1; j <= dim; ++j) {
      double wanted = 0;
      for (int k = 1; k <= dim; ++k) wanted += a(i, k) * b(k, j);
      right &= s.in("C"_name, i, j, mentat::formal<double>) == wanted;
    }
  int computed = 0;
  for (int k = 0; k < workers; ++k) computed += elements[k];
  std::cout << computed << " elements, " << (right ? "all" : "not all") << " right\n";
  return right ? 0 : 1;
}
