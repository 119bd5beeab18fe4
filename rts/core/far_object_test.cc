// Calls of an object that is in another process: which leave at once, and which behind others.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/random.h"
#include "rts/core/server_object.h"

using namespace mentat;

namespace {

constexpr std::uint32_t living = 3;  // generation
const mmps::mmps_name name{7, 1, (4u << mmps::mmps_name::object_bits) + 5, living};

class unit final : public computation_instance {
 public:
  unit(server_object& far, std::uint64_t caller, int index, bool complete = true)
      : computation_instance(nullptr, 101, true), index(index) {
    set_target(&far, living);
    set_caller(caller);
    if (!complete) expect(1);
  }
  const int index;
};

// As the executor does.
template <class Sent>
void send_calls(server_object& far, Sent&& sent) {
  do {
    while (computation_instance* next = far.next_unit()) {
      sent(static_cast<unit&>(*next));
      next->release();
    }
  } while (!far.end());
}
std::vector<int> send_calls(server_object& far) {
  std::vector<int> indices;
  send_calls(far, [&](const unit& call) { indices.push_back(call.index); });
  return indices;
}

// Calls that wait for an argument, for the thread that brings it.
class argument_bringer {
 public:
  void add(unit* waiting) {
    std::lock_guard guard(lock_);
    waiting_.push_back(waiting);
  }
  unit* take(base::random& chance) {
    std::lock_guard guard(lock_);
    if (waiting_.empty()) return nullptr;
    std::swap(waiting_[chance.below(waiting_.size())], waiting_.back());
    unit* taken = waiting_.back();
    waiting_.pop_back();
    return taken;
  }

 private:
  std::mutex lock_;
  std::vector<unit*> waiting_;
};

}  // namespace

TEST_CASE("a call leaves without being posted if nothing that was posted is left") {
  server_object far;
  far.bind_far(name);
  unit later(far, 1, 9), incomplete(far, 1, 9, false);
  CHECK(far.may_pass(later));
  CHECK_FALSE(far.may_pass(incomplete));

  auto* first = new unit(far, 1, 0, false);
  CHECK_FALSE(far.post(*first));
  CHECK_FALSE(far.may_pass(later));
  CHECK(far.post(*new unit(far, 2, 1)));
  REQUIRE(far.begin());
  CHECK_FALSE(far.may_pass(later));
  CHECK(send_calls(far) == std::vector{1});
  CHECK_FALSE(far.may_pass(later));  // no fiber sends, and the first one still waits

  CHECK(first->arrived());
  CHECK(far.notify());
  CHECK_FALSE(far.may_pass(later));
  REQUIRE(far.begin());
  CHECK(send_calls(far) == std::vector{0});
  CHECK(far.may_pass(later));

  far.unbind_far(living);
  CHECK_FALSE(far.may_pass(later));
}

TEST_CASE("a call that waits for an ended object does not hold up calls of the next object") {
  server_object far;
  far.bind_far(name);
  auto* old = new unit(far, 1, 0, false);
  CHECK_FALSE(far.post(*old));
  CHECK(far.post(*new unit(far, 2, 1)));
  REQUIRE(far.begin());
  CHECK(send_calls(far) == std::vector{1});
  far.unbind_far(living);
  mmps::mmps_name next = name;
  ++next.generation;
  far.bind_far(next);
  unit later(far, 3, 9);
  later.set_target(&far, next.generation);
  CHECK_FALSE(far.may_pass(later));
  CHECK(old->arrived());
  CHECK(far.notify());
  REQUIRE(far.begin());
  CHECK(send_calls(far) == std::vector{0});
  CHECK(far.may_pass(later));
}

TEST_CASE("the calls of one caller leave once and in order, from any thread") {
  constexpr int callers = 2, calls = 20'000;
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  server_object far;
  far.bind_far(name);
  std::vector<int> left(callers + 1);  // no atomics: the object promises that, and ThreadSanitizer
                                       // looks
  std::atomic<int> out_of_order{0}, passed{0}, calling{callers};
  const auto leaves = [&](const unit& call) {
    if (call.index != left[call.caller()]++) out_of_order.fetch_add(1);
  };
  argument_bringer waiting;
  const auto call_it = [&](std::uint64_t caller) {
    base::random chance(seed + caller);
    for (int i = 0; i < calls; ++i) {
      const bool complete = chance.below(8) != 0;
      auto* made = new unit(far, caller, i, complete);
      if (far.may_pass(*made)) {
        passed.fetch_add(1);
        leaves(*made);
        made->release();
        continue;
      }
      if (far.post(*made) && far.begin()) send_calls(far, leaves);
      if (!complete) waiting.add(made);
      if (chance.below(64) == 0) std::this_thread::yield();
    }
    calling.fetch_sub(1);
  };
  const auto bring_arguments = [&] {
    base::random chance(seed);
    for (;;) {
      const bool last = calling.load() == 0;
      if (unit* one = waiting.take(chance)) {
        if (one->arrived() && far.notify() && far.begin()) send_calls(far, leaves);
      } else if (last) {
        return;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t c = 1; c <= callers; ++c) threads.emplace_back(call_it, c);
  threads.emplace_back(bring_arguments);
  for (std::thread& thread : threads) thread.join();
  CHECK(out_of_order.load() == 0);
  CHECK(passed.load() > 0);
  for (int c = 1; c <= callers; ++c) CHECK(left[c] == calls);
}
