#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_list(const installation&, const arguments& given) {
  command_line line("list", "Prints one kind of things of the session of this host.");
  std::string session, what;
  bool json = false;
  line.option("--session", session, "NAME",
              "Which session (default: MENTAT_ADDRESS, else default)");
  line.flag("--json", json, "Print it as JSON");
  line.positional("WHAT", what, true, "hosts or programs");
  line.footer("Exit status: 0 there is a session, 1 there is none.");
  if (const auto done = line.parse(given)) return *done;
  const std::vector<std::string> known{"hosts", "programs"};
  if (what != known[0] && what != known[1])
    return report({"there are no '" + what + "' to list" + suggestion(what, known) +
                       "; there are hosts and programs",
                   2});
  const auto rows = ask_session(session, "status");
  if (!rows) return report(rows.error());
  const std::string kind = what.substr(0, what.size() - 1);
  if (json) {
    json_object all;
    all.add(what, as_json(*rows, kind));
    std::fputs(all.text().c_str(), stdout);
  } else if (what == "hosts") {
    print_table(*rows, kind,
                {{"HOST", "number"},
                 {"NAME", "name"},
                 {"STATE", "state"},
                 {"CORES", "cores"},
                 {"LOAD", "load"},
                 {"ADDRESS", "address"},
                 {"CAUSE", "cause"}});
  } else {
    print_table(*rows, kind,
                {{"PROGRAM", "number"},
                 {"NAME", "name"},
                 {"STATE", "state"},
                 {"DRIVER", "driver"},
                 {"SINCE", "since"}});
  }
  return 0;
}

}  // namespace mentat::command
