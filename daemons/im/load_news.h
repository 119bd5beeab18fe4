// What instantiation managers tell each other of loads: the body of `pong`.
//
// Bytes: 1 to most_told entries of 16 bytes: host, load (thousandths of a unit per core), cores,
// age in microseconds. The first is the sender itself, age 0 in practice; the others are what it
// has heard. Ages, not points in time: clocks of hosts differ. Errors: decode() gives nothing for
// bytes that are no news. Cost: a message of four entries has its body in itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemons/falcon/load_view.h"
#include "mmps/base/instant.h"

namespace mentat::im {

inline constexpr std::size_t most_told = 4;

// REQUIRES: 0 < told.size() <= most_told; nothing is younger than `now`.
std::vector<std::byte> encode_news(base::instant now, std::span<const falcon::heard_load> told);
// Empty for bytes that are no news.
std::vector<falcon::heard_load> decode_news(base::instant now, std::span<const std::byte> body);

}  // namespace mentat::im
