#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_invite(const installation&, const arguments& given) {
  command_line line("invite");
  std::string session;
  bool json = false;
  line.option("--session", session);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto rows = ask_session(session, "invite");
  if (!rows) return report(rows.error());
  if (rows->empty()) return report({"the daemon has sent no invitation"});
  const std::string invitation = rows->front().get("line");
  if (json) {
    json_object all;
    all.add("join", invitation);
    std::fputs(all.text().c_str(), stdout);
  } else {
    std::printf("%s\n", invitation.c_str());
    std::fputs(
        "mentat: run on the other host: mentat start --listen tcp://ITS_ADDRESS --join -\n"
        "mentat: and give it this line on standard input; among its arguments other users could "
        "see "
        "it\n",
        stderr);
  }
  return 0;
}

}  // namespace mentat::command
