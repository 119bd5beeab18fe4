// Load reports between instantiation managers: the body of `pong`.
//
// Bytes: load (thousandths of a runnable unit per core, 4 bytes), cores (4 bytes). The host is that
// of the message's source. Only a host's own load: passing on the loads of others made
// placement worse in the simulation (docs/falcon.md), because it is older and draws many to the
// same host. Errors: decode() gives nothing for malformed bytes. Cost: no allocation,
// because the body is in the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daemons/falcon/load.h"

namespace mentat::im {

struct load_news {
  falcon::load value;
  std::uint32_t cores = 1;

  [[nodiscard]] std::vector<std::byte> encode() const;
  static std::optional<load_news> decode(std::span<const std::byte> body);
  friend bool operator==(const load_news&, const load_news&) = default;
};

}  // namespace mentat::im
