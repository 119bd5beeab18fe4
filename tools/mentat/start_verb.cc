#include <unistd.h>

#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "daemons/host/network/named_address.h"
#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/session_question.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/growth.h"
#include "tools/mentat/guest_start.h"
#include "tools/mentat/host_starter.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/mounted_secret.h"
#include "tools/mentat/program_settings.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/session_lease.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/slurm_tools.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

constexpr std::size_t longest_option = 4096;

std::string without_command(const std::string& invitation) {
  const std::size_t at = invitation.find("mentat://");
  return at == std::string::npos ? invitation : invitation.substr(at);
}

// Truncates longer lines; later checks refuse them.
std::string read_line(std::istream& from) {
  std::string line;
  for (char c = 0; line.size() <= longest_option && from.get(c) && c != '\n';) line += c;
  return line;
}

// The invitation of --join; `-` is standard input.
expected<std::string> read_invitation(std::string join) {
  if (join == "-") {
    if (isatty(STDIN_FILENO) != 0)
      std::fputs("mentat: paste the line that `mentat invite` has printed:\n", stderr);
    join = read_line(std::cin);
    if (join.empty()) return fail("standard input has no invitation", 2);
  } else if (!join.empty()) {
    std::fputs(
        "mentat: other users can see an invitation among the arguments of a process; --join - "
        "reads it from standard input\n",
        stderr);
  }
  join = without_command(join);
  if (join.size() > longest_option)
    return fail("--join: it is not an invitation: it is longer than " +
                std::to_string(longest_option) + " bytes");
  return join;
}

expected<void> check_address(const std::string& listen) {
  if (listen.empty()) return {};
  if (listen.size() > longest_option) return fail("--listen: it is not an address", 2);
  const std::string why = host::why_not_to_listen_at(listen);
  if (!why.empty()) return fail("--listen: " + why, 2);
  return {};
}

expected<void> check_name(const std::string& name) {
  if (name.empty() || (host::is_plain_name(name) && name.size() <= host::longest_name)) return {};
  return fail("--name: expected at most " + std::to_string(host::longest_name) +
                  " letters, digits and signs of . - _ @ +, not " + base::shown_value(name),
              2);
}

struct wanted_start {
  std::string session, listen, join, join_file, join_secret, name, lease, grace;
  int cores = 0, ends = 0, within = 0;
  bool foreground = false, json = false, founds_anew = false;
};

std::optional<int> read_options(const arguments& given, wanted_start& wanted) {
  command_line line("start");
  line.option("--session", wanted.session);
  line.option("--listen", wanted.listen);
  line.option("--join", wanted.join);
  line.option("--join-file", wanted.join_file);
  line.option("--join-secret", wanted.join_secret);
  line.option("--within", wanted.within, 1, 24 * 3600);
  line.option("--name", wanted.name);
  line.option("--cores", wanted.cores, 1, 4096);
  line.option("--ends", wanted.ends, 1, INT_MAX);
  line.option("--lease", wanted.lease);
  line.option("--grace", wanted.grace);
  line.flag("--new", wanted.founds_anew);
  line.flag("--foreground", wanted.foreground);
  line.flag("--json", wanted.json);
  if (const auto done = line.parse(given)) return done;
  if (!wanted.lease.empty() && wanted.lease != "stdin" && wanted.lease != "job" &&
      wanted.lease != "session")
    return report({"--lease is stdin, job or session, not " + base::shown_value(wanted.lease), 2});
  if (!wanted.join.empty() + !wanted.join_file.empty() + !wanted.join_secret.empty() > 1)
    return report({"--join, --join-file and --join-secret exclude each other", 2});
  if (wanted.within != 0 && wanted.lease != "session")
    return report({"--within is for --lease=session", 2});
  if (!wanted.lease.empty() && wanted.foreground)
    return report({"--lease and --foreground exclude each other: a lease waits, too", 2});
  return std::nullopt;
}

