/// @file
/// The delayed values of many calls: mentat::results, mentat::gather(), mentat::reduce(). Part of
/// `<mentat/group.h>` and `<mentat/map.h>`. docs/groups.md.
// The algorithms are the same in translated text and in the sequential elision. They differ in how
// a member function is named and called: by its tag (rts/api/member_call.h), or by a pointer to it.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mentat/buffer.h>
#include <mentat/mpl.h>

#if defined(MENTAT_TRANSLATED)
#include "rts/api/member_call.h"
#include "rts/api/reduction.h"
#else
namespace mentat {
/// What a reduction gives: a mentat::result. A reduction by calls throws the error of the smallest
/// index where it is used.
template <class R>
using reduction = result<R>;  // where a call throws at once
}  // namespace mentat

namespace mentat::detail {

template <class Member>
struct member_traits {
  static constexpr bool is_member = false;
};
template <class R, class C, class... P>
struct member_traits<R (C::*)(P...)> {
  static constexpr bool is_member = true;
  using variable = C;
  using result = std::remove_cvref_t<R>;
  static constexpr std::size_t arity = sizeof...(P);
  template <std::size_t K>
  using value = std::remove_cvref_t<std::tuple_element_t<K, std::tuple<P...>>>;
};
template <class R, class C, class... P>
struct member_traits<R (C::*)(P...) const> : member_traits<R (C::*)(P...)> {};
template <class R, class C, class... P>
struct member_traits<R (C::*)(P...) noexcept> : member_traits<R (C::*)(P...)> {};
template <class R, class C, class... P>
struct member_traits<R (C::*)(P...) const noexcept> : member_traits<R (C::*)(P...)> {};

// A delayed value as an argument: the value, which converts to a view as well.
template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<mentat::result<T>> = true;
template <class A>
decltype(auto) value_of(A&& argument) {
  if constexpr (is_result<std::remove_cvref_t<A>>)
    return argument.get();
  else
    return std::forward<A>(argument);
}

template <class Object, class Member, class... A>
auto begin_call(Object& object, Member member, A&&... arguments) {
  using R = typename member_traits<Member>::result;
  if constexpr (std::is_void_v<R>)
    (object.*member)(value_of(std::forward<A>(arguments))...);
  else
    return mentat::result<R>((object.*member)(value_of(std::forward<A>(arguments))...));
}

template <class Member, std::size_t first, class Make, class... A>
decltype(auto) with_shared_arguments(std::size_t, const Make& make, const A&... arguments) {
  return make(arguments...);
}

}  // namespace mentat::detail
#endif

namespace mentat {

/// A reduction of no values, without an initial one.
class empty_reduction : public std::logic_error {
 public:
  empty_reduction()  ///< `what()` says what to do.
      : std::logic_error(
            "a reduction of no values: give it an initial value, as its last argument") {}
};

/// The values of size() calls, in order: of group::each(), group::scatter() and map(). Each is a
/// mentat::result, delayed until it is used; as an argument it goes to the call without a visit
/// here. Thread-safety and ownership: as a `std::vector` of mentat::result. Errors: the use of a
/// value throws the exception of its call.
template <class R>
class results {
 public:
  results() = default;  ///< Of no calls.
  /// The number of values, there or not.
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  /// The value of call `index`; does not wait. REQUIRES: index < size().
  [[nodiscard]] const result<R>& operator[](std::size_t index) const { return all_[index]; }
  [[nodiscard]] auto begin() const noexcept { return all_.begin(); }  ///< As of a `const` vector.
  [[nodiscard]] auto end() const noexcept { return all_.end(); }      ///< As of a `const` vector.

  void reserve(std::size_t count) { all_.reserve(count); }  ///< As of a vector.
  /// Adds a value or a call behind the others.
  void push_back(result<R> next) { all_.push_back(std::move(next)); }

