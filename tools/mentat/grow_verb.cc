#include <climits>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/session_question.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/growth.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/process.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

struct wanted_growth {
  int hosts = 0;
  std::string session;
  std::uint32_t seconds = 24 * 3600;  // within which the hosts can join
  growth_wish wish;
  bool dry_run = false, json = false;
};

std::optional<int> read_options(const arguments& given, wanted_growth& wanted) {
  command_line line("grow");
  std::string hosts, options, lasts;
  line.option("--session", wanted.session);
  line.option("-t,--time", wanted.wish.time);
  line.option("-p,--partition", wanted.wish.partition);
  line.option("--slurm", options);
  line.option("--for", lasts);
  line.flag("--dry-run", wanted.dry_run);
  line.flag("--json", wanted.json);
  line.positional("HOSTS", hosts, true, "expected the number of hosts that are to be added");
  if (const auto done = line.parse(given)) return *done;
  const bool is_number = !hosts.empty() && hosts.size() <= 3 &&
                         hosts.find_first_not_of("0123456789") == std::string::npos;
  wanted.hosts = is_number ? std::atoi(hosts.c_str()) : 0;
  if (wanted.hosts < 1 || wanted.hosts > static_cast<int>(host::max_hosts))
    return report({"expected a number of hosts from 1 to " + std::to_string(host::max_hosts) +
                       ", not '" + base::shown_value(hosts) + "'",
                   2});
  auto further = slurm_options_in(options);
  if (!further) return report(further.error());
  wanted.wish.options = std::move(*further);
  if (lasts.empty()) return std::nullopt;
  const auto time = parse_duration(lasts);
  if (!time || time->count() < 1 || time->count() > host::longest_invitation)
    return report({"--for: expected a time such as 10m or 2h, at most 168h, not '" +
                       base::shown_value(lasts) + "'",
                   2});
  wanted.seconds = static_cast<std::uint32_t>(time->count());
  return std::nullopt;
}

void print(const wanted_growth& wanted, const std::string& session,
           const std::vector<std::string>& jobs) {
  if (wanted.json) {
    json_object all;
    all.add("session", session).add("jobs", jobs);
    std::fputs(all.text().c_str(), stdout);
    return;
  }
  std::string list;
  for (const std::string& job : jobs) list += " " + job;
  const bool is_one = jobs.size() == 1;
  std::printf("%zu %s for session %s in Slurm's queue: %s%s\n", jobs.size(),
              is_one ? "host" : "hosts", session.c_str(), is_one ? "job" : "jobs", list.c_str());
}

int print_script(const wanted_growth& wanted, const std::vector<std::string>& words,
                 const std::string& script) {
  const std::string line = line_of(words);
  if (wanted.json) {
    json_object all;
    all.add("command", line).add("script", script).add("times", wanted.hosts);
    std::fputs(all.text().c_str(), stdout);
    return 0;
  }
  std::printf("%s\n%s", line.c_str(), script.c_str());
  return 0;
}

// One that no job will use must not stay open.
int give_up(const wanted_growth& wanted, const std::string& invitation,
            const std::vector<std::string>& jobs, const problem& why) {
  if (jobs.empty()) static_cast<void>(ask_session(wanted.session, "revoke " + invitation));
  return report({(jobs.empty() ? std::string()
                               : "only " + std::to_string(jobs.size()) + " of " +
                                     std::to_string(wanted.hosts) + " jobs: ") +
                     why.text,
                 why.exit_status});
}

}  // namespace

int run_grow(const installation& here, const arguments& given) {
  wanted_growth wanted;
  if (const auto done = read_options(given, wanted)) return *done;
  const auto place = session_named(wanted.session);
  if (!place) return report(place.error());
  wanted.wish.session = place->name;
  const auto folder = growth_folder(place->name);
  if (!folder) return report(folder.error());
  if (wanted.dry_run)
    return print_script(wanted, growth_command(wanted.wish, *folder),
                        growth_script(here, *folder + "/join-NUMBER"));
  if (const auto can = can_grow(); !can) return report(can.error());
  const auto rows = ask_session(
      wanted.session,
      host::invite_question{static_cast<std::uint32_t>(wanted.hosts), wanted.seconds}.text());
  if (!rows) return report(rows.error());
  if (rows->empty()) return report({"the daemon has sent no invitation"});
  std::vector<std::string> jobs;
  for (int i = 0; i < wanted.hosts; ++i) {
    const auto job = submit_growth(here, wanted.wish, *folder, rows->front().get("line"));
    if (!job) return give_up(wanted, rows->front().get("number"), jobs, job.error());
    jobs.push_back(*job);
  }
  print(wanted, place->name, jobs);
  return 0;
}

}  // namespace mentat::command
