// A place in a process, as an instantiation manager has given it to one unit. For a `turn`, further
// units that wait for a process follow in the same place, several at a time while they are brief:
// then a process does not sleep until its token-matching unit and the manager have been asked for
// each of them. Plain data of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "mmps/base/instant.h"
#include "mmps/base/robust_mean.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::tmu {

// How long functions run, in ns, as FINISHED tells; 0: unknown. Of more than `most` functions all
// but the last are forgotten.
class function_times {
 public:
  static constexpr std::size_t most = 1024;

  [[nodiscard]] std::uint32_t of(std::uint64_t class_hash, std::uint16_t function) const {
    const auto found = times_.find({class_hash, function});
    return found == times_.end() ? 0 : found->second;
  }
  // 0: it was not measured.
  void note(std::uint64_t class_hash, std::uint16_t function, std::uint32_t measured) {
    if (measured == 0) return;
    if (times_.size() >= most && !times_.contains({class_hash, function})) times_.clear();
    std::uint32_t& time = times_[{class_hash, function}];
    time = base::next_mean(time, measured);
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint16_t>, std::uint32_t> times_;
};

struct granted_place {
  static constexpr base::duration turn = 50 * base::millisecond;
  static constexpr std::uint32_t max_units = 32;
  // Units are sent ahead that take so long together, as spreading::longest_queue.
  static constexpr std::uint32_t longest_queue = 1'000'000;  // ns

  mmps::tag asked_for{};
  std::uint8_t attempt = 0;  // of that unit
  mmps::mmps_name process;
  mmps::mmps_name granted_by;
  base::instant since;
  std::uint8_t times = 1;   // that it was given; each is given back
  bool is_given = true;     // not given back yet
  std::uint32_t units = 0;  // that are running in it
  std::int64_t queued = 0;  // ns that these are expected to take

  // Whether a unit that takes so long may follow those that are there; 0: unknown.
  [[nodiscard]] bool has_room_for(std::uint32_t time) const {
    return units == 0 || (units < max_units && time != 0 && queued + time <= longest_queue);
  }
};

}  // namespace mentat::tmu
