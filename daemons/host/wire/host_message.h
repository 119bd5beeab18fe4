// The messages between the daemons of hosts. Each kind is a mentat_message of type `query` whose
// `function` is the kind, with a body of one of the forms below. A form is decoded whole or not at
// all. Every text has a maximum length, every list a maximum count. Names and addresses consist of
// the characters allowed for them, and no bytes may follow. Values. Pure; thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmps/base/fixed_limits.h"

namespace mentat::host {

enum class host_message_kind : std::uint16_t {
  // Joining: between a guest, who has an invitation, and the founder.
  join = 1,
  joined,
  join_refused,
  // Membership.
  beat,      // to every host each second, not by the link
  members,   // from the founder: the hosts of the session
  suspect,   // to the founder: a host was not heard
  leave,     // to every host
  stop_all,  // to every host: the session ends
  // Programs. D is the host of the driver.
  program_begin,      // from D: a branch is wanted
  program_wants,      // to D: the executable is not known here
  program_piece,      // from D
  program_ready,      // to D: the branch was started
  program_refused,    // to D: the branch cannot start, or has ended; with the cause
  program_go,         // from D: these hosts take part
  program_news,       // to D and from D
  program_host_down,  // from D
  // both ways: to D from a branch's host that cannot continue; from D: the program is over
  program_end,
  // Queries about programs (queries.h).
  query,  // to every host: a question about its programs
  query_answer,
  // Draining (daemons/host/drain.h).
  drain,     // to a host: it is to drain itself
  draining,  // from it, to every host
  // Recordings (recorded_parts.h). D is the host of the driver.
  record_piece,  // to D: of the part of the sender
  record_end,    // to D: its part is over; the text says what is missing. From D: nobody wants it
  record_room,   // from D: for so many pieces more
  clock_ask,     // from D
  clock_told,    // to D, at once
};

inline constexpr std::size_t max_hosts = fixed::hosts.value;
inline constexpr std::size_t longest_name = 64;  // of the name of a host or a program
inline constexpr std::size_t longest_address = 63;
inline constexpr std::size_t longest_processor = 16;
inline constexpr std::size_t longest_cause = 400;
inline constexpr std::size_t longest_settings = 2047;
inline constexpr std::size_t longest_query = 16;  // bytes of a question
inline constexpr std::size_t longest_rows = std::size_t{1} << 20;
inline constexpr std::size_t key_length = 40;  // Z85
inline constexpr std::size_t max_piece = std::size_t{1} << 20;
inline constexpr std::size_t longest_host_message = max_piece + 256;

using content_hash = std::array<std::byte, 32>;

enum class host_state : std::uint8_t { up, left, lost };

struct host_info {
  std::uint32_t number = 0, incarnation = 0;
  std::string name;
  std::string address;     // of its daemon: tcp://10.0.0.2:7411
  std::string public_key;  // of its daemon
  std::uint32_t cores = 0;
  host_state state = host_state::up;
  std::string cause;  // why it is not up, or is being drained
  // Seconds of its calendar; 0: it is not being drained. Of a host that has left: its draining was
  // cut short then.
  std::uint64_t drains_until = 0;
  std::string processor;  // x86_64, s390x, ... (mmps/machine/processor_name.h); empty: not told

