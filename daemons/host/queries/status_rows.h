// The rows of `mentat status`: the session, its hosts, the programs that run here, the open
// invitations, as rows (session_rows.h). Thread-safety: none. Errors: none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daemons/host/membership/invitations.h"
#include "daemons/host/membership/membership.h"
#include "daemons/host/programs/programs.h"
#include "daemons/host/session/session_place.h"
#include "daemons/host/wire/session_rows.h"

namespace mentat::host {

// Facts from outside the machines.
struct host_facts {
  const session_place& place;
  std::string listen;  // address; empty: none
  std::uint64_t strangers = 0;
  std::string log;
  base::instant now{};
};

std::string word_for(host_state state);
std::vector<session_row> status_rows(const host_facts& here, const membership& hosts,
                                     const programs& running, const invitations& invited);

}  // namespace mentat::host
