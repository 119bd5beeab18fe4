// One order of broadcasts, as in the kernel of Amoeba [DSM92 2]: a sequencer numbers them, and
// every member handles them in the order of numbers. Pure; not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace mentat::bench::then {

class sequencer {
 public:
  std::uint64_t next() { return next_++; }

 private:
  std::uint64_t next_ = 0;
};

/// What a member of the order has received. Keeps broadcasts that are too early, drops those that
/// it has had.
template <class Message>
class in_order {
 public:
  void receive(std::uint64_t number, Message message) {
    if (number >= next_) early_.emplace(number, std::move(message));
  }
  /// Calls handle(message) for each broadcast whose turn it is.
  template <class Handle>
  void drain(Handle&& handle) {
    for (auto first = early_.begin(); first != early_.end() && first->first == next_;
         first = early_.begin()) {
      Message message = std::move(first->second);
      early_.erase(first);
      ++next_;
      handle(message);
    }
  }
  std::uint64_t next() const { return next_; }

 private:
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Message> early_;
};

}  // namespace mentat::bench::then
