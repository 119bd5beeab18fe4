#include "daemons/host/host_session.h"

#include <algorithm>
#include <utility>

#include "daemons/host/network/named_address.h"
#include "daemons/host/queries/status_rows.h"
#include "mmps/base/fixed_limits.h"

namespace mentat::host {
namespace {

using base::instant;

constexpr base::duration leave_within = 2 * base::second;
constexpr base::duration ask_every = base::second;

}  // namespace

bool host_session::send(std::uint32_t host, host_message_kind kind,
                        std::span<const std::byte> body) {
  return network_ && network_->send(now_, host, kind, body);
}

std::size_t host_session::backlog(std::uint32_t host) {
  return network_ ? network_->unacknowledged(host) : 0;
}

programs::place host_session::here() const {
  const std::string address = network_ ? network_->address() : std::string();
  return {membership_->self(), address.substr(0, address.rfind(':'))};
}

// ---- messages of hosts and guests

void host_session::take_arrival(instant now, const arrival& one) {
  now_ = now;
  if (one.kind == host_message_kind::join)
    take_join(one);
  else
    take_message(one);
  carry_out();
}

void host_session::take_join(const arrival& from) {
  auto form = decode<join_form>(from.message.body());
  if (!form || form->who.address.empty()) return;
  const auto refuse_guest = [&](const std::string& why) {
    log("guest " + std::to_string(from.guest) + " (" + form->who.name + " at " + form->who.address +
        ") is refused: " + why);
    network_->answer_guest(from.connection, host_message_kind::join_refused,
                           encode(text_form{why}));
  };
  if (!why_unreachable(form->who.address, network_->address()).empty())
    return refuse_guest("the hosts of the session cannot reach it at " + form->who.address);
  if (from.known != 0) {
    const host_info* known = membership_->find(from.known);
    if (!known || known->public_key != form->who.public_key || known->state == host_state::left)
      return refuse_guest("it is not of this session any more; it needs an invitation");
  } else if (const std::string why = invitations_.check(now_, from.guest, form->who.public_key);
             !why.empty()) {
    return refuse_guest(why);
  }
  if (const std::string name = from.known == 0 ? invitations_.name_for(from.guest) : "";
      !name.empty())
    form->who.name = name;
  const membership::admission admitted = membership_->admit(now_, *form, session_);
  if (!admitted.refused.empty()) return refuse_guest(admitted.refused);
  if (from.known == 0)
    if (const auto key = invitations_.use(from.guest, form->who.public_key)) network_->bar(*key);
  network_->answer_guest(from.connection, host_message_kind::joined, encode(admitted.as));
}

void host_session::take_message(const arrival& one) {
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
      if (const auto form = decode<leave_form>(body))
        membership_->take_leave(now_, one.host, one.incarnation, form->is_cut_short);
      break;
    case host_message_kind::stop_all:
      leave(now_, "host " + std::to_string(one.host) + " ends the session", false);
      break;
    case host_message_kind::drain:
      if (const auto form = decode<drain_form>(body))
        drain_here(now_, form->within_ms * base::millisecond, form->why);
      break;
    case host_message_kind::draining:
      if (const auto form = decode<draining_form>(body))
        membership_->take_draining(one.host, one.incarnation, form->until, form->why);
      break;
    case host_message_kind::query:
      if (const auto form = decode<query_form>(body)) queries_.take_query(now_, one.host, *form);
      break;
    case host_message_kind::query_answer:
      if (const auto form = decode<query_answer_form>(body))
        queries_.take_answer(now_, one.host, *form);
      break;
    case host_message_kind::record_piece:
    case host_message_kind::record_end:
    case host_message_kind::record_room:
    case host_message_kind::clock_ask:
    case host_message_kind::clock_told:
      parts_.take_message(now_, one.host, one.incarnation, one.kind, body);
      break;
    default:
      programs_.take_message(now_, here(), one.host, one.incarnation, one.kind, body,
                             around_.calendar());
  }
}

// ---- the membership

// Executes the decisions of the membership.
void host_session::carry_out() {
  const membership_output output = membership_->take_output();
  for (const membership_output::change& one : output.changes) carry_out(one);
  if (!network_) return;
  around_.remember(*membership_);
  if (output.tell_list)
    for (const host_info& other : membership_->others_up())
      send(other.number, host_message_kind::members, encode(membership_->list()));
  for (const suspect_form& one : output.suspicions)
    send(membership::founder_number, host_message_kind::suspect, encode(one));
  if (output.beat) {
    const auto beat = encode(beat_form{around_.load()});  // read once, not for each host
    for (const host_info& other : membership_->others_up())
      network_->send_loosely(other.number, host_message_kind::beat, beat);
  }
  if (!output.expelled.empty() && !leaves()) {
    was_expelled_ = true;
    leave(now_, "this host is not in the session any more: " + output.expelled, false);
  }
}

