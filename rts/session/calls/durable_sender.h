// What sends the calls of durable objects, which need more than other calls (rts/session/durable).
// Thread-safety: all functions, from workers.
#pragma once

#include <cstddef>

#include "mmps/wire/mmps_name.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

class durable_sender {
 public:
  // Takes over the reference with which the call would be executed.
  virtual void send(const mmps::mmps_name& object, computation_instance& call) = 0;
  // Calls without an answer.
  [[nodiscard]] virtual std::size_t pending() const = 0;

 protected:
  ~durable_sender() = default;
};

}  // namespace mentat::node
