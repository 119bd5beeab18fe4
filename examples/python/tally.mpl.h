// The squares of many numbers, added by calls in parallel: the classes that tally.py uses.
#pragma once

#include <mentat/mpl.h>

#include <span>

/// Adds squares.
class [[mentat::regular]] piece {
 public:
  /// The sum of the squares of numbers[begin:end].
  double squares(std::span<const double> numbers, long begin, long end) {
    double sum = 0;
    for (const double x : numbers.subspan(begin, end - begin)) sum += x * x;
    return sum;
  }
};

/// Keeps a total.
class [[mentat::persistent]] tally {
 public:
  void add(double part) { total_ += part; }
  double total() const { return total_; }

 private:
  double total_ = 0;
};
