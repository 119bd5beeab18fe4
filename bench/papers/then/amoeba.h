// The processors and the Ethernet of [DSM92 5] in virtual time: what a message, a broadcast and a
// page fault cost. Calibrated from the three figures that the paper quotes: a remote procedure call
// of 4 bytes takes 1.4 ms, one of 4 KiB 6.7 ms, a broadcast of 20 bytes to 10 processors 1.5 ms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "bench/papers/then/machine.h"
#include "bench/papers/then/order.h"

namespace mentat::bench::then {

struct amoeba_costs {
  // Half of a null call: 0.32 ms to send, 0.06 ms on the wire, 0.32 ms to receive.
  duration send = microseconds(320), wire = microseconds(60), receive = microseconds(320);
  // What a byte adds: 10 Mbit/s on the wire, and the rest of (6.7 - 1.4) ms / 4092 in two copies.
  double wire_us_per_byte = 0.8;
  double copy_us_per_byte = (5300.0 / 4092 - 0.8) / 2;
  // A broadcast: a request to the sequencer, which broadcasts; 1.5 ms with both sends and wires.
  duration sequence = microseconds(660), receive_broadcast = microseconds(400);
  // [DSM92 Fig. 6]: from a page fault to the handler and back; to lock and unlock a page here.
  duration fault = microseconds(267), lock_and_unlock = microseconds(275);
};

/// Nothing costs anything: physical shared memory.
constexpr amoeba_costs no_costs() { return {0, 0, 0, 0, 0, 0, 0, 0, 0}; }

/// Messages that are not lost. Counts them where they leave; an acknowledgement is one.
class amoeba {
 public:
  amoeba(machine& on, const amoeba_costs& costs) : on_(on), costs_(costs) {}

  machine& on() { return on_; }
  const amoeba_costs& costs() const { return costs_; }

  /// `extra` is the time of the sender's kernel before that: marshalling, or switching to a thread.
  void send(std::size_t from, std::size_t to, std::size_t bytes, std::function<void()> done,
            duration extra = 0);
  /// Calls done(p) at each of the first `members` processors, in one order; processor 0 numbers.
  void broadcast(std::size_t from, std::size_t members, std::size_t bytes,
                 std::function<void(std::size_t)> done, duration extra = 0);

  std::uint64_t messages() const { return messages_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  duration copy(std::size_t bytes) const {
    return microseconds(costs_.copy_us_per_byte * static_cast<double>(bytes));
  }
  duration on_wire(std::size_t bytes) const {
    return costs_.wire + microseconds(costs_.wire_us_per_byte * static_cast<double>(bytes));
  }
  void count(std::size_t bytes) {
    ++messages_;
    bytes_ += bytes;
  }

  machine& on_;
  const amoeba_costs costs_;
  std::uint64_t messages_ = 0, bytes_ = 0;
};

}  // namespace mentat::bench::then
