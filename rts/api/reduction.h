// The result of mentat::reduce and mentat::map_reduce, combined by calls: delayed, as a
// mentat::result, which it is. A call fails with the first error that reaches it, whichever
// argument has it; a reduction fails with that of the smallest index. Thread-safety and errors: as
// mentat::result.
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "rts/api/result.h"

namespace mentat {

template <class R>
class results;

template <class R>
class reduction : public result<R> {
 public:
  explicit reduction(result<R> whole, std::shared_ptr<const results<R>> values = nullptr)
      : result<R>(std::move(whole)), values_(std::move(values)) {}

  [[nodiscard]] const R& get(source_place at = source_place::current()) const {
    std::exception_ptr failed;
    try {
      const R& value = result<R>::get(at);
      values_.reset();
      return value;
    } catch (...) {
      failed = std::current_exception();
    }
    // Outside of the handler, because a value may have to be awaited.
    if (values_)
      for (const result<R>& one : *values_) static_cast<void>(one.get(at));
    std::rethrow_exception(failed);
  }
  // NOLINTNEXTLINE(google-explicit-constructor): as mentat::result
  operator const R&() const { return get({}); }

 private:
  mutable std::shared_ptr<const results<R>> values_;  // null: all are there
};

namespace detail {

template <class R>
inline constexpr bool is_result<reduction<R>> = true;

}  // namespace detail
}  // namespace mentat
