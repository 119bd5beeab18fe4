// The programs of this host: those whose driver runs here, and the branches of programs of other
// hosts. All news of a program go through the host of its driver, so that every part hears the same
// news of one host in the same order, and none before the program has begun.
//
// A program's life. On the driver's host: its executables, one for each processor that another host
// has, are read into memory; every other host that is up is asked for a branch and gets the
// executable of its processor if it does not have it; a host for whose processor there is none
// takes no part. When each has answered, the hosts that take part are fixed and all are told to go.
// On another host: the branch
// is started, waits for its `begun`, and lives until the program is over, its process ends, or the
// driver's host is gone.
// Limits: `programs` at a time; `answer_within` for a host that is asked. A program whose part here
// does not read its packets ends, with that cause. Ownership: none of sockets; the environment has
// them. Thread-safety: none. Errors: to the program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/programs/executables.h"
#include "daemons/host/queries/queries.h"
#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/program_packet.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/zmq/curve.h"

namespace mentat::host {

struct program_limits {
  std::size_t programs = fixed::programs.value;
  base::duration answer_within = 60 * base::second;
  base::duration branch_grace = 3 * base::second;  // for a branch to end by itself
  std::size_t pieces_ahead = 8;                    // of an executable, unacknowledged by a host
  base::seeded_bug bug = base::seeded_bug::none;
};

// The effects of programs on their environment. Connections are local sockets, known by numbers, 0
// is none.
class program_environment {
 public:
  virtual ~program_environment() = default;
  // False: its queue is full.
  virtual bool tell(int connection, const program_packet& packet) = 0;
  virtual void close(int connection) = 0;  // once its packets are sent
  virtual bool send(std::uint32_t host, host_message_kind kind,
                    std::span<const std::byte> body) = 0;
  virtual std::size_t backlog(std::uint32_t host) = 0;  // messages that it has not acknowledged
  // Returns the connection to the branch; 0: it cannot be started. branch_started() or
  // branch_ended() follows.
  virtual int start_branch(std::uint32_t program, const std::string& name,
                           const executable& what) = 0;
  virtual void end_branch(std::uint32_t program) = 0;  // branch_ended() follows
  virtual void log(const std::string& line) = 0;
  // A program that was started here begins, and its recording wants parts; or such a one is over.
  virtual void collect_parts(std::uint32_t /*program*/, std::vector<program_host> /*hosts*/) {}
  virtual void program_over(std::uint32_t /*program*/) {}
};

class programs {
 public:
  struct place {
    host_info self;
    std::string address;  // without a port
  };
  struct row {
    std::uint32_t number;
    std::string name;
    std::uint32_t driver_host;
    std::size_t hosts;
    std::int64_t since;  // seconds of the calendar
    bool begun;
  };

  programs(const program_limits& limits, program_environment& around)
      : limits_(limits), around_(around) {}

  // A program's request to begin. `others` are the hosts that are up. Returns the reason for a
  // refusal, else an empty text.
  struct wish {
    std::uint32_t number;  // random, not 0
    std::string name, settings;
    std::vector<descriptor> files;  // the executable; behind it, those for other processors
    mmps::zeromq::key_pair keys;
    std::int64_t since;
    record_wish records = record_wish::nothing;
  };
  [[nodiscard]] std::string begin(base::instant now, const place& here, int connection, wish wanted,
                                  const std::vector<host_info>& others);

  void take_packet(base::instant now, int connection, const program_packet& packet);
  void take_close(base::instant now, int connection);  // the other end has closed
  void take_message(base::instant now, const place& here, std::uint32_t from,
                    std::uint32_t incarnation, host_message_kind kind,
                    std::span<const std::byte> body, std::int64_t calendar);
  void branch_started(std::uint32_t program, std::int32_t process);
  void branch_ended(base::instant now, std::uint32_t program, const std::string& cause);
  void host_down(base::instant now, std::uint32_t host, std::uint32_t incarnation,
                 const std::string& cause);
  // This host is being drained: its branches give their work away and end, and no other begins.
  // `cause` is what the others hear of their end.
  void drain(base::instant now, const std::string& why, const std::string& cause);
  // This host leaves: tells every program here the cause.
  void end_all(base::instant now, const std::string& cause);

