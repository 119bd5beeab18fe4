// The run-time interface of <mentat/space.h>: a space is a persistent object, its operations are
// calls, and those that wait have guards (docs/adr/0021). The fields of a tuple travel as bytes.
// Thread-safety and errors: as handle.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/server.h"
#include "rts/api/space_fields.h"
#include "rts/api/timed_pattern.h"
#include "rts/space/encoded_tuple.h"
#include "rts/space/space_board.h"
#include "rts/space/tuple_store.h"

namespace mentat {
class space_impl;
using space = handle<space_impl>;

class space_impl {
 public:
  using tuple = space_detail::encoded_tuple;
  using tuples = std::vector<tuple>;

  template <class Indices>
  struct out_signature;
  template <std::size_t... K>
  struct out_signature<std::index_sequence<K...>> {
    template <std::size_t>
    using field = space_detail::field;
    using method = mentat::method<space_impl, 16 + sizeof...(K), void(std::uint64_t, field<K>...)>;
  };
  // Puts a tuple of that signature with `Fields` fields that are not names. Each is an argument of
  // its own, so that an arc can bring it.
  template <std::size_t Fields>
  using out_tag = typename out_signature<std::make_index_sequence<Fields>>::method;
  using timed = space_detail::timed_pattern;
  using in_tag = method<space_impl, 2, tuple(const timed&)>;
  using rd_tag = method<space_impl, 3, tuple(const timed&)>;
  using in_some_tag = method<space_impl, 4, tuples(const timed&, std::uint64_t)>;
  using inp_tag = method<space_impl, 5, std::optional<tuple>(const tuple&)>;
  using rdp_tag = method<space_impl, 6, std::optional<tuple>(const tuple&)>;
  using rd_all_tag = method<space_impl, 7, tuples(const tuple&)>;
  using count_tag = method<space_impl, 8, std::uint64_t(const tuple&)>;
  using in_for_tag = method<space_impl, 9, std::optional<tuple>(const timed&)>;
  using rd_for_tag = method<space_impl, 10, std::optional<tuple>(const timed&)>;
  // Why no tuple matches the pattern, for people.
  using miss_tag = method<space_impl, 11, std::string(const tuple&)>;

  space_impl();
  // False: it is another function.
  template <std::size_t Fields>
  bool dispatch_out(work_unit& unit);
  bool dispatch_waiting(work_unit& unit);
  bool dispatch_probe(work_unit& unit);
  void note_created(const mmps::mmps_name& name, source_place at);

  // Do the operation at once, without a call (docs/adr/0022); false: it must be a call.
  static bool put_here(const mmps::mmps_name& space, tuple& put);
  static bool take_here(const mmps::mmps_name& space, const tuple& pattern, tuple& taken);
  static bool read_here(const mmps::mmps_name& space, const tuple& pattern, tuple& read);
  // Throws limit_error.
  static void require_size(const tuple& put, source_place at);

  // A tuple enters when its last value comes; its caller's other operations do not wait for it.
  static constexpr bool delayed_calls_have_own_callers = true;

  bool mentat_guard__(in_tag*, const timed& wanted) const { return may_begin(wanted); }
  bool mentat_guard__(rd_tag*, const timed& wanted) const { return may_begin(wanted); }
  bool mentat_guard__(in_for_tag*, const timed& wanted) const { return may_begin(wanted); }
  bool mentat_guard__(rd_for_tag*, const timed& wanted) const { return may_begin(wanted); }
  bool mentat_guard__(in_some_tag*, const timed& wanted, std::uint64_t) const {
    return may_begin(wanted);
  }

  struct mentat_stubs__;
  static const class_info& mentat_class__();

 private:
  [[nodiscard]] bool may_begin(const timed& wanted) const;
  void put(tuple&& one);
  void require_room(const tuple& pattern) const;
  [[nodiscard]] tuples take_some(const tuple& pattern, std::uint64_t most);
  [[nodiscard]] tuples read_all(const tuple& pattern) const;
  [[nodiscard]] std::string why_none(const tuple& pattern) const;

