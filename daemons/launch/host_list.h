// The hosts that a user names for a launcher: in a list (--hosts h2,h3:4,kim@h4) or in a file, as
// Open MPI, MPICH and charmrun write them:
//
//   h2                      # one host
//   h3 slots=4              # at most four cores of it
//   h4:4                    # the same
//   host kim@h5             # of charmrun; its line `group main` is passed over
//   h6 4 all.q@h6 UNDEFINED # of Grid Engine: $PE_HOSTFILE
//
// A host that is named several times is one host with as many slots. Pure; thread-safe. Limits:
// `most_hosts`. Errors: texts with the line and what is expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "mmps/base/fixed_limits.h"

namespace mentat::launch {

inline constexpr std::size_t most_hosts = fixed::hosts.value - 1;  // that of the founder is another
inline constexpr unsigned most_slots = 4096;

struct wanted_host {
  std::string target;  // as the engine knows it: kim@h5
  std::string name;    // in the session: h5
  unsigned slots = 0;  // 0: all cores that it may use

  friend bool operator==(const wanted_host&, const wanted_host&) = default;
};

using hosts_or_error = tl::expected<std::vector<wanted_host>, std::string>;

[[nodiscard]] hosts_or_error parse_host_list(std::string_view text);
// `path` stands in errors.
[[nodiscard]] hosts_or_error parse_host_file(std::string_view text, const std::string& path);

// Whether the host is the machine that calls itself so: h2 is h2.lab, and not h2.office.
[[nodiscard]] bool is_machine(const wanted_host& host, std::string_view machine);

}  // namespace mentat::launch