void host_session::carry_out(const membership_output::change& change) {
  const host_info& host = change.host;
  const std::string who = "host " + host.name + " (" + std::to_string(host.number) + "." +
                          std::to_string(host.incarnation) + ")";
  if (host.state == host_state::up) {
    log(who + " is up at " + host.address + " with " + std::to_string(host.cores) + " cores" +
        (host.processor.empty() ? "" : " of " + host.processor));
    network_->add_host(now_, host);
    return;
  }
  log(who + " is " + word_for(host.state) + ": " + host.cause);
  network_->remove_host(now_, host.number);
  if (membership_->is_founder() && host.state == host_state::lost &&
      bug_ != base::seeded_bug::lost_hosts_kept_out)
    network_->admit_lost(host.public_key, host.number);
  programs_.host_down(now_, host.number, host.incarnation, host.cause);
  parts_.host_down(now_, host.number, host.incarnation, host.cause);
  queries_.host_down(now_, host.number);
}

// A host that is cut off asks the founder for its place until it has it.
void host_session::find_back() {
  if (asks_ || !network_ || leaves() || !membership_->is_cut_off() || now_ < ask_again_) return;
  asks_ = true;
  around_.ask_for_place(*membership_->find(membership::founder_number), membership_->self());
}

void host_session::take_place(instant now, const std::optional<joined_form>& told) {
  now_ = now;
  asks_ = false;
  ask_again_ = now + ask_every;
  if (told && told->session == session_ && !leaves() && membership_->is_cut_off()) come_back(*told);
}

// Drops the hosts that were up for the old incarnation, and adopts the founder's list.
void host_session::come_back(const joined_form& told) {
  log("this host is in the session again, as incarnation " + std::to_string(told.incarnation));
  for (const host_info& other : membership_->others_up()) {
    network_->remove_host(now_, other.number);
    programs_.host_down(now_, other.number, other.incarnation,
                        "this host was cut off and has joined the session again");
    parts_.host_down(now_, other.number, other.incarnation,
                     "the hosts were cut off from each other");
    queries_.host_down(now_, other.number);
  }
  membership_ = std::make_unique<membership>(membership_limits(membership_->limits()), now_, told);
  network_->enter(session_, told.number, told.incarnation, around_.random());
  if (drain_.is() == drain::state::draining) tell_draining();
  carry_out();
}

// ---- programs of this host, and branches

void host_session::begin_program(instant now, int connection, programs::wish wanted) {
  now_ = now;
  wanted.number = 0;
  while (wanted.number == 0 || programs_.known(wanted.number))
    wanted.number = static_cast<std::uint32_t>(around_.random());
  std::string why = leaves() ? "this host leaves the session" : "";
  if (why.empty() && drain_.is() != drain::state::up)
    why = "this host is being drained (" + drain_.why() + "); start the program on another one";
  if (membership_->is_cut_off() && membership_->others_up().empty())
    why =
        "this host is cut off from its session and asks for its place there; `mentat status` "
        "shows when it is back. To run on this host alone: mentat stop, then mentat start --new";
  if (why.empty())
    why =
        programs_.begin(now, here(), connection, std::move(wanted), membership_->others_for_work());
  if (!why.empty()) refuse(connection, why);
}

void host_session::take_packet(instant now, int connection, const program_packet& packet) {
  now_ = now;
  if (packet.kind != program_packet_kind::asked)
    return programs_.take_packet(now, connection, packet);
  if (const auto program = programs_.program_of(connection))
    queries_.take_asked(now, *program, packet);
}

void host_session::take_rows(instant now, int connection, const program_packet& packet,
                             const std::string& rows) {
  now_ = now;
  if (const auto program = programs_.program_of(connection))
    queries_.take_rows(now, *program, packet, rows);
}

void host_session::take_close(instant now, int connection) {
  now_ = now;
  if (const auto program = programs_.program_of(connection)) queries_.program_over(now, *program);
  programs_.take_close(now, connection);
}

void host_session::branch_started(instant now, std::uint32_t program, std::int32_t process) {
  now_ = now;
  programs_.branch_started(program, process);
}

