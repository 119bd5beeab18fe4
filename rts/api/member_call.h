// Calls that the library makes for a program: of a member function whose name the program gives, as
// in g.each(&strip::energy). mplc writes `&strip::energy` as member__<tag, &impl::energy>().
// Thread-safety and errors: as handle.h.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "rts/api/handle.h"
#include "rts/api/result.h"
#include "rts/api/shared_argument.h"
#include "rts/api/view_argument.h"

namespace mentat {

/// The name of a member function, for calls: its tag, the function that runs it within an object,
/// and the place in the user's text that names it.
template <class Tag, auto Local>
struct member__ {
  using tag = Tag;
  static constexpr auto local = Local;
  explicit member__(source_place at = source_place::current()) : place(at) {}
  source_place place;
};

namespace detail {

template <class Member>
struct member_traits {
  static constexpr bool is_member = false;
};
template <class Tag, auto Local>
struct member_traits<member__<Tag, Local>> {
  static constexpr bool is_member = true;
  using variable = handle<typename Tag::owner>;
  using result = typename Tag::result;
  static constexpr std::size_t arity = Tag::arity;
  template <std::size_t K>
  using value = typename Tag::template value__<K>;
};

/// Makes the call. Returns a result<R>, or nothing for a void function.
template <class Member, class... A>
auto begin_call(const mentat_object& object, const Member& member, A&&... arguments) {
  using tag = typename Member::tag;
  auto produced = object.invoke_at<tag>(member.place, std::forward<A>(arguments)...);
  if constexpr (!std::is_void_v<typename tag::result>)
    return mentat::result<typename tag::result>(std::move(produced));
}

/// Whether a vector is shared by calls: shared_argument.h.
template <class Value, class A>
inline constexpr bool is_shared_by_many = can_be_shared<Value> && std::is_same_v<A, Value>;

/// An argument of many calls, in the form in which each of them takes it.
template <class Value, bool are_many, class A>
decltype(auto) shared_among_calls(const A& given) {
  if constexpr (are_many && is_shared_by_many<Value, A>)
    return shared_argument<Value>(given);
  else if constexpr (is_view<Value> && std::is_convertible_v<const A&, Value> && !is_result<A>)
    return kept_from<Value>(given);
  else
    return (given);
}

/// Calls `make` with these arguments of so many calls of `Member`, from parameter `first` on, in
/// the form in which the calls share them.
template <class Member, std::size_t first, class Make, class... A>
decltype(auto) with_shared_arguments([[maybe_unused]] std::size_t calls, const Make& make,
                                     const A&... arguments) {
  using traits = member_traits<Member>;
  static_assert(traits::arity == first + sizeof...(A),
                "wrong number of arguments for a Mentat member function");
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> decltype(auto) {
    if constexpr ((is_shared_by_many<typename traits::template value<first + K>, A> || ...))
      if (calls >= least_calls_that_share)
        return make(
            shared_among_calls<typename traits::template value<first + K>, true>(arguments)...);
    return make(
        shared_among_calls<typename traits::template value<first + K>, false>(arguments)...);
  }(std::index_sequence_for<A...>{});
}

}  // namespace detail
}  // namespace mentat
