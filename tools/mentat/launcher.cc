#include "tools/mentat/launcher.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

#include "daemons/host/wire/session_question.h"
#include "daemons/launch/job_end.h"
#include "daemons/launch/meeting.h"
#include "mmps/base/clock.h"
#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/end_of_job.h"
#include "tools/mentat/held_signals.h"
#include "tools/mentat/launch_founder.h"
#include "tools/mentat/launch_report.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/remote_command.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/spawn.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {
namespace {

using launch::guest_state;
using launch::meeting_step;

constexpr base::duration leave_within = 3 * base::second;  // then a command is ended by a signal
constexpr base::duration look_again_after = 50 * base::millisecond;
constexpr int reads_of_pipe = 5;                     // of 16 KiB: what it holds, and more
constexpr base::duration end_within = base::second;  // after SIGTERM; then SIGKILL
constexpr int out_of_time = 124;                     // as of timeout(1)
// One that is sent to all processes of a step comes several times.
constexpr base::duration same_signal_within = base::second;

// Of this process and those that it starts; no more than the system permits.
void allow_descriptors(std::size_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, count);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

class launcher {
 public:
  launcher(const installation& here, const launch_options& options, held_signals signals)
      : here_(here),
        options_(options),
        signals_(std::move(signals)),
        meeting_(limits_of(options), names_of(options)),
        ending_(options),
        guests_(options.commands.size()),
        doors_(options.commands.size()) {}

  int run() {
    int status = 1;
    if (const auto founded = found(); founded)
      status = meet_and_run();
    else
      status = interrupted() ? 128 + arrived_ : report(founded.error());
    end();
    return status;
  }

 private:
  static base::instant now() { return base::machine_clock().now(); }
  static launch::meeting_limits limits_of(const launch_options& options) {
    return {.late_after = options.within * base::second,
            .most_at_once = static_cast<std::size_t>(options.at_once),
            .build = version,
            .has_copy = options.brought.has_value()};
  }
  static std::vector<std::string> names_of(const launch_options& options) {
    std::vector<std::string> names;
    for (const launch_command& one : options.commands) names.push_back(one.host);
    return names;
  }

  bool interrupted() {
    if (arrived_ == 0) arrived_ = signals_.take();
    return arrived_ != 0;
  }
  expected<void> found();
  void start_guest(std::size_t guest);
  int meet_and_run();
  void await_hosts();
  int run_if_complete();
  int run_program();
  void turn(int program = -1);
  void hear(std::size_t guest);
  void carry_out();
  void carry_out(const meeting_step& step);
  void admit(const meeting_step& step);
  void close_door(std::size_t guest);
  [[nodiscard]] std::string what_is_missing(std::size_t guest) const;
  void note_gone(std::size_t guest);
  int wait_for_program(pid_t program, int end);
  void pass_signal(pid_t program);
  void approach_end(pid_t program);
  void end_program(pid_t program);
  [[nodiscard]] std::string why_left(std::size_t guest) const;
  [[nodiscard]] std::optional<timespec> longest_wait() const;
  void end();
  bool all_have_ended();
  void wait_for_ends(base::duration longest);

