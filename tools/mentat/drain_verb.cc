#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/session_question.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

using clock = std::chrono::steady_clock;
using rows = std::vector<host::session_row>;

constexpr auto between_looks = std::chrono::milliseconds(20);
// Of a host whose time is over, until the others know that it has left.
constexpr auto leaves_within = std::chrono::seconds(5);

struct wanted_drain {
  std::string session;
  host::drain_question question;
  bool json = false;
};

std::optional<int> read_options(const arguments& given, wanted_drain& wanted) {
  command_line line("drain");
  std::string within, why;
  line.option("--session", wanted.session);
  line.option("--within", within);
  line.option("--why", why);
  line.flag("--json", wanted.json);
  line.positional("HOST", wanted.question.host, true,
                  "expected the name of a host; `mentat list hosts` prints the names");
  if (const auto done = line.parse(given)) return done;
  if (!host::is_plain_name(wanted.question.host))
    return report({"'" + base::shown_value(wanted.question.host) +
                       "' is no name of a host; `mentat list hosts` prints the names",
                   2});
  if (!within.empty()) {
    const auto time = parse_duration(within);
    if (!time || time->count() > host::longest_drain)
      return report(
          {"--within: expected a time such as 30s or 2m, a whole number from 1s to 24h, "
           "not '" +
               base::shown_value(within) + "'",
           2});
    wanted.question.seconds = static_cast<std::uint32_t>(time->count());
  }
  wanted.question.why = why.empty() ? "by `mentat drain`" : why;
  if (!host::drain_question::parse(wanted.question.text()))
    return report({"--why: expected one line of at most " +
                       std::to_string(host::longest_drain_reason) + " bytes",
                   2});
  return std::nullopt;
}

/// Whether that incarnation has gone; nothing: it has not.
std::optional<host::session_row> as_gone(const rows& status, const host::session_row& which) {
  const auto found = std::ranges::find_if(status, [&](const host::session_row& row) {
    return row.kind == "host" && row.get("number") == which.get("number") &&
           row.get("incarnation") == which.get("incarnation");
  });
  if (found == status.end()) return which;
  const std::string state = found->get("state");
  return state == "left" || state == "lost" ? std::optional(*found) : std::nullopt;
}

// The daemon of this host does not say so of itself: it has ended.
host::session_row as_ended(host::session_row self, const wanted_drain& wanted,
                           clock::duration took) {
  const bool is_cut_short = took >= std::chrono::seconds(wanted.question.seconds);
  return self.add("cut_short", is_cut_short ? "yes" : "no");
}

/// Looks until the host has gone. Its own daemon ends with it.
expected<host::session_row> wait_until_gone(const wanted_drain& wanted,
                                            const host::session_row& host,
                                            clock::time_point begin) {
  const auto last = begin + std::chrono::seconds(wanted.question.seconds) + leaves_within;
  while (clock::now() < last) {
    const auto status = ask_session(wanted.session, "status");
    if (!status && host.get("self") == "yes") return as_ended(host, wanted, clock::now() - begin);
    if (!status)
      return fail("the session has ended here while host " + host.get("name") +
                  " was being drained: " + status.error().text);
    if (auto gone = as_gone(*status, host)) return *gone;
    std::this_thread::sleep_for(between_looks);
  }
  return fail("host " + host.get("name") + " has not left within " +
              std::to_string(wanted.question.seconds) +
              " s; `mentat list hosts` says whether it answers, and `mentat stop` there ends it");
}

}  // namespace

int run_drain(const installation&, const arguments& given) {
  wanted_drain wanted;
  if (const auto done = read_options(given, wanted)) return *done;
  const auto begin = clock::now();
  const auto answer = ask_session(wanted.session, wanted.question.text());
  if (!answer) return report(answer.error());
  if (answer->empty()) return report({"the daemon of this host has not answered"});
  const auto gone = wait_until_gone(wanted, answer->front(), begin);
  if (!gone) return report(gone.error());
  const bool is_lost = gone->get("state") == "lost";
  const bool is_cut_short = gone->get("cut_short") == "yes";
  const std::chrono::duration<double> took = clock::now() - begin;
  if (is_lost)
    return report(
        {"host " + gone->get("name") + " was lost while it was drained: " + gone->get("cause")});
  if (wanted.json) {
    json_object what;
    what.add("host", gone->get("name"))
        .add("milliseconds", static_cast<int>(took.count() * 1000))
        .add("in_time", !is_cut_short);
    std::fputs(what.text().c_str(), stdout);
  } else {
    std::printf("host %s has left after %.1f s%s\n", gone->get("name").c_str(), took.count(),
                is_cut_short ? "; its time was used up, and what still ran there has ended" : "");
  }
  return 0;
}

}  // namespace mentat::command
