#include "daemons/host/host_daemon.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "daemons/host/branch_output.h"
#include "daemons/host/host_keys.h"
#include "daemons/host/host_message.h"
#include "daemons/host/invitations.h"
#include "daemons/host/invite_line.h"
#include "daemons/host/local_socket.h"
#include "daemons/host/looks.h"
#include "daemons/host/machine_facts.h"
#include "daemons/host/membership.h"
#include "daemons/host/network.h"
#include "daemons/host/programs.h"
#include "daemons/host/session_rows.h"
#include "daemons/host/starter_packet.h"
#include "daemons/host/status_rows.h"

namespace mentat::host {
namespace {

using base::instant;
using mmps::shm::unix_socket;
using mmps::zeromq::key_pair;

constexpr std::size_t most_connections = 512;
constexpr base::duration leave_within = 2 * base::second;
constexpr int join_within_ms = 15'000;

instant now_of_clock() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

std::uint64_t random_number() {
  std::uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

std::uint32_t random_program_number() {
  std::uint32_t number = 0;
  while (number == 0) number = static_cast<std::uint32_t>(random_number());
  return number;
}

class host_daemon final : public program_surroundings, public look_surroundings {
 public:
  host_daemon(const daemon_options& options, host_log& log, unix_socket supervisor)
      : options_(options),
        log_(log),
        supervisor_(std::move(supervisor)),
        programs_({}, *this),
        looks_({}, *this) {}

  // Why it cannot begin, if it cannot.
  expected<void> begin();
  [[nodiscard]] std::string address() const {
    return network_ ? network_->address() : std::string();
  }
  int run();

  bool tell(int connection, const program_packet& packet) override;
  void close(int connection) override;
  bool send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) override;
  std::size_t backlog(std::uint32_t host) override;
  int start_branch(std::uint32_t program, const std::string& name, const executable& what) override;
  void end_branch(std::uint32_t program) override;
  void log(const std::string& line) override { log_.write(line); }

  std::vector<part> parts() override { return programs_.parts(); }
  std::string host_name() override { return membership_->self().name; }
  std::vector<host_info> others_up() override { return membership_->others_up(); }
  void answer(int connection, const std::vector<session_row>& rows) override;
  void refuse(int connection, const std::string& why) override;

 private:
  expected<void> begin_network();
  [[nodiscard]] host_info self_at() const;
  void write_session_file() const;

  void poll_once();
  [[nodiscard]] instant next_deadline() const;
  void hear_supervisor();
  void accept_connection();
  void hear_connection(int number);
  void sweep_connections();
  void hear_outputs();

  void hear_network();
  void take_join(const arrival& from);
  void take_arrival(const arrival& one);
  void take_membership();
  void note_strangers();

  void take_look(int connection, const program_packet& packet,
                 const std::vector<descriptor>& given);
  void begin_program(int connection, const program_packet& packet, std::vector<descriptor>& given);
  void answer_question(int connection, const std::string& question);
  void invite(int connection);
  void leave(const std::string& why, bool all);
  [[nodiscard]] bool may_end() const;

  [[nodiscard]] programs::place here() const {
    return {membership_->self(), network_ ? network_->address_without_port() : std::string()};
  }

  const daemon_options options_;
  host_log& log_;
  unix_socket supervisor_, control_;
  key_pair keys_;
  std::unique_ptr<network> network_;
  std::unique_ptr<membership> membership_;
  invitations invitations_;
  std::uint32_t session_ = 0;
  std::map<int, local_socket> connections_;
  int last_connection_ = 0;
  std::map<std::uint32_t, branch_output> outputs_;  // of branches, by program
  programs programs_;
  looks looks_;
  instant now_{};
  instant leave_by_ = instant::never();
  int status_ = 0;
  std::uint64_t strangers_told_ = 0;
  instant strangers_told_at_{};
  bool over_ = false;
};

// ---- beginning

expected<void> host_daemon::begin() {
  now_ = now_of_clock();
  raise_descriptor_limit();
  unlink(options_.place.control().c_str());  // of one that was killed: the lock is ours
  if (options_.listen.empty() && !options_.join.empty())
    return tl::unexpected(std::string(
        "to join a session this host needs an address of its own: --listen tcp://ADDRESS"));
  if (!options_.listen.empty()) {
    if (auto begun = begin_network(); !begun) return begun;
  } else {
    membership_ = std::make_unique<membership>(membership_limits{}, now_, self_at());
  }
  control_ = unix_socket::listen_at(options_.place.control());
  fcntl(control_.descriptor(), F_SETFL, fcntl(control_.descriptor(), F_GETFL) | O_NONBLOCK);
  write_session_file();
  return {};
}

expected<void> host_daemon::begin_network() {
  const auto folder = keys_folder();
  if (!folder) return tl::unexpected(folder.error());
  auto keys = load_keys(*folder, options_.place.name);
  if (!keys) return tl::unexpected(keys.error());
  keys_ = *keys;
  std::optional<invite_line> invitation;
  if (!options_.join.empty() && !(invitation = invite_line::parse(options_.join)))
    return tl::unexpected(
        std::string("what follows --join is no invitation; `mentat invite` on a host of the "
                    "session prints one"));
  auto opened = network::open(options_.listen, keys_);
  if (!opened) return tl::unexpected(opened.error());
  network_ = std::move(*opened);
  host_info self = self_at();
  if (!invitation) {
    session_ = static_cast<std::uint32_t>(random_number());
    membership_ = std::make_unique<membership>(membership_limits{}, now_, std::move(self));
    network_->enter(session_, 1, 1, random_number());
    return {};
  }
  key_pair guest{std::string(key_length, ' '), invitation->guest_secret};
  std::array<char, key_length + 1> derived{};
  if (zmq_curve_public(derived.data(), guest.secret_key.c_str()) != 0)
    return tl::unexpected(std::string("the invitation holds no key"));
  guest.public_key = derived.data();
  auto told = guest_connection(invitation->address, invitation->founder_key, guest)
                  .join({std::move(self), random_number()}, join_within_ms);
  if (!told) return tl::unexpected(told.error());
  now_ = now_of_clock();
  session_ = told->session;
  membership_ = std::make_unique<membership>(membership_limits{}, now_, *told);
  network_->enter(session_, told->number, told->incarnation, random_number());
  return {};
}

host_info host_daemon::self_at() const {
  host_info self;
  self.name = host::host_name(options_.place.name);
  self.address = address();
  self.public_key = keys_.public_key;
  self.cores = usable_cores();
  return self;
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
    now_ = now_of_clock();
    take_membership();
    poll_once();
  }
  log_.write("host " + membership_->self().name + " ends");
  return status_;
}

instant host_daemon::next_deadline() const {
  instant next = std::min(membership_->next_deadline(), programs_.next_deadline());
  next = std::min({next, invitations_.next_deadline(), leave_by_, looks_.next_deadline()});
  return network_ ? std::min(next, network_->next_deadline()) : next;
}

void host_daemon::poll_once() {
  std::vector<zmq_pollitem_t> items{{nullptr, supervisor_.descriptor(), ZMQ_POLLIN, 0},
                                    {nullptr, control_.descriptor(), ZMQ_POLLIN, 0}};
  std::vector<int> numbers;
  for (const auto& [number, one] : connections_) {
    numbers.push_back(number);
    items.push_back({nullptr, one.descriptor_number(),
                     static_cast<short>(one.closing()      ? ZMQ_POLLOUT
                                        : one.has_queued() ? ZMQ_POLLIN | ZMQ_POLLOUT
                                                           : ZMQ_POLLIN),
                     0});
  }
  for (const auto& [program, one] : outputs_)
    items.push_back({nullptr, one.descriptor_number(), ZMQ_POLLIN, 0});
  if (network_) network_->poll_items(items);

  long wait = -1;
  if (const instant next = next_deadline(); next != instant::never())
    wait = std::max<long>(0, (next - now_) / base::millisecond + 1);
  if (programs_.has_work() || next_deadline() <= now_) wait = 0;
  if (zmq_poll(items.data(), static_cast<int>(items.size()), wait) < 0 && errno != EINTR)
    log_.write(std::string("poll: ") + zmq_strerror(errno));

  now_ = now_of_clock();
  if (items[0].revents != 0) hear_supervisor();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto found = connections_.find(numbers[i]);
    if (found == connections_.end()) continue;
    if (items[i + 2].revents & ZMQ_POLLOUT) found->second.flush();
    if (items[i + 2].revents & ~ZMQ_POLLOUT && !found->second.closing())
      hear_connection(numbers[i]);
  }
  if (items[1].revents != 0) accept_connection();
  hear_outputs();
  if (network_) hear_network();
  programs_.work(now_);
  programs_.tick(now_);
  looks_.tick(now_);
  membership_->tick(now_);
  for (const std::string& key : invitations_.expire(now_))
    if (network_) network_->bar(key);
  sweep_connections();
  if (leave_by_ != instant::never() && may_end()) over_ = true;
}

