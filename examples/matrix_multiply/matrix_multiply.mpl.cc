// C = A x B in bands of rows: each band is one call, and the caller waits only when it joins the
// bands.
#include <mentat/mpl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <vector>

struct matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> elements;  // row after row
};

matrix multiply(const matrix& a, const matrix& b) {
  matrix c{a.rows, b.columns, std::vector<double>(a.rows * b.columns)};
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t k = 0; k < a.columns; ++k) {
      const double factor = a.elements[i * a.columns + k];
      for (std::size_t j = 0; j < b.columns; ++j) {
        c.elements[i * b.columns + j] += factor * b.elements[k * b.columns + j];
      }
    }
  }
  return c;
}

class [[mentat::regular]] multiplier {
 public:
  matrix times(const matrix& band, const matrix& b) { rtf(multiply(band, b)); }
};

// Small integers make sums exact in any order.
matrix numbers(std::size_t size, std::size_t seed) {
  matrix m{size, size, std::vector<double>(size * size)};
  for (std::size_t i = 0; i < m.elements.size(); ++i) {
    m.elements[i] = static_cast<double>((i * seed + i / size) % 19) - 9;
  }
  return m;
}

matrix rows_of(const matrix& m, std::size_t begin, std::size_t end) {
  const auto first = m.elements.begin();
  return {end - begin, m.columns,
          std::vector<double>(first + static_cast<std::ptrdiff_t>(begin * m.columns),
                              first + static_cast<std::ptrdiff_t>(end * m.columns))};
}

matrix multiply_in_bands(const matrix& a, const matrix& b, std::size_t bands) {
  multiplier worker;
  std::vector<matrix> parts(bands);
  for (std::size_t i = 0; i < bands; ++i) {
    parts[i] = worker.times(rows_of(a, a.rows * i / bands, a.rows * (i + 1) / bands), b);
  }
  matrix c{a.rows, b.columns, {}};
  for (std::size_t i = 0; i < bands; ++i) {
    c.elements.insert(c.elements.end(), parts[i].elements.begin(), parts[i].elements.end());
  }
  return c;
}

int main(int argc, char** argv) {
  const long size = argc > 1 ? std::atol(argv[1]) : 384;
  const long bands = argc > 2 ? std::atol(argv[2]) : 16;
  if (argc > 3 || size < 1 || size > 8192 || bands < 1 || bands > size) {
    std::cerr << "matrix_multiply: usage: matrix_multiply [SIZE [BANDS]], SIZE from 1 to 8192, "
                 "BANDS from 1 to SIZE\n";
    return 2;
  }

  const matrix a = numbers(static_cast<std::size_t>(size), 7);
  const matrix b = numbers(static_cast<std::size_t>(size), 11);
  const auto start = std::chrono::steady_clock::now();
  const matrix c = multiply_in_bands(a, b, static_cast<std::size_t>(bands));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  double sum = 0;
  double trace = 0;
  for (std::size_t i = 0; i < c.elements.size(); ++i) {
    sum += c.elements[i];
    trace += i % (c.columns + 1) == 0 ? c.elements[i] : 0;
  }
  std::cout << size << " x " << size << " in " << bands << " bands: sum "
            << static_cast<long long>(sum) << ", trace " << static_cast<long long>(trace) << "\n";
  std::cerr << 2e-9 * static_cast<double>(size) * size * size / seconds.count() << " GFLOPS\n";
  return c.elements == multiply(a, b).elements ? 0 : 1;
}
