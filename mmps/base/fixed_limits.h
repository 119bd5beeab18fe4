// The limits that no setting changes: name, value, unit and consequence, in one table. Code takes
// the values from here, errors and the log the names; `mentat config list` prints the table, and
// docs/configuration.md has it from there. Limits that a setting changes are in
// rts/config/settings.h. Constants only; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mentat::fixed {

struct fixed_limit {
  std::string_view name;
  std::uint64_t value;
  std::string_view unit;         // "bytes", or a plural noun
  std::string_view consequence;  // of reaching it
};

inline constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
inline constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;

// A call and its message.
inline constexpr fixed_limit message{
    "fixed.message", gibibyte, "bytes",
    "the arguments of one call, or a result, are together larger: the call throws "
    "`mentat::limit_error`"};
inline constexpr fixed_limit arguments{
    "fixed.arguments", 64, "arguments",
    "arguments of one call; `mplc` rejects a member function with more"};
inline constexpr fixed_limit group{"fixed.group", 1'000'000, "objects",
                                   "objects of one `mentat::group`: its constructor throws "
                                   "`mentat::limit_error`"};
inline constexpr fixed_limit nesting{
    "fixed.nesting", 500, "levels",
    "values that lie inside each other, in an argument or a result: the call throws "
    "`mentat::marshal_error`"};
inline constexpr fixed_limit future{
    "fixed.future", mebibyte, "bytes",
    "the consumers of a result that travel with its call; the caller serves the others itself. A "
    "message with more is refused"};
inline constexpr fixed_limit future_arcs{"fixed.future_arcs", 4096, "arcs", "the same"};
inline constexpr fixed_limit future_nesting{"fixed.future_nesting", 64, "futures in futures",
                                            "the same"};

// Between processes.
inline constexpr fixed_limit link_queue{
    "fixed.link_queue", gibibyte, "bytes",
    "messages that wait for one process, or 1,048,576 of them: its senders wait; after 30 s "
    "without progress the call fails (`docs/failures.md`). A host that is as far behind leaves the "
    "program"};
inline constexpr fixed_limit repeated_pieces{
    "fixed.repeated_pieces", 256 * mebibyte, "bytes",
    "what a process keeps of the large buffers that one process of another host has sent: older "
    "ones cross the network again when they are sent again"};
inline constexpr fixed_limit shared_pieces{
    "fixed.shared_pieces", 256 * mebibyte, "bytes",
    "pieces of large buffers that the processes of a program on one host have received from other "
    "hosts and share: older ones cross the network again for each further process"};
inline constexpr fixed_limit unknown_processes{
    "fixed.unknown_processes", 256 * mebibyte, "bytes",
    "messages that wait for processes of which no host has told yet, or 4096 of them: further ones "
    "are refused, with a line in the log each minute"};
inline constexpr fixed_limit peers{"fixed.peers", 4096, "connections",
                                   "connections of one process to other hosts: the next one fails"};
inline constexpr fixed_limit processes{
    "fixed.processes", 4096, "processes",
    "processes of a program on one host: no further one starts, or connects"};
inline constexpr fixed_limit remote_processes{
    "fixed.remote_processes", 65'536, "processes",
    "processes of a program on other hosts: the part of the program on this host ends"};
inline constexpr fixed_limit shared_blocks{
    "fixed.shared_blocks", 256, "buffers",
    "large buffers of one process whose memory other processes of the host share, or a quarter of "
    "the descriptors that it may open (`ulimit -n`): further ones are copied"};
inline constexpr fixed_limit shared_block_peers{
    "fixed.shared_block_peers", 64, "processes",
    "processes of the host that get the memory of large buffers from one process, and those that "
    "give it: others get copies"};
inline constexpr fixed_limit notices{
    "fixed.notices", 98'304, "notices",
    "starts and ends of processes that a process of the program has not read: it is ended"};

// Calls that wait for arguments, and their results.
inline constexpr fixed_limit partial_calls{
    "fixed.partial_calls", 65'536, "calls",
    "calls in one process that miss arguments, or 1 GiB of their values: the call fails"};
inline constexpr fixed_limit withdrawals{
    "fixed.withdrawals", 4096, "orders",
    "orders of other processes to fail a call that nothing can fulfil, not carried out yet: "
    "further ones are dropped, and `mentat list drops` counts them"};
inline constexpr fixed_limit kept_results{
    "fixed.kept_results", 262'144, "calls",
    "calls of its objects that a process remembers because they may be repeated, and 64 MiB of "
    "their results: a repetition whose result was dropped fails; one of a call that was forgotten "
    "takes effect again"};
inline constexpr fixed_limit units{
    "fixed.units", 1'000'000, "calls",
    "calls with missing arguments in one token-matching unit: the call fails"};