  const installation& here_;
  const launch_options& options_;
  held_signals signals_;
  int arrived_ = 0;  // a signal that is not dealt with
  launch::meeting meeting_;
  launch_founder founder_;
  end_of_job ending_;
  std::vector<std::optional<remote_command>> guests_;
  std::vector<std::string> arrived_hosts_;  // of those that are awaited
  std::vector<std::string> doors_;  // the number of the invitation of each; empty: it has none
  bool ends_ = false;               // the program is over
  bool out_of_time_ = false;        // it has been ended because its job ends
  bool was_terminated_ = false;     // by a signal that was passed on
  base::instant drained_at_{};
  base::instant kill_at_ = base::instant::never();  // the program
  base::instant wake_up_ = base::instant::never();
};

// ---- the beginning

expected<void> launcher::found() {
  const auto place = session_named(options_.session);
  if (!place) return tl::unexpected(place.error());
  const auto started =
      founder_.start(here_,
                     {.session = place->folder,
                      .listen = options_.listen,
                      .name = options_.name,
                      .is_leased = true,
                      .is_launched = true,
                      .founder = options_.awaited ? options_.awaited->keys.secret : std::string()},
                     signals_);
  if (!started || !options_.awaited) return started;
  return founder_.let_in(options_.awaited->keys.guests);
}

void launcher::start_guest(std::size_t guest) {
  if (ends_) return meeting_.take_end(now(), guest, "was not started: the launch ends");
  const launch_command& wanted = options_.commands[guest];
  if (chosen_manner().verbose)
    std::fprintf(stderr, "mentat: running: %s\n", base::shown(wanted.text()).c_str());
  auto command = remote_command::start(wanted.words);
  if (command)
    guests_[guest].emplace(std::move(*command));
  else
    meeting_.take_end(now(), guest, command.error().text);
}

// ---- the loop

// Nothing: until something happens.
std::optional<timespec> launcher::longest_wait() const {
  const base::instant next =
      std::min({meeting_.next_deadline(), ending_.next_deadline(), kill_at_, wake_up_});
  if (next == base::instant::never()) return std::nullopt;
  const base::duration wait = std::max<base::duration>(0, next - now());
  return timespec{wait / base::second, wait % base::second};
}

// Waits for something to happen, and handles it. `program`: a descriptor of its end.
void launcher::turn(int program) {
  if (interrupted() && !ends_) return;
  std::vector<pollfd> items{
      {program, POLLIN, 0}, {founder_.end(), POLLIN, 0}, {signals_.events(), POLLIN, 0}};
  const std::size_t own = items.size();
  std::vector<std::size_t> of_guest;
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    if (!guests_[i]) continue;
    const auto await = [&](int each, short what) {
      if (each < 0) return;
      items.push_back({each, what, 0});
      of_guest.push_back(i);
    };
    for (const int each : {guests_[i]->output(), guests_[i]->errors(), guests_[i]->end()})
      await(each, POLLIN);
    await(guests_[i]->input(), POLLOUT);
  }
  const auto longest = longest_wait();
  if (::ppoll(items.data(), items.size(), longest ? &*longest : nullptr, nullptr) < 0) return;
  if (items[1].revents != 0) founder_.note_end();
  for (std::size_t i = own; i < items.size(); ++i)
    if (items[i].revents != 0) hear(of_guest[i - own]);
  meeting_.tick(now());
  carry_out();
}

// A process that the command has left may hold its streams open, and go on writing: its end counts,
// and what a pipe holds then.
void launcher::hear(std::size_t guest) {
  remote_command& from = *guests_[guest];
  from.write_rest();
  const auto how = from.end() >= 0 ? from.ended() : std::nullopt;
  for (int reads = how ? reads_of_pipe : 1; reads > 0; --reads) {
    meeting_.take_errors(now(), guest, from.read_errors());
    meeting_.take_output(now(), guest, from.read_output());
  }
  if (!how || ends_) return;
  const bool was_up = meeting_.row(guest).state == guest_state::up;
  meeting_.take_end(now(), guest,
                    *how + (from.is_missing() ? ": " + what_is_missing(guest)
                            : was_up          ? why_left(guest)
                                              : ""));
  if (was_up) note_gone(guest);
}

std::string launcher::what_is_missing(std::size_t guest) const {
  const auto& noise = meeting_.row(guest).noise;
  if (options_.brought)
    return "the copy of --bring, or a command that copies it, does not run there";
  return what_was_not_found(options_.mentat_there, options_.engine == via_engine,
                            {noise.begin(), noise.end()});
}

