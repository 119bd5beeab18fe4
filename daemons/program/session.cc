#include "daemons/program/session.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "daemons/loader/daemon_process.h"
#include "daemons/program/include/mentat/start_error.h"
#include "daemons/program/seat.h"
#include "daemons/record/recorder.h"
#include "mmps/shm/bell.h"
#include "mmps/shm/ring.h"
#include "mmps/shm/segment.h"
#include "rts/api/number_format.h"
#include "rts/config/log.h"
#include "rts/executor/sanitizers.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/node.h"
#include "rts/session/processes.h"

namespace mentat::program {
namespace {

using node::settings;

constexpr const char* cannot_start = "the processes of the program cannot be started: ";

// The main function of a process that the supervisor has forked. `places`: processes of this host
// in which calls are executed.
int run_member(const settings& chosen, unsigned places,
               const std::vector<loader::taking_part>& hosts, node::member self) {
  using node::role;
  if (!chosen.shared_memory) node::use_network_within_host(self);
  if (self.role == role::instantiation_manager)
    return loader::run_instantiation_manager(std::move(self), chosen, places, hosts);
  if (self.role == role::token_matching_unit)
    return loader::run_token_matching_unit(std::move(self), chosen);
  return node::run_worker(chosen, std::move(self));
}

// All processes of the program on this host are forked from this one.
void note_processors(const seat& taken) { detail::has_other_processors = taken.begun.mixed != 0; }

// `with`: null in mode processes.
supervisor::session_options options_of(const settings& chosen, unsigned places, seat* with) {
  supervisor::session_options options;
  options.workers = chosen.processes - 1;
  options.objects = chosen.im.isolation ? chosen.object_processes : 1;  // the keeper
  auto hosts = with ? with->hosts : std::vector<loader::taking_part>{};
  options.process_main = [&chosen, places, hosts = std::move(hosts)](node::member self) {
    return run_member(chosen, places, hosts, std::move(self));
  };
  if (!with) {
    static std::uint32_t sessions = 0;  // so that no object of one session belongs to the next
    options.incarnation = sessions++;
    return options;
  }
  options.host = with->begun.host;
  options.incarnation = with->begun.incarnation;
  options.network = with->network();
  options.to_hosts = supervisor::uplink(std::move(with->to_daemon), with->begun.host);
  return options;
}

std::string name_of(node::mode which) {
  return which == node::mode::cluster ? "cluster" : "processes";
}

// fork() copies one thread only, and leaves locks of the others held for ever.
void check_single_thread(const settings& chosen) {
  if (has_thread_sanitizer()) return;  // which has one of its own
  std::error_code why;
  const std::filesystem::directory_iterator threads("/proc/self/task", why);
  if (why)
    throw start_error(125, "mode " + name_of(chosen.mode) + " needs /proc/self/task: " +
                               why.message() + "; mount /proc, or choose mode threads");
  // An emulator (qemu-user) has a thread that the kernel counts, and the C library does not know.
  const auto count = std::distance(begin(threads), end(threads));
  if (count == 1 || __libc_single_threaded) return;
  throw start_error(
      125, "mode " + name_of(chosen.mode) + " forks the program, which has " +
               std::to_string(count) +
               " threads by now: make the mentat::runtime before the first of them and call run() "
               "once, or choose mode threads");
}

// libzmq aborts a process that has no descriptor left for it.
void check_descriptors(const settings& chosen) {
  if (chosen.shared_memory && chosen.mode != node::mode::cluster) return;
  const rlim_t needed = 40 + 4 * rlim_t{chosen.processes};
  rlimit may{};
  if (getrlimit(RLIMIT_NOFILE, &may) != 0 || may.rlim_cur >= needed) return;
  const rlim_t had = may.rlim_cur;
  may.rlim_cur = std::min(needed, may.rlim_max);
  if (may.rlim_cur == needed && setrlimit(RLIMIT_NOFILE, &may) == 0) return;
  throw start_error(125, "mode " + name_of(chosen.mode) + " with ZeroMQ needs " +
                             std::to_string(needed) + " descriptors in each of its " +
                             std::to_string(chosen.processes) +
                             " processes, and a process may have " + std::to_string(had) +
                             ": ulimit -n " + std::to_string(needed));
}

// What its recording wants of the other hosts.
host::record_wish wish_of(const settings& chosen) {
  using host::record_wish;
  const bool to_file = !chosen.record_file.empty(), is_full = chosen.record == "full";
  if (chosen.record == "off" || (chosen.record.empty() && !to_file)) return record_wish::nothing;
  if (to_file) return is_full ? record_wish::part_full : record_wish::part;
  return is_full ? record_wish::last_calls_full : record_wish::last_calls;
}

// Records this host's part of the program. Without memory for it the program goes on.
void begin_part(record::recorder& with, seat& taken) {
  using host::record_wish;
  const auto wish = static_cast<record_wish>(taken.begun.records);
  if (wish == record_wish::nothing) return;
  const bool is_full = wish == record_wish::part_full || wish == record_wish::last_calls_full;
  const bool is_part = wish == record_wish::part || wish == record_wish::part_full;
  const auto begun = with.begin({.level = is_full ? record::level::full : record::level::automatic,
                                 .file = is_part ? "of this host" : "",
                                 .at = record::recorder::place::other_host,
                                 .mode = name_of(node::mode::cluster)});
  if (!begun) return node::log_warning(begun.error());
  if (is_part) give_recorder(taken, with.take_line_of_daemon());
}

// Checked before there are processes; each would report the error.
void check_shared_memory(const settings& chosen) {
  try {
    const mmps::shm::segment tried(chosen.shared_memory ? sizeof(mmps::shm::ring_memory)
                                                        : sizeof(mmps::shm::doorbell));
  } catch (const std::system_error& error) {
    throw start_error(125, cannot_start + std::string(error.what()));
  }
}

// So that no descriptor of the session takes the number of a closed standard stream, to which
// the program's output would go.
void fill_standard_descriptors() {
  int opened = -1;
  do {
    opened = open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened >= 0) close(opened);
}

}  // namespace

session::session(const settings& chosen, mmps::trust::descriptor recorder) : chosen_(chosen) {
  fill_standard_descriptors();
  check_single_thread(chosen);
  check_descriptors(chosen);
  check_shared_memory(chosen);
  std::optional<seat> taken;
  if (chosen.mode == node::mode::cluster) {
    auto asked = take_seat(chosen.address, node::settings_for_branches(chosen), chosen.also,
                           wish_of(chosen));
    if (!asked) throw start_error(125, asked.error());
    taken = std::move(*asked);
    if (recorder.is_open()) give_recorder(*taken, std::move(recorder));
    note_processors(*taken);
    if (taken->begun.hosts > 1) other_hosts_ = taken->begun.hosts - 1;
  }
  try {
    begun_ = supervisor::start_session(
        options_of(chosen, node::computing_processes(chosen), taken ? &*taken : nullptr));
  } catch (const std::exception& error) {
    throw start_error(125, cannot_start + std::string(error.what()));
  }
}

session::~session() { supervisor::end_session(begun_); }

int session::run(const std::function<int()>& program) {
  try {
    if (!chosen_.shared_memory) node::use_network_within_host(begun_.driver);
    return node::run_driver(chosen_, begun_.driver, chosen_.processes - 1, other_hosts_, program);
  } catch (const std::exception& error) {
    throw start_error(125, cannot_start + std::string(error.what()));
  }
}

bool is_branch() {
  const char* branch = std::getenv("MENTAT_BRANCH");
  return branch && std::strcmp(branch, "3") == 0;
}

int run_branch() {
  try {
    auto taken = take_branch_seat();
    auto chosen =
        taken ? node::read_settings_for_branch(taken->settings()) : tl::unexpected(taken.error());
    if (!chosen) {
      node::log_error(chosen.error());
      return 125;
    }
    node::start_log(chosen->log, chosen->log_format);
    const unsigned places = chosen->processes - 1;
    if (chosen->workers == 0) chosen->workers = std::max(1u, taken->begun.cores / places);
    note_processors(*taken);
    record::recorder recording;
    begin_part(recording, *taken);
    auto options = options_of(*chosen, places, &*taken);
    options.driver = mmps::mmps_name::of_process(taken->begun.driver_host,
                                                 taken->begun.driver_incarnation, 0, 1);
    return supervisor::run_branch(std::move(options));
  } catch (const std::exception& error) {
    node::log_error(std::string("the processes of the program cannot be started on this host: ") +
                    error.what());
    return 125;
  }
}

}  // namespace mentat::program