void host_session::branch_ended(instant now, std::uint32_t program, const std::string& cause) {
  now_ = now;
  queries_.program_over(now, program);
  if (const auto driver_host = programs_.driver_host_of(program))
    parts_.branch_ended(program, *driver_host);
  programs_.branch_ended(now, program, cause);
}

// ---- recordings

void host_session::take_recorder(instant now, const programs::recorded& of) {
  now_ = now;
  if (of.is_branch)
    parts_.take_source(of.number, of.driver_host, of.driver_incarnation);
  else
    parts_.take_sink(now, of.number);
}

void host_session::sink_is_free(instant now, std::uint32_t program) {
  now_ = now;
  parts_.sink_is_free(now, program);
}

void host_session::sink_closed(instant now, std::uint32_t program) {
  now_ = now;
  parts_.sink_closed(program);
}

void host_session::source_has_input(instant now, std::uint32_t program) {
  now_ = now;
  parts_.source_has_input(program);
}

// ---- the command

void host_session::ask(instant now, int connection, const std::string& question) {
  now_ = now;
  queries_.ask(now, connection, question);
}

std::optional<std::uint32_t> host_session::invite(instant now, int connection,
                                                  const std::string& guest_key,
                                                  const invitation_wish& wish) {
  now_ = now;
  if (!network_) {
    refuse(
        connection,
        "this host listens on no address: mentat stop, then mentat start --listen tcp://ADDRESS");
    return std::nullopt;
  }
  if (!membership_->is_founder()) {
    const host_info* founder = membership_->find(membership::founder_number);
    refuse(connection, "only the host that founded the session invites: " +
                           (founder ? founder->name : std::string("it is gone")));
    return std::nullopt;
  }
  const auto number = invitations_.add(now, guest_key, wish);
  if (!number) {
    refuse(connection,
           "fixed.invitations: " + std::to_string(fixed::invitations.value) +
               " are open; `mentat status` lists them, and `mentat invite --revoke` ends one");
    return std::nullopt;
  }
  network_->admit_guest(guest_key, *number);
  log("invitation " + std::to_string(*number) + " was given out, for " +
      (wish.only_for.empty() ? std::to_string(wish.hosts) + (wish.hosts == 1 ? " host" : " hosts")
                             : "host " + wish.host_name));
  return number;
}

bool host_session::revoke(instant now, int connection, std::uint32_t invitation) {
  now_ = now;
  const auto key = invitations_.revoke(invitation);
  if (!key) {
    refuse(connection, "there is no open invitation " + std::to_string(invitation) +
                           "; `mentat status` on the founder lists them");
    return false;
  }
  network_->bar(*key);
  log("invitation " + std::to_string(invitation) + " was revoked");
  return true;
}

// ---- draining and leaving

// A host that has left may have had the name of one that is up.
std::optional<host_info> host_session::host_called(const std::string& name) const {
  std::optional<host_info> found;
  for (const host_info& one : membership_->list().hosts)
    if (one.name == name && (!found || one.state == host_state::up)) found = one;
  return found;
}

std::string host_session::why_not_drained(const drain_question& asked) const {
  const std::optional<host_info> named = host_called(asked.host);
  if (!named) {
    std::string names = membership_->self().name;
    for (const host_info& one : membership_->others_up()) names += ", " + one.name;
    return "no host of the session is called " + asked.host + "; there are " + names;
  }
  if (named->state != host_state::up)
    return "host " + asked.host + " is not up: " + word_for(named->state) + ", " + named->cause;
  if (named->number == membership::founder_number)
    return "host " + asked.host +
           " has founded the session: without it no host can join any more. `mentat stop` there "
           "lets it leave all the same; `mentat stop --all` ends the session";
  const auto now = static_cast<std::uint64_t>(around_.calendar());
  if (named->drains_until != 0 && named->drains_until <= now + asked.seconds)
    return "host " + asked.host + " is being drained already, for " +
           std::to_string(std::max(named->drains_until, now) - now) + " s more at most (" +
           named->cause + "); a shorter --within makes it leave sooner";
  return "";
}

std::optional<session_row> host_session::drain_host(instant now, int connection,
                                                    const drain_question& asked) {
  now_ = now;
  if (const std::string why = why_not_drained(asked); !why.empty()) {
    refuse(connection, why);
    return std::nullopt;
  }
  const host_info host = *host_called(asked.host);
  const bool is_self = host.number == membership_->self().number;
  const drain_form form{asked.seconds * 1000, asked.why};
  if (!is_self && !send(host.number, host_message_kind::drain, encode(form))) {
    refuse(connection, "host " + asked.host +
                           " does not take messages (fixed.link_queue); `mentat status` says "
                           "whether it is silent");
    return std::nullopt;
  }
  session_row row{"drained", {}};
  row.add("number", std::to_string(host.number))
      .add("incarnation", std::to_string(host.incarnation))
      .add("name", host.name)
      .add("self", is_self ? "yes" : "no");
  if (is_self) drain_here(now, asked.seconds * base::second, asked.why);
  return row;
}

