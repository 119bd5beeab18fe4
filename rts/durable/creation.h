// The request of a keeper to make a durable object in a process: a message `instantiate` with flag
// `durable`. Behind the hints stand the number of the constructor, the length of its arguments and
// these, the object's name, its activation and, unless it is new, its image. The answer,
// `instantiated`, has the physical name and, of a new object, its members. Thread-safety: pure
// functions. Errors: nothing for bytes that make no sense.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/wire/mmps_name.h"
#include "rts/durable/bytes.h"
#include "rts/durable/image.h"

namespace mentat::durable {

struct creation_request {
  std::uint16_t constructor = 0;
  bytes arguments;
  mmps::mmps_name object;
  std::uint64_t epoch = 0;
  std::optional<durable::image> image;  // empty: the object is new
};

// Appends all of it; `hints` is how the request begins.
void encode(std::span<const std::byte> hints, const creation_request& one,
            const durable::image* from, base::byte_buffer& behind);
std::optional<creation_request> decode_creation(std::span<const std::byte> body);

}  // namespace mentat::durable
