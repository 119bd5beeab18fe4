// How a caller that is far ahead of its calls lets them catch up.
#include <ctime>

#include "mmps/base/block_pool.h"
#include "rts/executor/executor.h"
#include "rts/executor/this_worker.h"

namespace mentat {

void executor::slow_down(const server_object* called) {
  is_far_ahead_.store(false, std::memory_order_relaxed);
  if (this_worker().takes_in) return;  // its messages are handled here, by nobody else
  if (shorten_queue(worker::most_queued / 2) || !called || !chosen_.pauses_for_memory) return;
  if (base::block_pool::is_flagged()) await_object(*called);  // else the queue was the reason
}

// Lets the oldest calls run until no more than so many are queued. These do not pause in turn, and
// nobody does while many functions wait: the calls of a tree would all begin, each on a stack.
bool executor::shorten_queue(std::size_t to) {
  worker& self = this_worker();
  if (chosen_.adversarial || self.shorten_to != SIZE_MAX || self.deque.size() <= to ||
      !can_leave(self) || parked_.load(std::memory_order_relaxed) >= worker::most_parked)
    return false;
  self.shorten_to = to;
  try {
    // The caller is the newest item: when other workers run out of work, one goes on with it.
    leave_fiber(
        [](worker& here, void* argument) {
          here.on->publish(here, item_of(*static_cast<fiber*>(argument)));
        },
        self.current);
  } catch (...) {  // no fiber: a pause is not a reason for an error
    self.shorten_to = SIZE_MAX;
    return false;
  }
  this_worker().shorten_to = SIZE_MAX;  // perhaps another worker
  return true;
}

// Waits until the object has executed its calls, or executes none. These may need the caller, which
// then goes on, until memory has doubled. Where others use the cores, an object is silent for some
// slices of the scheduler.
void executor::await_object(const server_object& object) {
  constexpr std::int64_t patience = 500'000'000;  // ns
  constexpr base::duration nap = 50 * base::microsecond;
  constexpr timespec alone_nap{0, 50'000};
  const bool is_far = object.is_far();
  const auto is_over = [&] {
    return is_far ? chosen_.outside->unanswered() == 0 : !object.is_busy();
  };
  const auto progress = [&]() -> std::uint64_t {
    return is_far ? chosen_.outside->unanswered() : object.done();
  };
  std::uint64_t before = progress();
  std::int64_t since = now_ns();
  while (!is_over()) {
    if (this_worker().runnable() == 0 && this_worker().handoffs.empty()) {
      if (chosen_.outside)
        await_mail(nap, true);
      else
        nanosleep(&alone_nap, nullptr);
    } else {
      try {
        pause_caller();
      } catch (...) {  // no fiber: a pause is not a reason for an error
        return;
      }
    }
    const std::int64_t now = now_ns();
    if (const std::uint64_t reached = progress(); reached != before) {
      before = reached;
      since = now;
    } else if (now - since > patience) {
      return base::block_pool::flag_growth(&is_far_ahead_, 2 * base::block_pool::carved());
    }
  }
}

}  // namespace mentat
