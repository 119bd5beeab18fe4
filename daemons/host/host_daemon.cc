#include "daemons/host/host_daemon.h"

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

#include "daemons/host/branches.h"
#include "daemons/host/connections.h"
#include "daemons/host/host_message.h"
#include "daemons/host/invitations.h"
#include "daemons/host/invite_line.h"
#include "daemons/host/looks.h"
#include "daemons/host/machine_facts.h"
#include "daemons/host/membership.h"
#include "daemons/host/named_address.h"
#include "daemons/host/network.h"
#include "daemons/host/programs.h"
#include "daemons/host/session_entry.h"
#include "daemons/host/session_memory.h"
#include "daemons/host/session_rows.h"
#include "daemons/host/status_rows.h"

namespace mentat::host {
namespace {

using base::instant;
using mmps::shm::unix_socket;
using mmps::zeromq::key_pair;

constexpr base::duration leave_within = 2 * base::second;
constexpr base::duration ask_every = base::second;
constexpr int ask_within_ms = 2000;

std::uint32_t random_program_number() {
  std::uint32_t number = 0;
  while (number == 0) randombytes_buf(&number, sizeof number);
  return number;
}

class host_daemon final : public program_environment, public look_environment {
 public:
  host_daemon(const daemon_options& options, host_log& log, unix_socket supervisor)
      : options_(options),
        log_(log),
        branches_(std::move(supervisor), log),
        connections_(log),
        programs_({}, *this),
        looks_({}, *this) {}

  // Why it cannot begin, if it cannot.
  expected<void> begin();
  [[nodiscard]] std::string address() const {
    return network_ ? network_->address() : std::string();
  }
  int run();

  bool tell(int connection, const program_packet& packet) override {
    return connections_.tell(connection, packet);
  }
  void close(int connection) override { connections_.close(connection); }
  bool send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) override;
  std::size_t backlog(std::uint32_t host) override;
  int start_branch(std::uint32_t program, const std::string& name, const executable& what) override;
  void end_branch(std::uint32_t program) override { branches_.end(program); }
  void log(const std::string& line) override { log_.write(line); }

  std::vector<part> parts() override { return programs_.parts(); }
  std::string host_name() override { return membership_->self().name; }
  std::vector<host_info> others_up() override { return membership_->others_up(); }
  void answer(int connection, const std::vector<session_row>& rows) override {
    connections_.answer(connection, rows);
  }
  void refuse(int connection, const std::string& why) override {
    connections_.refuse(connection, why);
  }

 private:
  void write_session_file() const;

  void poll_once();
  [[nodiscard]] instant next_deadline() const;
  void hear_supervisor();
  void hear_connection(int number);

  void hear_network();
  void take_join(const arrival& from);
  void take_arrival(const arrival& one);
  void take_membership();
  void note_strangers();
  void remember();
  void find_back();
  void come_back(const joined_form& told);

  void take_look(int connection, const program_packet& packet,
                 const std::vector<descriptor>& given);
  void begin_program(int connection, const program_packet& packet, std::vector<descriptor>& given);
  void answer_question(int connection, const std::string& question);
  void invite(int connection);
  void leave(const std::string& why, bool all);
  [[nodiscard]] bool may_end() const;
  [[nodiscard]] std::vector<session_row> unreached() const;

  [[nodiscard]] programs::place here() const {
    return {membership_->self(), network_ ? network_->address_without_port() : std::string()};
  }

