// The state of an instantiation manager as plain data, for `mentat list` and `mentat status`
// [TOCS96 3.2.6: binding and name services, configuration and status information]. A copy: nothing
// in it changes later.
#pragma once

#include <cstdint>
#include <vector>

#include "daemons/falcon/load_view.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::im {

struct process_description {
  mmps::mmps_name name;
  std::uint32_t cores = 0, capacity = 0, places = 0, runnable = 0, parked = 0, objects = 0;
  std::vector<std::uint64_t> classes;  // interface hashes, ascending
};

struct object_description {
  mmps::mmps_name name;
  std::uint64_t class_hash = 0;
};

struct counters {
  std::uint64_t local = 0, reused = 0, forced = 0, transferred = 0;  // decisions, by their reason
  std::uint64_t refused = 0;                                         // answered with an error
  std::uint64_t malformed = 0;                                       // messages
  std::uint64_t ignored = 0;  // late or repeated ones, and those that are not for a manager
};

struct description {
  falcon::load load;
  std::uint64_t waiting = 0;
  std::uint64_t being_made = 0;  // persistent objects whose process has not answered yet
  std::uint32_t starting = 0;    // processes that the loader has been asked for
  std::vector<process_description> processes;  // by name
  std::vector<object_description> objects;     // by name
  std::vector<falcon::heard_load> heard;
  counters counted;
};

}  // namespace mentat::im
