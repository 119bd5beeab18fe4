#include "rts/core/server_object.h"

#include <utility>

namespace mentat {

server_object::~server_object() {
  if (self_) unbind();
  collect();
  while (arrived_) std::exchange(arrived_, arrived_->next)->release();
}

void server_object::bind(const class_info& of_class, void* self, const mmps::mmps_name& name) {
  name_ = name;
  class_ = &of_class;
  self_ = self;
  generation_.store(name.generation, std::memory_order_release);
}

void server_object::unbind() {
  generation_.store(0, std::memory_order_release);
  void* self = std::exchange(self_, nullptr);
  class_->destroy(self);
}

void server_object::post(computation_instance& call) {
  computation_instance* head = inbox_.load(std::memory_order_relaxed);
  do {
    call.next = head;
  } while (!inbox_.compare_exchange_weak(head, &call, std::memory_order_release, std::memory_order_relaxed));
}

bool server_object::notify() {
  std::uint32_t now = state_.load(std::memory_order_relaxed);
  for (;;) {
    const bool mine = (now & (scheduled | running)) == 0;
    const std::uint32_t then = now | signalled | (mine ? scheduled : 0);
    if (state_.compare_exchange_weak(now, then, std::memory_order_acq_rel, std::memory_order_relaxed)) return mine;
  }
}

bool server_object::begin() {
  std::uint32_t now = state_.load(std::memory_order_relaxed);
  do {
    if ((now & scheduled) == 0) return false;
    // The signal is taken with the right to run: next_unit() looks at everything that was posted before.
  } while (!state_.compare_exchange_weak(now, running, std::memory_order_acq_rel, std::memory_order_relaxed));
  look_again_ = true;
  return true;
}

bool server_object::end() {
  std::uint32_t now = running;
  if (state_.compare_exchange_strong(now, 0, std::memory_order_acq_rel, std::memory_order_acquire)) return true;
  state_.fetch_and(~signalled, std::memory_order_acq_rel);
  look_again_ = true;
  return false;
}

void server_object::hand_on() {
  std::uint32_t now = state_.load(std::memory_order_relaxed);
  while (!state_.compare_exchange_weak(now, scheduled | signalled, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

void server_object::collect() {
  computation_instance* newest = inbox_.exchange(nullptr, std::memory_order_acquire);
  if (!newest) return;
  computation_instance* oldest = nullptr;
  computation_instance* last = newest;
  while (newest) {
    computation_instance* below = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = below;
  }
  if (arrived_) arrived_last_->next = oldest;
  else arrived_ = oldest;
  arrived_last_ = last;
}

bool server_object::has_more() const {
  return look_again_ || arrived_ || inbox_.load(std::memory_order_relaxed);
}

computation_instance* server_object::next_unit() {
  for (;;) {
    if (look_again_) {
      if (!waiting_.empty())
        if (computation_instance* unit = waiting_.take_in_order()) return unit;
      look_again_ = false;
    }
    if (!arrived_) collect();
    if (!arrived_) return nullptr;
    computation_instance* unit = std::exchange(arrived_, arrived_->next);
    unit->next = nullptr;
    if (waiting_.empty() ? unit->complete() : !waiting_.holds(unit->caller()) && unit->complete()) return unit;
    waiting_.deposit(*unit);  // if it became complete since it was asked, notify() has left a signal
  }
}

}  // namespace mentat
