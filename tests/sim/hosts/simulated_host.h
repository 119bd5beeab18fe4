// A machine of the simulated session of hosts: its clock, its daemon while one runs, and the
// processes that are connected to the daemon. A daemon is the product's host_session and host_links
// on a transport of the virtual network. Thread-safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/host_session.h"
#include "daemons/host/network/host_links.h"
#include "daemons/sim/host_clock.h"
#include "mmps/transport/transport.h"
#include "tests/sim/hosts/program_part.h"

namespace mentat::sim {

class hosts_world;

// A host's request to the founder for a place in the session, until it is answered.
class place_question {
 public:
  using done = std::function<void(const host::expected<host::joined_form>&)>;
  place_question(hosts_world& around, std::uint32_t machine, std::uint32_t founder_machine,
                 std::string shown_key, host::host_info self, base::duration longest, done then);

  void ask();  // now, and again each 500 ms
  void receive();
  [[nodiscard]] const mmps::mmps_name& name() const { return name_; }
  [[nodiscard]] const std::string& shown_key() const { return shown_key_; }
  [[nodiscard]] std::uint32_t machine() const { return machine_; }
  [[nodiscard]] bool over() const { return over_; }

 private:
  void end(const host::expected<host::joined_form>& told);

  hosts_world& world_;
  const std::uint32_t machine_, founder_machine_;
  const mmps::mmps_name name_;
  const std::string shown_key_;
  const host::join_form form_;
  const base::instant until_;
  const done then_;
  std::unique_ptr<mmps::transport> transport_;
  bool over_ = false;
};

class simulated_host_daemon final : public host::host_environment, public host::host_network {
 public:
  simulated_host_daemon(hosts_world& around, std::uint32_t machine, std::uint32_t start);

  void begin(std::uint32_t session, std::unique_ptr<host::membership> members);
  // Queues an input for the session, which the daemon takes in this order when it runs next.
  void post(std::function<void(base::instant)> input) { inputs_.push_back(std::move(input)); }
  void run();
  [[nodiscard]] base::instant next_run() const;  // virtual time
  void pause_until(base::instant at) { paused_until_ = at; }
  [[nodiscard]] bool is_over() const { return over_; }
  [[nodiscard]] host::host_session& session() const { return *session_; }
  [[nodiscard]] const mmps::mmps_name& transport_name() const { return name_; }
  int connect(std::shared_ptr<program_part> part);  // returns the connection's number
  void question(const std::string& text);
  // The part's process sends news, or closes its connection.
  void send_news(program_part& of);
  void close_driver(const program_part& part);
  // The branch of that part has no work any more, some time from now.
  void end_soon(const program_part& branch);
  void lose_everything();  // it dies: so do its connections and branches
  [[nodiscard]] std::string kept() const;

  // --- host_network
  const std::string& address() const override { return address_; }
  void enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
             std::uint64_t seed) override;
  void admit_guest(const std::string& public_key, std::uint32_t guest) override;
  void admit_lost(const std::string& public_key, std::uint32_t host) override;
  void bar(const std::string& public_key) override { door_.erase(public_key); }
  void add_host(base::instant now, const host::host_info& host) override;
  void remove_host(base::instant now, std::uint32_t number) override;
  bool send(base::instant now, std::uint32_t number, host::host_message_kind kind,
            std::span<const std::byte> body) override;
  void send_loosely(std::uint32_t number, host::host_message_kind kind,
                    std::span<const std::byte> body) override;
  void answer_guest(const std::string& connection, host::host_message_kind kind,
                    std::span<const std::byte> body) override;
  std::size_t unacknowledged(std::uint32_t number) const override {
    return links_.unacknowledged(number);
  }

 private:
  // --- host_environment
  bool tell(int connection, const host::program_packet& packet) override;
  void close(int connection) override;
  void answer(int connection, const std::vector<host::session_row>& rows) override;
  void refuse(int connection, const std::string& why) override;
  int start_branch(std::uint32_t program, const std::string& name,
                   const host::executable& what) override;
  void end_branch(std::uint32_t program) override;
  void log(const std::string& line) override;
  void ask_for_place(const host::host_info& founder, const host::host_info& self) override;
  void remember(const host::membership& hosts) override;
  std::uint32_t load() override { return 0; }
  std::int64_t calendar() override { return 0; }
  std::uint64_t random() override;
  bool all_told() const override { return true; }

  enum class user_kind : std::uint8_t { host, guest, lost };
  struct user {
    user_kind kind;
    std::uint32_t number;
  };
  void take_frame(const mmps::mmps_name& from, mmps::mentat_message&& message);
  void send_frames();
  void branch_exits(std::uint32_t program);

  hosts_world& world_;
  const std::uint32_t machine_;
  const std::string address_;
  const mmps::mmps_name name_;
  std::unique_ptr<mmps::transport> transport_;
  host::host_links links_;
  std::unique_ptr<host::host_session> session_;
  std::deque<std::function<void(base::instant)>> inputs_;
  std::map<std::string, user> door_;              // by key
  std::map<std::uint32_t, std::uint32_t> hosts_;  // machine of each host that was added
  std::set<host_incarnation> ended_;              // since enter()
  std::map<std::uint32_t, std::uint32_t> incarnations_;
  std::map<int, std::shared_ptr<program_part>> connections_;
  std::map<std::uint32_t, int> branches_;  // connection, by program
  std::set<int> questions_;
  int last_connection_ = 0;
  base::instant paused_until_{};
  bool over_ = false;
};

class simulated_host {
 public:
  simulated_host(hosts_world& around, std::uint32_t machine);

  void found();
  void join();   // with an invitation
  void start();  // the daemon, after a crash
  void kill();

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] host::host_info self() const;
  [[nodiscard]] simulated_host_daemon* daemon() const { return daemon_.get(); }
  place_question* question_called(const mmps::mmps_name& name);
  void ask_founder(const std::string& shown_key, base::duration longest, place_question::done then);
  void remember() { remembers_ = true; }
  // A founder that died cannot return.
  [[nodiscard]] bool is_out() const { return is_out_; }
  void drop_ended();

  host_clock clock;

 private:
  void enter(const host::joined_form& told);
  [[nodiscard]] bool has_left() const;

  hosts_world& world_;
  const std::uint32_t machine_;
  const std::string key_;
  std::uint32_t starts_ = 0;
  std::unique_ptr<simulated_host_daemon> daemon_;
  std::vector<std::unique_ptr<simulated_host_daemon>> dead_;  // may stand on the stack
  std::vector<std::unique_ptr<place_question>> questions_;
  bool remembers_ = false, is_out_ = false, starting_ = false;
};

// The machine of an address or of a key, as simulated_host makes them.
std::uint32_t machine_at(const std::string& address);
std::string address_of(std::uint32_t machine);
std::string key_of(std::uint32_t machine, char kind);

constexpr std::uint32_t founder_machine = 1;
constexpr std::uint32_t session_number = 77;

}  // namespace mentat::sim
