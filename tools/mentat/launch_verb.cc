#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <random>
#include <utility>

#include "daemons/host/network/named_address.h"
#include "daemons/host/wire/host_message.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/launch_engine.h"
#include "tools/mentat/launch_report.h"
#include "tools/mentat/launcher.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/own_address.h"
#include "tools/mentat/process.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

using mmps::trust::descriptor;

constexpr std::size_t longest_host_file = 1 << 20;
// An sshd, as that of a jump host, may refuse further ones (MaxStartups).
constexpr int most_unauthenticated = 10;

struct wanted_launch {
  std::string engine, hosts, host_file, via;
  bool dry_run = false, brings = false;
  launch_options options;
};

std::optional<int> read_options(arguments given, wanted_launch& wanted) {
  command_line line("launch");
  launch_options& options = wanted.options;
  line.option("--hosts", wanted.hosts);
  line.option("--hostfile", wanted.host_file);
  line.option("--via", wanted.via);
  line.option("--listen", options.listen);
  line.option("--name", options.name);
  line.option("--remote-mentat", options.mentat_there);
  line.flag("--bring", wanted.brings);
  line.option("--within", options.within, 1, 3600);
  line.flag("--all-hosts", options.all_hosts);
  line.flag("--dry-run", wanted.dry_run);
  line.flag("--json", options.json);
  line.rest("PROGRAM", options.program, true);
  if (!given.empty() && given.front() == "ssh") {
    wanted.engine = given.front();
    given.erase(given.begin());
  } else if (!given.empty() && !given.front().starts_with('-')) {
    return report({"the engine of a launch is ssh, slurm, mpi, k8s, or the command of --via, not " +
                       base::shown_value(given.front()),
                   2});
  }
  return line.parse(given);
}

// Of the caller, who may still be writing to it, as of <(scontrol show hostnames); -1: it is none.
int given_descriptor(const std::string& path) {
  if (path == "-" || path == "/dev/stdin") return STDIN_FILENO;
  const std::string folder = "/dev/fd/";
  if (!path.starts_with(folder)) return -1;
  int number = -1;
  std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
  return number;
}

// Nobody waits for a pipe to which nobody writes.
expected<descriptor> open_host_file(const std::string& path) {
  if (const int given = given_descriptor(path); given >= 0) return descriptor(::dup(given));
  const std::string named = "--hostfile: " + base::shown_value(path);
  descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about{};
  if (!file.is_open() || ::fstat(file.get(), &about) != 0)
    return fail(named + " cannot be read: " + std::strerror(errno), 2);
  if (!S_ISREG(about.st_mode)) return fail(named + " is no plain file; - is standard input", 2);
  return file;
}

