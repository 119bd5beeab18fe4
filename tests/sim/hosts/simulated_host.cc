#include "tests/sim/hosts/simulated_host.h"

#include <algorithm>

#include "mmps/wire/codec.h"
#include "tests/sim/hosts/hosts_world.h"

namespace mentat::sim {
namespace {

using base::instant;
using host::host_info;
using host::host_message_kind;
using host::joined_form;
using mmps::mentat_message;
using mmps::mmps_name;

constexpr base::duration ask_again_after = 500 * base::millisecond;
constexpr base::duration local = 20 * base::microsecond;  // to a process of the same host
constexpr std::uint32_t daemon_slot = 1, question_slot = 3;

std::string text_of(const mmps_name& name) {
  return std::to_string(name.host) + " " + std::to_string(name.incarnation);
}

}  // namespace

std::uint32_t machine_at(const std::string& address) {
  const std::size_t dot = address.rfind('.');
  return static_cast<std::uint32_t>(std::stoul(address.substr(dot + 1)));
}

std::string address_of(std::uint32_t machine) {
  return "tcp://10.0.0." + std::to_string(machine) + ":7411";
}

std::string key_of(std::uint32_t machine, char kind) {
  std::string key = std::to_string(machine);
  key.resize(host::key_length, kind);
  return key;
}

// ---- asking for a place

place_question::place_question(hosts_world& around, std::uint32_t machine,
                               std::uint32_t founder_machine, std::string shown_key, host_info self,
                               base::duration longest, done then)
    : world_(around),
      machine_(machine),
      founder_machine_(founder_machine),
      name_(mmps_name::of_process(machine,
                                  static_cast<std::uint32_t>(around.chance.below(1u << 30)) + 1,
                                  question_slot, 1)),
      shown_key_(std::move(shown_key)),
      form_{std::move(self), around.chance.next()},
      until_(around.network.now() + longest),
      then_(std::move(then)),
      transport_(around.network.open(name_)) {}

void place_question::ask() {
  if (over_) return;
  if (world_.network.now() >= until_) return end(tl::unexpected(std::string("no answer")));
  if (auto* founder = world_.host(founder_machine_).daemon();
      founder && !world_.is_cut(machine_, founder_machine_)) {
    static_cast<void>(transport_->connect(founder->transport_name(), "sim:"));
    mentat_message question = host::message_of(host_message_kind::join, host::encode(form_));
    static_cast<void>(transport_->try_send(founder->transport_name(), question));
  }
  world_.after(ask_again_after, [this] { ask(); });
}

void place_question::receive() {
  transport_->receive(256, [&](const mmps_name&, mentat_message&& message) {
    if (over_) return;
    const auto kind = static_cast<host_message_kind>(message.header.function);
    if (const auto why = host::decode<host::text_form>(message.body());
        why && kind == host_message_kind::join_refused)
      return end(tl::unexpected(why->text));
    const auto told = host::decode<joined_form>(message.body());
    if (kind == host_message_kind::joined && told) end(*told);
  });
}

void place_question::end(const host::expected<joined_form>& told) {
  over_ = true;
  then_(told);
}

// ---- the daemon

simulated_host_daemon::simulated_host_daemon(hosts_world& around, std::uint32_t machine,
                                             std::uint32_t start)
    : world_(around),
      machine_(machine),
      address_(address_of(machine)),
      name_(mmps_name::of_process(machine, start, daemon_slot, 1)),
      transport_(around.network.open(name_)) {}

void simulated_host_daemon::begin(std::uint32_t session,
                                  std::unique_ptr<host::membership> members) {
  enter(session, members->self().number, members->self().incarnation, world_.chance.next());
  session_ =
      std::make_unique<host::host_session>(*this, this, session, std::move(members), world_.bug());
  remember(session_->hosts());
  ++world_.result.daemons_started;
}

void simulated_host_daemon::run() {
  if (over_) return;
  if (paused_until_ > world_.network.now()) return;
  const instant now = world_.host(machine_).clock.now();
  transport_->receive(256, [&](const mmps_name& from, mentat_message&& message) {
    take_frame(from, std::move(message));
  });
  for (; !inputs_.empty() && !over_;) {
    const auto input = std::move(inputs_.front());
    inputs_.pop_front();
    input(now);
  }
  links_.tick(now);
  send_frames();
  for (const host::arrival& one : links_.take_arrivals()) session_->take_arrival(now, one);
  do session_->turn(now);
  while (session_->has_work());
  over_ = over_ || (session_->leaves() && session_->may_end(now));
}

instant simulated_host_daemon::next_run() const {
  if (over_) return instant::never();
  const instant next = std::min(session_->next_deadline(), links_.next_deadline());
  const instant at =
      inputs_.empty() ? world_.host(machine_).clock.virtual_time(next) : world_.network.now();
  return std::max(at, paused_until_);
}

void simulated_host_daemon::take_frame(const mmps_name& from, mentat_message&& message) {
  const instant now = world_.host(machine_).clock.now();
  std::string key = key_of(from.host, 'h');
  if (const place_question* question = world_.host(from.host).question_called(from))
    key = question->shown_key();
  const auto shown = door_.find(key);
  if (shown == door_.end()) {
    // The sender was refused. Its connection is made again.
    const std::uint32_t machine = machine_;
    hosts_world& world = world_;
    world_.after(200 * base::millisecond, [&world, machine, sender = from.host] {
      if (auto* daemon = world.host(sender).daemon())
        daemon->post([daemon, machine](instant at) {
          for (const auto& [number, on] : daemon->hosts_)
            if (on == machine) daemon->links_.connected(at, number);
          daemon->send_frames();
        });
    });
    return;
  }
  const user& who = shown->second;
  const auto kind = static_cast<host_message_kind>(message.header.function);
  if (host::is_host_message(message) && kind == host_message_kind::join) {
    const bool is_guest = who.kind == user_kind::guest;
    return session_->take_arrival(now, {kind, 0, 0, is_guest ? who.number : 0, text_of(from),
                                        std::move(message), is_guest ? 0 : who.number});
  }
  if (who.kind == user_kind::host) links_.take(now, who.number, std::move(message));
  send_frames();
}

void simulated_host_daemon::send_frames() {
  for (auto& [number, message] : links_.take_frames()) {
    const auto found = hosts_.find(number);
    if (found == hosts_.end() || world_.is_cut(machine_, found->second)) continue;
    auto* const there = world_.host(found->second).daemon();
    if (!there) continue;
    static_cast<void>(transport_->connect(there->name_, "sim:"));
    static_cast<void>(transport_->try_send(there->name_, message));
  }
}

// ---- its network

void simulated_host_daemon::enter(std::uint32_t session, std::uint32_t number,
                                  std::uint32_t incarnation, std::uint64_t seed) {
  links_.enter(session, number, incarnation, seed);
  ended_.clear();
}

void simulated_host_daemon::admit_guest(const std::string& public_key, std::uint32_t guest) {
  door_[public_key] = {user_kind::guest, guest};
}

void simulated_host_daemon::admit_lost(const std::string& public_key, std::uint32_t host) {
  door_[public_key] = {user_kind::lost, host};
}

void simulated_host_daemon::add_host(instant now, const host_info& host) {
  remove_host(now, host.number);
  if (ended_.contains({host.number, host.incarnation}))
    world_.fail("host " + std::to_string(host.number) + "." + std::to_string(host.incarnation) +
                " is up again after its end, for machine " + std::to_string(machine_));
  door_[host.public_key] = {user_kind::host, host.number};
  hosts_[host.number] = machine_at(host.address);
  incarnations_[host.number] = host.incarnation;
  links_.add(host.number, host.incarnation);
  links_.connected(now, host.number);
  send_frames();
}

void simulated_host_daemon::remove_host(instant now, std::uint32_t number) {
  const auto found = hosts_.find(number);
  if (found == hosts_.end()) return;
  ended_.insert({number, incarnations_[number]});
  links_.connected(now, number);
  send_frames();
  links_.remove(number);
  bar(key_of(found->second, 'h'));
  hosts_.erase(found);
}

bool simulated_host_daemon::send(instant now, std::uint32_t number, host_message_kind kind,
                                 std::span<const std::byte> body) {
  const bool queued = links_.send(now, number, kind, body);
  send_frames();
  return queued;
}

void simulated_host_daemon::send_loosely(std::uint32_t number, host_message_kind kind,
                                         std::span<const std::byte> body) {
  links_.send_loosely(number, kind, body);
  send_frames();
}

void simulated_host_daemon::answer_guest(const std::string& connection, host_message_kind kind,
                                         std::span<const std::byte> body) {
  const std::size_t space = connection.find(' ');
  const mmps_name to = mmps_name::of_process(
      static_cast<std::uint32_t>(std::stoul(connection)),
      static_cast<std::uint32_t>(std::stoul(connection.substr(space))), question_slot, 1);
  if (world_.is_cut(machine_, to.host)) return;
  mentat_message message = host::message_of(kind, body);
  links_.sign(message);
  static_cast<void>(transport_->connect(to, "sim:"));
  static_cast<void>(transport_->try_send(to, message));
}

// ---- its environment on its host

int simulated_host_daemon::connect(std::shared_ptr<program_part> part) {
  connections_[++last_connection_] = std::move(part);
  return last_connection_;
}

bool simulated_host_daemon::tell(int connection, const host::program_packet& packet) {
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return true;
  world_.after(local, [part = found->second, packet] {
    if (part->connected()) part->hear(packet);
  });
  if (packet.kind == host::program_packet_kind::query) {
    host::program_packet none;
    none.kind = host::program_packet_kind::asked;
    none.question = packet.question;
    post([this, connection, none](instant at) { session_->take_packet(at, connection, none); });
  }
  return true;
}

void simulated_host_daemon::close(int connection) {
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return;
  world_.after(local, [part = found->second] { part->hear_close(); });
  connections_.erase(found);
  for (const auto& [program, at] : branches_)
    if (at == connection && !world_.one_in(8))  // one in eight does not end by itself
      post([this, number = program](instant) {
        world_.after(world_.up_to(base::second), [this, number] { branch_exits(number); });
      });
}

void simulated_host_daemon::branch_exits(std::uint32_t program) {
  if (over_ || branches_.erase(program) == 0) return;
  post([this, program](instant at) { session_->branch_ended(at, program, "it ended"); });
}

void simulated_host_daemon::answer(int connection, const std::vector<host::session_row>&) {
  questions_.erase(connection);
}

void simulated_host_daemon::refuse(int connection, const std::string&) {
  questions_.erase(connection);
  host::program_packet packet;
  packet.kind = host::program_packet_kind::refused;
  tell(connection, packet);
  close(connection);
}

void simulated_host_daemon::question(const std::string& text) {
  const int connection = ++last_connection_;
  questions_.insert(connection);
  post([this, connection, text](instant at) { session_->ask(at, connection, text); });
}

void simulated_host_daemon::send_news(program_part& of) {
  for (const auto& [connection, part] : connections_)
    if (part.get() == &of)
      post([this, at = connection, packet = of.next_news()](instant now) {
        session_->take_packet(now, at, packet);
      });
}

void simulated_host_daemon::close_driver(const program_part& part) {
  for (const auto& [connection, one] : connections_)
    if (one.get() == &part)
      post([this, at = connection](instant now) { session_->take_close(now, at); });
}

void simulated_host_daemon::end_soon(const program_part& branch) {
  for (const auto& [program, connection] : branches_)
    if (const auto at = connections_.find(connection);
        at != connections_.end() && at->second.get() == &branch)
      world_.after(world_.up_to(5 * base::second),
                   [this, number = program] { branch_exits(number); });
}

int simulated_host_daemon::start_branch(std::uint32_t program, const std::string& name,
                                        const host::executable&) {
  auto& of = *world_.programs.at(name);
  auto part = std::make_shared<program_part>(world_, of, machine_, false);
  of.parts.push_back(part);
  const int connection = connect(part);
  branches_[program] = connection;
  const bool starts = !world_.one_in(20);
  world_.after(world_.up_to(30 * base::millisecond), [this, program, starts, part] {
    if (over_) return;
    if (starts)
      post([this, program](instant at) { session_->branch_started(at, program, 100); });
    else
      branch_exits(program);
  });
  return connection;
}

void simulated_host_daemon::end_branch(std::uint32_t program) {
  world_.after(local, [this, program] { branch_exits(program); });
}

void simulated_host_daemon::log(const std::string& line) {
  if (world_.observe)
    world_.observe(std::to_string(world_.network.now().ns / base::millisecond) + " ms, machine " +
                   std::to_string(machine_) + ": " + line);
}

void simulated_host_daemon::ask_for_place(const host_info&, const host_info&) {
  world_.host(machine_).ask_founder(
      key_of(machine_, 'h'), 2 * base::second, [this](const host::expected<joined_form>& told) {
        if (over_) return;
        if (told) ++world_.result.came_back;
        post([this, told](instant at) {
          session_->take_place(at, told ? std::optional(*told) : std::nullopt);
        });
      });
}

void simulated_host_daemon::remember(const host::membership&) { world_.host(machine_).remember(); }

std::uint64_t simulated_host_daemon::random() { return world_.chance.next(); }

void simulated_host_daemon::lose_everything() {
  over_ = true;
  transport_->close();
  for (const auto& [number, part] : connections_) part->hear_close();
  connections_.clear();
  questions_.clear();
}

std::string simulated_host_daemon::kept() const {
  std::string kept;
  const auto add = [&kept](std::size_t count, const std::string& what) {
    if (count != 0) kept += " " + std::to_string(count) + " " + what;
  };
  add(session_->running().count(), "programs");
  add(session_->open_queries(), "queries");
  add(connections_.size(), "connections");
  add(branches_.size(), "branches");
  add(questions_.size(), "questions");
  return kept.empty() ? kept : "machine " + std::to_string(machine_) + " keeps" + kept;
}

// ---- the machine

simulated_host::simulated_host(hosts_world& around, std::uint32_t machine)
    : clock(around.network), world_(around), machine_(machine), key_(key_of(machine, 'h')) {}

host_info simulated_host::self() const {
  host_info info;
  info.name = "m" + std::to_string(machine_);
  info.address = address_of(machine_);
  info.public_key = key_;
  info.cores = 2;
  return info;
}

void simulated_host::found() {
  daemon_ = std::make_unique<simulated_host_daemon>(world_, machine_, ++starts_);
  host::membership_limits limits;
  limits.bug = world_.bug();
  daemon_->begin(session_number, std::make_unique<host::membership>(limits, clock.now(), self()));
}

void simulated_host::join() {
  auto* const founder = world_.host(founder_machine).daemon();
  if (!founder || daemon_ || starting_) return;
  starting_ = true;
  const std::string guest_key =
      key_of(static_cast<std::uint32_t>(world_.chance.below(1u << 30)), 'g');
  founder->post([founder, guest_key](instant at) {
    static_cast<void>(founder->session().invite(at, 0, guest_key));
  });
  ask_founder(guest_key, 15 * base::second, [this](const host::expected<joined_form>& told) {
    starting_ = false;
    if (told)
      enter(*told);
    else
      world_.after(base::second, [this] { join(); });
  });
}

void simulated_host::start() {
  if (daemon_ || starting_ || is_out_) return;
  if (!remembers_ || has_left()) return join();
  starting_ = true;
  ask_founder(key_, 15 * base::second, [this](const host::expected<joined_form>& told) {
    starting_ = false;
    if (told)
      enter(*told);
    else
      world_.after(base::second, [this] { start(); });
  });
}

// For the founder: the host died while it left, and needs an invitation now.
bool simulated_host::has_left() const {
  const auto* const founder = world_.host(founder_machine).daemon();
  if (!founder) return false;
  const auto list = founder->session().hosts().list();
  return std::ranges::any_of(list.hosts, [this](const host_info& one) {
    return one.public_key == key_ && one.state == host::host_state::left;
  });
}

void simulated_host::enter(const joined_form& told) {
  daemon_ = std::make_unique<simulated_host_daemon>(world_, machine_, ++starts_);
  host::membership_limits limits;
  limits.bug = world_.bug();
  daemon_->begin(told.session, std::make_unique<host::membership>(limits, clock.now(), told));
}

void simulated_host::kill() {
  if (!daemon_) return;
  daemon_->lose_everything();
  dead_.push_back(std::move(daemon_));
  is_out_ = machine_ == founder_machine;
}

void simulated_host::drop_ended() {
  if (!daemon_ || !daemon_->is_over()) return;
  remembers_ = false;
  world_.after(world_.up_to(10 * base::second), [this] { start(); });
  daemon_->lose_everything();
  dead_.push_back(std::move(daemon_));
}

place_question* simulated_host::question_called(const mmps_name& name) {
  for (const auto& one : questions_)
    if (one->name() == name) return one.get();
  return nullptr;
}

void simulated_host::ask_founder(const std::string& shown_key, base::duration longest,
                                 place_question::done then) {
  questions_.push_back(std::make_unique<place_question>(
      world_, machine_, founder_machine, shown_key, self(), longest, std::move(then)));
  questions_.back()->ask();
}

}  // namespace mentat::sim
