// The future of a call that came from another process. Usually it is one arc, to the waiting
// caller: then it stores that caller and its tag, and no bytes. Thread-safety: none. Ownership:
// owns its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/tag.h"
#include "rts/session/calls/received_call.h"

namespace mentat::node {

class incoming_future {
 public:
  // A malformed future is not sound().
  explicit incoming_future(const received_call& of) {
    if (of.future.size() == mmps::compact_future_size) [[likely]]
      read_compact(of);
    else
      read(of);
  }

  [[nodiscard]] bool sound() const { return sound_; }
  // The waiting caller alone gets the result.
  [[nodiscard]] bool is_only_for_caller() const { return only_caller_; }
  [[nodiscard]] const mmps::mmps_name& caller() const { return caller_; }
  // The tag under which the caller waits; zeros: nobody waits.
  [[nodiscard]] const mmps::tag& waiting() const { return waiting_; }
  // The whole future in its wire form. Valid until the next call of a member function.
  [[nodiscard]] std::span<const std::byte> bytes();

  // Adds arcs that a waiting process has sent in so many messages.
  void add(std::span<const std::byte> arcs, std::uint16_t messages, bool abandoned);

 private:
  void read_compact(const received_call& of) {
    only_caller_ = true;
    caller_ = of.from;
    sound_ = of.is_from_caller() && caller_.is_process();
    waiting_ = {mmps::get_little_endian<std::uint64_t>(of.future.data()), of.mark};
  }
  void read(const received_call& of);
  void write_out();

  bool sound_ = true;
  bool only_caller_ = false;
  mmps::mmps_name caller_;
  mmps::tag waiting_{};
  std::vector<std::byte> bytes_;  // empty if it is only for the caller and nobody has asked
};

}  // namespace mentat::node