// ---- the supervisor, and branches

void host_daemon::hear_supervisor() {
  starter_packet packet;
  std::vector<int> none;
  const auto size = supervisor_.receive(std::as_writable_bytes(std::span(&packet, 1)), none);
  if (size != sizeof packet) {  // it is gone, and the kernel is about to end us
    over_ = true;
    return;
  }
  packet.text.back() = 0;
  if (packet.kind == starter_packet_kind::started)
    programs_.branch_started(packet.branch, packet.process);
  if (packet.kind == starter_packet_kind::refused || packet.kind == starter_packet_kind::ended) {
    hear_outputs();
    outputs_.erase(packet.branch);
    looks_.program_over(now_, packet.branch);
    programs_.branch_ended(now_, packet.branch, packet.get_text());
  }
  if (packet.kind == starter_packet_kind::stop) leave(packet.get_text(), false);
}

int host_daemon::start_branch(std::uint32_t program, const std::string& name,
                              const executable& what) {
  auto [ours, theirs] = unix_socket::pair();
  int both[2];
  if (pipe2(both, O_CLOEXEC) != 0) return 0;
  const descriptor writes(both[1]);
  outputs_.insert_or_assign(
      program, branch_output(descriptor(both[0]),
                             "program " + std::to_string(program) + " (" + name + ") prints: "));
  starter_packet packet;
  packet.kind = starter_packet_kind::start;
  packet.branch = program;
  const int given[] = {what.content.get(), theirs.descriptor(), writes.get()};
  if (!supervisor_.send(std::as_bytes(std::span(&packet, 1)), given)) return 0;
  const int number = ++last_connection_;
  connections_.emplace(number, std::move(ours));
  return number;
}

