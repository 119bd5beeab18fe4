#pragma once

#include "tools/mentat/copy_party.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launch_founder.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

/// A host ends in order, else by SIGTERM, else by SIGKILL, after so long each.
inline constexpr base::duration next_way_to_end_after = 3 * base::second;
inline constexpr base::duration host_ends_within = 3 * next_way_to_end_after;

/// How long a copy waits at a fence behind the cards. Copy 0 gives up first, and says why.
class patience {
 public:
  patience(unsigned rank, int within) : is_first_(rank == 0), within_(within * base::second) {}

  /// At greeted, open and decided: `within` is for the daemons of the other copies; these wait
  /// for that of copy 0, too.
  base::duration to_meet() const {
    const base::duration first = within_ + margin;
    return is_first_ ? first : launch_founder::longest_start + first + margin;
  }
  /// At over and left.
  base::duration to_end() const { return host_ends_within + (is_first_ ? 1 : 2) * margin; }

 private:
  static constexpr base::duration margin = 5 * base::second;

  bool is_first_;
  base::duration within_;
};

/// The fences behind the cards, in the order of all copies, and what is put in front of each.
///   greeted  copies with hosts: `hello` (daemons/launch/hello.h), or `failed`
///   open     copy 0: `door-N`, the welcome of copy N, or `failed`
///   decided  copies with hosts: `up`, or `failed`
///   over     copy 0: `status` of the program
///   left     copies with hosts: `lost`, why the daemon ended before; empty: it did not
/// Each returns this copy's status.

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
