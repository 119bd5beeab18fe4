// A step of the order of writes as a message (docs/wire_format.md). Thread-safety: all functions.
// Errors: decode() gives null for what makes no sense; a class or a function that is not known here
// is null in the update.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mmps/wire/mentat_message.h"
#include "rts/replica/replica_update.h"

namespace mentat::node {

struct update_message {
  mmps::message_header header;  // without a receiver
  std::vector<std::byte> body;
};
update_message encode(const replica_update& what);
// The update borrows the body.
std::optional<replica_update> decode(const mmps::message_header& header,
                                     std::span<const std::byte> body);

}  // namespace mentat::node
