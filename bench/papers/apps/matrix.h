// The product of two square matrices by rows [DSM92 5], [LINDA86 5]. Each row of the product is
// computed by the same operations in the same order everywhere, so results are equal bit by bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace mentat::bench::papers {

// A square matrix, by rows.
template <class Number>
struct matrix {
  int size = 0;
  std::vector<Number> numbers;

  explicit matrix(int rows)
      : size(rows), numbers(static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows)) {}
  [[nodiscard]] std::span<Number> row(int i) {
    return std::span(numbers).subspan(offset(i), static_cast<std::size_t>(size));
  }
  [[nodiscard]] std::span<const Number> row(int i) const {
    return std::span(numbers).subspan(offset(i), static_cast<std::size_t>(size));
  }

 private:
  [[nodiscard]] std::size_t offset(int i) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size);
  }
};

// The same for each seed: whole numbers from -100 to 100.
template <class Number>
matrix<Number> random_matrix(int size, std::uint64_t seed);

// The product of a row with a matrix. REQUIRES: all of one size.
template <class Number>
void multiply_row(std::span<const Number> row, const matrix<Number>& by, std::span<Number> product);

// A number of 64 bits that differs, in all likelihood, if a bit of the row does.
template <class Number>
std::uint64_t digest_of(std::span<const Number> row) {
  std::uint64_t digest = 14695981039346656037U;
  for (const Number number : row) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof number);
    digest = (digest ^ bits) * 1099511628211U;
    digest ^= digest >> 29;
  }
  return digest;
}

}  // namespace mentat::bench::papers