void host_daemon::end_branch(std::uint32_t program) {
  starter_packet packet;
  packet.kind = starter_packet_kind::end;
  packet.branch = program;
  supervisor_.send(std::as_bytes(std::span(&packet, 1)));
}

void host_daemon::hear_outputs() {
  for (auto& [program, output] : outputs_)
    for (const std::string& line : output.read_lines()) log_.write(line);
}

// ---- local sockets

void host_daemon::accept_connection() {
  while (auto fresh = control_.accept()) {
    if (connections_.size() >= most_connections) {
      log_.write("limits.connections: " + std::to_string(most_connections) +
                 " are open; one more was refused");
      continue;
    }
    connections_.emplace(++last_connection_, std::move(*fresh));
  }
}

bool host_daemon::tell(int connection, const program_packet& packet) {
  const auto found = connections_.find(connection);
  return found == connections_.end() || found->second.closing() || found->second.tell(packet);
}

void host_daemon::close(int connection) {
  if (const auto found = connections_.find(connection); found != connections_.end())
    found->second.close_after_queue();
}

void host_daemon::sweep_connections() {
  std::erase_if(connections_,
                [](const auto& one) { return one.second.closing() && !one.second.has_queued(); });
}

void host_daemon::hear_connection(int number) {
  std::vector<descriptor> given;
  errno = 0;
  const auto packet = connections_.at(number).receive(given);
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
                        program_name(connections_.at(connection).peer_process()),
                        packet.text.data(),
                        given.empty() ? descriptor() : std::move(given.front()),
                        mmps::zeromq::make_key_pair(),
                        std::time(nullptr)};
  while (programs_.known(wanted.number)) wanted.number = random_program_number();
  std::string why = leave_by_ != instant::never() ? "this host leaves the session" : "";
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
  if (const std::string why = invitations_.check(now_, from.guest, form->who.public_key);
      !why.empty())
    return refuse_guest(why);
  const membership::admission admitted = membership_->admit(now_, *form, session_);
  if (!admitted.refused.empty()) return refuse_guest(admitted.refused);
  network_->bar(invitations_.use(from.guest, form->who.public_key));
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
      programs_.host_down(now_, host.number, host.incarnation, host.cause);
      looks_.host_down(now_, host.number);
    }
  }
  if (!network_) return;
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

void host_daemon::refuse(int connection, const std::string& why) {
  program_packet packet;
  packet.kind = program_packet_kind::refused;
  std::strncpy(packet.text.data(), why.c_str(), packet.text.size() - 1);
  tell(connection, packet);
  close(connection);
}

void host_daemon::answer(int connection, const std::vector<session_row>& rows) {
  const std::string text = rows_as_text(rows);
  for (std::size_t at = 0; at <= text.size();) {
    program_packet packet;
    const std::string part = text.substr(at, packet.text.size() - 1);
    at += packet.text.size() - 1;
    packet.kind = at <= text.size() ? program_packet_kind::answer : program_packet_kind::answered;
    std::ranges::copy(part, packet.text.begin());
    tell(connection, packet);
  }
}

void host_daemon::answer_question(int connection, const std::string& question) {
  if (question == "status")
    return answer(connection, status_rows({options_.place, address(),
                                           network_ ? network_->strangers() : 0, log_.path(), now_},
                                          *membership_, programs_));
  if (question == "invite") return invite(connection);
  if (question.starts_with("list ")) return looks_.ask(now_, connection, question);
  if (question == "stop" || question == "stop all") {
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
    return refuse(connection, "limits.invitations: 64 are open; each ends after 10 minutes");
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

// When everybody has heard it and all branches have ended; or when it takes too long.
bool host_daemon::may_end() const {
  if (now_ >= leave_by_) return true;
  const auto others = membership_->others_up();
  const bool heard = !network_ || std::ranges::all_of(others, [&](const host_info& one) {
    return network_->unacknowledged(one.number) == 0;
  });
  const bool told =
      std::ranges::none_of(connections_, [](const auto& one) { return one.second.has_queued(); });
  return heard && told && programs_.count() == 0;
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
