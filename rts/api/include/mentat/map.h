/// @file
/// Loops over regular classes: mentat::map() calls a member function for each element of a range,
/// mentat::map_reduce() combines the results along a tree that depends on their number alone.
/// docs/groups.md.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include <mentat/results.h>

#if defined(MENTAT_TRANSLATED)
#include "rts/api/fold_chunk.h"
#endif

namespace mentat {

/// Behind the operation of map_reduce(): that many elements are a leaf, which is combined from left
/// to right.
struct leaf {
  /// Throws `std::invalid_argument` for fewer than 1.
  template <std::integral Length>
  explicit leaf(Length elements) {
    if (std::cmp_less(elements, 1))
      throw std::invalid_argument("mentat::leaf: a leaf has 1 element or more, not " +
                                  std::to_string(elements));
    length = static_cast<std::size_t>(elements);
  }
  std::size_t length;  ///< In elements.
};

namespace detail {

/// Of `count` elements so many are combined one after the other; their values are combined along
/// the fixed tree.
constexpr std::size_t leaf_length(std::size_t count) {
  return std::clamp<std::size_t>(count / 65536, 1, 4096);
}

/// Many, if the range does not know it.
template <class Range>
std::size_t count_of(const Range& range) {
  if constexpr (requires { std::size(range); })
    return std::size(range);
  else
    return static_cast<std::size_t>(-1);
}

/// The value of each leaf.
template <class R, class Op>
auto leaves_of(const results<R>& values, const combination<R, Op>& combine, std::size_t length) {
  std::vector<typename combination<R, Op>::part> parts = parts_of<R, Op>(values);
  if (length == 0) length = leaf_length(parts.size());
  if (length == 1) return parts;
  std::vector<typename combination<R, Op>::part> leaves;
  leaves.reserve(parts.size() / length + 1);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (i % length == 0)
      leaves.push_back(std::move(parts[i]));
    else
      leaves.back() = combine(std::move(leaves.back()), std::move(parts[i]));
  return leaves;
}

#if defined(MENTAT_TRANSLATED)
/// Whether a call can compute a part of the tree: the elements are there, and the operation can be
/// made anew in another process.
template <class W, class Member, class Range, class Op>
concept folds_in_chunks =
    op_travels<Op> && std::is_default_constructible_v<typename W::implementation__> &&
    std::ranges::forward_range<Range> &&
    !is_result<std::remove_cvref_t<std::ranges::range_reference_t<Range>>>;

template <class Impl>
bool is_of_regular_class(const handle<Impl>&) {
  return Impl::mentat_class__().description->kind == kind::regular;
}
#endif

}  // namespace detail

/// Calls `member`, `&W::f` of a regular class, with each element of `range` and these further
/// arguments. Returns the mentat::results in order, or nothing for a `void` function; does not
/// wait. Elements that are delayed, those of a mentat::results, go straight to the calls. A call
/// costs some microseconds: cut cheap elements into slices of a buffer, and map over these.
template <class W, class Member, class Range, class... A>
detail::results_of<Member> map(W&& worker, Member member, Range&& range,
                               const A&... further_arguments) {
  static_assert(detail::member_name<Member>, "the function is named &W::f");
  static_assert(detail::member_traits<Member>::arity == sizeof...(A) + 1,
                "wrong number of arguments for a Mentat member function");
  return detail::with_shared_arguments<Member, 1>(
      detail::count_of(range),
      [&](const auto&... shared) -> detail::results_of<Member> {
        if constexpr (std::is_void_v<typename detail::member_traits<Member>::result>) {
          for (const auto& element : range) detail::begin_call(worker, member, element, shared...);
        } else {
          detail::results_of<Member> all;
          for (const auto& element : range)
            all.push_back(detail::begin_call(worker, member, element, shared...));
          return all;
        }
      },
      further_arguments...);
}

namespace detail {

// `length`: elements of a leaf; 0: the usual one.
template <class W, class Member, class Range, class Op, class... A>
reduction<typename member_traits<Member>::result> reduce_map(W& worker, Member member,
                                                             Range&& range, Op& op,
                                                             std::size_t length,
                                                             const A&... further_arguments) {
  using R = typename member_traits<Member>::result;
  const combination<R, Op> combine(op);
  const auto reduced = [&](const results<R>& values, auto&& parts) {
    if (values.empty()) throw empty_reduction();
    return combination<R, Op>::result_of(combine_all(std::move(parts), combine), values);
  };
#if defined(MENTAT_TRANSLATED)
  if constexpr (folds_in_chunks<std::remove_cvref_t<W>, Member, Range, Op>) {
    using chunks = fold<typename std::remove_cvref_t<W>::implementation__, Member, Op>;
    if (is_of_regular_class(worker) && chunks::is_unique()) {
      const results<R> values = chunks::of(member, range, length, further_arguments...);
      return reduced(values, parts_of<R, Op>(values));
    }
  }
#endif
  const results<R> values = map(worker, member, range, further_arguments...);
  return reduced(values, leaves_of(values, combine, length));
}

}  // namespace detail

/// A map() whose results are combined by `op` as reduce() does.
/// ```cpp
/// auto best = mentat::map_reduce(w, &scorer::score, slices, &joiner::join, query, costs);
/// ```
/// `clamp(count / 65536, 1, 4096)` elements are a leaf, combined from left to right; the leaves are
/// combined along the tree of reduce(): the answer has the same bits with any number of workers.
/// One call has many elements, so few calls are made. Errors: as reduce(); empty_reduction for an
/// empty range.
template <class W, class Member, class Range, class Op, class... A>
reduction<typename detail::member_traits<Member>::result> map_reduce(
    W&& worker, Member member, Range&& range, Op op, const A&... further_arguments) {
  return detail::reduce_map(worker, member, range, op, 0, further_arguments...);
}

/// The same, in leaves of the given length: `mentat::leaf(64)`.
template <class W, class Member, class Range, class Op, class... A>
reduction<typename detail::member_traits<Member>::result> map_reduce(
    W&& worker, Member member, Range&& range, Op op, leaf wanted, const A&... further_arguments) {
  return detail::reduce_map(worker, member, range, op, wanted.length, further_arguments...);
}

}  // namespace mentat
