// An arc whose end is in another process: delivering along it sends a message. It is handed on to
// the process that executes the call whose future holds it, and stays here until the answer says
// that the value was delivered (docs/custody.md); otherwise this process sends the result, or the
// error, along it. Ownership: the future's. Thread-safety: `batch` and forward() under the lock of
// the call's sender; the rest by the thread that closes the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "rts/core/computation_instance.h"
#include "rts/core/future.h"

namespace mentat::node {

class exported_arc : public arc {
 public:
  static constexpr std::int32_t here = -1;

  exported_arc() { deliver = &arrive; }
  exported_arc(const exported_arc&) = delete;
  exported_arc& operator=(const exported_arc&) = delete;
  virtual ~exported_arc() = default;

  static exported_arc* from(arc& one) {
    return one.deliver == &arrive ? static_cast<exported_arc*>(&one) : nullptr;
  }

  // The arc as a future, for the process or object `to`, to which the call was sent. Empty: the arc
  // stays here.
  virtual std::span<const std::byte> forward(const mmps::mmps_name& to) = 0;

  std::int32_t batch = here;  // 0: it was sent with the call; n: in the n-th message after it
  bool delivered = false;

 private:
  virtual void serve(computation_instance& producer) = 0;  // sends the result along it from here
  static void arrive(arc& along, computation_instance& producer, bool, scheduler&) {
    const std::unique_ptr<exported_arc> self(static_cast<exported_arc*>(&along));
    if (!self->delivered) self->serve(producer);
  }
};

}  // namespace mentat::node
