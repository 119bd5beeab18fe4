// Messages between processes [TOCS96 3.2.1]: one interface, with a folder for each interconnect
// that implements it. Every implementation passes conformance.h.
//
// A transport is one process's access to its peers. Each end is a process (mmps_name::process())
// with its incarnation. The transport does not use a message's own source and destination, because
// a token for a TMU has no destination and a forwarded call keeps its source; so callers name the
// peer beside the message.
//
// Guarantees: while a peer stays up, each of its messages arrives once, unchanged, in the order in
// which a thread sent them. When it goes down, any message on the way may be lost, even after
// `sent::yes`: custody is the link's task. connect() keeps trying until disconnect(); there is an
// event `up` each time the peer becomes reachable, and `down`, with the cause, when it no longer
// is, or when the first attempt failed. A connection has one direction: a peer must connect() to us
// to send to us. Ownership: a sent message belongs to the transport; one that was not sent is
// untouched. Received messages own their bodies. Thread-safety: any thread may send, connect,
// disconnect, wake; one thread at a time may receive, wait, take_events. Only send() and wait()
// block. Limits: a body above fixed.message is neither sent (std::length_error of mentat_message)
// nor received; a full queue is `sent::full`. Errors that a peer causes are counted, never thrown.
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
  full,      // the queue to the peer is full: the caller keeps the message and tries again later
  gone,      // the peer cannot be reached; an event `up` says when it can
  too_long,  // fixed.message: it can never be sent
};

struct peer_event {
  enum class kind : std::uint8_t { up, down };
  kind what;
  mmps_name peer;
  std::string cause;  // of down
};

// Why a message or connection was refused.
enum class refusal : std::uint8_t {
  stranger,    // an unknown key, or no key where one is needed
  unfinished,  // connections that did not finish the handshake of the pipe, or have not yet
  malformed,   // a message that does not decode
  too_long,    // above fixed.message
  misled,      // for another process, or from one that has not introduced itself
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
  // The address under which a peer can connect() to this process.
  [[nodiscard]] virtual std::string address() const = 0;

  // Starts connecting to the peer. Returns an empty text, or why it can never succeed: an invalid
  // or forbidden address, a limit. A second call for a peer replaces its address.
  [[nodiscard]] virtual std::string connect(const mmps_name& peer, std::string_view address) = 0;
  // Reports no event `down`. Messages on the way may be lost.
  virtual void disconnect(const mmps_name& peer) = 0;

  // Sends without blocking.
  [[nodiscard]] virtual sent try_send(const mmps_name& peer, mentat_message& message) = 0;
  // Sends; blocks while the queue is full, for at most `longest`.
  [[nodiscard]] virtual sent send(const mmps_name& peer, mentat_message& message,
                                  base::duration longest) = 0;

  // Hands up to `most` messages to the handler, without blocking; returns their number. The handler
  // may send, but not receive.
  virtual std::size_t receive(std::size_t most, handler take) = 0;
  // Waits for a message or an event (true), for wake(), or for `longest`. A wake() without a waiter
  // ends the next wait() at once.
  virtual bool wait(base::duration longest) = 0;
  virtual void wake() = 0;
  // The newest event of each peer that was not taken yet.
  [[nodiscard]] virtual std::vector<peer_event> take_events() = 0;

  // Ends all connections: every later send is `gone`, nothing more is received, and the peers see
  // this process go down.
  virtual void close() = 0;

  [[nodiscard]] virtual refusal_counters refused() const { return {}; }
};

}  // namespace mentat::mmps
