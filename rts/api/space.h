// The run-time interface of <mentat/space.h>: a space is a persistent object, its operations are
// calls, and those that wait have guards (docs/adr/0021). The fields of a tuple travel as bytes.
// Thread-safety and errors: as handle.h.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/server.h"
#include "rts/api/space_fields.h"
#include "rts/api/timed_pattern.h"
#include "rts/core/session_news.h"
#include "rts/space/encoded_tuple.h"
#include "rts/space/space_board.h"
#include "rts/space/tuple_store.h"

namespace mentat {
namespace space_detail {
error_place operation_place(const char* operation, source_place at);
}

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
  // Why no tuple of a home matches the pattern: the number of tuples of its signature, the field
  // that keeps most of them from matching, then for each signature the number of all tuples, and
  // itself.
  using numbers = std::vector<std::uint64_t>;
  using miss_tag = method<space_impl, 11, numbers(const tuple&)>;
  // --- of a space that has several homes
  using put_tag = method<space_impl, 12, void(const tuple&)>;
  // The names of its homes, four numbers each.
  using homes_tag = method<space_impl, 13, std::vector<std::uint32_t>()>;
  // To each home, before the first operation: the homes, its number among them, and for people the
  // place of create().
  using begin_tag =
      method<space_impl, 14,
             void(const std::vector<std::uint32_t>&, std::uint32_t, const std::string&)>;
  using end_tag = method<space_impl, 15, void()>;

  space_impl();
  ~space_impl();
  // False: it is another function.
  template <std::size_t Fields>
  bool dispatch_out(work_unit& unit);
  bool dispatch_waiting(work_unit& unit);
  bool dispatch_probe(work_unit& unit);
  bool dispatch_homes(work_unit& unit);
  void note_created(const mmps::mmps_name& name, const std::string& at, bool everywhere = false);
  // `object`: of this, which is one of the homes.
  void begin(session_news::names homes, std::size_t number, server_object& object);

  // Do the operation at once, without a call (docs/adr/0022); false: it must be a call.
  static bool put_here(const mmps::mmps_name& space, tuple& put);
  static bool take_here(const mmps::mmps_name& space, const tuple& pattern, tuple& taken);
  static bool read_here(const mmps::mmps_name& space, const tuple& pattern, tuple& read);
  // The same in this process's copy of a space that is everywhere; unknown: it must be a call.
  enum class looked { found, none, unknown };
  static looked read_copy(const mmps::mmps_name& space, const tuple& pattern, tuple& read);
  // Finds none or must be a call.
  static looked take_from_copy(const mmps::mmps_name& space, const tuple& pattern);
  static bool read_all_of_copy(const mmps::mmps_name& space, const tuple& pattern, tuples& read);
  static bool count_in_copy(const mmps::mmps_name& space, const tuple& pattern, std::uint64_t& n);
  // Throws limit_error.
  static void require_size(const tuple& put, source_place at);

  // A tuple enters when its last value comes; its caller's other operations do not wait for it.
  static constexpr bool delayed_calls_have_own_callers = true;
  static constexpr bool lives_in_keeper = true;

  bool mentat_guard__(in_tag*, const timed& wanted) const { return may_begin(wanted, "in"); }
  bool mentat_guard__(rd_tag*, const timed& wanted) const { return may_begin(wanted, "rd"); }
  bool mentat_guard__(in_for_tag*, const timed& wanted) const {
    return may_begin(wanted, "in_for");
  }
  bool mentat_guard__(rd_for_tag*, const timed& wanted) const {
    return may_begin(wanted, "rd_for");
  }
  bool mentat_guard__(in_some_tag*, const timed& wanted, std::uint64_t) const {
    return may_begin(wanted, "in_some");
  }

  struct mentat_stubs__;
  static const class_info& mentat_class__();
  static const class_info& class_with_homes();
  static const class_info& class_everywhere();

 private:
  void require_homes() const;  // throws space_lost
  [[nodiscard]] bool may_begin(const timed& wanted, const char* operation) const;
  [[nodiscard]] bool is_broken() const {
    return full_ || is_incomplete_ || (watch_ && watch_->has_ended.load());
  }
  // A copy gets the limits of the original, so that it refuses the same tuples.
  void save(base::byte_buffer& behind) const;
  void load(std::span<const std::byte> state, bool swapped);
  [[nodiscard]] session_news::names other_homes() const;
  bool hand_on(const tuple& one);
  void put(tuple&& one);
  void require_room(const tuple& pattern) const;
  [[nodiscard]] tuples take_some(const tuple& pattern, std::uint64_t most);
  [[nodiscard]] tuples read_all(const tuple& pattern) const;
  [[nodiscard]] numbers misses_of(const tuple& pattern) const;

  space_detail::tuple_store store_;
  space_detail::space_board board_{store_};
  std::uint64_t most_tuples_ = UINT64_MAX, most_memory_ = UINT64_MAX;
  std::exception_ptr full_;               // a tuple found no room
  bool is_incomplete_ = false;            // so it was in the original of this copy
  session_news::names homes_;             // empty: it has one
  std::size_t number_ = 0;                // among them
  std::unique_ptr<process_watch> watch_;  // of the other homes
  session_news* news_ = nullptr;          // that has the watch
};

template <>
struct server__<space_impl> {
  static void dispatch__(space_impl& self, work_unit& unit);
  static const class_description description__, with_homes__, everywhere__;
  static const method_description methods__[31];
};

}  // namespace mentat

#include "rts/api/space_creation.h"
