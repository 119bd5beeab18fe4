// The numbers of calls that a program has said it will make, by class (mentat::expect): for
// displays of progress alone; no answer depends on them. Thread-safety: all functions. Errors: of
// more than `max_classes` classes the further ones are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>

#include "rts/core/class_info.h"

namespace mentat {

class expected_calls {
 public:
  static constexpr std::size_t max_classes = 256;

  // Adds to the number of the class; at the ends of the range it stays there. 0: it is done; else
  // how many additions were refused by now.
  std::uint64_t add(const class_info& of_class, std::int64_t calls) {
    const std::lock_guard guard(lock_);
    if (!all_.contains(&of_class) && all_.size() == max_classes) return ++refused_;
    std::int64_t& number = all_[&of_class];
    if (__builtin_add_overflow(number, calls, &number))
      number = calls < 0 ? std::numeric_limits<std::int64_t>::min()
                         : std::numeric_limits<std::int64_t>::max();
    return 0;
  }
  template <class Visitor>
  void visit(Visitor&& visit) const {
    const std::lock_guard guard(lock_);
    for (const auto& [of_class, calls] : all_) visit(*of_class, calls);
  }

 private:
  mutable std::mutex lock_;
  std::map<const class_info*, std::int64_t> all_;
  std::uint64_t refused_ = 0;
};

}  // namespace mentat
