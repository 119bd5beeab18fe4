// C = A x B by sub-blocks [TOCS96 2.2.4]: C is a group of objects, each with one block. They get
// the blocks of A and B in buffers, which are shared, not copied.
#include <mentat/buffer.h>
#include <mentat/group.h>
#include <mentat/mpl.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <span>
#include <utility>
#include <vector>

struct matrix {
  int rows = 0;
  int columns = 0;
  std::vector<double> elements;  // row after row
};

// Where part `i` of `parts` begins.
int begin_of(int size, int parts, int i) {
  return static_cast<int>(static_cast<long>(size) * i / parts);
}

// C += A x B
void multiply_add(matrix& c, std::span<const double> a, std::span<const double> b, int inner) {
  for (int i = 0; i < c.rows; ++i) {
    for (int k = 0; k < inner; ++k) {
      const double factor = a[i * inner + k];
      for (int j = 0; j < c.columns; ++j) {
        c.elements[i * c.columns + j] += factor * b[k * c.columns + j];
      }
    }
  }
}

class [[mentat::persistent]] block {
 public:
  // At that place among `side` x `side` blocks of a matrix of `size` x `size` elements.
  block(int row, int column, int side, int size)
      : c_{begin_of(size, side, row + 1) - begin_of(size, side, row),
           begin_of(size, side, column + 1) - begin_of(size, side, column),
           {}} {
    c_.elements.resize(static_cast<std::size_t>(c_.rows) * c_.columns);
  }
  void add_product(mentat::buffer<double> a, mentat::buffer<double> b) {
    multiply_add(c_, a, b, static_cast<int>(a.size()) / c_.rows);
  }
  mentat::buffer<double> values() const { return mentat::buffer<double>::copy_of(c_.elements); }

 private:
  matrix c_;
};

// Small integers make sums exact in any order.
matrix numbers(int size, int seed) {
  matrix m{size, size, std::vector<double>(static_cast<std::size_t>(size) * size)};
  for (std::size_t i = 0; i < m.elements.size(); ++i) {
    m.elements[i] = static_cast<double>((i * seed + i / size) % 19) - 9;
  }
  return m;
}

// The blocks of a matrix, row after row.
std::vector<mentat::buffer<double>> blocks_of(const matrix& m, int side) {
  std::vector<mentat::buffer<double>> blocks;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int left = begin_of(m.columns, side, column);
      const int right = begin_of(m.columns, side, column + 1);
      std::vector<double> part;
      for (int i = begin_of(m.rows, side, row); i < begin_of(m.rows, side, row + 1); ++i) {
        const auto begin = m.elements.begin() + static_cast<std::ptrdiff_t>(i) * m.columns;
        part.insert(part.end(), begin + left, begin + right);
      }
      blocks.emplace_back(std::move(part));
    }
  }
  return blocks;
}

// The reverse.
matrix joined(const mentat::results<mentat::buffer<double>>& blocks, int size, int side) {
  matrix m{size, size, std::vector<double>(static_cast<std::size_t>(size) * size)};
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const mentat::buffer<double>& part = blocks[row * side + column].get();
      const int left = begin_of(size, side, column), top = begin_of(size, side, row);
      const int width = begin_of(size, side, column + 1) - left;
      for (int i = 0; i < static_cast<int>(part.size()); ++i) {
        m.elements[static_cast<std::size_t>(top + i / width) * size + left + i % width] = part[i];
      }
    }
  }
  return m;
}

matrix multiply_in_blocks(const matrix& a, const matrix& b, int side) {
  mentat::group<block> c(side * side, mentat::index2(side, side), side, a.rows);
  const auto blocks_of_a = blocks_of(a, side), blocks_of_b = blocks_of(b, side);
  for (int k = 0; k < side; ++k) {
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < side; ++j) {
        c[i * side + j].add_product(blocks_of_a[i * side + k], blocks_of_b[k * side + j]);
      }
    }
  }
  return joined(c.each(&block::values), a.rows, side);
}

int main(int argc, char** argv) {
  const long size = argc > 1 ? std::atol(argv[1]) : 384;
  const long side = argc > 2 ? std::atol(argv[2]) : 4;
  if (argc > 3 || size < 1 || size > 8192 || side < 1 || side > size || side > 100) {
    std::cerr << "matrix_multiply: usage: matrix_multiply [SIZE [SIDE]], SIZE from 1 to 8192, "
                 "SIDE x SIDE blocks, SIDE from 1 to SIZE and to 100\n";
    return 2;
  }

  const matrix a = numbers(static_cast<int>(size), 7);
  const matrix b = numbers(static_cast<int>(size), 11);
  const auto start = std::chrono::steady_clock::now();
  const matrix c = multiply_in_blocks(a, b, static_cast<int>(side));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  double sum = 0;
  double trace = 0;
  for (std::size_t i = 0; i < c.elements.size(); ++i) {
    sum += c.elements[i];
    trace += i % (c.columns + 1) == 0 ? c.elements[i] : 0;
  }
  std::cout << size << " x " << size << " in " << side << " x " << side << " blocks: sum "
            << static_cast<long long>(sum) << ", trace " << static_cast<long long>(trace) << "\n";
  std::cerr << 2e-9 * static_cast<double>(size) * size * size / seconds.count() << " GFLOPS\n";

  matrix whole{c.rows, c.columns, std::vector<double>(c.elements.size())};
  multiply_add(whole, a.elements, b.elements, a.columns);
  return c.elements == whole.elements ? 0 : 1;
}