 private:
  std::vector<result<R>> all_;
};

namespace detail {

/// The name of a member function: what `&X::f` is.
template <class Member>
concept member_name = member_traits<Member>::is_member;

template <class Member>
using results_of = std::conditional_t<std::is_void_v<typename member_traits<Member>::result>, void,
                                      results<typename member_traits<Member>::result>>;

template <class T>
inline constexpr bool is_block = is_buffer<T>;
template <class T, class Allocator>
inline constexpr bool is_block<std::vector<T, Allocator>> = true;

template <class R>
struct gathered {
  using element = R;
};
template <class R>
  requires is_block<R>
struct gathered<R> {
  using element = typename R::value_type;
};

/// Combines values along the fixed tree: (i, 2^k) combines i and i + 2^k. The order of combination
/// depends on their number alone. REQUIRES: not empty.
template <class T, class Combine>
T combine_all(std::vector<T> parts, Combine&& combine) {
  for (std::size_t step = 1; step < parts.size(); step *= 2)
    for (std::size_t i = 0; i + step < parts.size(); i += 2 * step)
      parts[i] = combine(std::move(parts[i]), std::move(parts[i + step]));
  return std::move(parts.front());
}

template <class R>
struct boxed {  // std::vector<bool> has no elements
  R value;
};

/// How two values become one: by a call of a regular class, which gets them without a visit of this
/// process, or here.
template <class R, class Op>
class combination {
 public:
  static constexpr bool by_call = member_name<Op>;
  using part = std::conditional_t<by_call, result<R>, boxed<R>>;

  explicit combination(Op& op) : op_(op) {}

  part operator()(part&& left, part&& right) const {
    if constexpr (by_call) {
      static_assert(std::is_same_v<typename member_traits<Op>::result, R>,
                    "the function that combines has the result R f(R, R)");
      typename member_traits<Op>::variable combiner;
      return begin_call(combiner, op_, left, right);
    } else {
      return {static_cast<R>(op_(std::move(left.value), std::move(right.value)))};
    }
  }
  static part part_of(const result<R>& value) {
    if constexpr (by_call)
      return value;
    else
      return {value.get()};
  }
  /// The result of the tree over `values`.
  static reduction<R> result_of(part&& whole, [[maybe_unused]] const results<R>& values) {
#if defined(MENTAT_TRANSLATED)
    if constexpr (by_call)
      return reduction<R>(std::move(whole), std::make_shared<const results<R>>(values));
    else
      return reduction<R>(std::move(whole.value));
#else
    if constexpr (by_call)
      return std::move(whole);
    else
      return std::move(whole.value);
#endif
  }

 private:
  Op& op_;
};

/// In order, so that the error of the smallest index is the one that is thrown.
template <class R, class Op>
std::vector<typename combination<R, Op>::part> parts_of(const results<R>& values) {
  std::vector<typename combination<R, Op>::part> parts;
  parts.reserve(values.size());
  for (const result<R>& one : values) parts.push_back(combination<R, Op>::part_of(one));
  return parts;
}

}  // namespace detail

/// Waits for all values, and copies them in order. If `R` is a vector or a buffer, its elements are
/// joined: gather() is the reverse of group::scatter(). Throws the error of the smallest index.
template <class R>
std::vector<typename detail::gathered<R>::element> gather(const results<R>& values) {
  std::vector<typename detail::gathered<R>::element> all;
  if constexpr (detail::is_block<R>) {
    std::size_t count = 0;
    for (const result<R>& block : values) count += block.get().size();
    all.reserve(count);
    for (const result<R>& block : values)
      all.insert(all.end(), block.get().begin(), block.get().end());
  } else {
    all.reserve(values.size());
    for (const result<R>& one : values) all.push_back(one.get());
  }
  return all;
}

/// Combines the values by `op`, which need not commute, along a tree that depends on their number
/// alone: floating-point sums have the same bits in every mode. `op` is `&Y::f`, a member function
/// `R f(R, R)` of a regular class: then the result is delayed, and no part of it comes to the
/// caller; or a function such as `std::plus<>{}`, which runs here when the values are there.
/// Errors: that of the smallest index, else that of `op`; empty_reduction.
template <class R, class Op>
reduction<R> reduce(const results<R>& values, Op op) {
  using combination = detail::combination<R, Op>;
  if (values.empty()) throw empty_reduction();
  return combination::result_of(
      detail::combine_all(detail::parts_of<R, Op>(values), combination(op)), values);
}

/// The same, combined with `init` once, from the left: `reduce(e, std::plus<>{}, 0.0)`. Without
/// values it is `init`.
template <class R, class Op, class Init>
  requires std::is_convertible_v<Init, R>
reduction<R> reduce(const results<R>& values, Op op, Init init) {
  using combination = detail::combination<R, Op>;
  const result<R> first(static_cast<R>(std::move(init)));
  if (values.empty()) return reduction<R>(first);
  return combination::result_of(
      combination(op)(combination::part_of(first),
                      detail::combine_all(detail::parts_of<R, Op>(values), combination(op))),
      values);
}

}  // namespace mentat
