#include "bench/papers/apps/matrix.h"

#include <algorithm>

#include "mmps/base/check.h"

namespace mentat::bench::papers {

template <class Number>
matrix<Number> random_matrix(int size, std::uint64_t seed) {
  matrix<Number> made(size);
  std::uint64_t state = seed;
  for (Number& each : made.numbers) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    each = static_cast<Number>(static_cast<int>((state >> 33) % 201) - 100);
  }
  return made;
}

// By rows of the second matrix: the inner loop reads and writes memory in order.
template <class Number>
void multiply_row(std::span<const Number> row, const matrix<Number>& by,
                  std::span<Number> product) {
  MENTAT_CHECK(row.size() == product.size() && static_cast<int>(row.size()) == by.size,
               "rows of one size");
  std::fill(product.begin(), product.end(), Number{});
  for (int k = 0; k < by.size; ++k) {
    const Number factor = row[static_cast<std::size_t>(k)];
    const Number* const from = by.row(k).data();
    Number* const to = product.data();
    for (int j = 0; j < by.size; ++j) to[j] += factor * from[j];
  }
}

template matrix<int> random_matrix(int, std::uint64_t);
template matrix<float> random_matrix(int, std::uint64_t);
template matrix<double> random_matrix(int, std::uint64_t);
template void multiply_row(std::span<const int>, const matrix<int>&, std::span<int>);
template void multiply_row(std::span<const float>, const matrix<float>&, std::span<float>);
template void multiply_row(std::span<const double>, const matrix<double>&, std::span<double>);

}  // namespace mentat::bench::papers
