// Bytes between processes [TOCS96 3.2.1]: one interface, and for each interconnect a folder that
// implements it. Every implementation passes conformance.h.
//
// A transport is one process's access to its peers. Both ends are named by processes
// (mmps_name::process()), with their incarnations; a message's own source and destination are the
// business of whoever sends it (a token for a TMU has no destination, a forwarded call keeps its
// source), so peers are named beside the message.
//
// Guarantees: while a peer stays up, what it sends arrives once, unchanged, in the order in which
// each of its threads sent it. When it goes down, any of what was on the way may be lost, also what
// was `sent::yes`: custody is the link's business. connect() keeps trying until disconnect():
// peer_up each time the peer can be reached, peer_down with the cause when it no longer can, or
// when the first attempt failed. One direction: a peer must connect() to us to be able to send to
// us. Ownership: a message that was sent is the transport's; one that was not is untouched.
// Received messages own their bodies. Thread-safety: every thread may send, connect, disconnect,
// wake; receive, wait, take_events are for one thread at a time. Nothing here blocks but send() and
// wait(). Limits: a body above fixed.message is not sent (std::length_error of mentat_message) and
// not received; queues are bounded, and full queues are `sent::full`. Errors of the peer's making
// are counted, never thrown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/base/function_ref.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps {

enum class sent : std::uint8_t {
  yes,       // the message was moved from
  full,      // the way to the peer is full at the moment: keep the message, try again after others
  gone,      // the peer cannot be reached; peer_up will say when it can
  too_long,  // fixed.message: it can never be sent
};

struct peer_event {
  enum class kind : std::uint8_t { up, down };
  kind what;
  mmps_name peer;
  std::string cause;  // of down
};

// What came in and was not delivered, since the beginning.
enum class refusal : std::uint8_t {
  stranger,    // an unknown key, or no key where one is needed
  unfinished,  // connections that did not finish the handshake of the pipe, or have not yet
  malformed,   // a message that does not decode
  too_long,    // above fixed.message
  misled,      // meant for another process, or from one that has not said who it is
};
inline constexpr std::size_t refusal_count = 5;
using refusal_counters = std::array<std::uint64_t, refusal_count>;

class transport {
 public:
  using handler = base::function_ref<void(const mmps_name& from, mentat_message&& message)>;

  transport() = default;
  transport(const transport&) = delete;
  transport& operator=(const transport&) = delete;
  virtual ~transport() = default;  // closes

  [[nodiscard]] virtual mmps_name self() const = 0;
  // What a peer gives to connect().
  [[nodiscard]] virtual std::string address() const = 0;

  // Begins to reach the peer. Empty, or why it will never work: an address that makes no sense or
  // is not allowed, a limit. Again with the same peer: the address is replaced.
  [[nodiscard]] virtual std::string connect(const mmps_name& peer, std::string_view address) = 0;
  // No peer_down is reported. What is on the way may be lost.
  virtual void disconnect(const mmps_name& peer) = 0;

  // Asynchronous send.
  [[nodiscard]] virtual sent try_send(const mmps_name& peer, mentat_message& message) = 0;
  // Synchronous send: waits while the way is full, `longest` at most.
  [[nodiscard]] virtual sent send(const mmps_name& peer, mentat_message& message,
                                  base::duration longest) = 0;

  // Non-blocking receive: gives up to `most` messages to the handler, which may send, but not
  // receive. How many there were.
  virtual std::size_t receive(std::size_t most, handler take) = 0;
  // Until there is something to receive or an event to take (true), until wake() is called, or
  // until `longest` has passed. A wake() while nobody waits ends the next wait() at once.
  virtual bool wait(base::duration longest) = 0;
  virtual void wake() = 0;
  // Of each peer the newest that was not taken yet.
  [[nodiscard]] virtual std::vector<peer_event> take_events() = 0;

  // Nobody reaches us any more, and we reach nobody: every send is `gone`, nothing is received.
  // Peers see us go down.
  virtual void close() = 0;

  [[nodiscard]] virtual refusal_counters refused() const { return {}; }
};

}  // namespace mentat::mmps
