#pragma once

#include "tools/mentat/copy_party.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

inline constexpr base::duration copies_leave_within = 3 * base::second;

/// The fences behind the cards, in the order of all copies, and what is put in front of each.
///   greeted  copies with hosts: `hello` (daemons/launch/hello.h), or `failed`
///   open     copy 0: `door-N`, the welcome of copy N, or `failed`
///   decided  copies with hosts: `up`, or `failed`
///   over     copy 0: `status` of the program
///   left     copies with hosts: `lost`, why the daemon ended before; empty: it did not
/// Each returns this copy's status. `name`: the host in the session.

/// Copy 0.
int found_and_run(const installation& here, copy_party& party, const launch_options& options,
                  const std::vector<std::size_t>& guests);
/// The first copy on another node: carries its host.
int carry_host(const installation& here, copy_party& party, const launch_options& options);
/// A further copy on a node: sleeps until the program ends.
int wait_for_program(copy_party& party, const launch_options& options);

/// What copies do that have no program: they wait for its end, and return its status.
expected<int> status_of_program(copy_party& party);

}  // namespace mentat::command
