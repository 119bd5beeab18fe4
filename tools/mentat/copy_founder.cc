#include <signal.h>

#include <cstdio>

#include "daemons/launch/meeting.h"
#include "mmps/base/clock.h"
#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/copy_host.h"
#include "tools/mentat/launch_founder.h"
#include "tools/mentat/launch_report.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

using launch::guest_state;
using launch::meeting_step;
using event = copy_party::event;

constexpr base::duration end_within = base::second;  // after SIGTERM; then SIGKILL

base::instant now() { return base::machine_clock().now(); }

class copy_founder {
 public:
  copy_founder(const installation& here, copy_party& party, const launch_options& options,
               const std::vector<std::size_t>& guests)
      : here_(here),
        party_(party),
        options_(options),
        guests_(guests),
        longest_(party.rank(), options.within),
        meeting_({.most_at_once = guests.size(), .build = version}, names()),
        doors_(guests.size()) {}

  int run() {
    if (const auto met = found_and_meet(); !met) {
      const int status = report(met.error());
      end_founder();
      party_.leave(false, status);
      return status;
    }
    report_hosts(options_, meeting_);
    const bool is_complete = meeting_.count(guest_state::up) == meeting_.size();
    const int status = is_complete || !options_.all_hosts
                           ? run_program()
                           : report({"the program does not begin without all hosts (--all-hosts)"});
    const bool in_order = end(status);
    end_founder();
    party_.leave(in_order, status);
    return status;
  }

 private:
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const std::size_t copy : guests_) all.push_back(party_.host_names()[copy]);
    return all;
  }
  expected<void> found_and_meet();
  expected<void> hear(const std::string& name);
  void carry_out(const meeting_step& step);
  void admit(const meeting_step& step);
  int run_program();
  int wait_for(pid_t program, int ends);
  bool end(int status);
  void end_founder();

  const installation& here_;
  copy_party& party_;
  const launch_options& options_;
  const std::vector<std::size_t>& guests_;  // the copies that carry the other hosts
  const patience longest_;
  launch::meeting meeting_;
  launch_founder founder_;
  std::vector<std::string> doors_;  // what each guest is answered
};

expected<void> copy_founder::found_and_meet() {
  const auto place = session_named(options_.session);
  if (!place) return tl::unexpected(place.error());
  const auto founded = founder_.start(here_,
                                      {.session = place->folder,
                                       .listen = options_.listen,
                                       .name = options_.name,
                                       .is_leased = true,
                                       .is_launched = true},
                                      party_.signals());
  if (!founded) return founded;
  meeting_.begin(now());
  if (const auto greeted = party_.pass_fence(longest_.to_meet()); !greeted) return greeted;
  if (const auto heard = hear("hello"); !heard) return heard;
  for (std::size_t i = 0; i < guests_.size(); ++i)
    if (const auto put = party_.put("door-" + std::to_string(guests_[i]), doors_[i]); !put)
      return put;
  if (const auto open = party_.pass_fence(longest_.to_meet()); !open) return open;
  if (const auto decided = party_.pass_fence(longest_.to_meet()); !decided) return decided;
  return hear("up");
}

expected<void> copy_founder::hear(const std::string& name) {
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    const auto line = party_.get(guests_[i], name);
    if (!line) return tl::unexpected(line.error());
    meeting_.take_output(now(), i, *line + "\n");
    for (auto steps = meeting_.take_steps(); !steps.empty(); steps = meeting_.take_steps())
      for (const meeting_step& one : steps) carry_out(one);
  }
  return {};
}

// The launcher has started the copies: there is nothing to start or to kill.
void copy_founder::carry_out(const meeting_step& step) {
  switch (step.what) {
    case meeting_step::kind::admit:
      admit(step);
      break;
    case meeting_step::kind::verify:
      meeting_.take_membership(now(), step.guest, step.host,
                               founder_.is_member(step.host, step.greeting.key));
      break;
    case meeting_step::kind::send:
      doors_[step.guest] = step.text;
      break;
    case meeting_step::kind::give_up:
      doors_[step.guest] = launch::failed{base::shown_value(meeting_.row(step.guest).why)}.line(
          launch::longest_value);
      break;
    case meeting_step::kind::bring:  // not permitted: copies of one program have one Mentat
    case meeting_step::kind::start:
    case meeting_step::kind::close_door:  // which closes itself
    case meeting_step::kind::kill:
    case meeting_step::kind::note:
      break;
  }
}

void copy_founder::admit(const meeting_step& step) {
  const auto door = founder_.open_door(step.greeting.key, meeting_.row(step.guest).name,
                                       static_cast<std::uint32_t>(options_.within + 10));
  if (!door) return meeting_.take_refusal(now(), step.guest, door.error().text);
  meeting_.take_door(now(), step.guest, door->welcome);
}

int copy_founder::run_program() {
  program_call call{options_.program};
  call.arguments.front() = find_program(options_.program.front());
  call.environment = {{"MENTAT_MODE", "cluster"}, {"MENTAT_ADDRESS", founder_.folder()}};
  call.unblocks_signals = true;
  const auto program = start(call);
  if (!program) return report(program.error());
  const auto ends = watch_end(*program);
  if (!ends) ::kill(*program, SIGKILL);
  if (!ends) return report(ends.error());
  return wait_for(*program, ends->get());
}

// Without its launcher, the program ends, too.
int copy_founder::wait_for(pid_t program, int ends) {
  for (;;) {
    const auto end = end_so_far(program);
    if (!end) return report(end.error());
    if (*end) return report_end(options_.program.front(), **end);
    const event what = party_.wait(base::instant::never(), {ends});
    if (what == event::signal) ::kill(program, party_.take_signal());
    if (what != event::launcher_gone) continue;
    ::kill(program, SIGTERM);
    if (ends_within(ends, end_within)) continue;
    ::kill(program, SIGKILL);
    ends_within(ends, end_within);
  }
}

// Says which hosts were lost. False: not all copies have passed the last fence, and it says why.
bool copy_founder::end(int status) {
  party_.take_signal();
  auto left = party_.put("status", std::to_string(status));
  for (int fence = 0; left && fence < 2; ++fence) left = party_.pass_fence(longest_.to_end());
  if (!left) {
    report({"the copies do not end together: " + left.error().text});
    return false;
  }
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    const auto lost = party_.get(guests_[i], "lost");
    if (!lost || lost->empty() || meeting_.row(i).state != guest_state::up) continue;
    meeting_.take_end(now(), i, *lost);
    report_gone(options_, meeting_.row(i), "");
  }
  return true;
}

void copy_founder::end_founder() {
  founder_.end_lease();
  for (const int number : {0, SIGTERM, SIGKILL}) {
    if (founder_.has_ended()) break;
    if (number != 0) founder_.signal(number);
    if (ends_within(founder_.end(), next_way_to_end_after)) founder_.note_end();
  }
  founder_.wait();
}

}  // namespace

int found_and_run(const installation& here, copy_party& party, const launch_options& options,
                  const std::vector<std::size_t>& guests) {
  return copy_founder(here, party, options, guests).run();
}

}  // namespace mentat::command
