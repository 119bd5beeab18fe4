// How a worker searches for work, and sleeps when there is none.
#include <sched.h>

#include <algorithm>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/futex/futex.h"
#include "mmps/machine/processor.h"
#include "rts/core/activation.h"
#include "rts/executor/execute.h"
#include "rts/executor/executor.h"
#include "rts/executor/this_worker.h"
#include "rts/record/recorded_call.h"

namespace mentat {
namespace {

using namespace std::chrono_literals;

constexpr unsigned max_receives_from_last = 16;  // in a row, only from the last sender
// In a program of one process.
constexpr int polls_before_yield_alone = 200;
constexpr std::uint32_t most_newest_in_a_row = 64;  // then the oldest item runs
// The first sleep before the session is asked whether anything can still arrive.
constexpr auto first_patience = 10ms;
// Another worker may get the answers that make room for them, and wakes nobody for it.
constexpr base::duration longest_with_calls_to_spread = base::millisecond;
// Then one of them goes although no process is known to have room.
constexpr std::int64_t longest_held_back = 1'000'000'000;  // ns

}  // namespace

work_item executor::next_item(worker& self) {
  if (has_timers() && timer_is_due()) ring_timers();
  if (main_calls(self)) [[unlikely]]
    if (const work_item item = due_main()) return item;
  if (chosen_.adversarial) {
    if (chosen_.outside) {
      if (!self.to_send.empty()) send_out();
      if (!self.to_spread.empty()) spread_out(self);
      take_in();
    }
    if (self.bag.empty()) return self.to_spread.empty() ? sleep(self) : 0;
    std::swap(self.bag[self.chance.below(self.bag.size())], self.bag.back());
    const work_item item = self.bag.back();
    self.bag.pop_back();
    return item;
  }
  if (self.oldest_next || self.newest_in_a_row >= most_newest_in_a_row) {
    self.oldest_next = false;
    self.newest_in_a_row = 0;
    if (const work_item item = self.handoffs.steal()) return item;
    if (const work_item item = self.deque.steal()) return item;
  }
  if (outside* const others = chosen_.outside) {
    if (!self.to_send.empty()) send_out();
    if (!self.to_spread.empty()) [[unlikely]]
      spread_out(self);
    if (mail_waits()) take_in();
    offer(self);
    // A load of zero is noted only after it has lasted for a while.
    const std::size_t runnable = self.runnable();
    if (runnable != 0) others->note_load(self.index, runnable);
  }
  if (self.shorten_to != SIZE_MAX) [[unlikely]] {
    if (self.deque.size() <= self.shorten_to ||
        parked_.load(std::memory_order_relaxed) >= worker::most_parked)
      self.shorten_to = SIZE_MAX;
    else if (const work_item item = self.deque.steal())
      return item;
  }
  if (self.lifo_slot.load(std::memory_order_relaxed)) {
    if (self.dwell.measuring()) note_taken(self);
    ++self.newest_in_a_row;
    if (const work_item item = take_from_slot(self)) return item;
  }
  self.newest_in_a_row = 0;
  if (const work_item item = self.handoffs.steal()) return item;
  if (const work_item item = self.deque.pop()) return item;
  if (take_in()) return 0;
  if (const work_item item = search(self)) return item;
  if (self.to_spread.empty()) return sleep(self);
  await_mail(longest_with_calls_to_spread, true);
  return 0;
}

// An item was put into the slot while another worker sleeps.
void executor::note_put(worker& self) {
  const std::uint32_t puts = self.puts.load(std::memory_order_relaxed);
  if (!self.dwell.measures(puts)) return;
  self.dwell.note_put(now_ns(), puts);
  if (self.dwell.stays_long(chosen_.spin.count())) wake_for_lifo_slot(self);
}

void executor::note_taken(worker& self) {
  if (self.dwell.note_gone(self.puts.load(std::memory_order_relaxed)) &&
      self.dwell.note_dwell(now_ns(), chosen_.spin.count()))
    wake_for_lifo_slot(self);
}

void executor::wake_for_lifo_slot(worker& self) {
  self.dwell.note_woken();
  if (sleeping_.load(std::memory_order_seq_cst) != 0 &&
      searching_.load(std::memory_order_seq_cst) == 0)
    wake_one();
}

inline work_item executor::take_from_slot(worker& self) const {
  if (!is_alone()) return self.lifo_slot.exchange(0, std::memory_order_acq_rel);
  const work_item item = self.lifo_slot.load(std::memory_order_relaxed);
  if (item) self.lifo_slot.store(0, std::memory_order_relaxed);
  return item;
}

work_item executor::own_item(worker& self) {
  if (const work_item item = take_from_slot(self)) return item;
  if (const work_item item = self.handoffs.steal()) return item;
  return self.deque.pop();
}

// Turns messages of other processes into calls and results of this one. A message may complete a
// call of this process, the end of which checks for mail again; `takes_in` stops that recursion.
bool executor::take_in() {
  if (!chosen_.outside) return false;
  worker& self = this_worker();
  if (self.takes_in) return false;
  self.takes_in = true;
  const bool any = chosen_.outside->receive(self.index);
  self.takes_in = false;
  return any;
}

// The same, but polls the last sender first, because it mostly sends the next message. Other
// senders get their turn, too.
bool executor::take_in_soon(worker& self) {
  if (self.takes_in) return false;
  self.takes_in = true;
  const bool any = self.from_last < max_receives_from_last && chosen_.outside->receive_from_last();
  self.takes_in = false;
  self.from_last = any ? self.from_last + 1 : 0;
  return any || take_in();
}

void executor::take_in_now() {
  constexpr std::uint32_t between_pauses = 256;
  worker& self = this_worker();
  if (++self.mail_checks % between_pauses == 0) [[unlikely]]
    let_time_pass(self);
  if (chosen_.adversarial || self.takes_in || !chosen_.outside->has_mail() ||
      !has_stack_for_mail(self))
    return;
  activation* const running = current_activation;
  set_current_activation(&detail::no_activation);
  self.runs_function = true;
  take_in();
  self.runs_function = false;
  set_current_activation(running);
}

void executor::note_unit_over() { chosen_.outside->note_unit_over(this_worker().index); }

bool executor::await_mail(base::duration longest, bool until_mail) {
  worker& self = this_worker();
  outside& others = *chosen_.outside;
  if (chosen_.adversarial || self.takes_in || !has_stack_for_mail(self) ||
      self.lifo_slot.load(std::memory_order_relaxed) != 0 || !self.deque.empty() ||
      !self.handoffs.empty())
    return false;
  if (!others.has_mail()) {
    activation* const running = current_activation;
    set_current_activation(&detail::no_activation);
    const std::uint32_t before = self.word->load(std::memory_order_seq_cst);
    if (until_mail) others.listen(self.index);
    if (!others.has_mail()) others.sleep(self.index, before, longest);
    if (until_mail) others.stop_listening(self.index);
    set_current_activation(running);
  }
  take_in_now();
  return true;
}

// A loop that polls would never see in a simulation what it polls for.
void executor::let_time_pass(worker& self) {
  if (self.takes_in) return;
  activation* const running = current_activation;
  set_current_activation(&detail::no_activation);
  chosen_.outside->let_time_pass(self.index);
  set_current_activation(running);
}

void executor::before_read() {
  constexpr std::uint32_t reads_per_check = 16, a_turn = 1 << 14;  // a check costs more than a read
  worker& self = this_worker();
  if (++self.read_here % reads_per_check != 0) return;
  const replica_reader* const mine = this_replica_reader;
  if (!mine || mine->inside.load(std::memory_order_relaxed) != 0) return;  // inside of another one
  if (chosen_.outside) take_in_now();
  if (self.read_here % a_turn == 0 &&
      (self.lifo_slot.load(std::memory_order_relaxed) != 0 || !self.deque.empty() ||
       !self.handoffs.empty() || !self.bag.empty() || (chosen_.adversarial && mail_waits())))
    pause_caller();
}

void executor::spread_out(worker& self) {
  while (!self.to_spread.empty() && self.may_spread(*chosen_.outside, now_ns())) {
    computation_instance& call = *self.to_spread.front();
    self.to_spread.pop_front();
    const bool has_others = self.runnable() != 0 || !self.handoffs.empty();
    const bool is_overdue = now_ns() - self.spread_at > longest_held_back;
    const bool may_stay = has_others || (!is_overdue && !chosen_.adversarial);
    if (!chosen_.outside->send_elsewhere(call, may_stay)) return self.to_spread.push_front(&call);
    self.spread_at = now_ns();
  }
}

// Running a far object means sending its calls. If one cannot be sent, it and others fail: the loop
// sends these later, without recursion.
void executor::send_out() {
  this_worker().sends = true;
  while (!this_worker().to_send.empty()) {
    server_object* far = this_worker().to_send.back();
    this_worker().to_send.pop_back();
    if (far->begin()) run_object(*far, {}, *this, manner::plain);
  }
  this_worker().sends = false;
}

namespace {

void note_stolen(work_item item) {
  switch (kind_of(item)) {
    case item_kind::call:
      return record::note_stolen(record::stolen_item::call, &target_of<computation_instance>(item));
    case item_kind::object:
      return record::note_stolen(record::stolen_item::object, nullptr);
    case item_kind::fiber:
      return record::note_stolen(record::stolen_item::function, nullptr);
  }
}

}  // namespace

work_item executor::stolen(work_item item) {
  steals_.fetch_add(1, std::memory_order_relaxed);
  if (record::is_on()) note_stolen(item);
  return item;
}

work_item executor::steal(worker& self) {
  const std::size_t count = workers_.size();
  for (std::size_t i = 1; i < count; ++i) {
    worker& victim = *workers_[(self.index + i) % count];
    if (!victim.deque.empty())
      if (const work_item item = victim.deque.steal()) return stolen(item);
    if (victim.lifo_slot_is_open.load(std::memory_order_relaxed) &&
        victim.lifo_slot.load(std::memory_order_relaxed) != 0)
      if (const work_item item = victim.lifo_slot.exchange(0, std::memory_order_acq_rel))
        return stolen(item);
  }
  return 0;
}

// Called when the worker begins something else, and so will not take the item soon.
void executor::open_slot(worker& self) {
  if (self.lifo_slot.load(std::memory_order_relaxed) != 0)
    self.lifo_slot_is_open.store(true, std::memory_order_relaxed);
}

work_item executor::take_old(worker& self, std::chrono::nanoseconds age) {
  const std::int64_t now = now_ns();
  for (auto& one : workers_) {
    worker& victim = *one;
    if (&victim == &self) continue;
    worker::sighting& seen = self.seen[victim.index];
    work_item item = victim.lifo_slot.load(std::memory_order_acquire);
    const std::uint32_t puts = victim.puts.load(std::memory_order_relaxed);
    if (seen.slot.reaches(item, puts, now, age.count()) &&
        victim.lifo_slot.compare_exchange_strong(item, 0, std::memory_order_acq_rel))
      return stolen(item);
    const work_deque& callers = victim.handoffs;
    if (seen.callers.takes_long(callers.empty() ? -1 : callers.taken(), now) &&
        (item = victim.handoffs.steal()))
      return stolen(item);
  }
  return 0;
}

// Searches for work for about one wake-up latency. Polls the messages from outside every time.
work_item executor::search(worker& self) {
  outside* const others = chosen_.outside;
  if (others && others->prefers_blocking_wait(self.index) && others_asleep(self)) return 0;
  if (workers_.size() > 1) return search_others(self);
  if (!others || core_is_contended(self)) return 0;
  std::int64_t end = 0;
  const int polls = others->shares_core() ? 1 : polls_before_yield;
  int left = polls;  // before it yields
  while (!stopping_.load(std::memory_order_relaxed) && !main_calls(self)) {
    if (take_in_soon(self))
      if (const work_item item = own_item(self)) return item;
    if (--left > 0) continue;
    left = polls;
    if (end == 0) others->note_load(self.index, 0);
    const std::int64_t now = now_ns();
    if (end == 0) end = now + chosen_.spin.count();
    if (now >= end) return 0;
    yield(self);
    if (self.core.is_known()) return 0;
  }
  return 0;
}

work_item executor::search_others(worker& self) {
  if (chosen_.outside && (core_is_contended(self) ||
                          searching_.load(std::memory_order_relaxed) >= chosen_.max_searching))
    return steal(self);
  searching_.fetch_add(1, std::memory_order_seq_cst);
  const std::int64_t begin = now_ns();
  const std::int64_t end = begin + chosen_.spin.count();
  self.thefts.note_search(begin);
  const std::chrono::nanoseconds old{self.thefts.dwell()};
  const int before_yield =
      chosen_.outside && chosen_.outside->shares_core() ? 1 : polls_before_yield;
  const int rounds_per_check = self.thefts.last_was_useful() || before_yield == 1 ? 2 : 16;
  std::int64_t now = begin;
  work_item item = 0;
  for (int round = 0; !stopping_.load(std::memory_order_relaxed) && !main_calls(self); ++round) {
    if (now - begin >= self.thefts.backoff() && (item = steal(self))) break;
    if (chosen_.outside && take_in_soon(self) && (item = own_item(self))) break;
    if (round % rounds_per_check == rounds_per_check - 1) {
      if ((item = take_old(self, old))) break;
      if (chosen_.outside && round == 31) chosen_.outside->note_load(self.index, 0);
      if ((now = now_ns()) >= end) break;
    }
    if (!chosen_.outside) {
      round < polls_before_yield_alone ? machine::relax() : static_cast<void>(sched_yield());
    } else if (round % before_yield != before_yield - 1) {
      machine::relax();
    } else {
      yield(self);
      if (self.core.is_known()) break;
    }
  }
  if (item)
    self.thefts.note_found(now_ns());  // also from outside: short ones do not justify stealing
  const bool last = searching_.fetch_sub(1, std::memory_order_seq_cst) == 1;
  if (item && last && sleeping_.load(std::memory_order_seq_cst) != 0) stop_looking(self);
  return item;
}

// Yields the core to another thread, if one needs it. A thread that then keeps it for long will
// need it again: for a while a waiting worker sleeps at once, and gets the core back as soon as
// there is mail.
void executor::yield(worker& self) const {
  const std::int64_t before = now_ns();
  sched_yield();
  self.core.note_yield(before, now_ns());
}

bool executor::core_is_contended(worker& self) const {
  return self.core.is_known() && self.core.lasts(now_ns());
}

bool executor::mail_waits() const { return chosen_.outside && chosen_.outside->has_mail(); }

bool executor::nothing_runs() const {
  const worker& self = this_worker();
  // Called from take_in_now(), or from spread_out().
  if (self.runs_function || !self.to_spread.empty()) return false;
  if (work_visible() || !others_asleep(self) || item_in_sight(self) || has_timers()) return false;
  return self.lifo_slot.load(std::memory_order_seq_cst) == 0 && self.handoffs.empty();
}

executor::wait_counts executor::waits() const {
  wait_counts counts;
  visit_waits([&counts](const waiter& one) {
    if (one.wanted->function() != end_of_session) ++(one.fails_last ? counts.last : counts.first);
  });
  return counts;
}

bool executor::work_visible() const {
  for (const auto& one : workers_)
    if (!one->deque.empty()) return true;
  return false;
}

bool executor::wake(worker& sleeper) {
  if (!sleeper.asleep.exchange(false, std::memory_order_seq_cst)) return false;
  sleeping_.fetch_sub(1, std::memory_order_seq_cst);
  sleeper.word->fetch_add(1, std::memory_order_seq_cst);
  wakes_.fetch_add(1, std::memory_order_relaxed);
  base::futex_wake(*sleeper.word, chosen_.outside != nullptr);
  return true;
}

// Some worker must look for newest items. If nobody_searches_ is false then a worker searches, or
// is the sentinel and takes short naps, or is about to do either. When that worker has found work
// and stops looking, it sets the flag, and leaves items put meanwhile to another one.
void executor::stop_looking(worker& self) {
  if (!sentinel_.load(std::memory_order_seq_cst))
    nobody_searches_.store(true, std::memory_order_seq_cst);
  if (work_visible())
    wake_one();
  else if (item_in_sight(self) && nobody_searches_.exchange(false))
    wake_searcher();
}

// Wakes the sentinel if it sleeps, because no other worker takes its place then; else any worker.
void executor::wake_searcher() {
  worker* sentinel = sentinel_.load(std::memory_order_seq_cst);
  if (!sentinel || !wake(*sentinel)) wake_one();
}

// Called with the flag `asleep` set: a worker that puts an item from now on finds one to wake.
bool executor::may_sleep_long(const worker& self) const {
  if (item_in_sight(self)) return false;
  const worker* sentinel = sentinel_.load(std::memory_order_seq_cst);
  return sentinel == &self ? nobody_searches_.load(std::memory_order_seq_cst) : sentinel != nullptr;
}

void executor::wake_one() {
  for (auto& one : workers_)
    if (one->asleep.load(std::memory_order_seq_cst) && wake(*one)) return;
}

// An item that this worker has put a moment ago; 0: there is none.
work_item executor::item_put() {
  worker& self = this_worker();
  if (!chosen_.adversarial) return own_item(self);
  if (self.bag.empty()) return 0;
  const work_item item = self.bag.back();
  self.bag.pop_back();
  return item;
}

work_item executor::on_all_asleep() {
  if (chosen_.outside && chosen_.outside->withdraw_asked()) return item_put();
  const bool only_circles = has_timers();
  const breakable what =
      chosen_.outside && !only_circles ? chosen_.outside->take_break() : breakable::waits;
  if (what == breakable::unaccepted) return refuse_waiting_calls() ? item_put() : 0;
  if (const work_item failed = break_deadlock(what, only_circles)) return failed;
  if (has_timers() || what != breakable::waits) return 0;
  if (fiber* main = draining_.exchange(nullptr)) return item_of(*main);
  return 0;
}

// Flags the worker as asleep, and sleeps. An item is never taken while the flag is set: the last
// one to set it concludes that no worker has any. Returns an item if this was the last worker and
// could resume something. The last one acts only after it has cleared its own flag and finds all
// others still set: the sentinel's naps end by themselves, and of two workers that clear their
// flags at most one sees the other's set.
work_item executor::nap(worker& self, std::chrono::nanoseconds longest, bool& woken) {
  const std::uint32_t before = self.word->load(std::memory_order_seq_cst);
  self.asleep.store(true, std::memory_order_seq_cst);
  const bool all = sleeping_.fetch_add(1, std::memory_order_seq_cst) + 1 == workers_.size() &&
                   others_asleep(self);
  outside* const others = chosen_.outside;
  if (others) others->listen(self.index);
  const bool nothing = !work_visible() && !stopping_.load(std::memory_order_seq_cst) &&
                       !mail_waits() && !main_calls(self);
  std::optional<std::int64_t> patience;
  if (others && all && nothing && !has_timers()) {
    const bool asks = self.woke_for_nothing || draining_.load(std::memory_order_relaxed);
    patience = asks ? others->all_asleep()
                    : std::optional(std::chrono::nanoseconds(first_patience).count());
  }
  // The last worker sleeps only if a timer will ring, and after it has found that nothing can run
  // before.
  const bool may_sleep = all ? patience || (self.only_timers_left && has_timers())
                             : longest.count() > 0 || may_sleep_long(self);
  if (nothing && may_sleep && !timer_is_due()) {
    const std::chrono::nanoseconds most =
        until_timer(patience ? std::chrono::nanoseconds(*patience) : longest);
    others ? others->sleep(self.index, before, most.count())
           : base::futex_wait(*self.word, before, most.count(), false);
  }
  if (others) {
    others->stop_listening(self.index);
    self.woke_for_nothing = nothing && !mail_waits();
  }
  woken = !self.asleep.exchange(false, std::memory_order_seq_cst);
  if (!woken) sleeping_.fetch_sub(1, std::memory_order_seq_cst);
  sleepers_.pass();
  self.only_timers_left = false;
  if (!nothing || !all || may_sleep || woken) return 0;
  // A worker that a message wakes from now on waits, so that nothing runs meanwhile. Of two workers
  // that come here at the same time, each sees that the other one is awake.
  sleepers_.close();
  work_item item = 0;
  if (others_asleep(self)) {
    item = on_all_asleep();
    self.only_timers_left = item == 0;
  }
  sleepers_.open();
  return item;
}

bool executor::look_while_asleep(const std::function<void(bool)>& look) {
  sleepers_.close();
  const bool may_look = std::ranges::all_of(
      workers_, [](const auto& one) { return one->asleep.load(std::memory_order_seq_cst); });
  if (may_look) look(has_timers());
  sleepers_.open();
  return may_look;
}

bool executor::others_asleep(const worker& self) const {
  for (const auto& one : workers_)
    if (one.get() != &self && !one->asleep.load(std::memory_order_seq_cst)) return false;
  return true;
}

bool executor::item_in_sight(const worker& self) const {
  for (const auto& one : workers_)
    if (one.get() != &self &&
        (one->lifo_slot.load(std::memory_order_seq_cst) != 0 || !one->handoffs.empty()))
      return true;
  return false;
}

work_item executor::sleep(worker& self) {
  if (chosen_.outside) chosen_.outside->note_load(self.index, 0);
  worker* nobody = nullptr;
  bool woken = false;
  if (!sentinel_.compare_exchange_strong(nobody, &self))
    return nap(self, std::chrono::nanoseconds(0), woken);
  work_item item = look_out(self);
  sentinel_.store(nullptr, std::memory_order_seq_cst);
  if (item || timer_is_due() || mail_waits() || main_calls(self)) stop_looking(self);
  return item;
}

// The sentinel: takes short naps and looks for items between them.
work_item executor::look_out(worker& self) {
  nobody_searches_.store(false, std::memory_order_seq_cst);
  idle::nap_length naps;
  bool woken = false;
  while (!stopping_.load(std::memory_order_seq_cst) && !work_visible() && !timer_is_due() &&
         !mail_waits() && !main_calls(self)) {
    const bool deep = naps.deep();
    if (deep) nobody_searches_.store(true, std::memory_order_seq_cst);
    if (const work_item item = nap(self, std::chrono::nanoseconds(naps.longest()), woken))
      return item;
    if (woken) return 0;
    if (deep) nobody_searches_.store(false, std::memory_order_seq_cst);
    if (const work_item item = take_old(self, std::chrono::nanoseconds(idle::min_nap / 2)))
      return item;
    std::uint32_t puts = 0;
    for (auto& one : workers_) puts += one->puts.load(std::memory_order_relaxed);
    naps.note_nap(puts);
  }
  return 0;
}

}  // namespace mentat
