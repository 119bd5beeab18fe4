// A hint of create(): where the new object should live [TOCS96 3.2.6]. In modes with one process
// the hint has no effect; nor does a hint that names an unbound variable. Values; thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "mmps/wire/hint.h"

namespace mentat {

class placement {
 public:
  placement(mmps::hint_kind kind, std::string host, const mmps::mmps_name& object)
      : kind_(kind), host_(std::move(host)), object_(object) {}
  [[nodiscard]] bool says_something() const {
    return kind_ == mmps::hint_kind::on_named || object_.bound();
  }
  // A view of this hint.
  [[nodiscard]] mmps::hint hint() const { return {kind_, object_, host_}; }

 private:
  mmps::hint_kind kind_;
  std::string host_;        // of on()
  mmps::mmps_name object_;  // of near() and apart_from()
};

[[nodiscard]] inline placement on(std::string host) {
  return {mmps::hint_kind::on_named, std::move(host), {}};
}

// The hints of one create(), which outlive it.
struct placements {
  static constexpr std::size_t most = mmps::max_hints - 1;  // the run-time system may add one
  std::array<const placement*, most> given;
  std::size_t count = 0;
};

}  // namespace mentat