expected<std::string> text_of(const std::string& path) {
  const auto file = open_host_file(path);
  if (!file) return tl::unexpected(file.error());
  const std::string named = "--hostfile: " + base::shown_value(path);
  std::string text(longest_host_file + 1, '\0');
  std::size_t length = 0;
  for (ssize_t count = 1; count != 0 && length < text.size();) {
    count = ::read(file->get(), text.data() + length, text.size() - length);
    if (count < 0 && errno != EINTR)
      return fail(named + " cannot be read: " + std::strerror(errno), 2);
    length += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  if (length == 0) return fail(named + " is empty", 2);
  if (length > longest_host_file) return fail(named + " is longer than 1 MiB", 2);
  text.resize(length);
  return text;
}

// A batch system's list names this host, too, which is the founder.
expected<void> leave_out_this_host(std::vector<launch::wanted_host>& hosts,
                                   const std::string& path) {
  std::array<char, 256> own{};
  gethostname(own.data(), own.size() - 1);
  const std::size_t before = hosts.size();
  std::erase_if(hosts, [&](const launch::wanted_host& one) {
    std::string node = one.target.substr(one.target.rfind('@') + 1);
    if (node.starts_with('[') && node.ends_with(']')) node = node.substr(1, node.size() - 2);
    return launch::is_machine(one, own.data()) || node == "localhost" || is_own_address(node);
  });
  if (hosts.empty()) return fail(path + " names only this host", 2);
  if (hosts.size() != before && chosen_manner().verbose)
    std::fprintf(stderr, "mentat: %s names this host, which is the founder\n",
                 base::shown(path).c_str());
  return {};
}

expected<std::vector<launch::wanted_host>> hosts_of(const wanted_launch& wanted) {
  if (wanted.hosts.empty() == wanted.host_file.empty())
    return fail("expected --hosts=h2,h3 or --hostfile=FILE", 2);
  launch::hosts_or_error hosts;
  if (!wanted.hosts.empty()) {
    hosts = launch::parse_host_list(wanted.hosts);
  } else {
    const auto text = text_of(wanted.host_file);
    if (!text) return tl::unexpected(text.error());
    const std::string name = wanted.host_file == "-" ? "standard input" : wanted.host_file;
    hosts = launch::parse_host_file(*text, name);
    if (hosts)
      if (const auto others = leave_out_this_host(*hosts, name); !others)
        return tl::unexpected(others.error());
  }
  if (!hosts) return fail(hosts.error(), 2);
  return std::move(*hosts);
}

// Nobody else has chosen it: hosts of two launches may share a machine.
std::string new_session() {
  std::random_device random;
  char text[32];
  std::snprintf(text, sizeof text, "launch-%08x", random());
  return text;
}

expected<void> check(const wanted_launch& wanted) {
  if (wanted.engine.empty() && wanted.via.empty())
    return fail(
        "expected `mentat launch ssh`, `mentat launch slurm`, `mentat launch mpi`, `mentat launch "
        "k8s` or `mentat launch --via=COMMAND`",
        2);
  if (!wanted.engine.empty() && !wanted.via.empty())
    return fail("ssh and --via exclude each other", 2);
  if (!wanted.via.empty())
    if (const auto checked = check_template(wanted.via); !checked) return checked;
  const launch_options& options = wanted.options;
  if (const std::string why = host::why_not_to_listen_at(options.listen); !why.empty())
    return fail("--listen: " + why, 2);
  if (!options.name.empty() && !host::is_plain_name(options.name))
    return fail("--name: expected letters, digits and signs of . - _ @ +, not " +
                    base::shown_value(options.name),
                2);
  if (wanted.brings && options.mentat_there != launch_options().mentat_there)
    return fail("--bring and --remote-mentat exclude each other", 2);
  if (options.mentat_there.find('\n') != std::string::npos)
    return fail("--remote-mentat: expected one line", 2);
  return {};
}

bool ssh_has_session_options() {
  const auto version = output_of(
      {.arguments = {"sh", "-c", "exec ssh -V 2>&1"}, .longest = std::chrono::seconds(10)});
  return version && has_session_options(*version);
}

}  // namespace

int run_launch(const installation& here, const arguments& given) {
  for (const auto& [engine, run] : {std::pair{"mpi", &run_launch_mpi},
                                    {"slurm", &run_launch_slurm},
                                    {"k8s", &run_launch_k8s},
                                    {"pods", &run_launch_pods}})
    if (!given.empty() && given.front() == engine)
      return run(here, arguments(given.begin() + 1, given.end()));
  wanted_launch wanted;
  if (const auto done = read_options(given, wanted)) return *done;
  if (const auto checked = check(wanted); !checked) return report(checked.error());
  const auto hosts = hosts_of(wanted);
  if (!hosts) return report(hosts.error());
  launch_options& options = wanted.options;
  if (std::ranges::find(*hosts, options.name, &launch::wanted_host::name) != hosts->end())
    return report({"--name: another host of the launch is called " + options.name + ", too", 2});
  options.session = new_session();
  options.engine = wanted.via.empty() ? wanted.engine : via_engine;
  if (wanted.via.empty()) options.at_once = most_unauthenticated;
  if (wanted.brings) {
    auto copy = make_brought_copy(here);
    if (!copy) return report(copy.error());
    options.brought = std::move(*copy);
  }
  const guest_options guests{
      options.brought ? options.brought->words() : std::vector<std::string>{options.mentat_there},
      options.session, wanted.via.empty() && ssh_has_session_options()};
  for (const launch::wanted_host& host : *hosts) {
    const std::size_t number = options.commands.size() + 2;
    options.commands.push_back(wanted.via.empty() ? by_ssh(guests, host, number)
                                                  : by_template(wanted.via, guests, host, number));
  }
  if (wanted.dry_run) return print_commands(options);
  if (const auto there = check_program(find_program(options.program.front())); !there)
    return report(there.error());
  return launch_program(here, options);
}

}  // namespace mentat::command
