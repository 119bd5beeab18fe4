#pragma once

#include <map>
#include <string>

#include "rts/why/wait_graph.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// Who waits for whom in running programs: two looks, 0.1 s apart, and the waits that both have.
struct awaited {
  std::map<std::string, why::wait_graph> graphs;  // by the number of the program
  std::map<std::string, std::string> names;       // of the programs of the second look
  why::wait_graph gaps;                           // what belongs to no program: silent processes

  [[nodiscard]] bool has_silent() const;
};

/// Asks as ask_all_programs() does.
expected<awaited> look_at_waits(const std::string& session, long program);

/// The answer of `mentat why --json`.
json_object as_json(const awaited& all);

}  // namespace mentat::command