  friend bool operator==(const host_info&, const host_info&) = default;
};

// `nonce` distinguishes one start of the daemon from another.
struct join_form {
  host_info who;  // name, address, key, cores, processor
  std::uint64_t nonce = 0;
};
struct members_form {
  std::uint64_t version = 0;
  std::vector<host_info> hosts;
};
struct joined_form {
  std::uint32_t session = 0, number = 0, incarnation = 0;  // of the guest, from now on
  members_form members;
};
struct text_form {
  std::string text;
};
struct beat_form {
  std::uint32_t load = 0;  // runnable tasks on the host, in hundredths
};
struct drain_form {
  std::uint32_t within_ms = 0;
  std::string why;
};
struct leave_form {
  bool is_cut_short = false;  // it was drained, and something still ran there
};
struct draining_form {
  std::uint64_t until = 0;  // as host_info::drains_until
  std::string why;
};
struct suspect_form {
  std::uint32_t number = 0, incarnation = 0;
  std::string cause;
};

// `question` is a number of the host that asks.
struct query_form {
  std::uint32_t question = 0;
  std::uint32_t program = 0;  // 0: all
  std::uint32_t most = 0;     // rows
  std::string what;
};
struct query_answer_form {
  std::uint32_t question = 0;
  std::string rows;  // session_rows.h
};

// The number of a program is its `cluster`; it is the first field of every form about it.
struct program_begin_form {
  std::uint32_t program = 0;
  std::string name;
  content_hash hash{};
  std::uint64_t size = 0;  // of the executable
  std::string public_key, secret_key;
  std::string settings;
};
struct program_piece_form {
  std::uint32_t program = 0;
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;
};
struct program_text_form {  // wants, ready: no text; refused, end: why
  std::uint32_t program = 0;
  std::string text;
};
struct program_host {
  std::uint32_t number = 0, incarnation = 0;
  std::string name;

  friend bool operator==(const program_host&, const program_host&) = default;
};
struct program_go_form {
  std::uint32_t program = 0;
  std::vector<program_host> hosts;  // that take part, that of the driver first
  bool are_mixed = false;           // they have different processors
  std::uint32_t records = 0;        // a record_wish (program_packet.h)
};
struct program_news_form {
  std::uint32_t program = 0;
  std::uint32_t kind = 0, role = 0, cores = 0;
  std::uint32_t host = 0, incarnation = 0, slot = 0, generation = 0;  // the process
  std::string text;
  // Of `down`: the units that the process was executing, if that is known.
  std::optional<std::vector<std::uint64_t>> suspects{};
};
struct record_room_form {
  std::uint32_t program = 0, pieces = 0;
};
// Nanoseconds of the steady clock: of D when it asked, of the other host when it was asked.
struct clock_form {
  std::uint32_t program = 0;
  std::uint64_t asked = 0, told = 0;
};
struct program_host_down_form {
  std::uint32_t program = 0, host = 0, incarnation = 0;
  std::string cause;
};

[[nodiscard]] std::vector<std::byte> encode(const join_form& form);
[[nodiscard]] std::vector<std::byte> encode(const members_form& form);
[[nodiscard]] std::vector<std::byte> encode(const joined_form& form);
[[nodiscard]] std::vector<std::byte> encode(const text_form& form);
[[nodiscard]] std::vector<std::byte> encode(const beat_form& form);
[[nodiscard]] std::vector<std::byte> encode(const drain_form& form);
[[nodiscard]] std::vector<std::byte> encode(const leave_form& form);
[[nodiscard]] std::vector<std::byte> encode(const draining_form& form);
[[nodiscard]] std::vector<std::byte> encode(const suspect_form& form);
[[nodiscard]] std::vector<std::byte> encode(const query_form& form);
[[nodiscard]] std::vector<std::byte> encode(const query_answer_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_begin_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_piece_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_text_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_go_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_news_form& form);
[[nodiscard]] std::vector<std::byte> encode(const program_host_down_form& form);
[[nodiscard]] std::vector<std::byte> encode(const record_room_form& form);
[[nodiscard]] std::vector<std::byte> encode(const clock_form& form);

// Empty: the bytes do not have that form. Instances: the forms above.
template <class Form>
[[nodiscard]] std::optional<Form> decode(std::span<const std::byte> body);

// Letters, digits, and a few signs; not empty. Such names are printed on terminals and in logs.
[[nodiscard]] bool is_plain_name(const std::string& text);
// Replaces each other character by `_`, and cuts the text to the length of a name.
[[nodiscard]] std::string plain_name(const std::string& text);

}  // namespace mentat::host