  space_detail::tuple_store store_;
  space_detail::space_board board_{store_};
  std::uint64_t most_tuples_ = UINT64_MAX, most_memory_ = UINT64_MAX;
  std::exception_ptr full_;  // a tuple found no room
};

struct space_impl::mentat_stubs__ : mentat_object {
  // A pattern without formals has no value; in_some() and rd_all() take patterns with formals.
#define MENTAT_WITH_PLACE(count_)                                                                 \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  void out(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {          \
    static_cast<const Self*>(this)->out_at(at MENTAT_ARGUMENTS_##count_);                         \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto in(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {           \
    return static_cast<const Self*>(this)->template one_at<in_tag>(at MENTAT_ARGUMENTS_##count_); \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto rd(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {           \
    return static_cast<const Self*>(this)->template one_at<rd_tag>(at MENTAT_ARGUMENTS_##count_); \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto inp(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {          \
    return static_cast<const Self*>(this)->template maybe_at<inp_tag>(                            \
        at MENTAT_ARGUMENTS_##count_);                                                            \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto rdp(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {          \
    return static_cast<const Self*>(this)->template maybe_at<rdp_tag>(                            \
        at MENTAT_ARGUMENTS_##count_);                                                            \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  void eval(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {         \
    static_cast<const Self*>(this)->out_at(at MENTAT_ARGUMENTS_##count_);                         \
  }                                                                                               \
  template <class Duration>                                                                       \
    requires(count_ > 0)                                                                          \
  auto in_for(const Duration& longest,                                                            \
              MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {       \
    return this->template for_at<in_for_tag>(at, longest MENTAT_ARGUMENTS_##count_);              \
  }                                                                                               \
  template <class Duration>                                                                       \
    requires(count_ > 0)                                                                          \
  auto rd_for(const Duration& longest,                                                            \
              MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {       \
    return this->template for_at<rd_for_tag>(at, longest MENTAT_ARGUMENTS_##count_);              \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto in_some(std::size_t most,                                                                  \
               MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {      \
    return static_cast<const Self*>(this)->some_at(at, most MENTAT_ARGUMENTS_##count_);           \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  auto rd_all(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const {       \
    return static_cast<const Self*>(this)->all_at(at MENTAT_ARGUMENTS_##count_);                  \
  }                                                                                               \
  template <class Self = mentat_stubs__>                                                          \
    requires(count_ > 0)                                                                          \
  std::size_t count(MENTAT_PARAMETERS_##count_ source_place at = source_place::current()) const { \
    return static_cast<const Self*>(this)->count_at(at MENTAT_ARGUMENTS_##count_);                \
  }
#include "rts/api/with_place.h"
  // More fields than a call with a place has.
  template <class... F>
    requires(sizeof...(F) > max_placed_arguments)
  void out(F&&... fields) const {
    out_at({}, std::forward<F>(fields)...);
  }
  template <class... F>
    requires(sizeof...(F) > max_placed_arguments)
  auto in(F&&... pattern) const {
    return one_at<in_tag>({}, std::forward<F>(pattern)...);
  }
  template <class... F>
    requires(sizeof...(F) > max_placed_arguments)
  auto rd(F&&... pattern) const {
    return one_at<rd_tag>({}, std::forward<F>(pattern)...);
  }

  // Makes a space in the calling process.
  void create_here__(source_place at);

 private:
  template <class... F>
  void out_at(source_place at, F&&... fields) const {
    static_assert(space_detail::leads_with_value<F...>,
                  "the first field of a tuple has a value: mentat::formal cannot be there");
    static_assert(sizeof...(F) <= tuple::most_fields, "a tuple has at most 16 fields");
    (space_detail::require_field<space_detail::given<F>>(), ...);
    constexpr std::size_t count =
        (std::size_t{!space_detail::is_name<std::remove_cvref_t<F>>} + ...);
    static_cast<void>(space_detail::noted_use<space_detail::use::puts, space_detail::given<F>...>);
    if constexpr (sizeof...(F) <= tuple::most_fields && !(space_detail::may_be_delayed<F> || ...)) {
      tuple made = space_detail::encode(fields...);
      space_impl::require_size(made, at);
      if (space_impl::put_here(name(), made)) return;
    }
    if constexpr (sizeof...(F) <= tuple::most_fields)
      std::apply(
          [&](auto&&... values) {
            invoke_at<out_tag<count>>(at, space_detail::signature<space_detail::given<F>...>,
                                      std::forward<decltype(values)>(values)...);
          },
          std::tuple_cat(space_detail::unless_name(std::forward<F>(fields))...));
  }
  template <class... F>
  static tuple pattern_of(source_place at, F&&... pattern) {
    space_detail::require_pattern<F...>();
    tuple made = space_detail::encode(std::forward<F>(pattern)...);
    space_impl::require_size(made, at);
    return made;
  }
  // The result of a call that waits; an error names the pattern.
  template <class Tag, class... More>
  typename Tag::result waited_at(source_place at, const tuple& pattern, std::int64_t longest,
                                 More... more) const {
    try {
      return call_at<Tag>(at, timed(pattern, longest), more...);
    } catch (const deadlock& lost) {
      throw deadlock(where(), lost.what() + why_at(at, pattern));
    } catch (const closed_entry& lost) {
      throw closed_entry(where(), lost.what() + why_at(at, pattern));
    }
  }
  [[nodiscard]] std::string why_at(source_place at, const tuple& pattern) const;
  template <class Tag, class... F>
  space_detail::taken<F...> one_at(source_place at, F&&... pattern) const {
    static_cast<void>(
        space_detail::noted_use<space_detail::use::meets, space_detail::stored<F>...>);
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    tuple found;
    if (!here<Tag>(wanted, found)) found = waited_at<Tag>(at, wanted, timed::for_ever);
    return space_detail::decode<F...>(found);
  }
  template <class Tag>
  bool here(const tuple& wanted, tuple& found) const {
    if constexpr (std::is_same_v<Tag, in_tag> || std::is_same_v<Tag, inp_tag> ||
                  std::is_same_v<Tag, in_for_tag>)
      return space_impl::take_here(name(), wanted, found);
    else
      return space_impl::read_here(name(), wanted, found);
  }
  template <class... F>
  static space_detail::maybe_taken<F...> maybe(const std::optional<tuple>& found) {
    if constexpr (std::is_void_v<space_detail::taken<F...>>)
      return found.has_value();
    else if (found)
      return space_detail::decode<F...>(*found);
    else
      return std::nullopt;
  }
  template <class Tag, class... F>
  space_detail::maybe_taken<F...> maybe_at(source_place at, F&&... pattern) const {
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    std::optional<tuple> found(std::in_place);
    if (!here<Tag>(wanted, *found)) found = call_at<Tag>(at, wanted);
    return maybe<F...>(found);
  }
  template <class Tag, class Duration, class... F>
  space_detail::maybe_taken<F...> for_at(source_place at, const Duration& longest,
                                         F&&... pattern) const {
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    std::optional<tuple> found(std::in_place);
    if (!here<Tag>(wanted, *found))
      found = waited_at<Tag>(at, wanted, detail::nanoseconds_in(longest));
    return maybe<F...>(found);
  }
  template <class... F>
  auto some_at(source_place at, std::size_t most, F&&... pattern) const {
    static_cast<void>(
        space_detail::noted_use<space_detail::use::meets, space_detail::stored<F>...>);
    return space_detail::decode_all<F...>(
        waited_at<in_some_tag>(at, pattern_of(at, std::forward<F>(pattern)...), timed::for_ever,
                               static_cast<std::uint64_t>(most)));
  }
  template <class... F>
  auto all_at(source_place at, F&&... pattern) const {
    return space_detail::decode_all<F...>(
        call_at<rd_all_tag>(at, pattern_of(at, std::forward<F>(pattern)...)));
  }
  template <class... F>
  std::size_t count_at(source_place at, F&&... pattern) const {
    return call_at<count_tag>(at, pattern_of(at, std::forward<F>(pattern)...));
  }
};

// Without hints a space is in the process that creates it, so that no death of a worker ends it.
inline void create(space& variable, call_site at = source_place::current()) {
  variable.create_here__(at.place);
}

template <>
struct server__<space_impl> {
  static void dispatch__(space_impl& self, work_unit& unit);
  static const class_description description__;
  static const method_description methods__[27];
};

}  // namespace mentat
