/// @file
/// Groups: many objects of a persistent class, and calls of all of them. docs/groups.md.
// The faces are those of <mentat/mpl.h>; in the sequential elision a group is a vector of objects.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <mentat/group_arguments.h>
#include <mentat/results.h>

#if defined(MENTAT_TRANSLATED)
#include "rts/api/group_objects.h"
#endif

namespace mentat {

/// The type of mentat::cyclic.
struct cyclic_hint {};
/// Before the arguments of the constructors of a group: the system chooses a process for each
/// object, so that neighbours need not be in one.
inline constexpr cyclic_hint cyclic{};

namespace detail {

#if !defined(MENTAT_TRANSLATED)
template <class X>
class group_objects {
 public:
  group_objects() = default;
  group_objects(group_objects&&) noexcept = default;
  group_objects& operator=(group_objects&&) noexcept = default;
  ~group_objects() { all_.clear(); }

  struct amount {
    template <std::integral Count>
    // NOLINTNEXTLINE(google-explicit-constructor): group<X> g(16)
    amount(Count given) : count(static_cast<std::size_t>(given)) {}
    std::size_t count;
  };
  template <class... A>
  void create(const amount& wanted, [[maybe_unused]] bool in_blocks, const A&... arguments) {
#if !defined(__MPLC__)  // which does not know constructors as they are called here
    all_.reserve(wanted.count);
    for (std::size_t i = 0; i < wanted.count; ++i) create_one(i, arguments...);
#else
    (static_cast<void>(arguments), ...);
#endif
  }

  template <class Member>
  static void warn_of_empty_blocks(const Member&, std::size_t, std::size_t) {}

  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  [[nodiscard]] X& operator[](std::size_t index) const { return *all_[index]; }

 private:
#if !defined(__MPLC__)
  template <class... A>
  void create_one(std::size_t number, const placement&, const A&... arguments) {
    create_one(number, arguments...);
  }
  template <class... A>
  void create_one(std::size_t number, const A&... arguments) {
    all_.push_back(with_constructor_arguments(
        number,
        [](auto&&... own) { return std::make_unique<X>(std::forward<decltype(own)>(own)...); },
        arguments...));
  }
#endif
  std::vector<std::unique_ptr<X>> all_;
};
#endif

}  // namespace detail

/// Objects of the persistent class `X`, which are made, called and ended together. The group owns
/// them: they end with it, behind the calls that were made before.
/// ```cpp
/// mentat::group<strip> g(16, mentat::index, 512);    // strip(0, 512), strip(1, 512), ...
/// g.scatter(v, &strip::load);                        // v by blocks
/// double total = mentat::reduce(g.each(&strip::energy), std::plus<>{}, 0.0);
/// ```
/// A group is moved, not copied, and is no argument of a call. `&X::f` is not overloaded, and gets
/// all its arguments. Thread-safety: as a Mentat variable. Errors: a call on an object that has
/// ended fails with object_lost, and the other objects stay.
template <class X>
class group {
  using objects = detail::group_objects<X>;

 public:
  group() = default;  ///< Without objects.
  /// Makes `count` objects, any integer, with these arguments, behind hints as those of create(),
  /// and waits for their constructors. Without a hint, neighbours are in one process, and the
  /// blocks of neighbours are spread. Errors: the exception of the constructor of the smallest
  /// index, as create() throws it; then the other objects end. limit_error for a negative number or
  /// more than `fixed.group` objects. `std::invalid_argument` for an index2 of another number.
  template <class... A>
  explicit group(typename objects::amount count, const A&... hints_and_arguments) {
    (detail::check_grid(count.count, hints_and_arguments), ...);
    objects_.create(count, true, hints_and_arguments...);
  }
  /// The same, but neighbours need not be in one process.
  template <class... A>
  explicit group(typename objects::amount count, cyclic_hint, const A&... arguments) {
    (detail::check_grid(count.count, arguments), ...);
    objects_.create(count, false, arguments...);
  }

  /// The number of objects.
  [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }
  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  /// An ordinary Mentat variable: `X other = g[i];` names the same object.
  /// REQUIRES: index < size().
  [[nodiscard]] X& operator[](std::size_t index) const { return objects_[index]; }

  /// A forward iterator over the Mentat variables. Valid while the group is neither moved nor ends.
  class iterator {
   public:
    /// @cond
    using value_type = X;
    using difference_type = std::ptrdiff_t;
    using reference = X&;
    using iterator_category = std::forward_iterator_tag;

    iterator() = default;
    X& operator*() const { return (*of_)[at_]; }
    X* operator->() const { return std::addressof(**this); }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.at_ == b.at_; }
    /// @endcond

