#include "daemons/host/host_daemon.h"

#include <signal.h>
#include <sodium.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daemons/host/host_session.h"
#include "daemons/host/membership/host_keys.h"
#include "daemons/host/membership/machine_facts.h"
#include "daemons/host/membership/membership.h"
#include "daemons/host/network/lease.h"
#include "daemons/host/network/network.h"
#include "daemons/host/programs/branches.h"
#include "daemons/host/programs/connections.h"
#include "daemons/host/programs/record_lines.h"
#include "daemons/host/queries/status_rows.h"
#include "daemons/host/session/session_memory.h"
#include "daemons/host/session_entry.h"
#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/invite_line.h"
#include "daemons/host/wire/session_question.h"
#include "daemons/host/wire/session_rows.h"

namespace mentat::host {
namespace {

using base::instant;
using mmps::shm::unix_socket;
using mmps::zeromq::key_pair;

constexpr int ask_within_ms = 2000;
// One that is sent to all processes of a host comes several times.
constexpr base::duration same_signal_within = 1 * base::second;
// Nobody may wait any more for what runs here.
constexpr base::duration longest_grace_of_lease = 2 * base::second;

class host_daemon final : public host_environment {
 public:
  host_daemon(const daemon_options& options, host_log& log, unix_socket supervisor)
      : options_(options),
        log_(log),
        branches_(std::move(supervisor), log),
        connections_(log),
        lease_(options.lease) {}

  // Returns the error that prevents the start.
  expected<void> begin(daemon_starter& starter);
  [[nodiscard]] std::uint32_t number() const { return session_->hosts().self().number; }
  [[nodiscard]] std::string address() const {
    return network_ ? network_->address() : std::string();
  }
  int run();

 private:
  bool tell(int connection, const program_packet& packet) override {
    return connections_.tell(connection, packet);
  }
  void close(int connection) override { connections_.close(connection); }
  void answer(int connection, const std::vector<session_row>& rows) override {
    connections_.answer(connection, rows);
  }
  void refuse(int connection, const std::string& why) override {
    connections_.refuse(connection, why);
  }
  int start_branch(std::uint32_t program, const std::string& name, const executable& what) override;
  void end_branch(std::uint32_t program) override { branches_.end(program); }
  void log(const std::string& line) override { log_.write(line); }
  void ask_for_place(const host_info& founder, const host_info& self) override;
  void remember(const membership& hosts) override;
  std::uint32_t load() override { return load_now(); }
  std::int64_t calendar() override { return std::time(nullptr); }
  std::uint64_t random() override;
  [[nodiscard]] bool all_told() const override { return connections_.all_told(); }
  instant clock_now() override { return options_.clock->now(); }
  bool pass(std::uint32_t program, const record_packet& packet,
            std::span<const std::byte> bytes) override {
    return record_lines_.pass(program, packet, bytes);
  }
  void end_sink(std::uint32_t program) override { record_lines_.end_sink(program); }
  std::optional<std::vector<std::byte>> read_source(std::uint32_t program,
                                                    std::size_t most) override {
    return record_lines_.read_source(program, most);
  }
  void close_source(std::uint32_t program) override { record_lines_.close_source(program); }

  void write_session_file() const;
  void poll_once();
  [[nodiscard]] instant next_deadline() const;
  void hear_supervisor();
  void hear_signal(int number, const std::string& what);
  void hear_lease();
  void hear_connection(int number);
  void hear_network();
  void hear_founder();
  void note_strangers();
  void begin_program(int connection, const program_packet& packet, std::vector<descriptor>& given);
  void take_recorder(int connection, std::vector<descriptor>& given);
  void serve_recorders(std::span<const zmq_pollitem_t> items);
  void answer_question(int connection, const std::string& question);
  void invite(int connection, const invite_question& asked);
  void admit(int connection, const admit_question& asked);

