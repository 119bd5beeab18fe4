#include <climits>
#include <cstdio>
#include <cstdlib>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/session_question.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

int revoke(const std::string& session, int number, bool json) {
  const auto done =
      ask_session(session, host::revoke_question{static_cast<std::uint32_t>(number)}.text());
  if (!done) return report(done.error());
  if (json) {
    json_object what;
    what.add("revoked", number);
    std::fputs(what.text().c_str(), stdout);
  } else {
    std::printf("invitation %d is revoked; the hosts that have joined with it stay\n", number);
  }
  return 0;
}

int print_invitation(const host::session_row& row, bool json) {
  const std::string invitation = row.get("line");
  if (json) {
    json_object all;
    all.add("join", invitation).add("number", std::atoi(row.get("number").c_str()));
    std::fputs(all.text().c_str(), stdout);
    return 0;
  }
  std::printf("%s\n", invitation.c_str());
  std::fputs(
      "mentat: run on the other host: mentat start --listen auto --join -\n"
      "mentat: and give it this line on standard input; among its arguments other users could see "
      "it\n",
      stderr);
  return 0;
}

}  // namespace

int run_invite(const installation&, const arguments& given) {
  command_line line("invite");
  std::string session, lasts;
  int hosts = 1, revoked = 0;
  bool json = false;
  line.option("--session", session);
  line.option("--hosts", hosts, 1, host::max_hosts);
  line.option("--for", lasts);
  line.option("--revoke", revoked, 1, INT_MAX);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  if (revoked != 0) return revoke(session, revoked, json);
  host::invite_question question{static_cast<std::uint32_t>(hosts)};
  if (!lasts.empty()) {
    const auto time = parse_duration(lasts);
    if (!time || time->count() > host::longest_invitation)
      return report({"--for: expected a time such as 90s, 10m or 2h, at most 168h, not '" +
                         base::shown_value(lasts) + "'",
                     2});
    question.seconds = static_cast<std::uint32_t>(time->count());
  }
  const auto rows = ask_session(session, question.text());
  if (!rows) return report(rows.error());
  if (rows->empty()) return report({"the daemon has sent no invitation"});
  return print_invitation(rows->front(), json);
}

}  // namespace mentat::command
