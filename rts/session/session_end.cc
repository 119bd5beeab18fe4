#include "rts/session/session_end.h"

#include <algorithm>
#include <set>
#include <vector>

#include "mmps/wire/little_endian.h"
#include "rts/api/call.h"
#include "rts/core/program_graph.h"
#include "rts/session/members/quiet_tags.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

// How long unequal counts must stay the same until no message can be in flight between hosts.
constexpr base::duration settling = 1 * base::second;
// How long the driver may be unable to query a living process; the supervisor acts within 1 s.
constexpr base::duration longest_not_asked = 3 * base::second;

session_end::session_end(bool is_driver, outbox& out, const endpoint& through,
                         const members& others, outgoing_calls& calls, const base::clock& clock,
                         base::seeded_bug bug)
    : is_driver_(is_driver),
      out_(out),
      endpoint_(through),
      members_(others),
      calls_(calls),
      clock_(clock),
      bug_(bug),
      order_(bug),
      quiet_(bug) {
  if (is_driver) return;
  end_ = new typed_instance<void>(nullptr, end_of_session);
  end_->start_with(2);  // one is the waiter's
  static_cast<void>(end_->claim());
}

session_end::~session_end() {
  if (!end_) return;
  end_->release();
  end_->release();
}

// --- counting

// A call went to a process that was not announced here yet. That process is not queried, so the
// session is not quiet.
bool session_end::awaits_news() const {
  if (calls_.pending() == 0) return false;
  const std::vector<mmps_name> known = members_.others();
  bool some = false;
  calls_.visit_pending([&](const tag&, const pending_call& one) {
    const mmps_name sent_to = one.to.process();
    const mmps_name to = is_token_matching_unit(sent_to) ? out_.kept().living(sent_to) : sent_to;
    some = some || (to.bound() && std::ranges::find(known, to) == known.end());
  });
  return some;
}

void session_end::on_query(const message_header& header, std::span<const std::byte> body,
                           bool has_more) {
  const query_tag question = query_tag::of(header.tag);
  if (question.main_has_ended) runtime_->forget_timers_of_control();
  const bool has_news = members_.has_news() || members_.has_waiting_news();
  const bool runs = has_more || !runtime_->nothing_runs() || endpoint_.has_mail() || has_news ||
                    endpoint_.has_to_send() || endpoint_.holds_mail() ||
                    members_.believes_alive(last_ended_in(body)) || awaits_news();
  const happenings now = happened();
  activity here{now.sent, now.received, 0, runs ? 1u : 0u, 0, now.other};
  if (question.main_has_ended && !runs) here.unaccepted = runtime_->has_unaccepted_calls() ? 1 : 0;
  {
    const executor::wait_counts waits = runtime_->waits();
    here.waiting = waits.first;
    here.fails_last = waits.last;
    std::lock_guard guard(lock_);
    if (bug_ != base::seeded_bug::stale_orders_carried_out && order_.stands(now)) here.runs = 1;
    if (here.runs == 0) order_.note_answer(question.round, now);
  }
  message_header reply = header_for(message_type::pong, header.source);
  reply.tag = header.tag;
  out_.send_uncounted(reply, mmps::bytes_of_words(here));
}

void session_end::on_pong(const message_header& header, std::span<const std::byte> body) {
  if (body.size() != sizeof(activity)) return;
  const auto there = mmps::get_words<activity>(body.data());
  std::lock_guard guard(lock_);
  quiet_.answer(clock_.now(), query_tag::of(header.tag).round, header.source, there);
}

void session_end::process_ended(const mmps_name& process) {
  std::lock_guard guard(lock_);
  quiet_.ended(clock_.now(), process);
  note_failures();
  last_ended_ = process;
}

// The process will not answer: it ended while the question was in flight.
void session_end::process_ended_unasked(const mmps_name& process) {
  std::lock_guard guard(lock_);
  quiet_.ended(clock_.now(), process);
}

void session_end::on_cancel(const message_header& header) {
  const cancel_tag order = cancel_tag::of(header.tag);
  std::lock_guard guard(lock_);
  order_.give(order.round, order.what, happened());
}

void session_end::note_other_host() {
  std::lock_guard guard(lock_);
  quiet_.settle_for(settling);
}

std::optional<std::int64_t> session_end::all_asleep() {
  if (is_driver_) return asleep_in_driver();
  {
    std::lock_guard guard(lock_);
    if (order_.stands(happened())) return std::nullopt;
  }
  if (end_->future.now() == future::state::open || calls_.pending() != 0) return 0;
  return std::nullopt;
}

