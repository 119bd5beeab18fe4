// The processes of this host that have one persistent object each, for `isolation`: the spare ones,
// those with an object, and the decision to start another one. Some are kept spare, so that an
// object need not wait for a process to start.
//
// A process ends by itself with its object; the supervisor reports its end. One of them is the
// keeper, which has any number of objects and does not end with them. Invariants: (1) a
// process is given at most one object, except for objects that were requested near it. (2)
// Processes, with those being started, are at most `max_processes`. Thread-safety: none. Ownership:
// names. Errors: none; an unknown process gives an empty answer. Cost: logarithmic; take() is
// linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "mmps/wire/mmps_name.h"

namespace mentat::im {

class object_processes {
 public:
  object_processes(std::uint32_t max_processes, std::uint32_t spares)
      : max_processes_(max_processes), spares_(spares) {}

  void started(const mmps::mmps_name& process);
  void start_failed();
  // Whether it was one of these processes.
  bool ended(const mmps::mmps_name& process);
  [[nodiscard]] bool contains(const mmps::mmps_name& process) const {
    return processes_.contains(process);
  }
  [[nodiscard]] std::size_t count() const { return processes_.size(); }

  // Takes a spare process for an object. Empty: there is none.
  std::optional<mmps::mmps_name> take();
  void add_object(const mmps::mmps_name& process);  // near the object that the process has
  // The keeper, with an object more. Empty: there is none, and no spare process that could be it.
  std::optional<mmps::mmps_name> take_keeper();
  void object_failed(const mmps::mmps_name& process);  // the object was not made after all
  void object_ended(const mmps::mmps_name& process);

  // Whether waiting requests may get a process: one is starting, may be started, or makes room.
  [[nodiscard]] bool may_come() const { return starting_ > 0 || ending_ > 0 || may_start(); }
  // How many processes to start now, for so many waiting requests, and as spare ones if there is
  // time for that. They then count as being started.
  std::uint32_t start(std::size_t waiting, bool has_time = true);
  // Whether start() would return more than 0.
  [[nodiscard]] bool would_start(std::size_t waiting, bool has_time = true) const {
    return may_start() && spare_ + starting_ < waiting + (has_time ? spares_ : 0);
  }

 private:
  struct state {
    bool is_keeper = false;
    std::uint32_t objects = 0;
    bool ending = false;
  };
  [[nodiscard]] bool may_start() const { return processes_.size() + starting_ < max_processes_; }

  const std::uint32_t max_processes_;
  std::uint32_t spares_;
  std::map<mmps::mmps_name, state> processes_;
  std::optional<mmps::mmps_name> keeper_;
  std::uint32_t starting_ = 0, spare_ = 0, ending_ = 0;
};

}  // namespace mentat::im
