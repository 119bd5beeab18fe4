// The parts of recordings that the hosts of a program make: brings them to the program's recorder,
// which runs on the driver's host D (daemons/record/recorder.h).
//
// On another host the recorder of the branch writes into a pipe, the `source`. This class sends its
// bytes to D, in pieces. The sender is at most `pieces_ahead` pieces ahead of the recorder on D;
// until that has taken one, it does not read the pipe. So a slow disk or network stops no program:
// the recorder of the branch waits, and what its rings lose meanwhile is counted. On D, pieces go
// to the `sink`, a socket to the recorder. D asks the clocks of the others, first often, then each
// second.
//
// Invariants: (1) D keeps at most `pieces_ahead` pieces of a host. (2) Pieces of a host reach the
// sink in order and without gaps, then one `end`, which says what is missing. (3) The sink ends
// when the program and all parts are over, at the latest `end_within` after the last piece.
// A program that is not recorded is not known here. Pure. Thread-safety: none. Errors: pieces that
// do not follow each other end their part, with that cause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/record_packet.h"
#include "mmps/base/instant.h"

namespace mentat::host {

struct recording_limits {
  std::size_t pieces_ahead = 4;
  std::size_t most_backlog = 64;  // messages that D has not acknowledged
  base::duration end_within = 5 * base::second;
  unsigned quick_clocks = 8;  // of each host
  base::duration between_quick_clocks = 25 * base::millisecond;
  base::duration between_clocks = base::second;
};

// Sinks and sources are known by the number of their program.
class recording_environment {
 public:
  virtual ~recording_environment() = default;
  virtual bool send(std::uint32_t host, host_message_kind kind,
                    std::span<const std::byte> body) = 0;
  virtual std::size_t backlog(std::uint32_t host) = 0;
  // The steady clock, read now.
  virtual base::instant clock_now() = 0;
  // False: it takes nothing at present; sink_is_free() follows.
  virtual bool pass(std::uint32_t program, const record_packet& packet,
                    std::span<const std::byte> bytes) = 0;
  virtual void end_sink(std::uint32_t program) = 0;
  // At most so many bytes, what has come; none: the recorder has ended. Nothing: nothing has come.
  virtual std::optional<std::vector<std::byte>> read_source(std::uint32_t program,
                                                            std::size_t most) = 0;
  virtual void close_source(std::uint32_t program) = 0;
};

class recorded_parts {
 public:
  recorded_parts(const recording_limits& limits, recording_environment& around)
      : limits_(limits), around_(around) {}

  // --- on D
  // The program begins. `hosts`: all that take part, D first.
  void collect(std::uint32_t program, std::vector<program_host> hosts);
  void take_sink(base::instant now, std::uint32_t program);
  void sink_is_free(base::instant now, std::uint32_t program);
  void sink_closed(std::uint32_t program);
  void program_over(base::instant now, std::uint32_t program);

  // --- on another host
  void take_source(std::uint32_t program, std::uint32_t driver_host, std::uint32_t incarnation);
  [[nodiscard]] bool wants_input(std::uint32_t program) const;
  void source_has_input(std::uint32_t program);
  // Without a source it has recorded nothing.
  void branch_ended(std::uint32_t program, std::uint32_t driver_host);
  [[nodiscard]] bool has_sources() const { return !sources_.empty(); }

  // --- on both
  void take_message(base::instant now, std::uint32_t from, std::uint32_t incarnation,
                    host_message_kind kind, std::span<const std::byte> body);
  void host_down(base::instant now, std::uint32_t host, std::uint32_t incarnation,
                 const std::string& cause);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

 private:
  struct part {
    std::uint32_t incarnation = 0;
    std::string name;
    std::uint64_t bytes = 0;  // that have come
    std::size_t waiting = 0;  // pieces in the queue
    unsigned clocks = 0;
    bool is_over = false;
  };
  struct waiting_packet {
    record_packet about;
    std::vector<std::byte> bytes;
  };
  struct collection {
    program_host own;
    std::map<std::uint32_t, part> parts;
    std::deque<waiting_packet> queue;
    bool has_sink = false, is_program_over = false;
    base::instant ask_at = base::instant::never(), end_at = base::instant::never();
  };
  struct source {
    std::uint32_t driver_host = 0, driver_incarnation = 0;
    std::size_t room = 0;
    std::uint64_t bytes = 0;
  };

  void put(std::uint32_t program, collection& to, record_packet about,
           std::span<const std::byte> bytes);
  void put_text(std::uint32_t program, collection& to, record_packet_kind kind, std::uint32_t host,
                const std::string& text);
  void pass_on(base::instant now, std::uint32_t program);
  void end_part(std::uint32_t program, collection& of, std::uint32_t host, const std::string& why);
  void take_piece(base::instant now, std::uint32_t from, const program_piece_form& piece);
  void take_clock(std::uint32_t from, const clock_form& form);
  void ask_clocks(base::instant now, std::uint32_t program, collection& of);
  void end_source(std::uint32_t program);
  [[nodiscard]] collection* with_part(std::uint32_t program, std::uint32_t host);

  recording_limits limits_;
  recording_environment& around_;
  std::map<std::uint32_t, collection> collections_;
  std::map<std::uint32_t, source> sources_;
};

}  // namespace mentat::host
