// For tests: numbered messages, and a handler that counts them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "mmps/base/byte_buffer.h"
#include "mmps/net/network.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

// The number is the tag, and each byte of the body.
inline network::sent try_send(network& from, const mmps_name& to, std::uint64_t number,
                              std::size_t size = 20, std::function<void()> when_out = nullptr) {
  message_header header;
  header.type = 3;
  header.destination = to;
  header.tag.number = number;
  base::byte_buffer body;
  body.resize(size);
  std::ranges::fill(body, static_cast<std::byte>(number));
  return number % 2 == 0 ? from.send(header, body, std::move(when_out))
                         : from.give(header, std::move(body), std::move(when_out));
}

inline bool send(network& from, const mmps_name& to, std::uint64_t number, std::size_t size = 20,
                 std::function<void()> when_out = nullptr) {
  return try_send(from, to, number, size, std::move(when_out)) == network::sent::yes;
}

// A body of a few bytes and that block, which never changes.
inline bool give_block(network& from, const mmps_name& to, std::uint64_t number,
                       const std::shared_ptr<std::byte[]>& block, std::size_t size) {
  message_header header;
  header.type = 3;
  header.destination = to;
  header.tag.number = number;
  std::vector<mentat_message> blocks;
  blocks.emplace_back(std::vector<std::byte>(8));
  blocks.emplace_back(block, size);
  blocks.back().header.flags = flag::repeated;
  return from.give_blocks(header, std::move(blocks)) == network::sent::yes;
}

// Checks that the numbers come from 1 on, once each and in order, with the right bodies.
struct counted {
  std::uint64_t last = 0;
  bool right = true;
  void operator()(const message_header& header, std::span<const std::byte> body) {
    right = right && header.tag.number == ++last && std::ranges::all_of(body, [&](std::byte one) {
              return one == static_cast<std::byte>(header.tag.number);
            });
  }
};

}  // namespace mentat::mmps::net