  // Does a part of the pending work: reading and sending executables.
  void work(base::instant now);
  [[nodiscard]] bool has_work() const;  // Whether work is pending that need not wait.
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

  [[nodiscard]] bool known(std::uint32_t number) const { return programs_.contains(number); }
  [[nodiscard]] std::size_t count() const { return programs_.size(); }
  [[nodiscard]] bool has_branches() const;
  [[nodiscard]] std::vector<row> rows() const;
  // The parts of programs whose supervisor here can be asked.
  [[nodiscard]] std::vector<query_environment::part> parts() const;
  [[nodiscard]] std::optional<std::uint32_t> program_of(int connection) const;
  // Whose line to its recorder this connection may bring. Of a branch: with the driver's host.
  struct recorded {
    std::uint32_t number, driver_host, driver_incarnation;
    bool is_branch;
  };
  [[nodiscard]] std::optional<recorded> recorded_at(int connection) const;
  // The host of the driver of a branch here.
  [[nodiscard]] std::optional<std::uint32_t> driver_host_of(std::uint32_t branch) const;

 private:
  enum class part : std::uint8_t { asked, wants, ready, in };
  struct participant {
    std::uint32_t incarnation;
    std::string name, processor;
    part state = part::asked;
    std::uint64_t sent = 0;  // bytes of the executable
  };
  struct program {
    std::uint32_t number = 0;
    std::string name, settings;
    mmps::zeromq::key_pair keys;
    place here;
    std::uint32_t driver_host = 0, driver_incarnation = 0;
    std::int64_t since = 0;
    record_wish records = record_wish::nothing;
    int connection = 0;  // to the driver, or to the branch
    bool begun = false;
    std::optional<executable_intake> intake;
    base::instant deadline = base::instant::never();
    // On the driver's host, by processor.
    std::map<std::string, descriptor> files;  // not read yet
    std::map<std::string, std::shared_ptr<const executable>> executables;
    std::map<std::uint32_t, participant> others;
    // On another host.
    std::shared_ptr<const executable> what;
    content_hash hash{};
    bool started = false, over = false;

    [[nodiscard]] bool is_branch() const { return driver_host != here.self.number; }
  };

  program* find(std::uint32_t number);
  program* find_by_connection(int connection);
  void tell_begun(program& of, const program_go_form& form);
  void tell(base::instant now, program& of, const program_packet& packet);

  // On the driver's host.
  [[nodiscard]] static std::string sort_files(program& of, std::vector<descriptor> files);
  void leave_out_hosts(program& of);
  [[nodiscard]] static std::string begin_reading(program& of);
  void read_file(base::instant now, program& of);
  void ask_hosts(base::instant now, program& of);
  void send_pieces(program& of);
  void go_if_answered(program& of);
  void drop_host(base::instant now, program& of, std::uint32_t host, const std::string& cause);
  void warn(program& of, const std::string& text);
  void spread(base::instant now, program& of, const program_news_form& news);
  void end_program(program& of, const std::string& cause);
  void hear_from_branch(base::instant now, program& of, std::uint32_t from, host_message_kind kind,
                        std::span<const std::byte> body);

  // On another host.
  void begin_branch(base::instant now, const place& here, std::uint32_t from,
                    std::uint32_t incarnation, const program_begin_form& form,
                    std::int64_t calendar);
  void take_piece(base::instant now, program& of, const program_piece_form& piece);
  void start(base::instant now, program& of);
  void refuse_branch(std::uint32_t driver_host, std::uint32_t number, const std::string& cause);
  void end_branch(base::instant now, program& of);
  void hear_from_driver(base::instant now, program& of, host_message_kind kind,
                        std::span<const std::byte> body);

  program_limits limits_;
  program_environment& around_;
  executables executables_;
  std::map<std::uint32_t, program> programs_;
  std::string cause_of_drain_;  // empty: this host is not being drained
};

}  // namespace mentat::host
