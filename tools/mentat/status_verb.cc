#include <algorithm>
#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

void print_status(const std::vector<host::session_row>& rows) {
  for (const host::session_row& row : rows) {
    if (row.kind != "session") continue;
    const std::string listen = row.get("listen");
    std::printf("session %s on this host, %s\n", row.get("name").c_str(),
                listen.empty() ? "alone" : ("which listens on " + listen).c_str());
    if (row.get("cut_off") == "yes")
      std::puts("cut off from its founder, which it asks for its place again");
    std::printf("log %s\n\n", row.get("log").c_str());
  }
  print_table(rows, "host", host_columns());
  std::puts("");
  print_table(rows, "program", program_columns());
  if (std::ranges::none_of(rows, [](const auto& row) { return row.kind == "open"; })) return;
  std::puts("");
  print_table(rows, "open",
              {{"INVITATION", "number"},
               {"HOSTS", "hosts"},
               {"JOINED", "joined"},
               {"SECONDS LEFT", "seconds"}});
}

}  // namespace

int run_status(const installation&, const arguments& given) {
  command_line line("status");
  std::string session;
  bool json = false;
  line.option("--session", session);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto rows = ask_session(session, "status");
  if (!rows) return report(rows.error());
  if (!json) {
    print_status(*rows);
    return 0;
  }
  json_object all;
  for (const json_object& one : as_json(*rows, "session")) all.add("session", one);
  all.add("hosts", as_json(*rows, "host"))
      .add("programs", as_json(*rows, "program"))
      .add("invitations", as_json(*rows, "open"));
  std::fputs(all.text().c_str(), stdout);
  return 0;
}

}  // namespace mentat::command
