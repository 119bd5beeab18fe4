#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daemons/keeper/folder/state_folder.h"
#include "daemons/keeper/images/object_images.h"
#include "daemons/keeper/store/log_scan.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// What the log of a state folder has.
struct state_contents {
  keeper::log_report log;
  keeper::object_images images;
  std::vector<keeper::damage> senseless;  // records whose checksums are right, and nothing else
};

/// The folder that a verb names; empty: that of the session, as for other verbs.
expected<std::string> state_folder_named(const std::string& folder, const std::string& session);

/// Reads the log. The folder stays open.
expected<state_contents> read_state(keeper::state_folder& from);

/// "#000000010000000200000003".
std::string text_of(const durable::object_id& id);

/// "account/alice", or its number if it has no name, or if that is lost.
std::string shown_name(const state_contents& in, const durable::object_id& id);

/// The object with that name, of the form NAME, CLASS/NAME or #NUMBER. Those that are gone have
/// none.
expected<durable::object_id> find_object(const state_contents& in, const std::string& name);

}  // namespace mentat::command
