// The protocol between a program and the daemon of its host: packets of one fixed form over a Unix
// socket (SOCK_SEQPACKET).
//
// A program that joins a session of hosts connects to the daemon of its host and sends `begin`,
// with a descriptor of its own executable (SCM_RIGHTS), and of executables of the same program for
// other processors, if it has some. It gets `begun`, or `refused` with the
// reason. The daemon makes a branch of the program on every other host. It sends the content of the
// executable to hosts that do not know its hash. The daemon there starts the branch, with a socket
// of this kind as descriptor 3 and MENTAT_BRANCH=3 in an environment that is otherwise the host's
// own. No packet names a path. A branch's first packet is its own `begun`. From then on, `news` of
// one branch reach all others in the order in which that branch sent them. A branch receives its
// `begun` before all news; news from before its beginning are repeated to it. When a host is lost,
// every other branch receives `host_down`. The end of the driver's socket ends every branch: its
// socket closes. A value; trivially copyable.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rts/session/endpoint/notice.h"

namespace mentat::host {

enum class program_packet_kind : std::uint32_t {
  begin = 1,  // from a program: text = its settings, lines NAME=VALUE with names of
              // rts/config/settings; with it come descriptors of its executable and of those for
              // other processors
  begun,      // to a program, or to a branch: everything but news; text = the settings
  refused,  // to a program: text = why it cannot begin; or, later, why its session ends: the socket
            // closes
  news,     // both ways: `news`
  host_down,  // to a program: host, incarnation; text = the cause
  warning,    // to the driver: text for the user, for example that a host cannot take part
  ask,        // from the command `mentat`, as the first packet: text = its question or request
              // done (session_rows.h)
  answer,     // to it: text = a part of the answer; the parts follow each other
  answered,   // to it: text = the last part. `refused` instead: it cannot be done, and why
  query,      // to a program: text = the question (rts/session/inspection.h)
  // from it, for each process that was asked: news.process, news.role, process; then one without a
  // process as the end
  asked,
  query_answer,  // from it: the answer of news.process, as a descriptor
  // to a program or branch, directly after `begun`, which gives their number: host, incarnation,
  // text = the name of a host that takes part
  takes_part,
  // from a program or a branch, behind `begun`: with it comes a descriptor of its recorder's line.
  // Of a program: a socket for record_packet.h; of a branch: a pipe with its part of the recording
  records,
};

// What the program's recording wants of each host.
enum class record_wish : std::uint32_t {
  nothing,
  last_calls,       // in memory, for the errors of lost objects; level auto
  last_calls_full,  // the same, level full
  part,             // its part of the recording, level auto
  part_full
};
inline constexpr auto last_record_wish = record_wish::part_full;

struct program_packet {
  program_packet_kind kind{};
  std::uint32_t host = 0, incarnation = 0;  // where the receiver is
  std::uint32_t driver_host = 0, driver_incarnation = 0;
  std::uint32_t hosts = 0;     // of the session, that take part: fixed for the program
  std::uint32_t cluster = 0;   // the program's number: header.cluster of all its messages
  std::uint32_t cores = 0;     // that the receiver's host gives
  std::uint32_t question = 0;  // of query, asked, query_answer: its number
  std::int32_t process = 0;    // of asked: its number on that host
  std::uint32_t mixed = 0;     // of begun: 1: its hosts have different processors
  std::uint32_t records = 0;   // of begin, begun: a record_wish
  std::array<char, 48> public_key{},
      secret_key{};  // of this program: a new key for each (Z85, 40 characters)
  std::array<char, 64>
      address{};  // the receiver's host in the network, without a port: "tcp://10.0.0.2"
  node::notice news;
  std::array<char, 2048> text{};
};
static_assert(std::is_trivially_copyable_v<program_packet>);

}  // namespace mentat::host
