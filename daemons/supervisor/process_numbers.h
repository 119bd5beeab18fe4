// The names of the processes of one host in one session. The 4096 numbers are reused, each time
// with the next life. Free numbers rest for a while, until all processes know of the end of the
// previous owner. A token-matching unit has the number of the one whose place it takes.
// Thread-safety: none. Ownership: values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "mmps/wire/mmps_name.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

class process_numbers {
 public:
  explicit process_numbers(const mmps::mmps_name& of_host) : of_host_(of_host) {}

  // Whether there is one for another process.
  [[nodiscard]] bool has_name() const {
    return free_.size() > at_rest || last_number_ + 1 < mmps::mmps_name::max_processes;
  }
  // Whether there is one for another token-matching unit, in the place of the last.
  [[nodiscard]] bool has_next_unit() const { return units_ + 1 < mmps::mmps_name::max_processes; }
  // REQUIRES: has_name() or, for a token-matching unit, has_next_unit(); the first two are an
  // instantiation manager and a token-matching unit.
  mmps::mmps_name new_name(node::role what) {
    if (what == node::role::token_matching_unit && ++units_ > 1)
      return node::token_matching_unit_of(of_host_, units_);
    if (free_.size() <= at_rest && last_number_ + 1 < mmps::mmps_name::max_processes)
      return mmps::mmps_name::of_process(of_host_.host, of_host_.incarnation, ++last_number_, 1);
    const mmps::mmps_name last = free_.front();
    free_.pop_front();
    return mmps::mmps_name::of_process(of_host_.host, of_host_.incarnation, last.process_number(),
                                       last.life() + 1);
  }
  // Of a process that has ended.
  void free_name(const mmps::mmps_name& name) {
    if (node::is_token_matching_unit(name)) return;
    if (name.life() + 1 < mmps::mmps_name::max_processes) free_.push_back(name);
  }

 private:
  static constexpr std::size_t at_rest = 64;

  const mmps::mmps_name of_host_;
  std::deque<mmps::mmps_name> free_;  // the oldest first
  std::uint32_t last_number_ = 0, units_ = 0;
};

}  // namespace mentat::supervisor