   private:
    friend group;
    iterator(const group& of, std::size_t at) : of_(&of), at_(at) {}
    const group* of_ = nullptr;
    std::size_t at_ = 0;
  };
  [[nodiscard]] iterator begin() const { return iterator(*this, 0); }     ///< The first variable.
  [[nodiscard]] iterator end() const { return iterator(*this, size()); }  ///< Behind the last one.

  /// Calls `member`, `&X::f`, of each object with these arguments, in the order of the objects.
  /// Returns the mentat::results in that order, or nothing for a `void` function; does not wait.
  /// mentat::index stands for the number of the object. Vectors of numbers are copied once for all
  /// calls, from 8 calls on; buffers are shared.
  template <class Member, class... A>
  detail::results_of<Member> each(Member member, const A&... arguments) const {
    return detail::with_shared_arguments<Member, 0>(
        size(),
        [&](const auto&... shared) {
          return call_each(
              member,
              [&]([[maybe_unused]] std::size_t number, const auto& make) {
                return make(detail::argument_for(number, shared)...);
              },
              arity<sizeof...(A)>());
        },
        arguments...);
  }

  /// As each(), and the first argument of each object is its block of `sequence`, a range with a
  /// size: `ceil(n / size())` of its `n` elements, in order. The last blocks may be shorter or
  /// empty; a warning in the log says once for `member` that there are fewer elements than objects.
  /// A parameter that is a mentat::buffer or a view shares the elements; an rvalue vector is not
  /// copied for it. Throws `std::invalid_argument` for elements and no objects.
  template <class Sequence, class Member, class... A>
  detail::results_of<Member> scatter(Sequence&& sequence, Member member,
                                     const A&... arguments) const {
    using parameter = typename detail::member_traits<Member>::template value<0>;
    using block = typename detail::kept_for<parameter>::type;
    auto&& whole = whole_of<block>(std::forward<Sequence>(sequence));
    const std::size_t count = std::size(whole);
    if (count != 0 && empty())
      throw std::invalid_argument("mentat::group::scatter: " + std::to_string(count) +
                                  " elements for a group of 0");
    if (count != 0 && count < size()) objects::warn_of_empty_blocks(member, count, size());
    const std::size_t length = empty() ? 0 : (count + size() - 1) / size();
    return detail::with_shared_arguments<Member, 1>(
        size(),
        [&](const auto&... shared) {
          return call_each(
              member,
              [&]([[maybe_unused]] std::size_t number, const auto& make) {
                const std::size_t first = std::min(number * length, count);
                return make(block_of<block>(whole, first, std::min(length, count - first)),
                            detail::argument_for(number, shared)...);
              },
              arity<sizeof...(A) + 1>());
        },
        arguments...);
  }

 private:
  template <std::size_t count>
  using arity = std::integral_constant<std::size_t, count>;

  template <class Member, class Call, class Arity>
  detail::results_of<Member> call_each(const Member& member, const Call& call, Arity) const {
    static_assert(detail::member_name<Member>, "the function is named &X::f");
    static_assert(detail::member_traits<Member>::arity == Arity::value,
                  "wrong number of arguments for a Mentat member function");
    if constexpr (std::is_void_v<typename detail::member_traits<Member>::result>) {
      for (std::size_t i = 0; i < size(); ++i) call(i, calling(i, member));
    } else {
      detail::results_of<Member> all;
      all.reserve(size());
      for (std::size_t i = 0; i < size(); ++i) all.push_back(call(i, calling(i, member)));
      return all;
    }
  }
  template <class Member>
  auto calling(std::size_t number, const Member& member) const {
    return [&object = (*this)[number], &member](auto&&... arguments) {
      return detail::begin_call(object, member, std::forward<decltype(arguments)>(arguments)...);
    };
  }

  // A vector of which buffers are wanted becomes one.
  template <class Block, class Sequence>
  static decltype(auto) whole_of(Sequence&& sequence) {
    if constexpr (detail::is_buffer<Block> && !detail::is_buffer<std::remove_cvref_t<Sequence>>) {
      using element = typename Block::value_type;
      if constexpr (std::is_same_v<Sequence, std::vector<element>>)  // an rvalue
        return Block(std::move(sequence));
      else
        return Block::copy_of({std::data(sequence), std::size(sequence)});
    } else {
      return std::forward<Sequence>(sequence);
    }
  }
  template <class Block, class Whole>
  static Block block_of(const Whole& whole, std::size_t first, std::size_t count) {
    if constexpr (std::is_same_v<Block, Whole> && detail::is_buffer<Block>) {
      return whole.slice(first, count);
    } else {
      const auto begin = std::next(std::begin(whole), static_cast<std::ptrdiff_t>(first));
      return Block(begin, std::next(begin, static_cast<std::ptrdiff_t>(count)));
    }
  }

  objects objects_;
};

}  // namespace mentat
