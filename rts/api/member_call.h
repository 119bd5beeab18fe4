// Calls that the library makes for a program: of a member function whose name the program gives, as
// in g.each(&strip::energy). mplc writes `&strip::energy` as member__<tag, &impl::energy>().
// Thread-safety and errors: as handle.h.
#pragma once

#include <type_traits>
#include <utility>

#include "rts/api/handle.h"
#include "rts/api/result.h"

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

}  // namespace detail
}  // namespace mentat
