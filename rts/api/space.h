// The run-time interface of <mentat/space.h>: a space is a persistent object, its operations are
// calls, and those that wait have guards (docs/adr/0021). The fields of a tuple travel as bytes.
// Thread-safety and errors: as handle.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/server.h"
#include "rts/api/space_fields.h"
#include "rts/space/encoded_tuple.h"
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
  // Puts a tuple of that signature with `Fields` fields that are no names. Each is an argument of
  // its own, so that an arc can bring it.
  template <std::size_t Fields>
  using out_tag = typename out_signature<std::make_index_sequence<Fields>>::method;
  using in_tag = method<space_impl, 2, tuple(const tuple&)>;
  using rd_tag = method<space_impl, 3, tuple(const tuple&)>;
  using in_some_tag = method<space_impl, 4, tuples(const tuple&, std::uint64_t)>;
  using inp_tag = method<space_impl, 5, std::optional<tuple>(const tuple&)>;
  using rdp_tag = method<space_impl, 6, std::optional<tuple>(const tuple&)>;
  using rd_all_tag = method<space_impl, 7, tuples(const tuple&)>;
  using count_tag = method<space_impl, 8, std::uint64_t(const tuple&)>;

  template <std::size_t Fields>
  bool dispatch_out(work_unit& unit);
  void in_body(rtf_sink<tuple>& rtf, const tuple& pattern);
  void rd_body(rtf_sink<tuple>& rtf, const tuple& pattern);
  void in_some_body(rtf_sink<tuples>& rtf, const tuple& pattern, std::uint64_t most);
  void inp_body(rtf_sink<std::optional<tuple>>& rtf, const tuple& pattern);
  void rdp_body(rtf_sink<std::optional<tuple>>& rtf, const tuple& pattern);
  void rd_all_body(rtf_sink<tuples>& rtf, const tuple& pattern);
  void count_body(rtf_sink<std::uint64_t>& rtf, const tuple& pattern);

  // A tuple enters when its last value comes; its caller's other operations do not wait for it.
  static constexpr bool delayed_calls_have_own_callers = true;

  // Guards.
  bool mentat_guard__(in_tag*, const tuple& pattern) const { return store_.holds(pattern); }
  bool mentat_guard__(rd_tag*, const tuple& pattern) const { return store_.holds(pattern); }
  bool mentat_guard__(in_some_tag*, const tuple& pattern, std::uint64_t) const {
    return store_.holds(pattern);
  }

  struct mentat_stubs__;
  static const class_info& mentat_class__();

 private:
  space_detail::tuple_store store_;
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
    if constexpr (sizeof...(F) <= tuple::most_fields)
      std::apply(
          [&](auto&&... values) {
            invoke_at<out_tag<count>>(at, space_detail::signature<space_detail::given<F>...>,
                                      std::forward<decltype(values)>(values)...);
          },
          std::tuple_cat(space_detail::unless_name(std::forward<F>(fields))...));
  }
  template <class Tag, class... F>
  space_detail::taken<F...> one_at(source_place at, F&&... pattern) const {
    space_detail::require_pattern<F...>();
    tuple found = call_at<Tag>(at, space_detail::encode(std::forward<F>(pattern)...));
    return space_detail::decode<F...>(found);
  }
  template <class Tag, class... F>
  space_detail::maybe_taken<F...> maybe_at(source_place at, F&&... pattern) const {
    space_detail::require_pattern<F...>();
    std::optional<tuple> found =
        call_at<Tag>(at, space_detail::encode(std::forward<F>(pattern)...));
    if constexpr (std::is_void_v<space_detail::taken<F...>>)
      return found.has_value();
    else if (found)
      return space_detail::decode<F...>(*found);
    else
      return std::nullopt;
  }
  template <class... F>
  auto some_at(source_place at, std::size_t most, F&&... pattern) const {
    space_detail::require_pattern<F...>();
    return space_detail::decode_all<F...>(call_at<in_some_tag>(
        at, space_detail::encode(std::forward<F>(pattern)...), static_cast<std::uint64_t>(most)));
  }
  template <class... F>
  auto all_at(source_place at, F&&... pattern) const {
    space_detail::require_pattern<F...>();
    return space_detail::decode_all<F...>(
        call_at<rd_all_tag>(at, space_detail::encode(std::forward<F>(pattern)...)));
  }
  template <class... F>
  std::size_t count_at(source_place at, F&&... pattern) const {
    space_detail::require_pattern<F...>();
    return call_at<count_tag>(at, space_detail::encode(std::forward<F>(pattern)...));
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
  static const method_description methods__[24];
};

}  // namespace mentat
