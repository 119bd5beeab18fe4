#include "tests/sim/world/seeded_bugs.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <ranges>
#include <system_error>

#include "daemons/sim/scenario.h"
#include "tests/sim/hosts/hosts_world.h"
#include "tests/sim/programs/programs.h"

namespace mentat::sim {
namespace {

using base::seeded_bug;

struct circumstances {
  std::uint32_t hosts;
  const char* faults;
  bool kills = false;
};
constexpr circumstances all_circumstances[] = {
    {1, "none"},         {4, "none"},        {2, "messages"},     {4, "messages"},
    {2, "cuts"},         {4, "cuts"},        {1, "deaths", true}, {2, "deaths", true},
    {4, "deaths", true}, {2, "hosts", true}, {4, "hosts", true},  {4, "clocks"},
    {4, "slow"},         {1, "limits"},      {4, "limits"},       {2, "drains", true}};
// Of the daemons of hosts; as the program stands `host daemons`.
constexpr circumstances circumstances_of_daemons[] = {{3, "none"},   {3, "deaths"}, {4, "cuts"},
                                                      {4, "leaves"}, {4, "pauses"}, {4, "all"},
                                                      {4, "drains"}};
constexpr char daemons[] = "host daemons";

constexpr known_bug table[] = {
    {seeded_bug::calls_outlive_their_receiver,
     "calls_outlive_their_receiver",
     "a call to a process that has ended fails",
     {1, 2, "deaths", "posted_entries"}},
    {seeded_bug::refused_calls_wait,
     "refused_calls_wait",
     "a call that cannot be sent fails",
     {16, 2, "hosts", "kept_accounts"}},
    {seeded_bug::all_arcs_believed_served,
     "all_arcs_believed_served",
     "the caller serves the arcs that the answer does not count",
     {1, 1, "none", "copied_cells"}},
    {seeded_bug::answers_not_confirmed,
     "answers_not_confirmed",
     "the caller says that it has seen an answer that crossed its arcs",
     {1, 1, "none", "copied_cells"}},
    {seeded_bug::undelivered_calls_wait,
     "undelivered_calls_wait",
     "a call to a process that is never announced fails",
     {1, 2, "deaths", "spread_units"}},
    {seeded_bug::partial_calls_outlive_their_caller,
     "partial_calls_outlive_their_caller",
     "a partial call ends with its caller",
     {122, 1, "deaths", "relayed_entries"}},
    {seeded_bug::repeated_arguments_kept,
     "repeated_arguments_kept",
     "a repeated argument is dropped",
     {4, 1, "deaths", "kept_accounts"}},
    {seeded_bug::caller_answered_first,
     "caller_answered_first",
     "the answer to the caller is the last token of a result",
     {11, 1, "deaths", "posted_entries"}},
    {seeded_bug::arcs_counted_not_kept,
     "arcs_counted_not_kept",
     "an arc that is counted as taken is served",
     {1, 1, "none", "kept_accounts"}},
    {seeded_bug::results_not_kept,
     "results_not_kept",
     "a repeated call of an object takes no effect",
     {3, 4, "deaths", "copied_tuples"}},
    {seeded_bug::repetitions_not_answered,
     "repetitions_not_answered",
     "a call that is repeated while the first one waits or runs is answered",
     {4, 1, "deaths", "copied_tuples"}},
    {seeded_bug::results_before_calls,
     "results_before_calls",
     "a result leaves when the calls before it would survive their sender",
     {122, 2, "deaths", "tuple_bag"}},
    {seeded_bug::finished_when_begun,
     "finished_when_begun",
     "FINISHED is sent when the unit is over",
     {1, 2, "deaths", "copied_cells"}},
    {seeded_bug::finished_when_answered,
     "finished_when_answered",
     "a unit is over when all calls made on its behalf are",
     {2, 2, "deaths", "delayed_sums"}},
    {seeded_bug::finished_before_custody,
     "finished_before_custody",
     "FINISHED is sent after the result has been acknowledged",
     {2, 2, "deaths", "mixed_work"}},
    {seeded_bug::lineages_of_attempts,
     "lineages_of_attempts",
     "the calls of a unit have the same lineage when it is executed again",
     {3, 4, "deaths", "copied_tuples"}},
    {seeded_bug::handed_over_anew,
     "handed_over_anew",
     "a unit that is handed over keeps its lineage",
     {6, 1, "deaths", "gated_visits"}},
    {seeded_bug::ended_processes_asked,
     "ended_processes_asked",
     "a process that has ended is not waited for",
     {1, 1, "deaths", "delayed_sums"}},
    {seeded_bug::broken_session_goes_on,
     "broken_session_goes_on",
     "a session ends with a daemon of the driver's host",
     {1, 4, "deaths", "tuple_bag"}},
    {seeded_bug::custody_of_the_ended_awaited,
     "custody_of_the_ended_awaited",
     "no process waits until one that has ended takes a message",
     {1, 1, "deaths", "delayed_sums"}},
    {seeded_bug::lost_frames_stay_lost,
     "lost_frames_stay_lost",
     "a link sends lost frames again",
     {1, 2, "messages", "delayed_sums"}},
    {seeded_bug::repeated_frames_delivered,
     "repeated_frames_delivered",
     "a link delivers each message once",
     {1, 1, "none", "durable_counts"}},
    {seeded_bug::early_frames_delivered,
     "early_frames_delivered",
     "a link delivers messages in order",
     {16, 2, "messages", "ordered_cells"}},
    {seeded_bug::repeated_frames_unacknowledged,
     "repeated_frames_unacknowledged",
     "a link acknowledges repeated frames",
     {1, 2, "messages", "posted_entries"}},
    {seeded_bug::unanswered_pieces_awaited,
     "unanswered_pieces_awaited",
     "a piece that its holder does not give is given up",
     {7, 4, "cuts", "read_buffers"}},
    {seeded_bug::causes_untold,
     "causes_untold",
     "a message names those that were sent before it",
     {2, 2, "messages", "copied_cells"}},
    {seeded_bug::causes_not_awaited,
     "causes_not_awaited",
     "a message is handled after those that caused it",
     {2, 2, "messages", "mixed_work"}},
    {seeded_bug::learned_causes_untold,
     "learned_causes_untold",
     "a message names those of which its sender has heard",
     {3, 2, "messages", "mixed_work"}},
    {seeded_bug::messages_of_the_ended_awaited,
     "messages_of_the_ended_awaited",
     "no process waits for messages of one that has ended",
     {1, 2, "messages", "durable_counts"}},
    {seeded_bug::positions_untold,
     "positions_untold",
     "a message tells of the last write that its sender has applied",
     {2, 2, "messages", "copied_tuples"}},
    {seeded_bug::positions_not_awaited,
     "positions_not_awaited",
     "a process that has heard of a write reads its copies only behind it",
     {2, 2, "messages", "copied_tuples"}},
    {seeded_bug::steps_told_late,
     "steps_told_late",
     "the home sends a step before it takes it, and before its answer",
     {1, 1, "none", "copied_cells"}},
    {seeded_bug::gaps_ignored,
     "gaps_ignored",
     "a process that has missed a step has no copies",
     {1, 1, "none", "copied_cells"}},
    {seeded_bug::joined_without_tail,
     "joined_without_tail",
     "a process that joins gets all steps behind the states",
     {4, 2, "messages", "copied_tuples"}},
    {seeded_bug::guards_not_tested_again,
     "guards_not_tested_again",
     "guards of waiting calls are tested again behind each call",
     {1, 1, "none", "ordered_cells"}},
    {seeded_bug::taken_tuples_stay,
     "taken_tuples_stay",
     "a tuple is given to one operation",
     {1, 1, "none", "tuple_bag"}},
    {seeded_bug::full_spaces_unsaid,
     "full_spaces_unsaid",
     "an operation on a space that has lost a tuple fails",
     {2, 1, "limits", "tuple_bag"}},
    {seeded_bug::lost_homes_untold,
     "lost_homes_untold",
     "every home of a space hears that another one is lost",
     {6, 2, "hosts", "spread_tuples"}},
    {seeded_bug::last_homes_forgotten,
     "last_homes_forgotten",
     "all processes know the same homes of a space",
     {1, 4, "none", "spread_tuples"}},
    {seeded_bug::probed_outs_not_awaited,
     "probed_outs_not_awaited",
     "a probe sees the tuples that were put before",
     {1, 4, "cuts", "spread_tuples"}},
    {seeded_bug::units_not_delivered_again,
     "units_not_delivered_again",
     "a unit whose process has ended is delivered again",
     {1, 2, "deaths", "kept_accounts"}},
    {seeded_bug::tombstones_not_kept,
     "tombstones_not_kept",
     "a unit that is done stays known",
     {4, 1, "deaths", "delayed_sums"}},
    {seeded_bug::places_kept,
     "places_kept",
     "each place is given back",
     {1, 1, "none", "delayed_sums"}},
    {seeded_bug::errors_of_arguments_dropped,
     "errors_of_arguments_dropped",
     "a unit with an error among its arguments ends with it",
     {1, 1, "none", "mixed_work"}},
    {seeded_bug::delivered_to_the_ended,
     "delivered_to_the_ended",
     "a unit is not delivered to a process that has ended",
     {1, 2, "deaths", "tuple_bag"}},
    {seeded_bug::arcs_without_errors,
     "arcs_without_errors",
     "a unit that fails answers along the arcs that were added",
     {1, 1, "none", "relayed_entries"}},
    {seeded_bug::kept_tokens_not_sent_again,
     "kept_tokens_not_sent_again",
     "the unit that takes over gets what its predecessor had got",
     {1, 1, "deaths", "delayed_sums"}},
    {seeded_bug::errors_sent_to_itself,
     "errors_sent_to_itself",
     "an error for a unit of the same token-matching unit is handled in the same step",
     {36, 2, "deaths", "relayed_entries"}},
    {seeded_bug::answer_before_safe,
     "answer_before_safe",
     "an answer of a durable object leaves behind its record",
     {32, 2, "deaths", "durable_counts"}},
    {seeded_bug::origin_outside_record,
     "origin_outside_record",
     "the record of an effect has the number of the call and its answer",
     {1, 2, "deaths", "durable_counts"}},
    {seeded_bug::objects_being_made_forgotten,
     "objects_being_made_forgotten",
     "a caller hears when the process that makes its object ends",
     {17, 1, "deaths", "kept_accounts"}},
    {seeded_bug::early_requests_dropped,
     "early_requests_dropped",
     "a request of a host that is not known yet waits for news of it",
     {16, 2, "cuts", "kept_accounts"}},
    {seeded_bug::remote_objects_being_made_forgotten,
     "remote_objects_being_made_forgotten",
     "a caller hears when the host that makes its object is gone",
     {1, 4, "hosts", "spread_tuples"}},
    {seeded_bug::drained_hosts_stay,
     "drained_hosts_stay",
     "a host that is drained leaves when its time is over",
     {1, 4, "all", daemons}},
    {seeded_bug::silent_hosts_kept,
     "silent_hosts_kept",
     "a host that is not heard is lost",
     {1, 3, "deaths", daemons}},
    {seeded_bug::returned_hosts_not_renewed,
     "returned_hosts_not_renewed",
     "a host that comes back is another incarnation",
     {1, 3, "deaths", daemons}},
    {seeded_bug::lost_hosts_kept_out,
     "lost_hosts_kept_out",
     "a host that was lost may come back",
     {1, 3, "deaths", daemons}},
    {seeded_bug::lost_hosts_not_told,
     "lost_hosts_not_told",
     "each part of a program hears of a lost host",
     {2, 4, "leaves", daemons}},
    {seeded_bug::news_sent_back,
     "news_sent_back",
     "news of a host go to the others",
     {1, 3, "none", daemons}},
    {seeded_bug::ended_branches_untold,
     "ended_branches_untold",
     "the driver's host hears of the end of a branch",
     {1, 4, "drains", daemons}},
    {seeded_bug::branches_outlive_their_driver,
     "branches_outlive_their_driver",
     "a branch ends with the driver's host",
     {1, 3, "deaths", daemons}},
};

const std::string& expected_of(const named_program& program) {
  static std::map<std::string, std::string> all;
  const auto [at, is_new] = all.try_emplace(program.name);
  if (is_new) at->second = serial_answer(program.run);
  return at->second;
}

bool is_of_daemons(const trial& one) { return std::string(one.program) == daemons; }

bool is_large(const trial& one) {
  return std::ranges::any_of(large_programs, [&](const named_program& program) {
    return program.name == std::string(one.program);
  });
}

// Processes that a seed kills leave their memory behind (daemons/sim/world.h), so each trial has a
// process of the operating system of its own.
std::string in_own_process(const std::function<std::string()>& trial) {
  int ends[2];
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    const std::string answer = trial();
    const bool is_written =
        write(ends[1], answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  std::string answer;
  char some[4096];
  for (ssize_t got = 0; (got = read(ends[0], some, sizeof some)) > 0;)
    answer.append(some, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) answer = "ended by signal " + std::to_string(WTERMSIG(status));
  return answer;
}

std::string why_it_fails(seeded_bug bug, const trial& by, const named_program* program) {
  if (!program) {
    hosts_options options = hosts_options_of(by.seed, by.hosts, by.faults);
    options.bug = bug;
    return hosts_world(options).run().trouble;
  }
  world_options options = scenario_of(by.seed, by.hosts, by.faults).options;
  options.bug = bug;
  return verdict(world(options).run(program->run), expected_of(*program));
}

const named_program* program_called(const std::string& name) {
  for (const named_program& one : all_programs)
    if (name == one.name) return &one;
  for (const named_program& one : deadlocked_programs)
    if (name == one.name) return &one;
  for (const named_program& one : large_programs)
    if (name == one.name) return &one;
  return nullptr;
}

}  // namespace

std::span<const known_bug> all_bugs() { return table; }

finding tried(seeded_bug bug, const trial& by) {
  const named_program* const program = program_called(by.program);
  if (program) expected_of(*program);  // computed once, for all trials
  return {by, in_own_process([&] { return why_it_fails(bug, by, program); })};
}

std::optional<finding> find(const known_bug& wanted, std::uint64_t first_seed, std::uint64_t seeds,
                            const std::string& only, const std::string& only_faults) {
  const auto is_wanted = [&](const named_program& one) { return only.empty() || only == one.name; };
  for (std::uint64_t seed = first_seed; is_of_daemons(wanted.first) && seed < first_seed + seeds;
       ++seed)
    for (const circumstances& with : circumstances_of_daemons)
      if (finding one = tried(wanted.bug, {seed, with.hosts, with.faults, daemons});
          !one.why.empty())
        return one;
  if (is_of_daemons(wanted.first)) return std::nullopt;
  for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed)
    for (const circumstances& with : all_circumstances) {
      if (!only_faults.empty() && only_faults != with.faults) continue;
      if (is_large(wanted.first)) {
        const trial by{seed, with.hosts, with.faults, wanted.first.program};
        if (with.hosts != 4) continue;
        if (finding one = tried(wanted.bug, by); !one.why.empty()) return one;
        continue;
      }
      for (const named_program& program : all_programs | std::views::filter(is_wanted))
        if (finding one = tried(wanted.bug, {seed, with.hosts, with.faults, program.name});
            !one.why.empty())
          return one;
      if (with.kills) continue;
      for (const named_program& program : deadlocked_programs | std::views::filter(is_wanted))
        if (finding one = tried(wanted.bug, {seed, with.hosts, with.faults, program.name});
            !one.why.empty())
          return one;
    }
  return std::nullopt;
}

}  // namespace mentat::sim