  const daemon_options options_;
  host_log& log_;
  branches branches_;
  connections connections_;
  record_lines record_lines_;
  key_pair keys_;
  std::unique_ptr<network> network_;
  std::unique_ptr<host_session> session_;
  instant now_{};
  std::string memory_;
  std::string founder_address_;  // as the invitation names it: its number may be another tomorrow
  bool remembers_ = false;
  int lease_ = -1;
  std::optional<instant> terminated_;         // the first SIGTERM
  std::future<expected<joined_form>> asked_;  // for this host's place
  int asks_who_heard_ = 0;  // the connection that is told at the end which hosts were not reached
  std::uint64_t strangers_told_ = 0;
  instant strangers_told_at_{};
  bool over_ = false;
};

// ---- beginning

expected<void> host_daemon::begin(daemon_starter& starter) {
  now_ = options_.clock->now();
  raise_descriptor_limit();
  // The socket of a daemon that was killed: this daemon holds the lock.
  unlink(options_.place.control().c_str());
  wanted_session wanted{options_.place.name,     options_.listen,       options_.join,
                        options_.founds_anew,    options_.name,         options_.lease,
                        options_.founder_secret, options_.needs_founder};
  if (options_.meets) wanted.meet = [&](const host_info& self) { return starter.meet(self); };
  auto entry = enter_session(std::move(wanted), *options_.clock);
  if (!entry) return tl::unexpected(entry.error());
  now_ = options_.clock->now();
  keys_ = std::move(entry->keys);
  network_ = std::move(entry->network);
  memory_ = std::move(entry->memory);
  founder_address_ = std::move(entry->founder_address);
  session_ = std::make_unique<host_session>(*this, network_.get(), entry->session,
                                            std::move(entry->membership));
  if (network_) remember(session_->hosts());
  connections_.listen_at(options_.place.control());
  write_session_file();
  return {};
}

// After a crash this host returns to its session. A founder without other hosts has no session to
// return to.
void host_daemon::remember(const membership& hosts) {
  if (remembers_ || memory_.empty()) return;
  const host_info* founder = hosts.find(membership::founder_number);
  if (!founder || (hosts.is_founder() && hosts.list().hosts.size() < 2)) return;
  session_memory what{options_.listen.empty() ? address() : options_.listen, {}, {}, options_.name};
  if (!hosts.is_founder()) {
    what.founder_address = founder_address_;
    what.founder_key = founder->public_key;
  }
  remembers_ = true;
  if (const auto done = remember_session(memory_, what); !done)
    log_.write("after a crash this host will not find back: " + done.error());
}

// The address and the log of this host, for people and scripts.
void host_daemon::write_session_file() const {
  std::ofstream file(options_.place.folder + "/session");
  file << "listen=" << address() << "\nlog=" << log_.path() << "\n";
}

// ---- the loop

int host_daemon::run() {
  const std::string name = session_->hosts().self().name;
  log_.write("host " + name + " is up" + (network_ ? ", listens on " + address() : ", alone"));
  session_->turn(now_);
  while (!over_) poll_once();
  log_.write("host " + name + " ends");
  if (session_->leaves() && remembers_) forget_session(memory_);
  return session_->was_expelled() ? 1 : 0;
}

instant host_daemon::next_deadline() const {
  const instant next = session_->next_deadline();
  return network_ ? std::min(next, network_->next_deadline()) : next;
}

void host_daemon::poll_once() {
  std::vector<zmq_pollitem_t> items;
  branches_.poll_items(items);
  const std::size_t lease = items.size();
  items.push_back({nullptr, lease_, ZMQ_POLLIN, 0});
  if (lease_ < 0) items.pop_back();
  const std::size_t recorders = items.size();
  record_lines_.poll_items(items,
                           [this](std::uint32_t one) { return session_->wants_source(one); });
  const std::size_t local = items.size();
  connections_.poll_items(items);
  if (network_) network_->poll_items(items);

  long wait = -1;
  if (const instant next = next_deadline(); next != instant::never())
    wait = std::max<long>(0, (next - now_) / base::millisecond + 1);
  if (session_->has_work() || next_deadline() <= now_) wait = 0;
  if (zmq_poll(items.data(), static_cast<int>(items.size()), wait) < 0 && errno != EINTR)
    log_.write(std::string("poll: ") + zmq_strerror(errno));

  now_ = options_.clock->now();
  if (items[0].revents != 0) hear_supervisor();
  if (lease_ >= 0 && items[lease].revents != 0) hear_lease();
  serve_recorders(std::span(items).subspan(recorders));
  connections_.serve(std::span(items).subspan(local), [this](int one) { hear_connection(one); });
  branches_.hear_outputs();
  if (network_) hear_network();
  hear_founder();
  session_->turn(now_);
  connections_.sweep();
  if (!session_->leaves() || !session_->may_end(now_)) return;
  if (asks_who_heard_ != 0) answer(std::exchange(asks_who_heard_, 0), session_->unreached());
  over_ = connections_.all_told() || session_->must_end(now_);
}

// ---- the supervisor, and branches

void host_daemon::hear_supervisor() {
  const std::optional<starter_packet> packet = branches_.hear();
  if (!packet) {
    over_ = true;
    return;
  }
  if (packet->kind == starter_packet_kind::started)
    session_->branch_started(now_, packet->branch, packet->process);
  if (packet->kind == starter_packet_kind::refused || packet->kind == starter_packet_kind::ended)
    session_->branch_ended(now_, packet->branch, packet->get_text());
  if (packet->kind == starter_packet_kind::stop) hear_signal(packet->process, packet->get_text());
}

// A batch system, a container runtime or a system that shuts down sends SIGTERM, and gives some
// time.
void host_daemon::hear_signal(int number, const std::string& what) {
  if (number == SIGTERM && options_.is_launched) return;
  if (number != SIGTERM || session_->hosts().is_founder())
    return session_->leave(now_, what, false);
  if (!terminated_) {
    terminated_ = now_;
    return session_->drain_here(now_, options_.grace, "by SIGTERM");
  }
  if (now_ - *terminated_ >= same_signal_within) session_->leave(now_, what, false);
}

// The whole session ends with its founder, whose starter started the other hosts, too.
void host_daemon::hear_lease() {
  if (!has_lease_ended(lease_)) return;
  lease_ = -1;
  const std::string why = "its lease has ended";
  if (session_->hosts().is_founder()) return session_->leave(now_, why, true);
  session_->drain_here(now_, std::min(options_.grace, longest_grace_of_lease), why);
}

int host_daemon::start_branch(std::uint32_t program, const std::string& name,
                              const executable& what) {
  auto socket = branches_.start(program, name, what);
  return socket ? connections_.add(std::move(*socket)) : 0;
}

// ---- local sockets

void host_daemon::hear_connection(int number) {
  std::vector<descriptor> given;
  errno = 0;
  const auto packet = connections_.receive(number, given);
  // The descriptors of the packet are lost; its sender is not.
  if (!packet && errno == EMFILE) return;
  if (!packet) {
    session_->take_close(now_, number);
    close(number);
    return;
  }
  if (packet->kind == program_packet_kind::begin)
    begin_program(number, *packet, given);
  else if (packet->kind == program_packet_kind::records)
    take_recorder(number, given);
  else if (packet->kind == program_packet_kind::ask)
    answer_question(number, packet->text.data());
  else if (packet->kind != program_packet_kind::query_answer)
    session_->take_packet(now_, number, *packet);
  else if (given.size() == 1)
    session_->take_rows(now_, number, *packet, read_given_file(given.front().get(), longest_rows));
}

void host_daemon::begin_program(int connection, const program_packet& packet,
                                std::vector<descriptor>& given) {
  const bool is_wish = packet.records <= static_cast<std::uint32_t>(last_record_wish);
  session_->begin_program(
      now_, connection,
      {0, program_name(connections_.peer_process(connection)), packet.text.data(), std::move(given),
       mmps::zeromq::make_key_pair(), std::time(nullptr),
       is_wish ? static_cast<record_wish>(packet.records) : record_wish::nothing});
}

// ---- recorders of programs

void host_daemon::take_recorder(int connection, std::vector<descriptor>& given) {
  const auto of = session_->recorded_at(connection);
  if (!of || given.size() != 1) return;
  const bool is_taken = of->is_branch
                            ? record_lines_.add_source(of->number, std::move(given.front()))
                            : record_lines_.add_sink(of->number, std::move(given.front()));
  if (is_taken) session_->take_recorder(now_, *of);
}

void host_daemon::serve_recorders(std::span<const zmq_pollitem_t> items) {
  record_lines_.serve(
      items,
      {.sink_is_free = [this](std::uint32_t one) { session_->sink_is_free(now_, one); },
       .sink_closed = [this](std::uint32_t one) { session_->sink_closed(now_, one); },
       .source_has_input = [this](std::uint32_t one) { session_->source_has_input(now_, one); }});
}

// ---- the network

std::uint64_t host_daemon::random() {
  std::uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

void host_daemon::hear_network() {
  for (const arrival& one : network_->step(now_)) session_->take_arrival(now_, one);
  note_strangers();
}

// In a thread of its own, which waits for the answer.
void host_daemon::ask_for_place(const host_info& founder, const host_info& self) {
  asked_ = std::async(std::launch::async, [founder, self, keys = keys_] {
    return host::ask_for_place(founder, self, keys, ask_within_ms);
  });
}

void host_daemon::hear_founder() {
  if (!asked_.valid() || asked_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return;
  const auto told = asked_.get();
  session_->take_place(now_, told ? std::optional(*told) : std::nullopt);
}

// Logs one line a minute at most, however many strangers there are.
void host_daemon::note_strangers() {
  const std::uint64_t count = network_->strangers() + network_->dropped();
  if (count == strangers_told_ ||
      (strangers_told_ != 0 && now_ - strangers_told_at_ < 60 * base::second))
    return;
  log_.write("strangers refused so far: " + std::to_string(network_->strangers()) +
             "; messages dropped: " + std::to_string(network_->dropped()));
  strangers_told_ = count;
  strangers_told_at_ = now_;
}

// ---- the command

void host_daemon::answer_question(int connection, const std::string& question) {
  if (question == "status")
    return answer(connection,
                  status_rows({options_.place, address(), network_ ? network_->strangers() : 0,
                               log_.path(), now_},
                              session_->hosts(), session_->running(), session_->invited()));
  if (const auto asked = invite_question::parse(question)) return invite(connection, *asked);
  if (const auto asked = admit_question::parse(question)) return admit(connection, *asked);
  if (const auto asked = revoke_question::parse(question)) {
    if (session_->revoke(now_, connection, asked->invitation)) answer(connection, {});
    return;
  }
  if (const auto asked = drain_question::parse(question)) {
    if (auto row = session_->drain_host(now_, connection, *asked)) answer(connection, {*row});
    return;
  }
  if (const auto told = lost_question::parse(question)) {
    if (session_->note_loss(now_, connection, *told)) answer(connection, {});
    return;
  }
  if (question.starts_with("list ")) return session_->ask(now_, connection, question);
  if (question == "stop" || question == "stop all") {
    if (question == "stop all" && !session_->leaves())
      asks_who_heard_ = connection;
    else
      answer(connection, {});
    return session_->leave(now_, "it was asked to stop", question == "stop all");
  }
  refuse(connection, "this host's daemon does not know what '" + question.substr(0, 40) +
                         "' is; it may be of another version");
}

void host_daemon::invite(int connection, const invite_question& asked) {
  const key_pair guest =
      asked.key.empty() ? mmps::zeromq::make_key_pair() : key_pair{key_from_hex(asked.key), {}};
  if (guest.public_key.empty())
    return refuse(connection, "the invitation shows a text that is no key");
  const auto number = session_->invite(
      now_, connection, guest.public_key,
      {.hosts = asked.hosts, .lasts = static_cast<base::duration>(asked.seconds) * base::second});
  if (!number) return;
  if (guest.secret_key.empty())
    return answer(connection,
                  {session_row{"invitation", {}}.add("number", std::to_string(*number))});
  answer(connection,
         {session_row{"invitation", {}}
              .add("number", std::to_string(*number))
              .add("line",
                   invite_line{network_->address(), keys_.public_key, guest.secret_key}.text())});
}

void host_daemon::admit(int connection, const admit_question& asked) {
  const std::string key = key_from_hex(asked.key);
  if (key.empty()) return refuse(connection, "the host shows a text that is no key");
  const auto number =
      session_->invite(now_, connection, key,
                       {.lasts = static_cast<base::duration>(asked.seconds) * base::second,
                        .only_for = key,
                        .host_name = asked.name});
  if (!number) return;
  answer(connection, {session_row{"door", {}}
                          .add("number", std::to_string(*number))
                          .add("address", network_->address())
                          .add("key", key_as_hex(keys_.public_key))
                          .add("session", std::to_string(session_->number()))});
}

}  // namespace

int run_daemon(const daemon_options& options, host_log& log, daemon_starter& starter,
               unix_socket supervisor) {
  if (sodium_init() < 0) {
    starter.failed("libsodium cannot be used here");
    return 1;
  }
  host_daemon daemon(options, log, std::move(supervisor));
  try {
    if (const auto begun = daemon.begin(starter); !begun) {
      starter.failed(begun.error());
      return 1;
    }
  } catch (const std::exception& error) {
    starter.failed(error.what());
    return 1;
  }
  starter.ready(daemon.address(), daemon.number());
  return daemon.run();
}

}  // namespace mentat::host