  const daemon_options options_;
  host_log& log_;
  branches branches_;
  connections connections_;
  key_pair keys_;
  std::unique_ptr<network> network_;
  std::unique_ptr<membership> membership_;
  invitations invitations_;
  std::uint32_t session_ = 0;
  programs programs_;
  looks looks_;
  instant now_{};
  instant leave_by_ = instant::never();
  std::string memory_;
  bool remembers_ = false;
  std::future<expected<joined_form>> asked_;  // for this host's place
  instant ask_again_{};
  int asks_who_heard_ = 0;  // the connection that is told at the end which hosts were not reached
  int status_ = 0;
  std::uint64_t strangers_told_ = 0;
  instant strangers_told_at_{};
  bool over_ = false;
};

// ---- beginning

expected<void> host_daemon::begin() {
  now_ = options_.clock->now();
  raise_descriptor_limit();
  unlink(options_.place.control().c_str());  // of one that was killed: the lock is ours
  auto entry = enter_session(
      {options_.place.name, options_.listen, options_.join, options_.founds_anew}, *options_.clock);
  if (!entry) return tl::unexpected(entry.error());
  now_ = options_.clock->now();
  keys_ = std::move(entry->keys);
  session_ = entry->session;
  network_ = std::move(entry->network);
  membership_ = std::move(entry->membership);
  memory_ = std::move(entry->memory);
  remember();
  connections_.listen_at(options_.place.control());
  write_session_file();
  return {};
}

// After a crash this host finds back. A founder to whom nobody has come has nothing to find.
void host_daemon::remember() {
  if (!network_ || remembers_) return;
  const host_info* founder = membership_->find(membership::founder_number);
  if (!founder || (membership_->is_founder() && membership_->list().hosts.size() < 2)) return;
  session_memory what{options_.listen.empty() ? address() : options_.listen, {}, {}};
  if (!membership_->is_founder()) {
    what.founder_address = founder->address;
    what.founder_key = founder->public_key;
  }
  remembers_ = true;
  if (const auto done = remember_session(memory_, what); !done)
    log_.write("after a crash this host will not find back: " + done.error());
}

// For people and scripts: where this host listens, and where its log is.
void host_daemon::write_session_file() const {
  std::ofstream file(options_.place.folder + "/session");
  file << "listen=" << address() << "\nlog=" << log_.path() << "\n";
}

// ---- the loop

int host_daemon::run() {
  log_.write("host " + membership_->self().name + " is up" +
             (network_ ? ", listens on " + address() : ", alone"));
  while (!over_) {
    now_ = options_.clock->now();
    take_membership();
    find_back();
    poll_once();
  }
  log_.write("host " + membership_->self().name + " ends");
  if (leave_by_ != instant::never() && remembers_) forget_session(memory_);
  return status_;
}

instant host_daemon::next_deadline() const {
  instant next = std::min(membership_->next_deadline(), programs_.next_deadline());
  next = std::min({next, invitations_.next_deadline(), leave_by_, looks_.next_deadline()});
  return network_ ? std::min(next, network_->next_deadline()) : next;
}

void host_daemon::poll_once() {
  std::vector<zmq_pollitem_t> items;
  branches_.poll_items(items);
  const std::size_t local = items.size();
  connections_.poll_items(items);
  if (network_) network_->poll_items(items);

  long wait = -1;
  if (const instant next = next_deadline(); next != instant::never())
    wait = std::max<long>(0, (next - now_) / base::millisecond + 1);
  if (programs_.has_work() || next_deadline() <= now_) wait = 0;
  if (zmq_poll(items.data(), static_cast<int>(items.size()), wait) < 0 && errno != EINTR)
    log_.write(std::string("poll: ") + zmq_strerror(errno));

  now_ = options_.clock->now();
  if (items[0].revents != 0) hear_supervisor();
  connections_.serve(std::span(items).subspan(local), [this](int one) { hear_connection(one); });
  branches_.hear_outputs();
  if (network_) hear_network();
  programs_.work(now_);
  programs_.tick(now_);
  looks_.tick(now_);
  membership_->tick(now_);
  for (const std::string& key : invitations_.expire(now_))
    if (network_) network_->bar(key);
  connections_.sweep();
  if (leave_by_ == instant::never() || !may_end()) return;
  if (asks_who_heard_ != 0) answer(std::exchange(asks_who_heard_, 0), unreached());
  over_ = connections_.all_told() || now_ >= leave_by_;
}

// ---- the supervisor, and branches

void host_daemon::hear_supervisor() {
  const std::optional<starter_packet> packet = branches_.hear();
  if (!packet) {
    over_ = true;
    return;
  }
  if (packet->kind == starter_packet_kind::started)
    programs_.branch_started(packet->branch, packet->process);
  if (packet->kind == starter_packet_kind::refused || packet->kind == starter_packet_kind::ended) {
    looks_.program_over(now_, packet->branch);
    programs_.branch_ended(now_, packet->branch, packet->get_text());
  }
  if (packet->kind == starter_packet_kind::stop) leave(packet->get_text(), false);
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
  if (!packet && errno == EMFILE) return;  // what came with it is lost, its sender is not
  if (!packet) {
    if (const auto program = programs_.program_of(number)) looks_.program_over(now_, *program);
    programs_.take_close(now_, number);
    close(number);
    return;
  }
  if (packet->kind == program_packet_kind::begin)
    begin_program(number, *packet, given);
  else if (packet->kind == program_packet_kind::ask)
    answer_question(number, packet->text.data());
  else if (packet->kind == program_packet_kind::asked ||
           packet->kind == program_packet_kind::looked)
    take_look(number, *packet, given);
  else
    programs_.take_packet(now_, number, *packet);
}

void host_daemon::take_look(int connection, const program_packet& packet,
                            const std::vector<descriptor>& given) {
  const auto program = programs_.program_of(connection);
  if (!program) return;
  if (packet.kind == program_packet_kind::asked) return looks_.take_asked(now_, *program, packet);
  if (given.size() == 1)
    looks_.take_rows(now_, *program, packet, read_given_file(given.front().get(), longest_rows));
}

void host_daemon::begin_program(int connection, const program_packet& packet,
                                std::vector<descriptor>& given) {
  programs::wish wanted{random_program_number(),
                        program_name(connections_.peer_process(connection)),
                        packet.text.data(),
                        given.empty() ? descriptor() : std::move(given.front()),
                        mmps::zeromq::make_key_pair(),
                        std::time(nullptr)};
  while (programs_.known(wanted.number)) wanted.number = random_program_number();
  std::string why = leave_by_ != instant::never() ? "this host leaves the session" : "";
  if (membership_->is_cut_off() && membership_->others_up().empty())
    why = "this host is cut off from its session and asks for its place there; `mentat status` "
          "shows when it is back. To run on this host alone: mentat stop, then mentat start --new";
  if (why.empty())
    why = programs_.begin(now_, here(), connection, std::move(wanted), membership_->others_up());
  if (!why.empty()) refuse(connection, why);
}

// ---- the network

bool host_daemon::send(std::uint32_t host, host_message_kind kind,
                       std::span<const std::byte> body) {
  return network_ && network_->send(now_, host, kind, body);
}

std::size_t host_daemon::backlog(std::uint32_t host) {
  return network_ ? network_->unacknowledged(host) : 0;
}

void host_daemon::hear_network() {
  for (const arrival& one : network_->step(now_)) {
    if (one.kind == host_message_kind::join)
      take_join(one);
    else
      take_arrival(one);
    take_membership();
  }
  note_strangers();
}

void host_daemon::take_join(const arrival& from) {
  const auto form = decode<join_form>(from.message.body());
  if (!form || form->who.address.empty()) return;
  const auto refuse_guest = [&](const std::string& why) {
    log_.write("guest " + std::to_string(from.guest) + " (" + form->who.name + " at " +
               form->who.address + ") is refused: " + why);
    network_->answer_guest(from.connection, host_message_kind::join_refused,
                           encode(text_form{why}));
  };
  if (!why_unreachable(form->who.address, network_->address()).empty())
    return refuse_guest("the hosts of the session cannot reach it at " + form->who.address);
  if (from.known != 0) {
    const host_info* known = membership_->find(from.known);
    if (!known || known->public_key != form->who.public_key || known->state == host_state::left)
      return refuse_guest("it is not of this session any more; it needs an invitation");
  } else if (const std::string why =
                 invitations_.check(now_, from.guest, form->who.public_key);
             !why.empty()) {
    return refuse_guest(why);
  }
  const membership::admission admitted = membership_->admit(now_, *form, session_);
  if (!admitted.refused.empty()) return refuse_guest(admitted.refused);
  if (from.known == 0) network_->bar(invitations_.use(from.guest, form->who.public_key));
  network_->answer_guest(from.connection, host_message_kind::joined, encode(admitted.as));
}

void host_daemon::take_arrival(const arrival& one) {
  if (!membership_->is_up(one.host, one.incarnation)) return;
  membership_->hear(now_, one.host, one.incarnation);
  const auto body = one.message.body();
  switch (one.kind) {
    case host_message_kind::beat:
      if (const auto form = decode<beat_form>(body)) membership_->take_load(one.host, form->load);
      break;
    case host_message_kind::members:
      if (const auto form = decode<members_form>(body);
          form && one.host == membership::founder_number)
        membership_->take_list(now_, *form);
      break;
    case host_message_kind::suspect:
      if (const auto form = decode<suspect_form>(body)) membership_->take_suspicion(now_, *form);
      break;
    case host_message_kind::leave:
      membership_->take_leave(now_, one.host, one.incarnation);
      break;
    case host_message_kind::stop_all:
      leave("host " + std::to_string(one.host) + " ends the session", false);
      break;
    case host_message_kind::look:
      if (const auto form = decode<look_form>(body)) looks_.take_look(now_, one.host, *form);
      break;
    case host_message_kind::looked:
      if (const auto form = decode<looked_form>(body)) looks_.take_looked(now_, one.host, *form);
      break;
    default:
      programs_.take_message(now_, here(), one.host, one.incarnation, one.kind, body,
                             std::time(nullptr));
  }
}

// Carries out what the machine has decided.
void host_daemon::take_membership() {
  const membership_output output = membership_->take_output();
  for (const auto& [host] : output.changes) {
    const std::string who = "host " + host.name + " (" + std::to_string(host.number) + "." +
                            std::to_string(host.incarnation) + ")";
    if (host.state == host_state::up) {
      log_.write(who + " is up at " + host.address + " with " + std::to_string(host.cores) +
                 " cores");
      network_->add_host(now_, host);
    } else {
      log_.write(who + " is " + word_for(host.state) + ": " + host.cause);
      network_->remove_host(now_, host.number);
      if (membership_->is_founder() && host.state == host_state::lost)
        network_->admit_lost(host.public_key, host.number);
      programs_.host_down(now_, host.number, host.incarnation, host.cause);
      looks_.host_down(now_, host.number);
    }
  }
  if (!network_) return;
  remember();
  if (output.tell_list)
    for (const host_info& other : membership_->others_up())
      send(other.number, host_message_kind::members, encode(membership_->list()));
  for (const suspect_form& one : output.suspicions)
    send(membership::founder_number, host_message_kind::suspect, encode(one));
  if (output.beat)
    for (const host_info& other : membership_->others_up())
      network_->send_loosely(other.number, host_message_kind::beat, encode(beat_form{load_now()}));
  if (!output.expelled.empty() && leave_by_ == instant::never()) {
    status_ = 1;
    leave("this host is not in the session any more: " + output.expelled, false);
  }
}

// A host that is cut off asks the founder for its place until it has it, in a thread that waits.
void host_daemon::find_back() {
  if (asked_.valid() && asked_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    const auto told = asked_.get();
    if (told && told->session == session_ && membership_->is_cut_off()) return come_back(*told);
    ask_again_ = now_ + ask_every;
  }
  if (asked_.valid() || !network_ || leave_by_ != instant::never() || !membership_->is_cut_off() ||
      now_ < ask_again_)
    return;
  asked_ = std::async(std::launch::async,
                      [founder = *membership_->find(membership::founder_number),
                       self = membership_->self(), keys = keys_] {
                        return ask_for_place(founder, self, keys, ask_within_ms);
                      });
}

// The hosts that were up for this incarnation are gone for it; the founder's list says who is up.
void host_daemon::come_back(const joined_form& told) {
  log_.write("this host is in the session again, as incarnation " +
             std::to_string(told.incarnation));
  for (const host_info& other : membership_->others_up()) {
    network_->remove_host(now_, other.number);
    programs_.host_down(now_, other.number, other.incarnation,
                        "this host was cut off and has joined the session again");
    looks_.host_down(now_, other.number);
  }
  membership_ = std::make_unique<membership>(membership_limits{}, now_, told);
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  network_->enter(session_, told.number, told.incarnation, seed);
  take_membership();
}

// A line a minute at most, however many there are.
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
    return answer(connection, status_rows({options_.place, address(),
                                           network_ ? network_->strangers() : 0, log_.path(), now_},
                                          *membership_, programs_));
  if (question == "invite") return invite(connection);
  if (question.starts_with("list ")) return looks_.ask(now_, connection, question);
  if (question == "stop" || question == "stop all") {
    if (question == "stop all" && leave_by_ == instant::never())
      asks_who_heard_ = connection;
    else
      answer(connection, {});
    return leave("it was asked to stop", question == "stop all");
  }
  refuse(connection, "this host's daemon does not know what '" + question.substr(0, 40) +
                         "' is; it may be of another version");
}

