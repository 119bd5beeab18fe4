/// @file
/// Arguments that stand for the number of an object of a group: mentat::index, mentat::index2. Part
/// of `<mentat/group.h>`. docs/groups.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace mentat {

/// The type of mentat::index.
struct index_argument {};
/// As an argument of constructors and of group::each(): the number of the object that gets it, an
/// `int` from 0 on.
inline constexpr index_argument index{};

/// As an argument of constructors: two arguments of type `int`, the row and the column of the
/// object in a grid, row after row: `mentat::group<block> g(6, mentat::index2(2, 3), size)`.
class index2 {
 public:
  /// A grid of so many rows and columns. Throws `std::invalid_argument` for one without objects, or
  /// with more than an `int` can count.
  template <std::integral Rows, std::integral Columns>
  index2(Rows rows, Columns columns) {
    if (std::cmp_less(rows, 1) || std::cmp_less(columns, 1) || std::cmp_greater(rows, most) ||
        std::cmp_greater(columns, most / static_cast<int>(rows)))
      throw std::invalid_argument("mentat::index2: a grid has 1 to " + std::to_string(most) +
                                  " objects, not " + std::to_string(rows) + " x " +
                                  std::to_string(columns));
    rows_ = static_cast<int>(rows);
    columns_ = static_cast<int>(columns);
  }
  [[nodiscard]] int rows() const { return rows_; }        ///< At least 1.
  [[nodiscard]] int columns() const { return columns_; }  ///< At least 1.

 private:
  static constexpr int most = std::numeric_limits<int>::max();
  int rows_, columns_;
};

namespace detail {

// An argument of the call of object `number`.
template <class A>
decltype(auto) argument_for(std::size_t number, const A& given) {
  if constexpr (std::is_same_v<A, index_argument>)
    return static_cast<int>(number);
  else
    return (given);
}

// The arguments of the constructor of object `number` for one that was given.
template <class A>
auto constructor_arguments_for(std::size_t number, const A& given) {
  if constexpr (std::is_same_v<A, index2>)
    return std::tuple<int, int>(static_cast<int>(number) / given.columns(),
                                static_cast<int>(number) % given.columns());
  else
    return std::tuple<decltype(argument_for(number, given))>(argument_for(number, given));
}

/// Calls `make` with the arguments of the constructor of object `number`.
template <class Make, class... A>
decltype(auto) with_constructor_arguments(std::size_t number, const Make& make, const A&... given) {
  return std::apply(make, std::tuple_cat(constructor_arguments_for(number, given)...));
}

template <class A>
void check_grid([[maybe_unused]] std::size_t count, [[maybe_unused]] const A& given) {
  if constexpr (std::is_same_v<A, index2>)
    if (std::cmp_not_equal(count, given.rows() * given.columns()))
      throw std::invalid_argument("mentat::group: " + std::to_string(count) +
                                  " objects for an index2 of " + std::to_string(given.rows()) +
                                  " x " + std::to_string(given.columns()));
}

}  // namespace detail
}  // namespace mentat
