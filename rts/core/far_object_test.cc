// Calls of an object that is in another process: which leave at once, and which behind others.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <deque>
#include <random>
#include <thread>
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
std::vector<int> send_calls(server_object& far) {
  std::vector<int> sent;
  do {
    while (computation_instance* next = far.next_unit()) {
      sent.push_back(static_cast<unit*>(next)->index);
      next->release();
    }
  } while (!far.end());
  return sent;
}

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
  CHECK_FALSE(far.may_pass(later));  // nobody sends, and the first one waits still

  CHECK(first->arrived());
  CHECK(far.notify());
  CHECK_FALSE(far.may_pass(later));
  REQUIRE(far.begin());
  CHECK(send_calls(far) == std::vector{0});
  CHECK(far.may_pass(later));

  far.unbind_far(living);
  CHECK_FALSE(far.may_pass(later));
}

TEST_CASE("whoever sends them, the calls of one caller leave once and in order") {
  constexpr int callers = 3, calls = 20'000;
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  server_object far;
  far.bind_far(name);
  std::vector<int> left(callers + 1);  // no atomics: what the object promises, and ThreadSanitizer
                                       // looks
  std::atomic<int> out_of_order{0}, passed{0};
  const auto leaves = [&](const computation_instance& call) {
    if (static_cast<const unit&>(call).index != left[call.caller()]++) out_of_order.fetch_add(1);
  };
  const auto run_far = [&] {
    if (!far.begin()) return;
    do {
      while (computation_instance* next = far.next_unit()) {
        leaves(*next);
        next->release();
      }
    } while (!far.end());
  };
  const auto call_it = [&](std::uint64_t caller) {
    base::random chance(seed + caller);
    std::deque<unit*> waiting;
    const auto arrive = [&](std::size_t which) {
      unit* arrived = waiting[which];
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(which));
      if (arrived->arrived() && far.notify()) run_far();
    };
    for (int i = 0; i < calls; ++i) {
      auto* made = new unit(far, caller, i, chance.below(8) != 0);
      if (!made->complete()) waiting.push_back(made);
      if (far.may_pass(*made)) {
        passed.fetch_add(1);
        leaves(*made);
        made->release();
      } else if (far.post(*made)) {
        run_far();
      }
      if (!waiting.empty() && chance.below(3) == 0) arrive(chance.below(waiting.size()));
    }
    while (!waiting.empty()) arrive(0);
  };
  std::vector<std::thread> threads;
  for (std::uint64_t c = 1; c <= callers; ++c) threads.emplace_back(call_it, c);
  for (std::thread& thread : threads) thread.join();
  CHECK(out_of_order.load() == 0);
  CHECK(passed.load() > 0);
  for (int c = 1; c <= callers; ++c) CHECK(left[c] == calls);
}