// With a lease, `--join -` means that the starter of this host greets it on standard input.
expected<host_request> request_for(wanted_start& wanted) {
  host_request request{.name = wanted.name,
                       .foreground = wanted.foreground,
                       .founds_anew = wanted.founds_anew,
                       .is_leased = !wanted.lease.empty()};
  if (!wanted.grace.empty()) {
    const auto time = parse_duration(wanted.grace);
    if (!time || time->count() > host::longest_drain)
      return fail(
          "--grace: expected a time such as 30s or 2m, a whole number from 1s to 24h, not '" +
              base::shown_value(wanted.grace) + "'",
          2);
    request.grace = std::to_string(time->count());
  }
  request.meets = wanted.lease == "stdin" && wanted.join == "-";
  if (request.meets && wanted.listen.empty()) wanted.listen = "auto";
  request.listen = wanted.listen;
  if (!request.meets) {
    auto invitation = !wanted.join_secret.empty()
                          ? read_mounted_secret("--join-secret", wanted.join_secret)
                      : wanted.join_file.empty() ? read_invitation(wanted.join)
                                                 : take_invitation(wanted.join_file);
    if (!invitation) return tl::unexpected(invitation.error());
    request.join = std::move(*invitation);
  }
  request.needs_founder = wanted.lease == "session";
  if (request.needs_founder && !request.join.starts_with("mentat://"))
    return fail("--lease=session needs an invitation: --join-secret=FILE", 2);
  if ((wanted.session + request.listen + request.join).find('\n') != std::string::npos)
    return fail("an option contains a newline", 2);
  if (const auto checked = check_address(request.listen); !checked)
    return tl::unexpected(checked.error());
  if (const auto checked = check_name(wanted.name); !checked)
    return tl::unexpected(checked.error());
  auto place = session_named(wanted.session);
  if (!place) return tl::unexpected(place.error());
  request.session = place->folder;
  return request;
}

// The batch job in which this host is: it ends with it, and is drained before.
expected<guest_lease> lease_of_job(wanted_start& wanted) {
  const auto job = own_slurm_job();
  if (!job) return tl::unexpected(job.error());
  if (!*job) return fail("--lease=job: this is no Slurm job (no SLURM_JOB_ID)", 2);
  guest_lease lease{.is_job = true};
  const auto time = time_of_job(**job);
  if (!time) return lease;
  const auto settings = settings_of({"mentat"}, "");
  const job_time lasts{
      time->end, (time->end - time->begin) * base::second,
      (settings ? settings->drain_before : node::settings().drain_before) * base::second};
  lease.drain_at = lasts.drain();
  lease.end = lasts.stop();
  lease.why_drained = "Slurm job " + (*job)->id + " ends " + time->text;
  wanted.ends = static_cast<int>(lasts.stop());
  return lease;
}

void print_text(const std::string& session, const std::vector<std::string>& ready) {
  std::printf(
      "session %s is up on this host, %s\n", session.c_str(),
      ready[1].empty() ? "alone" : ("listens on " + ready[1] + " (strangers are refused)").c_str());
  std::fflush(stdout);
}

void print_json(const std::string& session, const std::vector<std::string>& ready) {
  json_object what;
  what.add("session", session).add("listen", ready[1]).add("log", ready[2]);
  std::fputs(what.text().c_str(), stdout);
  std::fflush(stdout);
}

int run_unleased(const installation& here, const host_request& request,
                 const announcement& announce) {
  auto daemon = start_host(here, request);
  if (!daemon) return report(daemon.error());
  if (request.foreground) pass_signals_to(daemon->process);
  daemon->to = {};
  const std::vector<std::string> said = daemon->hear();
  if (said[0] != "ready") {
    daemon->wait();
    return report({why_failed(said)});
  }
  announce(said);
  return request.foreground ? daemon->wait() : 0;
}

}  // namespace

int run_start(const installation& here, const arguments& given) {
  wanted_start wanted;
  if (const auto done = read_options(given, wanted)) return *done;
  const auto lease =
      wanted.lease == "job" ? lease_of_job(wanted) : expected<guest_lease>(guest_lease());
  if (!lease) return report(lease.error());
  const auto request = request_for(wanted);
  if (!request) return report(request.error());
  if (wanted.cores != 0) setenv("MENTAT_CORES", std::to_string(wanted.cores).c_str(), 1);
  if (wanted.ends != 0) setenv("MENTAT_ENDS", std::to_string(wanted.ends).c_str(), 1);
  if (const std::string text = mmps::trust::foreign_runtime_folder(); !text.empty())
    std::fprintf(stderr, "mentat: %s\n", base::shown(text).c_str());
  const auto announce = [&, name = session_named(wanted.session)->name](const auto& ready) {
    (wanted.json ? print_json : print_text)(name, ready);
  };
  if (request->needs_founder)
    return run_for_session(
        here, *request, std::chrono::seconds(wanted.within == 0 ? 300 : wanted.within), announce);
  return request->is_leased ? run_leased(here, *request, announce, *lease)
                            : run_unleased(here, *request, announce);
}

}  // namespace mentat::command