breakable session_end::take_break() {
  {
    std::lock_guard guard(lock_);
    if (const breakable what = order_.take(happened()); what != breakable::nothing) {
      others_.fetch_add(1, std::memory_order_seq_cst);
      return what;
    }
  }
  const bool over =
      is_driver_ ? is_ending() || members_.broken() : end_->future.now() != future::state::open;
  return over && calls_.pending() == 0 ? breakable::waits : breakable::nothing;
}

std::optional<std::int64_t> session_end::asleep_in_driver() {
  // Either the session was quiet, and each process that is told to end answers or ends; or it
  // cannot go on, and nothing waits for answers.
  if (is_ending() || members_.broken()) {
    if (calls_.pending() != 0) return 0;
    return std::nullopt;
  }
  const std::vector<mmps_name> others = members_.others();
  const std::uint64_t runs = awaits_news() ? 1 : 0;
  const executor::wait_counts waits = runtime_->waits();
  bool asks = false;
  mmps_name last_ended, not_asked;
  std::optional<lost_wait> lost;
  std::uint64_t quiet_round = 0, round = 0;
  std::optional<std::int64_t> patience;
  {
    std::lock_guard guard(lock_);
    const base::instant at = clock_.now();
    const happenings now = happened();
    quiet_round = quiet_.round();
    if (quiet_.take_quiet()) lost = quiet_.where_to_break();
    if (lost && !lost->process.bound()) {
      order_.give(quiet_round, lost->what, now);
      if (order_.stands(now)) return std::nullopt;
    }
    const std::uint64_t before = quiet_.round();
    asks = quiet_.begin(at, others,
                        {now.sent, now.received, waits.first, runs, waits.last, now.other});
    round = quiet_.round();
    if (round != before) order_.note_answer(round, now);
    last_ended = last_ended_;
    if (others.empty() && quiet_.take_quiet()) {
      order_.give(round, quiet_.where_to_break().what, now);
      return std::nullopt;
    }
    patience = quiet_.patience(at);
  }
  if (lost && lost->process.bound()) order_break(*lost, quiet_round);
  if (asks) {
    for (const mmps_name& process : others) {
      message_header header = header_for(message_type::query, process);
      header.tag = query_tag{round, runtime_->main_has_ended()}.on_wire();
      if (out_.send_uncounted(header, mmps::bytes_of(last_ended))) continue;
      process_ended_unasked(process);
      if (members_.believes_alive(process)) not_asked = process;
    }
    note_asked_but(not_asked);
  } else if (members_.believes_alive(not_asked_)) {  // a process that is asked may answer late
    note_asked_but(not_asked_);
  }
  return patience;
}

void session_end::order_break(const lost_wait& lost, std::uint64_t round) {
  message_header header = header_for(message_type::cancel, lost.process);
  header.tag = cancel_tag{round, lost.what}.on_wire();
  out_.send_uncounted(header, {});
}

// A process at fault is ended by the supervisor; if one lives on, this process is at fault.
void session_end::note_asked_but(const mmps_name& not_asked) {
  std::lock_guard guard(lock_);
  not_asked_ = not_asked;
  if (!not_asked.bound()) return not_asked_since_.reset();
  const base::instant now = clock_.now();
  if (!not_asked_since_) not_asked_since_ = now;
  if (now - *not_asked_since_ >= longest_not_asked) endpoint_.give_up(not_asked);
}

// --- ending

void session_end::main_ended() {
  if (!is_driver_) return;
  ending_.store(true, std::memory_order_relaxed);
  // While some processes end, others may begin: remaining work may ask for new processes. All are
  // told before one is awaited: its calls may wait in another one, which ends them when it ends.
  std::set<mmps_name> told;
  std::vector<cip<void>> awaited;
  do {
    awaited.clear();
    for (const mmps_name& process : members_.workers())
      if (told.insert(process).second) awaited.push_back(calls_.send_bye(process));
    for (const cip<void>& one : awaited) runtime_->wait(*one);
  } while (!awaited.empty());
}

void session_end::wait_for_end() { runtime_->wait(*end_); }

void session_end::on_bye(const message_header& header) {
  if (is_driver_) return calls_.on_bye(header);
  if (!bye_.source.bound()) bye_ = header;
  end_here();
}

void session_end::end_here() {
  if (ending_.exchange(true)) return;
  end_->set_value_outcome();
  complete(*end_, *runtime_);
}

void session_end::say_ended() {
  if (!bye_.source.bound()) return;
  message_header header = header_for(message_type::bye, bye_.source);
  header.tag = bye_.tag;
  out_.send(header, {});
}

}  // namespace mentat::node
