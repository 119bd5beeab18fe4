// The draining of a host: up, draining until a time for a reason, left. A host that is drained
// takes no new work, and leaves when none is left there, or when the time is over. A pure machine
// without a clock. Thread-safety: none. Errors: none.
#pragma once

#include <cstdint>
#include <string>

#include "mmps/base/instant.h"

namespace mentat::host {

class drain {
 public:
  enum class state : std::uint8_t { up, draining, left };

  // Several wishes may come: the shortest time counts, and the first reason. False: nothing has
  // changed.
  bool begin(base::instant now, base::duration within, const std::string& why);
  // Whether the host is to leave now. `is_empty`: no program runs there.
  [[nodiscard]] bool is_over(base::instant now, bool is_empty) const {
    return state_ == state::draining && (is_empty || now >= until_);
  }
  void note_left() { state_ = state::left; }

  [[nodiscard]] state is() const { return state_; }
  [[nodiscard]] const std::string& why() const { return why_; }
  // When it has to leave; never() unless it is draining.
  [[nodiscard]] base::instant next_deadline() const {
    return state_ == state::draining ? until_ : base::instant::never();
  }

 private:
  state state_ = state::up;
  base::instant until_ = base::instant::never();
  std::string why_;
};

// What is said of the losses of a host that was drained: "host n3 was drained: new kernel", or
// "host n3 was drained by SIGTERM".
[[nodiscard]] std::string cause_of_drain(const std::string& host, const std::string& why);

}  // namespace mentat::host