// Slurm says why, to people and in the errors of calls. A host that leaves in order stays one that
// has left.
void launcher::note_gone(std::size_t guest) {
  const auto& row = meeting_.row(guest);
  std::string printed, cause;
  for (const std::string& line : row.noise) printed += line + "\n";
  if (options_.job && !ending_.drains()) cause = options_.job->cause_of_loss(row.name, printed);
  if (!cause.empty())
    static_cast<void>(ask_session(founder_.folder(), host::lost_question{row.name, cause}.text()));
  report_gone(options_, row, cause);
  if (!ending_.drains()) ending_.leaves_early(now());
}

// As the founder knows it; empty: the host has not left in order.
std::string launcher::why_left(std::size_t guest) const {
  const std::string why = ends_ ? "" : founder_.why_left(meeting_.row(guest).host);
  return why.empty() ? why : " (" + why + ")";
}

void launcher::carry_out() {
  for (auto steps = meeting_.take_steps(); !steps.empty(); steps = meeting_.take_steps())
    for (const meeting_step& one : steps) carry_out(one);
}

void launcher::carry_out(const meeting_step& step) {
  auto& guest = guests_[step.guest];
  switch (step.what) {
    case meeting_step::kind::start:
      start_guest(step.guest);
      break;
    case meeting_step::kind::bring:
      if (guest) guest->give(options_.brought->archive);
      break;
    case meeting_step::kind::admit:
      admit(step);
      break;
    case meeting_step::kind::verify:
      meeting_.take_membership(now(), step.guest, step.host,
                               founder_.is_member(step.host, step.greeting.key));
      break;
    case meeting_step::kind::close_door:
      close_door(step.guest);
      break;
    case meeting_step::kind::send:
      if (guest) guest->write_line(step.text);
      break;
    case meeting_step::kind::give_up:
      if (guest) guest->close_input();
      if (guest) guest->signal(SIGTERM);
      break;
    case meeting_step::kind::kill:
      if (guest) guest->signal(SIGKILL);
      break;
    case meeting_step::kind::note:
      report_noise(meeting_.row(step.guest), step.text);
      break;
  }
}

void launcher::admit(const meeting_step& step) {
  if (meeting_.row(step.guest).state != guest_state::greeted) return;
  const auto door = founder_.open_door(step.greeting.key, meeting_.row(step.guest).name,
                                       static_cast<std::uint32_t>(options_.within + 10));
  if (!door) return meeting_.take_refusal(now(), step.guest, door.error().text);
  doors_[step.guest] = door->number;
  meeting_.take_door(now(), step.guest, door->welcome);
}

void launcher::close_door(std::size_t guest) {
  const std::string number = std::exchange(doors_[guest], {});
  if (!number.empty() && !ends_) founder_.close_door(number);
}

// ---- the program

int launcher::meet_and_run() {
  allow_descriptors(64 + 5 * guests_.size());
  meeting_.begin(now());
  carry_out();
  while (!meeting_.is_decided() && !interrupted() && !founder_.has_ended()) turn();
  if (options_.awaited) await_hosts();
  return interrupted() ? 128 + arrived_ : run_if_complete();
}

void launcher::await_hosts() {
  const base::instant last = now() + options_.within * base::second;
  for (;;) {
    arrived_hosts_ = founder_.guests();
    const bool waits = arrived_hosts_.size() < options_.awaited->count && now() < last;
    if (!waits || interrupted() || founder_.has_ended()) break;
    wake_up_ = std::min(last, now() + look_again_after);
    turn();
  }
  wake_up_ = base::instant::never();
}

int launcher::run_if_complete() {
  if (founder_.has_ended()) return report({"the daemon of this host has ended"});
  ending_.begin(now());
  if (options_.awaited)
    report_awaited(options_, arrived_hosts_);
  else
    report_hosts(options_, meeting_);
  const bool is_complete = meeting_.count(guest_state::up) == meeting_.size() &&
                           (!options_.awaited || arrived_hosts_.size() >= options_.awaited->count);
  if (!is_complete && options_.all_hosts)
    return report({"the program does not begin without all hosts (--all-hosts)"});
  return interrupted() ? 128 + arrived_ : run_program();
}