void host_daemon::invite(int connection) {
  if (!network_)
    return refuse(
        connection,
        "this host listens on no address: mentat stop, then mentat start --listen tcp://ADDRESS");
  if (!membership_->is_founder()) {
    const host_info* founder = membership_->find(membership::founder_number);
    return refuse(connection, "only the host that founded the session invites: " +
                                  (founder ? founder->name : std::string("it is gone")));
  }
  const key_pair guest = mmps::zeromq::make_key_pair();
  const auto number = invitations_.add(now_, guest.public_key);
  if (!number)
    return refuse(connection, "fixed.invitations: 64 are open; each ends after 10 minutes");
  network_->admit_guest(guest.public_key, *number);
  log_.write("invitation " + std::to_string(*number) + " was given out");
  answer(connection,
         {session_row{"invitation", {}}.add(
             "line", invite_line{network_->address(), keys_.public_key, guest.secret_key}.text())});
}

// ---- leaving

void host_daemon::leave(const std::string& why, bool all) {
  if (leave_by_ != instant::never()) return;
  log_.write("this host leaves the session: " + why);
  leave_by_ = now_ + leave_within;
  programs_.end_all(now_, "host " + membership_->self().name + " leaves the session: " + why);
  for (const host_info& other : membership_->others_up()) {
    if (all) send(other.number, host_message_kind::stop_all, {});
    send(other.number, host_message_kind::leave, {});
  }
}

