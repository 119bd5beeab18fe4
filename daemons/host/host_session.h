// One host's part in a session of hosts: its members (membership), the programs of this host
// (programs), queries about them (queries), invitations, and the messages between the daemons of
// the hosts. The daemon of a host and the simulator drive it; it reads no clock and opens no file
// or socket. Each input takes effect at once. Ownership: the environment and the network outlive
// it. Thread-safety: none. Errors: go to the programs and queries concerned; the rest is logged.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/drain.h"
#include "daemons/host/membership/invitations.h"
#include "daemons/host/membership/membership.h"
#include "daemons/host/network/host_network.h"
#include "daemons/host/programs/programs.h"
#include "daemons/host/programs/recorded_parts.h"
#include "daemons/host/queries/queries.h"
#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/program_packet.h"
#include "daemons/host/wire/session_question.h"
#include "daemons/host/wire/session_rows.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"

namespace mentat::host {

// The host around its part in the session. Connections are local sockets, known by numbers.
class host_environment {
 public:
  virtual ~host_environment() = default;
  // As in program_environment and query_environment.
  virtual bool tell(int connection, const program_packet& packet) = 0;
  virtual void close(int connection) = 0;
  virtual void answer(int connection, const std::vector<session_row>& rows) = 0;
  virtual void refuse(int connection, const std::string& why) = 0;
  virtual int start_branch(std::uint32_t program, const std::string& name,
                           const executable& what) = 0;
  virtual void end_branch(std::uint32_t program) = 0;
  virtual void log(const std::string& line) = 0;

  // Starts to ask the founder for this host's place. host_session::take_place() follows.
  virtual void ask_for_place(const host_info& founder, const host_info& self) = 0;
  // The session now has other hosts, so a host that crashes can return to it.
  virtual void remember(const membership& hosts) = 0;
  [[nodiscard]] virtual std::uint32_t load() = 0;     // as in beat_form
  [[nodiscard]] virtual std::int64_t calendar() = 0;  // seconds
  [[nodiscard]] virtual std::uint64_t random() = 0;
  // Whether everything that was told to connections has been written.
  [[nodiscard]] virtual bool all_told() const = 0;