bool host_session::note_loss(instant now, int connection, const lost_question& told) {
  now_ = now;
  const std::optional<host_info> named = host_called(told.host);
  if (!membership_->is_founder() || !named || named->state != host_state::up) {
    refuse(connection, "no host called " + told.host +
                           " is up, or this host did not found the "
                           "session");
    return false;
  }
  log("host " + named->name + " is lost, its engine says: " + told.why);
  membership_->take_word_of_loss(named->number, told.why);
  return true;
}

void host_session::drain_here(instant now, base::duration within, const std::string& why) {
  now_ = now;
  if (leaves() || membership_->is_founder() || !drain_.begin(now, within, why)) return;
  log("this host is being drained, for " + std::to_string(within / base::millisecond) +
      " ms at most: " + why);
  drains_until_ =
      static_cast<std::uint64_t>(around_.calendar() + (within + base::second - 1) / base::second);
  tell_draining();
  programs_.drain(now, drain_.why(), cause_of_drain(membership_->self().name, drain_.why()));
  leave_if_drained();
}

void host_session::tell_draining() {
  const host_info self = membership_->self();
  membership_->take_draining(self.number, self.incarnation, drains_until_, drain_.why());
  const auto body = encode(draining_form{drains_until_, drain_.why()});
  for (const host_info& other : membership_->others_up())
    send(other.number, host_message_kind::draining, body);
}

void host_session::leave_if_drained() {
  const bool is_idle = programs_.count() == 0 && !parts_.has_sources();
  if (leaves() || !drain_.is_over(now_, is_idle)) return;
  if (bug_ == base::seeded_bug::drained_hosts_stay) return;
  drain_.note_left();
  leave(now_, cause_of_drain(membership_->self().name, drain_.why()), false);
}

void host_session::leave(instant now, const std::string& why, bool all) {
  now_ = now;
  if (leaves()) return;
  log("this host leaves the session: " + why);
  leave_by_ = now + leave_within;
  // The founder lists this host as left. The others need not acknowledge it: they may leave at the
  // same time, and connections to them may still be made.
  const host_info* const founder = membership_->find(membership::founder_number);
  founder_tells_others_ =
      !all && !membership_->is_founder() && founder && founder->state == host_state::up;
  const std::string& name = membership_->self().name;
  const leave_form leaving{drain_.is() != drain::state::up && programs_.count() != 0};
  programs_.end_all(now, drain_.is() == drain::state::left
                             ? cause_of_drain(name, drain_.why())
                             : "host " + name + " leaves the session: " + why);
  for (const host_info& other : membership_->others_up()) {
    if (all) send(other.number, host_message_kind::stop_all, {});
    send(other.number, host_message_kind::leave, encode(leaving));
  }
}

std::vector<session_row> host_session::unreached() const {
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

bool host_session::all_know_it_left() const {
  if (!network_) return true;
  return std::ranges::all_of(membership_->others_up(), [&](const host_info& one) {
    const bool may_miss_it = founder_tells_others_ && one.number != membership::founder_number;
    return may_miss_it || network_->unacknowledged(one.number) == 0;
  });
}

bool host_session::may_end(instant now) const {
  if (must_end(now)) return true;
  return leaves() && all_know_it_left() && around_.all_told() && programs_.count() == 0 &&
         !parts_.has_sources();
}

// ---- time

void host_session::turn(instant now) {
  now_ = now;
  programs_.work(now);
  programs_.tick(now);
  queries_.tick(now);
  parts_.tick(now);
  membership_->tick(now);
  leave_if_drained();
  for (const std::string& key : invitations_.expire(now))
    if (network_) network_->bar(key);
  carry_out();
  find_back();
}

instant host_session::next_deadline() const {
  instant next = std::min(membership_->next_deadline(), programs_.next_deadline());
  next = std::min({next, invitations_.next_deadline(), queries_.next_deadline(), leave_by_,
                   parts_.next_deadline()});
  if (!leaves()) next = std::min(next, drain_.next_deadline());
  if (network_ && !asks_ && !leaves() && membership_->is_cut_off())
    next = std::min(next, ask_again_);
  return next;
}

}  // namespace mentat::host