inline constexpr fixed_limit tombstones{
    "fixed.tombstones", 1'000'000, "calls",
    "calls that are done and that a token-matching unit remembers: it forgets the oldest, and "
    "`mentat list drops` counts them; a repeated message of such a call makes it run once more"};
inline constexpr fixed_limit attempts{
    "fixed.attempts", 3, "executions",
    "executions of a call that end with the death of their process: the call fails with the "
    "causes"};
inline constexpr fixed_limit deliveries{
    "fixed.deliveries", 100, "deliveries",
    "processes that get a call and end, most of them before it begins: the same"};
inline constexpr fixed_limit kept_tokens{
    "fixed.kept_tokens", 256 * mebibyte, "bytes",
    "values that a process has sent to token-matching units and keeps until they are done: if the "
    "unit ends, calls with the others fail"};
inline constexpr fixed_limit spill{"fixed.spill", 10 * gibibyte, "bytes",
                                   "tokens on disk of one token-matching unit: the call fails"};

// Instantiation managers.
inline constexpr fixed_limit im_waiting{
    "fixed.im.waiting", 65'536, "requests",
    "calls of one host that no process has room for: the call fails"};
inline constexpr fixed_limit im_waiting_bytes{"fixed.im.waiting_bytes", 64 * mebibyte, "bytes",
                                              "of the placement hints of such calls: the same"};
inline constexpr fixed_limit im_places{
    "fixed.im.places", 65'536, "calls",
    "calls that an instantiation manager has bound to processes: the call fails"};
inline constexpr fixed_limit im_start_attempts{
    "fixed.im.start_attempts", 5, "failures",
    "failures in a row to start a process: the calls that wait for it fail"};

// Sessions of several hosts.
inline constexpr fixed_limit settings{
    "fixed.settings", 2047, "bytes",
    "the settings of a program, as text, in mode cluster: it does not start"};
inline constexpr fixed_limit hosts{"fixed.hosts", 256, "hosts",
                                   "hosts of a session: the next one is refused"};
inline constexpr fixed_limit programs{
    "fixed.programs", 64, "programs",
    "programs of a session that run on one host: the next one is refused"};
inline constexpr fixed_limit branches{"fixed.branches", 64, "branches",
                                      "parts of programs of other hosts on one host: the same"};
inline constexpr fixed_limit connections{
    "fixed.connections", 512, "connections",
    "programs and commands that are connected to one host daemon: the next one is refused"};
inline constexpr fixed_limit packets{
    "fixed.packets", 4096, "notices",
    "notices that a program has not read: its part on that host ends"};
inline constexpr fixed_limit questions{
    "fixed.questions", 16, "questions",
    "`mentat list` and its like at a time on one host: the next one is refused"};
inline constexpr fixed_limit invitations{
    "fixed.invitations", 64, "invitations",
    "open invitations of a session that still serve hosts: the next one is refused"};
inline constexpr fixed_limit executable{
    "fixed.executable", gibibyte, "bytes",
    "a program that is sent to another host: it does not start there"};
inline constexpr fixed_limit executables{
    "fixed.executables", 4, "executables",
    "executables of one program for different processors, its own included: it does not start"};

// A recording.
inline constexpr fixed_limit recorded_workers{
    "fixed.recorded_workers", 64, "workers",
    "worker threads of a program on one host that are recorded at a time: the recording says how "
    "many others there were"};
inline constexpr fixed_limit recorded_events{
    "fixed.recorded_events", 131'072, "events",
    "events of one worker that were not written yet: the oldest are lost, and counted"};
inline constexpr fixed_limit recorded_places{
    "fixed.recorded_places", 4'096, "places",
    "places in the program's text at which recorded functions wait: further waits have no place"};

// Mode sim.
inline constexpr fixed_limit sim_processes{
    "fixed.sim_processes", 512, "processes",
    "simulated processes, on all hosts together: the program does not start"};

inline constexpr std::array all{message,
                                arguments,
                                group,
                                nesting,
                                future,
                                future_arcs,
                                future_nesting,
                                link_queue,
                                repeated_pieces,
                                shared_pieces,
                                unknown_processes,
                                peers,
                                processes,
                                remote_processes,
                                shared_blocks,
                                shared_block_peers,
                                notices,
                                partial_calls,
                                withdrawals,
                                kept_results,
                                units,
                                tombstones,
                                attempts,
                                deliveries,
                                kept_tokens,
                                spill,
                                im_waiting,
                                im_waiting_bytes,
                                im_places,
                                im_start_attempts,
                                settings,
                                hosts,
                                programs,
                                branches,
                                connections,
                                packets,
                                questions,
                                invitations,
                                executable,
                                executables,
                                recorded_workers,
                                recorded_events,
                                recorded_places,
                                sim_processes};

}  // namespace mentat::fixed
