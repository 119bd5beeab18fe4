// Questions about the programs of the session. A question of the command `mentat` goes to every
// host, there to the supervisor of each program's part, and from it to each process; their rows are
// put together. A process or host that has not answered in time gets a row of its own (`silent`).
//
// A question of another host is answered to that host, with less patience than the asking host has.
// Rows of the answer: those of the processes (rts/session/inspection.h), each with `program`,
// `host`, `process`, `pid`; `program` for each part; `silent`; `left_out`. Limits: `questions` at a
// time; the rows that the question allows, at most max_rows. Ownership: none of sockets; the
// environment has them. Thread-safety: none. Errors: answered to the asker.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/program_packet.h"
#include "daemons/host/wire/session_rows.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"

namespace mentat::host {

struct query_limits {
  std::size_t questions = fixed::questions.value;
  std::size_t max_rows = 5'000;
  std::size_t max_bytes = std::size_t{8} << 20;             // of rows
  base::duration patience = 1'500 * base::millisecond;      // of the host that asks
  base::duration far_patience = 1'000 * base::millisecond;  // of the others
};

// The effects of queries on their environment.
class query_environment {
 public:
  virtual ~query_environment() = default;
  struct part {
    std::uint32_t program;
    std::string name;
    int connection;  // connection to its supervisor here; 0: there is none yet
  };
  virtual std::vector<part> parts() = 0;  // of programs, on this host
  virtual std::string host_name() = 0;    // of this host
  virtual std::vector<host_info> others_up() = 0;
  virtual bool tell(int connection, const program_packet& packet) = 0;
  virtual bool send(std::uint32_t host, host_message_kind kind,
                    std::span<const std::byte> body) = 0;
  virtual void answer(int connection, const std::vector<session_row>& rows) = 0;
  virtual void refuse(int connection, const std::string& why) = 0;
};

class queries {
 public:
  queries(const query_limits& limits, query_environment& around)
      : limits_(limits), around_(around) {}

  // Asked by the command: "list WHAT PROGRAM MOST", a program of 0 is all.
  void ask(base::instant now, int connection, const std::string& question);
  // A query of another host, and the answer of another host.
  void take_query(base::instant now, std::uint32_t from, const query_form& form);
  void take_answer(base::instant now, std::uint32_t from, const query_answer_form& form);
  // From the supervisor of a program's part; `rows` are the content of the file that came with it.
  void take_asked(base::instant now, std::uint32_t program, const program_packet& packet);
  void take_rows(base::instant now, std::uint32_t program, const program_packet& packet,
                 const std::string& rows);
  // No more answers come from the supervisor of that program's part.
  void program_over(base::instant now, std::uint32_t program);
  void host_down(base::instant now, std::uint32_t host);

  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] std::size_t count() const { return open_.size(); }

 private:
  // A source that owes an answer: a host; the supervisor of a program's part, which names the
  // processes that it asks; or such a process.
  struct source {
    std::uint32_t host = 0, program = 0;
    mmps::mmps_name process{};
    friend auto operator<=>(const source&, const source&) = default;
  };
  struct query {
    int connection = 0;  // connection of the command; 0: another host asked
    std::uint32_t host = 0, question = 0;
    std::uint32_t program = 0;
    std::size_t most = 0;
    base::instant deadline{};
    std::map<source, session_row> waits_for;  // with the row to report if it is silent
    std::map<source, session_row> asked;      // processes, with their known rows
    std::vector<session_row> rows, programs;
    std::uint64_t left_out = 0;
    std::size_t bytes = 0;  // of the rows
  };
  using open_queries = std::map<std::uint32_t, query>;

  query* begin(base::instant now, const query_form& form, base::duration patience);
  void ask_parts(query& of, std::uint32_t number, const query_form& form);
  void add(query& to, session_row row);
  void end_if_answered(open_queries::iterator which);
  void end(query& of);

  const query_limits limits_;
  query_environment& around_;
  open_queries open_;
  std::uint32_t last_ = 0;
};

}  // namespace mentat::host
