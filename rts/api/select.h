// mselect/maccept [TOCS96 3.2.4, Figure 9]: the emitted code makes a select each time it reaches
// one. Enable the operations in the order of the entries, ask block_predicate__() for the chosen
// one, and serve__() the accepted call.
//
//   switch (mentat::select__ now; (now.enable_operation__<buffer_impl__::put_tag__>(1),
//   now.enable_else__(2), now.block_predicate__())) {
//     case 1: now.serve__(); break;
//     case 2: break;
//   }
// Thread-safety: none; on the fiber of a member function of the persistent object. Errors: the
// constructor throws remote_error outside of one. Ownership: has the accepted call until it is
// served.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rts/api/call.h"
#include "rts/core/predicate_manager.h"

namespace mentat {

namespace detail {

template <class Impl>
inline bool class_selects = false;

// Registers, before main() begins, each class for which a translation unit selects: its functions
// must not run on top of a caller.
template <class Impl>
inline const bool note_that_class_selects = (class_selects<Impl> = true);

}  // namespace detail

namespace detail {

// In nanoseconds; 0 for less than one.
template <class Duration>  // std::chrono::duration, whose header takes long to compile
constexpr std::int64_t nanoseconds_in(const Duration& longest) {
  constexpr bool is_duration = requires { typename Duration::period; };
  static_assert(is_duration, "a time is a std::chrono::duration, such as std::chrono::seconds(1)");
  if constexpr (is_duration) {
    using period = typename Duration::period;
    const long double nanoseconds =
        static_cast<long double>(longest.count()) * 1e9L * period::num / period::den;
    if (nanoseconds >= 9e18L) return INT64_MAX;
    return nanoseconds > 0 ? static_cast<std::int64_t>(nanoseconds) : 0;
  } else {
    return 0;
  }
}

}  // namespace detail

class select {
 public:
  select();
  select(const select&) = delete;
  select& operator=(const select&) = delete;
  ~select();  // a call that was accepted and not served fails

  // block_predicate__() returns `operation` if a call of `Method` is accepted. All return true, so
  // that a guard and an enabling make one expression.
  template <class Method>
  bool enable_operation__(int operation) {
    static_cast<void>(detail::note_that_class_selects<typename Method::owner>);
    predicate_.enable_operation(operation, Method::number__);
    return true;
  }
  // mafter: the answer if nothing was accepted for that long. The shortest one counts, and of equal
  // ones the first.
  template <class Duration>
  bool enable_after__(int operation, const Duration& longest) {
    return enable_after_nanoseconds(operation, detail::nanoseconds_in(longest));
  }
  // melse: the answer if nothing can be accepted now.
  bool enable_else__(int operation) { return enable_after_nanoseconds(operation, 0); }

  // Waits until a call can be accepted. With nothing enabled it throws: it would wait for ever.
  int block_predicate__();

  // Argument K of the accepted call; to be copied, serve__() uses it up. A view lasts as long as
  // the select.
  template <class Method, std::size_t K>
  [[nodiscard]] decltype(auto) argument__() {
    using parameter = typename Method::template parameter<K>;
    const auto& kept = static_cast<call<Method>&>(*accepted_).template seen<K>();
    if constexpr (detail::is_view<parameter>) viewed_.push_back(detail::buffer_access::block(kept));
    return detail::seen_as<parameter>(kept);
  }
  // Runs the accepted call; its result, or its error, goes to its caller.
  void serve__();

 private:
  bool enable_after_nanoseconds(int operation, std::int64_t longest);

  predicate_manager predicate_;
  std::optional<std::int64_t> longest_;  // ns
  int when_over_ = 0;
  computation_instance* accepted_ = nullptr;
  std::vector<std::shared_ptr<const void>> viewed_;
};

}  // namespace mentat
