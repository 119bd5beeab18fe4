#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

/// Waits for the lock, which the supervisor holds until everything on this host has ended.
void wait_for_end(int lock) {
  while (flock(lock, LOCK_SH) != 0 && errno == EINTR) {
  }
}

int report_unreached(const std::vector<host::session_row>& rows) {
  for (const host::session_row& row : rows)
    report({"host " + row.get("name") + " at " + row.get("address") +
            " was not reached and may still run: `mentat stop` there ends it (" + row.get("cause") +
            ")"});
  return rows.empty() ? 0 : 1;
}

}  // namespace

int run_stop(const installation&, const arguments& given) {
  command_line line("stop");
  std::string session;
  bool all = false, json = false;
  line.option("--session", session);
  line.flag("--all", all);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto place = session_named(session);
  if (!place) return report(place.error());
  auto client = session_client::connect(*place);
  if (!client) return report(client.error());
  const int lock = open((place->folder + "/lock").c_str(), O_RDWR | O_CLOEXEC);
  const auto answer = client->ask(all ? "stop all" : "stop");
  if (!answer) return report(answer.error());
  if (lock >= 0) {
    wait_for_end(lock);
    close(lock);
  }
  if (json) {
    json_object what;
    what.add("session", place->name).add("all", all);
    if (all) what.add("unreached", as_json(*answer, "unreached"));
    std::fputs(what.text().c_str(), stdout);
  } else if (answer->empty()) {
    std::printf("session %s has ended %s\n", place->name.c_str(),
                all ? "on every host" : "on this host");
  } else {
    std::printf("session %s has ended on the hosts that were reached\n", place->name.c_str());
  }
  return report_unreached(*answer);
}

}  // namespace mentat::command
