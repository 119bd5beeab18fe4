// The events of a simulated run as a file for chrome://tracing and Perfetto (Trace Event
// Format): a row for each process below its host, a piece for each of its turns, an arrow for each
// message. Microseconds of virtual time. Thread-safety: none.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "daemons/sim/world.h"

namespace mentat::sim {

class trace_file {
 public:
  void take(const world_event& event);
  // Errors: a text with the path. Another user's file is never written.
  [[nodiscard]] tl::expected<void, std::string> write(const std::string& path) const;

 private:
  void add(const world_event& event, const char* phase, const std::string& rest);

  std::string lines_;
  std::uint64_t messages_ = 0;
};

}  // namespace mentat::sim
