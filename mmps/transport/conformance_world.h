// The common part of the conformance suite of transports (conformance.h): messages with numbers,
// and waits for required events, for at most 60 s.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mmps/transport/transport.h"

namespace mentat::mmps::conformance {

inline const mmps_name name_a = mmps_name::of_process(1, 1, 1, 1);
inline const mmps_name name_b = mmps_name::of_process(1, 1, 2, 1);
inline const mmps_name name_c = mmps_name::of_process(1, 1, 3, 1);

inline constexpr int patience = 6000;  // waits of 10 ms

inline mentat_message numbered(std::uint64_t number, std::size_t size = 8) {
  mentat_message message(std::make_shared_for_overwrite<std::byte[]>(size), size);
  std::fill(message.body().begin(), message.body().end(), static_cast<std::byte>(number));
  message.header.type = 3;
  message.header.tag.number = number;
  return message;
}

inline bool is_numbered(const mentat_message& message, std::uint64_t number) {
  const auto body = message.body();
  return message.header.tag.number == number &&
         std::all_of(body.begin(), body.end(),
                     [&](std::byte byte) { return byte == static_cast<std::byte>(number); });
}

struct arrived {
  mmps_name from;
  mentat_message message;
};

// The next `count` messages; fewer if they do not come in time.
inline std::vector<arrived> receive_some(transport& at, std::size_t count) {
  std::vector<arrived> all;
  for (int waits = 0; all.size() < count && waits < patience;) {
    const std::size_t before = all.size();
    at.receive(count - all.size(), [&](const mmps_name& from, mentat_message&& message) {
      all.push_back({from, std::move(message)});
    });
    if (all.size() == before) at.wait(10 * base::millisecond), ++waits;
  }
  return all;
}

// Waits for that event of that peer. Returns its cause, or "none came".
inline std::string wait_for(transport& at, peer_event::kind what, const mmps_name& peer) {
  for (int waits = 0; waits < patience; ++waits) {
    for (const peer_event& event : at.take_events())
      if (event.what == what && event.peer == peer) return event.cause;
    at.wait(10 * base::millisecond);
  }
  return "none came";
}

inline void connect(transport& from, const transport& to) {
  REQUIRE(from.connect(to.self(), to.address()) == "");
  REQUIRE(wait_for(from, peer_event::kind::up, to.self()) == "");
}

// Sends; waits for room for up to 60 s.
inline void must_send(transport& from, const mmps_name& to, mentat_message&& message) {
  REQUIRE(from.send(to, message, 60 * base::second) == sent::yes);
}

template <class World>
struct pair {
  World world;
  std::unique_ptr<transport> a = world.open(name_a);
  std::unique_ptr<transport> b = world.open(name_b);
  pair() {
    connect(*a, *b);
    connect(*b, *a);
  }
};

}  // namespace mentat::mmps::conformance
