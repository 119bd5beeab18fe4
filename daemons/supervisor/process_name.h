// The name of a process of a session that the system shows (ps, top). Pure; thread-safe.
#pragma once

#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

constexpr const char* process_name_of(node::role what) {
  switch (what) {
    case node::role::instantiation_manager:
      return "mentat-im";
    case node::role::token_matching_unit:
      return "mentat-tmu";
    case node::role::object:
      return "mentat-object";
    default:
      return "mentat-worker";
  }
}

}  // namespace mentat::supervisor