// The hosts that may live on, because they were lost or did not acknowledge what they were told.
std::vector<session_row> host_daemon::unreached() const {
  std::vector<session_row> rows;
  for (const host_info& one : membership_->list().hosts) {
    const bool is_silent = one.state == host_state::up && network_ &&
                           one.number != membership_->self().number &&
                           network_->unacknowledged(one.number) > 0;
    if (one.state != host_state::lost && !is_silent) continue;
    rows.push_back(session_row{"unreached", {}}
                       .add("name", one.name)
                       .add("address", one.address)
                       .add("cause", is_silent ? "it did not answer" : one.cause));
  }
  return rows;
}

// When everybody has heard it and all branches have ended; or when it takes too long.
bool host_daemon::may_end() const {
  if (now_ >= leave_by_) return true;
  const auto others = membership_->others_up();
  const bool heard = !network_ || std::ranges::all_of(others, [&](const host_info& one) {
    return network_->unacknowledged(one.number) == 0;
  });
  return heard && connections_.all_told() && programs_.count() == 0;
}

}  // namespace

int run_daemon(const daemon_options& options, host_log& log, daemon_report& report,
               unix_socket supervisor) {
  if (sodium_init() < 0) {
    report.failed("libsodium cannot be used here");
    return 1;
  }
  host_daemon daemon(options, log, std::move(supervisor));
  try {
    if (const auto begun = daemon.begin(); !begun) {
      report.failed(begun.error());
      return 1;
    }
  } catch (const std::exception& error) {
    report.failed(error.what());
    return 1;
  }
  report.ready(daemon.address());
  return daemon.run();
}

}  // namespace mentat::host
