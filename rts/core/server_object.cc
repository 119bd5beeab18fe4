#include "rts/core/server_object.h"

#include <algorithm>
#include <utility>

namespace mentat {

server_object::~server_object() {
  if (self_) unbind();
  collect(word_.load());
  while (arrived_) std::exchange(arrived_, arrived_->next)->release();
  for (computation_instance* unit : lost_) unit->release();
  for (computation_instance* unit : kept_) unit->release();
}

void server_object::bind(const class_info& of_class, void* self, const mmps::mmps_name& name,
                         bool runs_apart, bool has_guards, bool waits_after_rtf) {
  name_ = name;
  class_ = &of_class;
  self_ = self;
  runs_apart_.store(runs_apart, std::memory_order_relaxed);
  needs_own_stack_.store(runs_apart || waits_after_rtf, std::memory_order_relaxed);
  serving_.store(false, std::memory_order_relaxed);
  waiting_.order_by_place(has_guards);
  const bool is_replica = of_class.replica != nullptr;
  form_.store(has_guards ? (is_replica ? form::guarded_replica : form::guarded)
                         : (is_replica ? form::replica : form::ordinary),
              std::memory_order_relaxed);
  done_before_.store(done_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  generation_.store(name.generation, std::memory_order_release);
}

void server_object::bind_far(const mmps::mmps_name& name) {
  name_ = name;
  form_.store(form::far, std::memory_order_relaxed);
  runs_apart_.store(true, std::memory_order_relaxed);
  needs_own_stack_.store(true, std::memory_order_relaxed);
  generation_.store(name.generation, std::memory_order_release);
}

void server_object::unbind() {
  generation_.store(0, std::memory_order_release);
  void* self = std::exchange(self_, nullptr);
  class_->destroy(self);
  lose_calls();
}

void server_object::lose_calls() {
  ahead_ = 0;
  while (arrived_) lost_.push_back(std::exchange(arrived_, arrived_->next));
  while (computation_instance* unit = waiting_.take_any()) lost_.push_back(unit);
}

bool server_object::post(computation_instance& call) {
  const bool complete = call.complete();
  if (!complete) call.note_without_place();
  word now = word_.load(std::memory_order_relaxed);
  for (;;) {
    call.next = newest_in(now);
    const bool mine = complete && (now & (scheduled | running)) == 0;
    const word then = reinterpret_cast<word>(&call) | (now & bits) | (complete ? signalled : 0) |
                      (mine ? scheduled : 0);
    if (word_.compare_exchange_weak(now, then, std::memory_order_acq_rel,
                                    std::memory_order_relaxed))
      return mine;
  }
}

bool server_object::notify() {
  word now = word_.load(std::memory_order_relaxed);
  for (;;) {
    const bool mine = (now & (scheduled | running)) == 0;
    if (word_.compare_exchange_weak(now, now | signalled | (mine ? scheduled : 0),
                                    std::memory_order_acq_rel, std::memory_order_relaxed))
      return mine;
  }
}

bool server_object::begin() {
  word now = word_.load(std::memory_order_relaxed);
  do {
    if ((now & scheduled) == 0) return false;
    // Takes the inbox and the signal together with the right to run: next_unit() sees all calls
    // posted before.
  } while (!word_.compare_exchange_weak(now, running, std::memory_order_acq_rel,
                                        std::memory_order_relaxed));
  collect(now);
  return true;
}

// Called before the right to run is given back: a reader that sees it free sees this store, too.
void server_object::note_waiting() {
  some_wait_.store(arrived_ || !waiting_.empty(), std::memory_order_release);
}

bool server_object::end() {
  if (is_far()) note_waiting();
  word now = running;
  if (word_.compare_exchange_strong(now, 0, std::memory_order_acq_rel, std::memory_order_acquire))
    return true;
  collect(word_.exchange(running, std::memory_order_acq_rel));
  return false;
}

void server_object::reschedule() {
  word now = word_.load(std::memory_order_relaxed);
  while (!word_.compare_exchange_weak(now, (now & ~running) | scheduled | signalled,
                                      std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

void server_object::collect(word taken) {
  const bool none_waits = waiting_.empty(), none_kept = kept_.empty();
  if (taken & signalled) look_again_ = !(none_waits & none_kept);
  computation_instance* newest = newest_in(taken);
  if (!newest) return;
  if (arrived_ || newest->next || newest->generation() != generation()) [[unlikely]]
    return collect_several(newest);
  several_callers_ = false;
  arrived_ = arrived_last_ = newest;
}

// The newest first; or one, behind others that have arrived, or for an object that has ended.
void server_object::collect_several(computation_instance* newest) {
  computation_instance* oldest = nullptr;
  computation_instance* last = nullptr;
  bool several = false;
  const std::uint32_t living = generation_.load(std::memory_order_relaxed);
  while (newest) {
    computation_instance* below = newest->next;
    if (newest->generation() != living) [[unlikely]] {
      lost_.push_back(newest);
    } else {
      if (!last) last = newest;
      several |= newest->caller() != last->caller();
      newest->next = oldest;
      oldest = newest;
    }
    newest = below;
  }
  if (!oldest) return;
  if (arrived_) {
    several_callers_ |= several || arrived_last_->caller() != last->caller();
    arrived_last_->next = oldest;
  } else {
    several_callers_ = several;
    arrived_ = oldest;
  }
  arrived_last_ = last;
}

void server_object::collect_inbox() {
  if (newest_in(word_.load(std::memory_order_relaxed)))
    collect(word_.exchange(running, std::memory_order_acq_rel));
}

void server_object::deposit_arrived() {
  ahead_ = 0;
  while (arrived_) {
    computation_instance* unit = std::exchange(arrived_, arrived_->next);
    unit->next = nullptr;
    waiting_.deposit(*unit);
    look_again_ = true;
  }
}

selection* server_object::look_for_end() {
  if (const word now = word_.load(std::memory_order_relaxed); newest_in(now) || (now & signalled))
    collect(word_.exchange(running, std::memory_order_acq_rel));
  deposit_arrived();  // all of it: an mselect passes over units of other functions
  while (waiting_.find_complete()) {
    collect_inbox();
    deposit_arrived();
    waiting_.place_found();
  }
  selection* const standing = selecting_.load(std::memory_order_relaxed);
  standing->found = standing->predicate.find(waiting_);
  if (!standing->found && !ending_) ending_ = waiting_.take_of(destroy_function);
  const bool over =
      standing->found || ending_ || standing->time_is_over.load(std::memory_order_acquire);
  if (!over) return nullptr;
  stop_selecting();
  return standing;
}

std::vector<const computation_instance*> server_object::queued() const {
  std::vector<const computation_instance*> found = waiting_.all();
  for (const computation_instance* at = arrived_; at; at = at->next) found.push_back(at);
  const std::size_t collected = found.size();
  const std::uint32_t living = generation();
  for (const computation_instance* at = newest_in(word_.load(std::memory_order_acquire)); at;
       at = at->next)
    if (at->generation() == living) found.push_back(at);
  std::reverse(found.begin() + static_cast<std::ptrdiff_t>(collected), found.end());
  return found;
}

void server_object::note_destroyed() {
  note_answered();
  done_before_.store(done_before_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

server_object::activity server_object::look() const {
  activity now;
  const std::uint64_t done = done_.load(std::memory_order_relaxed);
  now.function = function_.load(std::memory_order_relaxed);
  now.caller = caller_.load(std::memory_order_relaxed);
  now.runs = now.function != destroy_function;
  const std::uint64_t before = done_before_.load(std::memory_order_relaxed);
  now.executed = done > before ? done - before : 0;
  const std::uint64_t over = done + (now.runs ? 1 : 0);
  const std::uint64_t posted = posted_.load(std::memory_order_relaxed);
  now.waiting = posted > over ? posted - over : 0;
  return now;
}

bool server_object::has_more() const {
  return look_again_ || (guards_may_hold_ && !waiting_.empty()) || (arrived_ && !stands_still()) ||
         !lost_.empty() || newest_in(word_.load(std::memory_order_relaxed));
}

void server_object::look_at_kept() {
  std::erase_if(kept_, [this](computation_instance* unit) {
    const bool complete = unit->complete();
    if (complete) lost_.push_back(unit);
    return complete;
  });
}

// The next call among those that did not begin when they arrived.
computation_instance* server_object::take_waiting() {
  waiting_.place_found();
  if (computation_instance* unit = waiting_.take_next()) return unit;
  look_at_kept();
  look_again_ = waiting_.find_complete();
  if (!look_again_) return nullptr;
  collect_inbox();
  for (const computation_instance* unit = arrived_; unit; unit = unit->next) ++ahead_;
  return nullptr;
}

computation_instance* server_object::next_unit() {
  for (;;) {
    while (look_again_ && ahead_ == 0)
      if (computation_instance* unit = take_waiting()) return unit;
    if (!arrived_) collect_inbox();
    if (!arrived_ || stands_still()) return nullptr;
    computation_instance* unit = std::exchange(arrived_, arrived_->next);
    unit->next = nullptr;
    if (ahead_ != 0) --ahead_;
    if (may_begin(*unit)) return unit;
    waiting_.deposit(
        *unit);  // if it has become complete since the check, notify() has left a signal
  }
}

// Takes the oldest arrived call.
bool server_object::may_begin(const computation_instance& unit) {
  if (!waiting_.empty() && waiting_.holds(unit.caller())) return false;
  return takes_turn(unit);
}

// Whether a call that has just arrived, behind no earlier one of its caller, is complete and comes
// before those that arrive later.
bool server_object::takes_turn(const computation_instance& unit) {
  if (!unit.is_without_place()) [[likely]]
    return true;
  if (!unit.complete()) return false;
  if (!several_callers_ && !newest_in(word_.load(std::memory_order_relaxed))) return true;
  look_again_ = true;  // others may have been posted before its arguments came
  return false;
}

computation_instance* server_object::take_arrived(const unit_test& is_wanted) {
  computation_instance* before = nullptr;
  std::size_t earlier = 0;
  for (computation_instance* at = arrived_; at; before = at, at = at->next, ++earlier) {
    if (!is_wanted(*at)) continue;
    (before ? before->next : arrived_) = at->next;
    if (at == arrived_last_) arrived_last_ = before;
    if (earlier < ahead_) --ahead_;
    at->next = nullptr;
    return at;
  }
  return nullptr;
}

computation_instance* server_object::withdraw(const unit_test& is_wanted) {
  if (tests_guards_) return nullptr;  // a guard waits: its search would lose its place
  collect_inbox();
  computation_instance* taken = take_arrived(is_wanted);
  if (!taken) taken = waiting_.take_if(is_wanted);
  if (taken) look_again_ = guards_may_hold_ = true;
  return taken;
}

// --- guards

bool server_object::is_open(computation_instance& unit, const repetition_test& is_repeated) {
  if (unit.argument_failed() || (unit.lineage() != 0 && is_repeated(unit))) return true;
  try {
    return class_->is_open(self_, unit);
  } catch (...) {
    guard_errors_.emplace_back(&unit, std::current_exception());
    unit.note_argument_error();
    return true;
  }
}

std::exception_ptr server_object::take_guard_error(const computation_instance& unit) {
  std::exception_ptr thrown;
  std::erase_if(guard_errors_, [&](auto& one) {
    if (one.first != &unit) return false;
    thrown = std::move(one.second);
    return true;
  });
  return thrown;
}

computation_instance* server_object::take_waiting_open(const repetition_test& is_repeated) {
  bool is_new = time_passed_.exchange(false, std::memory_order_acquire) || guards_may_hold_;
  while (waiting_.find_complete()) {
    collect_inbox();
    deposit_arrived();
    waiting_.place_found();
    is_new = true;
  }
  look_at_kept();
  look_again_ = guards_may_hold_ = false;
  if (!is_new) return nullptr;
  tests_guards_ = true;
  computation_instance* const found =
      waiting_.take_open([&](computation_instance& unit) { return is_open(unit, is_repeated); });
  tests_guards_ = false;
  return found;
}

computation_instance* server_object::next_open_unit(const repetition_test& is_repeated,
                                                    bool tests_again) {
  for (;;) {
    computation_instance* found = nullptr;
    if (look_again_ || (guards_may_hold_ && !waiting_.empty()))
      found = take_waiting_open(is_repeated);
    if (!found && !arrived_) collect_inbox();
    if (!found && !arrived_ && !look_again_) found = waiting_.take_end();
    if (!found && !arrived_ && !look_again_) return nullptr;
    if (!found && arrived_) {
      computation_instance* unit = std::exchange(arrived_, arrived_->next);
      unit->next = nullptr;
      const bool may_pass = unit->function() != destroy_function && !waiting_.holds_back(*unit);
      if (may_pass && takes_turn(*unit) && is_open(*unit, is_repeated))
        found = unit;
      else
        waiting_.deposit(*unit);
    }
    if (!found) continue;
    guards_may_hold_ = tests_again;
    return found;
  }
}

}  // namespace mentat