int launcher::run_program() {
  program_call call{options_.program};
  call.arguments.front() = find_program(options_.program.front());
  call.environment = {{"MENTAT_MODE", "cluster"}, {"MENTAT_ADDRESS", founder_.folder()}};
  if (options_.time)
    call.environment.emplace_back("MENTAT_ENDS", std::to_string(options_.time->stop()));
  call.unblocks_signals = true;
  // Slurm sends it to every process of a step. It has time until this launcher ends it.
  call.ignores_termination = options_.job != nullptr;
  const auto program = start(call);
  if (!program) return report(program.error());
  const auto ends = watch_end(*program);
  if (!ends) ::kill(*program, SIGKILL);
  if (!ends) return report(ends.error());
  return wait_for_program(*program, ends->get());
}

int launcher::wait_for_program(pid_t program, int ends) {
  for (;;) {
    auto end = end_so_far(program);
    if (!end) return report(end.error());
    if (*end && out_of_time_) return out_of_time;
    if (*end && was_terminated_ && (*end)->signal == SIGKILL) (*end)->signal = SIGTERM;
    if (*end) return report_end(options_.program.front(), **end);
    if (interrupted()) pass_signal(program);
    approach_end(program);
    turn(ends);
  }
}

// Before its time, a job that is to leave gets SIGTERM, too, and then has some time.
void launcher::pass_signal(pid_t program) {
  const int signal = std::exchange(arrived_, 0);
  if (signal == SIGTERM && options_.job) {
    const bool drained = ending_.drains();
    if (!drained && ending_.leaves_early(now())) return;
    if (drained && now() - drained_at_ < same_signal_within) return;
    out_of_time_ = drained;
    if (out_of_time_) ending_.report_unfinished(founder_.folder());
    was_terminated_ = true;
    return end_program(program);
  }
  ::kill(program, signal);
}

void launcher::approach_end(pid_t program) {
  if (now() >= kill_at_) ::kill(program, SIGKILL);
  if (now() >= kill_at_) kill_at_ = base::instant::never();
  switch (ending_.take(now())) {
    case launch::job_end::step::none:
      break;
    case launch::job_end::step::drain: {
      std::vector<std::string> hosts;
      for (std::size_t i = 0; i < meeting_.size(); ++i)
        if (meeting_.row(i).state == guest_state::up) hosts.push_back(meeting_.row(i).name);
      drained_at_ = now();
      ending_.drain(now(), founder_.folder(), hosts);
      break;
    }
    case launch::job_end::step::stop:
      out_of_time_ = true;
      ending_.report_unfinished(founder_.folder());
      end_program(program);
      break;
  }
}

void launcher::end_program(pid_t program) {
  ::kill(program, SIGTERM);
  kill_at_ = now() + end_within;
}

// ---- the end

bool launcher::all_have_ended() {
  return founder_.has_ended() &&
         std::ranges::all_of(guests_, [](auto& one) { return !one || one->is_over(); });
}

// A further signal is not waited for.
void launcher::wait_for_ends(base::duration longest) {
  const base::instant last = now() + longest;
  arrived_ = 0;
  while (!all_have_ended() && now() < last && !interrupted()) {
    wake_up_ = std::min(last, now() + 20 * base::millisecond);
    turn();
  }
}

// The leases end; hosts that do not leave are ended by signals.
void launcher::end() {
  ends_ = true;
  for (auto& one : guests_)
    if (one) one->close_input();
  founder_.end_lease();
  wait_for_ends(leave_within);
  for (const int signal : {SIGTERM, SIGKILL}) {
    if (all_have_ended()) break;
    for (auto& one : guests_)
      if (one) one->signal(signal);
    founder_.signal(signal);
    wait_for_ends(end_within);
  }
  founder_.wait();
}

}  // namespace

int launch_program(const installation& here, const launch_options& options) {
  auto signals = held_signals::hold();
  if (!signals) return report(signals.error());
  ::signal(SIGPIPE, SIG_IGN);
  return launcher(here, options, std::move(*signals)).run();
}

}  // namespace mentat::command
