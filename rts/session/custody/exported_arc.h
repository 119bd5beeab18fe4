// An arc whose end is in another process: along it a result becomes a message. It is handed on to
// the process that executes the call in whose future it lies, and stays here until the answer says
// that it was served (docs/custody.md); else the result, or the error, goes along it from here.
// Ownership: the future's. Thread-safety: `place` and forward() under the lock of the call's
// sender; the rest by the one who closes the future.
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

  // It is a future, to be sent to who executes the call. Empty: it stays here.
  virtual std::span<const std::byte> forward() = 0;

  std::int32_t place = here;  // 0: it was sent with the call; n: in the n-th message after it
  bool served = false;

 private:
  virtual void serve(computation_instance& producer) = 0;  // the result goes along it from here
  static void arrive(arc& along, computation_instance& producer, bool, scheduler&) {
    const std::unique_ptr<exported_arc> self(static_cast<exported_arc*>(&along));
    if (!self->served) self->serve(producer);
  }
};

}  // namespace mentat::node
