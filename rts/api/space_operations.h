// The operations of a Mentat variable of a space (space.h). Each goes to the object that keeps the
// tuples of its key: the only one, or that of a home (docs/adr/0027). Thread-safety and errors: as
// handle.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/server.h"
#include "rts/api/space.h"

namespace mentat {

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
  static_assert(max_placed_arguments == tuple::most_fields);
  // More fields than a tuple has, behind `leading` other arguments.
#define MENTAT_WITH_TOO_MANY_FIELDS(operation, leading)           \
  template <class... A>                                           \
    requires(sizeof...(A) > tuple::most_fields + (leading))       \
  auto operation(A&&...) const {                                  \
    static_assert(sizeof...(A) <= tuple::most_fields + (leading), \
                  "a tuple has at most 16 fields");               \
  }
  MENTAT_WITH_TOO_MANY_FIELDS(out, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(in, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(rd, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(inp, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(rdp, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(eval, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(in_for, 1)
  MENTAT_WITH_TOO_MANY_FIELDS(rd_for, 1)
  MENTAT_WITH_TOO_MANY_FIELDS(in_some, 1)
  MENTAT_WITH_TOO_MANY_FIELDS(rd_all, 0)
  MENTAT_WITH_TOO_MANY_FIELDS(count, 0)
#undef MENTAT_WITH_TOO_MANY_FIELDS

  // Makes a space: the share of this host in the calling process, the others in the keepers of
  // theirs.
  void create_here__(source_place at);
  void create_everywhere__(source_place at);
  // Behind what this caller has done before; a space of several homes waits for it.
  void destroy();
  static mentat_stubs__ of_home__(const mmps::mmps_name& home);
  void end_home__() { mentat_object::destroy(); }

 private:
  template <class... F>
  void out_at(source_place at, F&&... fields) const {
    static_assert(space_detail::leads_with_value<F...>,
                  "the first field of a tuple has a value: mentat::formal cannot be there");
    (space_detail::require_field<space_detail::given<F>>(), ...);
    constexpr std::size_t count =
        (std::size_t{!space_detail::is_name<std::remove_cvref_t<F>>} + ...);
    static_cast<void>(
        space_detail::noted_use<space_detail::use::puts, space_detail::formals_among<F...>(),
                                space_detail::given<F>...>);
    if constexpr (!(space_detail::may_be_delayed<F> || ...)) {
      tuple made = space_detail::encode(fields...);
      space_impl::require_size(made, at);
      if (!is_in_one_process()) [[unlikely]]
        return put_at_home(at, std::move(made));
      if (space_impl::put_here(name(), made)) return;
    }
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
  [[nodiscard]] bool is_in_one_process() const {
    return of_class__().description == &server__<space_impl>::description__;
  }
  // Each tuple is in one of several processes.
  [[nodiscard]] bool has_homes() const {
    return of_class__().description == &server__<space_impl>::with_homes__;
  }
  // All tuples are in each process (docs/adr/0028).
  [[nodiscard]] bool is_everywhere() const {
    return of_class__().description == &server__<space_impl>::everywhere__;
  }
  [[nodiscard]] std::shared_ptr<const session_news::names> homes(source_place at) const;
  // The variable of the object that keeps the key of a tuple or pattern.
  [[nodiscard]] mentat_stubs__ home_of(const tuple& one, source_place at) const;
  void put_at_home(source_place at, tuple&& made) const;
  // Does it on that variable.
  template <class Operation>
  decltype(auto) at_home(const tuple& pattern, source_place at, Operation&& operation) const {
    if (!has_homes()) [[likely]]
      return operation(*this);
    const mentat_stubs__ home = home_of(pattern, at);
    return operation(home);
  }
  // Throws space_lost if this object has ended with its process.
  void require_process(source_place at) const;
  template <class Tag>
  static constexpr bool reads = std::is_same_v<Tag, rd_tag> || std::is_same_v<Tag, rdp_tag> ||
                                std::is_same_v<Tag, rd_for_tag> ||
                                std::is_same_v<Tag, rd_all_tag> || std::is_same_v<Tag, count_tag>;
  template <class Tag, bool counted = true, class... A>
  typename Tag::result asked_at(source_place at, const A&... arguments) const {
    if constexpr (counted && reads<Tag>)  // most reads of copies are no calls
      if (is_everywhere()) return asked_at<Tag, false>(at, arguments...);
    try {
      return call_at<Tag, counted>(at, arguments...);
    } catch (const space_lost&) {
      throw;
    } catch (const object_lost&) {
      require_process(at);
      throw;
    }
  }
  // The result of a call that waits; an error names the pattern.
  template <class Tag, class... More>
  typename Tag::result waited_at(source_place at, const tuple& pattern, std::int64_t longest,
                                 More... more) const {
    try {
      return asked_at<Tag>(at, timed(pattern, longest), more...);
    } catch (const deadlock& lost) {
      throw deadlock(where(), lost.what() + why_at(at, pattern));
    } catch (const closed_entry& lost) {
      throw closed_entry(where(), lost.what() + why_at(at, pattern));
    }
  }
  [[nodiscard]] std::string why_at(source_place at, const tuple& pattern) const;
  template <class Tag, class... F>
  space_detail::taken<F...> one_at(source_place at, F&&... pattern) const {
    space_detail::note_pattern<space_detail::use::meets, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    tuple found;
    at_home(wanted, at, [&](const mentat_stubs__& home) {
      if (home.template here<Tag>(wanted, found) != looked::found)
        found = home.template waited_at<Tag>(at, wanted, timed::for_ever);
    });
    return space_detail::decode<F...>(found);
  }
  template <class Tag>
  looked here(const tuple& wanted, tuple& found) const {
    const bool is_copied = is_everywhere();
    if constexpr (reads<Tag>) {
      if (is_copied) return space_impl::read_copy(name(), wanted, found);
      return known(space_impl::read_here(name(), wanted, found));
    } else {
      if (!is_copied) return known(space_impl::take_here(name(), wanted, found));
      return std::is_same_v<Tag, inp_tag> ? space_impl::take_from_copy(name(), wanted)
                                          : looked::unknown;
    }
  }
  static looked known(bool found) { return found ? looked::found : looked::unknown; }
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
    space_detail::note_pattern<space_detail::use::probes, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    std::optional<tuple> found(std::in_place);
    at_home(wanted, at, [&](const mentat_stubs__& home) {
      const looked seen = home.template here<Tag>(wanted, *found);
      if (seen == looked::none)
        found.reset();
      else if (seen == looked::unknown)
        found = home.template asked_at<Tag>(at, wanted);
    });
    return maybe<F...>(found);
  }
  template <class Tag, class Duration, class... F>
  space_detail::maybe_taken<F...> for_at(source_place at, const Duration& longest,
                                         F&&... pattern) const {
    space_detail::note_pattern<space_detail::use::probes, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    std::optional<tuple> found(std::in_place);
    at_home(wanted, at, [&](const mentat_stubs__& home) {
      if (home.template here<Tag>(wanted, *found) != looked::found)
        found = home.template waited_at<Tag>(at, wanted, detail::nanoseconds_in(longest));
    });
    return maybe<F...>(found);
  }
  template <class... F>
  auto some_at(source_place at, std::size_t most, F&&... pattern) const {
    space_detail::note_pattern<space_detail::use::meets, F...>();
    space_detail::note_pattern<space_detail::use::probes, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    return space_detail::decode_all<F...>(at_home(wanted, at, [&](const mentat_stubs__& home) {
      return home.template waited_at<in_some_tag>(at, wanted, timed::for_ever,
                                                  static_cast<std::uint64_t>(most));
    }));
  }
  template <class... F>
  auto all_at(source_place at, F&&... pattern) const {
    space_detail::note_pattern<space_detail::use::probes, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    return space_detail::decode_all<F...>(at_home(wanted, at, [&](const mentat_stubs__& home) {
      tuples read;
      if (is_everywhere() && space_impl::read_all_of_copy(name(), wanted, read)) return read;
      return home.template asked_at<rd_all_tag>(at, wanted);
    }));
  }
  template <class... F>
  std::size_t count_at(source_place at, F&&... pattern) const {
    space_detail::note_pattern<space_detail::use::probes, F...>();
    const tuple wanted = pattern_of(at, std::forward<F>(pattern)...);
    return at_home(wanted, at, [&](const mentat_stubs__& home) {
      std::uint64_t n = 0;
      if (is_everywhere() && space_impl::count_in_copy(name(), wanted, n)) return n;
      return home.template asked_at<count_tag>(at, wanted);
    });
  }
};

}  // namespace mentat