  // As in recording_environment. Simulated programs are not recorded.
  virtual base::instant clock_now() { return {}; }
  virtual bool pass(std::uint32_t /*program*/, const record_packet& /*packet*/,
                    std::span<const std::byte> /*bytes*/) {
    return true;
  }
  virtual void end_sink(std::uint32_t /*program*/) {}
  virtual std::optional<std::vector<std::byte>> read_source(std::uint32_t /*program*/,
                                                            std::size_t /*most*/) {
    return std::nullopt;
  }
  virtual void close_source(std::uint32_t /*program*/) {}
};

class host_session final : private program_environment,
                           private query_environment,
                           private recording_environment {
 public:
  // `carrier` is null if this host is alone. `bug`: of a simulation.
  host_session(host_environment& around, host_network* carrier, std::uint32_t session,
               std::unique_ptr<membership> members, base::seeded_bug bug = base::seeded_bug::none)
      : around_(around),
        network_(carrier),
        session_(session),
        bug_(bug),
        membership_(std::move(members)),
        programs_(program_limits{.bug = bug}, *this),
        queries_({}, *this),
        parts_({}, *this) {}

  void take_arrival(base::instant now, const arrival& one);
  void take_packet(base::instant now, int connection, const program_packet& packet);
  // `rows` are the content of the file that came with a packet of kind `query_answer`.
  void take_rows(base::instant now, int connection, const program_packet& packet,
                 const std::string& rows);
  void take_close(base::instant now, int connection);
  void branch_started(base::instant now, std::uint32_t program, std::int32_t process);
  void branch_ended(base::instant now, std::uint32_t program, const std::string& cause);
  // The founder's answer; empty: it has not answered.
  void take_place(base::instant now, const std::optional<joined_form>& told);
  // Refuses the connection if the program cannot begin. Sets the number of the wish.
  void begin_program(base::instant now, int connection, programs::wish wanted);
  void ask(base::instant now, int connection, const std::string& question);
  // The number of the guest with this key; empty: the connection is refused.
  std::optional<std::uint32_t> invite(base::instant now, int connection,
                                      const std::string& guest_key,
                                      const invitation_wish& wish = {});
  // False: the connection is refused.
  bool revoke(base::instant now, int connection, std::uint32_t invitation);
  // Another host or this one is to be drained, as the command asks. Returns its row, or nothing:
  // the connection is refused.
  std::optional<session_row> drain_host(base::instant now, int connection,
                                        const drain_question& asked);
  // The engine of a host says that it is lost (membership.h). False: the connection is refused.
  bool note_loss(base::instant now, int connection, const lost_question& told);
  // This host takes no new work, and leaves when it has none, or after `within`. The founder, or a
  // host that leaves already, does not change.
  void drain_here(base::instant now, base::duration within, const std::string& why);
  // Ends the programs and tells the other hosts. `all`: the other hosts are to leave, too.
  void leave(base::instant now, const std::string& why, bool all);

  // Whose recorder this connection may bring a line of. It is to be followed by take_recorder().
  [[nodiscard]] std::optional<programs::recorded> recorded_at(int connection) const {
    return programs_.recorded_at(connection);
  }
  void take_recorder(base::instant now, const programs::recorded& of);
  void sink_is_free(base::instant now, std::uint32_t program);
  void sink_closed(base::instant now, std::uint32_t program);
  [[nodiscard]] bool wants_source(std::uint32_t program) const {
    return parts_.wants_input(program);
  }
  void source_has_input(base::instant now, std::uint32_t program);

  // Handles everything that is due, and continues unfinished work.
  void turn(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] bool has_work() const { return programs_.has_work(); }  // for turn(), at once

  [[nodiscard]] std::uint32_t number() const { return session_; }
  [[nodiscard]] const membership& hosts() const { return *membership_; }
  [[nodiscard]] const invitations& invited() const { return invitations_; }
  [[nodiscard]] const programs& running() const { return programs_; }
  [[nodiscard]] std::size_t open_queries() const { return queries_.count(); }
  [[nodiscard]] bool leaves() const { return leave_by_ != base::instant::never(); }
  [[nodiscard]] drain::state draining() const { return drain_.is(); }
  // After leave(): whether those who have to know it have acknowledged it, or the time is over.
  [[nodiscard]] bool may_end(base::instant now) const;
  [[nodiscard]] bool must_end(base::instant now) const { return now >= leave_by_; }
  // Whether the founder has excluded this host.
  [[nodiscard]] bool was_expelled() const { return was_expelled_; }
  // The hosts that may still run: they were lost, or did not acknowledge a message.
  [[nodiscard]] std::vector<session_row> unreached() const;

 private:
  bool tell(int connection, const program_packet& packet) override {
    return around_.tell(connection, packet);
  }
  void close(int connection) override { around_.close(connection); }
  bool send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) override;
  std::size_t backlog(std::uint32_t host) override;
  int start_branch(std::uint32_t program, const std::string& name,
                   const executable& what) override {
    return around_.start_branch(program, name, what);
  }
  void end_branch(std::uint32_t program) override { around_.end_branch(program); }
  void log(const std::string& line) override { around_.log(line); }
  void collect_parts(std::uint32_t program, std::vector<program_host> hosts) override {
    parts_.collect(program, std::move(hosts));
  }
  void program_over(std::uint32_t program) override { parts_.program_over(now_, program); }
  base::instant clock_now() override { return around_.clock_now(); }
  bool pass(std::uint32_t program, const record_packet& packet,
            std::span<const std::byte> bytes) override {
    return around_.pass(program, packet, bytes);
  }
  void end_sink(std::uint32_t program) override { around_.end_sink(program); }
  std::optional<std::vector<std::byte>> read_source(std::uint32_t program,
                                                    std::size_t most) override {
    return around_.read_source(program, most);
  }
  void close_source(std::uint32_t program) override { around_.close_source(program); }
  std::vector<part> parts() override { return programs_.parts(); }
  std::string host_name() override { return membership_->self().name; }
  std::vector<host_info> others_up() override { return membership_->others_up(); }
  void answer(int connection, const std::vector<session_row>& rows) override {
    around_.answer(connection, rows);
  }
  void refuse(int connection, const std::string& why) override { around_.refuse(connection, why); }

  void take_join(const arrival& from);
  void take_message(const arrival& one);
  void carry_out();
  void carry_out(const membership_output::change& change);
  void find_back();
  void come_back(const joined_form& told);
  void tell_draining();
  void leave_if_drained();
  [[nodiscard]] bool all_know_it_left() const;
  [[nodiscard]] std::optional<host_info> host_called(const std::string& name) const;
  [[nodiscard]] std::string why_not_drained(const drain_question& asked) const;
  [[nodiscard]] programs::place here() const;

  host_environment& around_;
  host_network* const network_;
  const std::uint32_t session_;
  const base::seeded_bug bug_;
  std::unique_ptr<membership> membership_;
  invitations invitations_;
  programs programs_;
  queries queries_;
  recorded_parts parts_;
  base::instant now_{};
  base::instant leave_by_ = base::instant::never();
  bool founder_tells_others_ = false;  // that this host has left
  host::drain drain_;
  std::uint64_t drains_until_ = 0;  // as host_info::drains_until
  bool asks_ = false;               // for its place
  base::instant ask_again_{};
  bool was_expelled_ = false;
};

}  // namespace mentat::host
