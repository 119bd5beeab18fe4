#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/server_object.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/random.h"
#include "rts/core/predicate_manager.h"
#include "rts/core/program_graph.h"

using namespace mentat;

namespace {

constexpr std::uint32_t put_function = 101, get_function = 103, clear_function = 105;

std::atomic<int> living{0};

// A call: its caller, and its number among that caller's calls.
class unit final : public computation_instance {
 public:
  unit(std::uint64_t caller, int index, std::uint32_t function = put_function)
      : computation_instance(nullptr, function, true), index(index) {
    set_caller(caller);
    ++living;
  }
  ~unit() override { --living; }
  const int index;
};

unit* incomplete(unit* made) {
  made->expect(1);
  made->note_without_place();
  return made;
}
void arrive(unit* waiting) { CHECK(waiting->arrived()); }

// Takes everything that can run now, as "caller:index".
std::string run_all(server_object& object) {
  std::string ran;
  for (;;) {
    while (computation_instance* next = object.next_unit()) {
      ran += std::to_string(next->caller()) + ":" +
             std::to_string(static_cast<unit*>(next)->index) + " ";
      next->release();
    }
    if (object.end()) return ran;
  }
}

}  // namespace

TEST_CASE("an object is handed to one: the one whose call found it idle") {
  server_object object;
  CHECK_FALSE(object.begin());          // not scheduled
  CHECK(object.post(*new unit(1, 0)));  // this caller has to see to it
  CHECK(object.is_scheduled());
  CHECK_FALSE(object.post(*new unit(2, 0)));
  CHECK_FALSE(object.notify());
  CHECK(object.begin());
  CHECK_FALSE(object.begin());
  CHECK_FALSE(object.post(*new unit(3, 0)));  // it runs: the running fiber will see this
  CHECK(run_all(object) == "1:0 2:0 3:0 ");
  CHECK_FALSE(object.begin());
  CHECK(object.post(*new unit(1, 1)));  // idle again
  CHECK(object.begin());
  CHECK(run_all(object) == "1:1 ");
  CHECK(living == 0);
}

TEST_CASE("the right to run is not given back while something has arrived") {
  server_object object;
  CHECK(object.post(*new unit(1, 0)));
  REQUIRE(object.begin());
  object.next_unit()->release();
  CHECK(object.next_unit() == nullptr);
  CHECK_FALSE(object.post(*new unit(1, 1)));
  CHECK(object.has_more());
  CHECK_FALSE(object.end());
  CHECK(run_all(object) == "1:1 ");
  CHECK(object.notify());
  REQUIRE(object.begin());
  CHECK_FALSE(object.notify());
  CHECK_FALSE(object.end());  // a signal without a call counts too
  CHECK(object.end());
}

TEST_CASE("calls of the object that had the slot before are lost, alone or among others") {
  server_object object;  // generation 0
  const auto of_the_last = [](std::uint64_t caller) {
    auto* const late = new unit(caller, 9);
    late->set_target(nullptr, 7);
    return late;
  };
  const auto lose_one = [&] {
    computation_instance* const lost = object.take_lost();
    REQUIRE(lost != nullptr);
    CHECK(lost->generation() == 7);
    lost->release();
  };
  CHECK(object.post(*of_the_last(1)));
  REQUIRE(object.begin());
  CHECK(object.next_unit() == nullptr);
  lose_one();
  CHECK(object.take_lost() == nullptr);
  CHECK(object.end());
  CHECK(object.post(*new unit(1, 0)));
  CHECK_FALSE(object.post(*of_the_last(2)));
  CHECK_FALSE(object.post(*new unit(1, 1)));
  REQUIRE(object.begin());
  CHECK(run_all(object) == "1:0 1:1 ");
  lose_one();
  CHECK(living == 0);
}

TEST_CASE("an object that is passed on is scheduled, and keeps its calls") {
  server_object object;
  CHECK(object.post(*new unit(1, 0)));
  CHECK_FALSE(object.post(*new unit(1, 1)));
  REQUIRE(object.begin());
  object.next_unit()->release();
  CHECK(object.has_more());
  CHECK_FALSE(object.post(*new unit(2, 0)));
  object.reschedule();
  CHECK_FALSE(object.post(*new unit(3, 0)));  // another caller passes it to the scheduler already
  REQUIRE(object.begin());
  CHECK(run_all(object) == "1:1 2:0 3:0 ");
  CHECK(living == 0);
}

TEST_CASE(
    "calls of one caller run in its order, also when an earlier one waits; those of others pass "
    "it") {
  server_object object;
  unit* slow = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*slow));
  CHECK_FALSE(object.is_scheduled());
  CHECK(object.post(*new unit(1, 1)));
  REQUIRE(object.begin());
  CHECK(run_all(object) == "");
  CHECK(object.post(*new unit(2, 0)));
  REQUIRE(object.begin());
  CHECK(run_all(object) == "2:0 ");
  arrive(slow);
  CHECK(object.notify());
  REQUIRE(object.begin());
  CHECK(run_all(object) == "1:0 1:1 ");
  CHECK(living == 0);
}

TEST_CASE("the calls of one caller stay behind its first call that waits, until another calls") {
  server_object object;
  unit* slow = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*slow));
  CHECK(object.post(*new unit(1, 1)));
  REQUIRE(object.begin());
  CHECK(object.next_unit() == nullptr);
  CHECK_FALSE(object.has_more());  // else it would be scheduled again and again
  CHECK_FALSE(object.post(*new unit(2, 0)));
  CHECK(object.has_more());
  CHECK(run_all(object) == "2:0 ");
  arrive(slow);
  CHECK(object.notify());
  REQUIRE(object.begin());
  CHECK(run_all(object) == "1:0 1:1 ");
  CHECK(living == 0);
}

TEST_CASE("a call that becomes complete while the object runs is seen before the object rests") {
  server_object object;
  unit* slow = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*slow));
  CHECK(object.post(*new unit(2, 0)));
  REQUIRE(object.begin());
  object.next_unit()->release();
  CHECK(object.next_unit() == nullptr);
  arrive(slow);
  CHECK_FALSE(object.notify());
  CHECK(run_all(object) == "1:0 ");
}

TEST_CASE("a call that waited comes after the calls that were posted before its argument arrived") {
  server_object object;
  unit* const waiting = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*waiting));
  SUBCASE("and has not been looked at") {}
  SUBCASE("and stands among those that wait") {
    CHECK(object.post(*new unit(3, 0)));
    CHECK(object.begin());
    CHECK(run_all(object) == "3:0 ");
  }
  const bool first = object.post(*new unit(2, 0));
  static_cast<void>(object.post(*new unit(2, 1)));
  arrive(waiting);
  CHECK(first);
  CHECK_FALSE(object.notify());
  CHECK(object.begin());
  CHECK(run_all(object) == "2:0 2:1 1:0 ");
}

TEST_CASE("calls behind a call that waited come before those that are posted after it") {
  server_object object;
  unit* const waiting = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*waiting));
  CHECK(object.post(*new unit(1, 1)));
  CHECK_FALSE(object.post(*new unit(3, 0)));
  CHECK(object.begin());
  CHECK(run_all(object) == "3:0 ");
  arrive(waiting);
  CHECK(object.notify());
  CHECK(object.begin());
  computation_instance* const first = object.next_unit();
  REQUIRE(first == waiting);
  first->release();
  CHECK_FALSE(object.post(*new unit(2, 0)));
  CHECK(run_all(object) == "1:1 2:0 ");
  CHECK(living == 0);
}

namespace {

// The calls that an mselect with these entries accepts, in the form of run_all().
std::string accept_all(server_object& object, const std::vector<std::uint32_t>& entries) {
  predicate_manager predicate(entries.size());
  for (const std::uint32_t function : entries) predicate.enable_operation(0, function);
  std::string accepted;
  for (;;) {
    selection waiting(predicate);
    object.select(waiting);
    if (object.look_for_end() == nullptr) break;
    computation_instance* const taken = waiting.found->unit;
    accepted += std::to_string(taken->caller()) + ":" +
                std::to_string(static_cast<unit*>(taken)->index) + " ";
    taken->release();
  }
  object.stop_selecting();
  return accepted;
}

}  // namespace

TEST_CASE(
    "an mselect accepts a call that waited after the calls that were posted before its argument "
    "arrived") {
  server_object object;
  unit* const waiting = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*waiting));
  CHECK(object.post(*new unit(3, 0, get_function)));
  CHECK(object.begin());
  SUBCASE("and has not been looked at") {}
  SUBCASE("and was passed over before") {
    CHECK(accept_all(object, {get_function}) == "3:0 ");
    CHECK_FALSE(object.post(*new unit(3, 1, get_function)));
  }
  CHECK_FALSE(object.post(*new unit(2, 0)));
  CHECK_FALSE(object.post(*new unit(1, 1, get_function)));
  arrive(waiting);
  CHECK_FALSE(object.notify());
  CHECK(accept_all(object, {put_function}) == "2:0 1:0 ");
  CHECK_FALSE(object.post(*new unit(4, 0, get_function)));
  const std::string rest = accept_all(object, {get_function});
  CHECK(rest.substr(rest.size() - 8) == "1:1 4:0 ");
  CHECK(object.end());
  CHECK(living == 0);
}

TEST_CASE("calls that an mselect has passed over come before those that are posted later") {
  server_object object;
  CHECK(object.post(*new unit(1, 0)));
  CHECK_FALSE(object.post(*new unit(2, 0)));
  CHECK(object.begin());
  CHECK(accept_all(object, {get_function}).empty());
  CHECK_FALSE(object.post(*new unit(3, 0)));
  CHECK(run_all(object) == "1:0 2:0 3:0 ");
  CHECK(living == 0);
}

TEST_CASE("a caller that goes on posting does not hold up a call that has its argument") {
  server_object object;
  unit* const waiting = incomplete(new unit(1, 0));
  CHECK_FALSE(object.post(*waiting));
  CHECK(object.post(*new unit(2, 0)));
  CHECK(object.begin());
  arrive(waiting);
  CHECK_FALSE(object.notify());
  std::string ran;
  for (int i = 1; computation_instance* next = object.next_unit(); ++i) {
    ran += std::to_string(next->caller());
    next->release();
    if (i <= 4) CHECK_FALSE(object.post(*new unit(2, i)));
  }
  CHECK(object.end());
  CHECK(ran.substr(0, 4).find('1') != std::string::npos);
  CHECK(ran.size() == 6);
}

TEST_CASE("an object that ends releases the calls that were not taken") {
  {
    server_object object;
    CHECK(object.post(*new unit(1, 0)));
    CHECK_FALSE(object.post(*incomplete(new unit(2, 0))));
    CHECK_FALSE(object.post(*new unit(2, 1)));
    REQUIRE(object.begin());
    object.next_unit()->release();
    CHECK(object.next_unit() == nullptr);
    CHECK_FALSE(object.post(*new unit(3, 0)));
  }
  CHECK(living == 0);
}

TEST_CASE("a slot that is bound again has a new generation, and the old object is destroyed once") {
  static int destroyed = 0;
  static constexpr class_description description{"test", kind::persistent, 1, nullptr};
  class_info info{&description, {},      nullptr,
                  nullptr,      nullptr, [](void* self) noexcept { ++*static_cast<int*>(self); }};
  {
    server_object object;
    CHECK(object.generation() == 0);
    object.bind(info, &destroyed, {0, 0, 5, 1});
    CHECK(object.generation() == 1);
    CHECK(object.self() == &destroyed);
    object.unbind();
    CHECK(destroyed == 1);
    CHECK(object.generation() == 0);
    CHECK(object.name().generation == 1);  // so that the next one gets another
    object.bind(info, &destroyed, {0, 0, 5, 2});
  }
  CHECK(destroyed == 2);
}

TEST_CASE("callers take turns at random, and each finds its calls run once and in order") {
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  mentat::base::random chance(seed);
  for (int round = 0; round < 300; ++round) {
    server_object object;
    const std::uint64_t callers = 1 + chance.below(5);
    std::map<std::uint64_t, int> posted, ran;
    std::vector<unit*> waiting;
    bool scheduled = false, wrong = false;
    const auto take_some = [&](std::uint64_t most) {
      while (most-- > 0) {
        computation_instance* next = object.next_unit();
        if (!next) return;
        wrong =
            wrong || !next->complete() || static_cast<unit*>(next)->index != ran[next->caller()]++;
        next->release();
      }
    };
    for (int step = 0; step < 300; ++step) {
      switch (chance.below(4)) {
        case 0:
        case 1: {
          const std::uint64_t caller = 1 + chance.below(callers);
          auto* made = new unit(caller, posted[caller]++);
          if (chance.below(3) == 0) waiting.push_back(incomplete(made));
          if (object.post(*made)) {
            wrong = wrong || scheduled;
            scheduled = true;
          }
          break;
        }
        case 2:
          if (!waiting.empty()) {
            std::swap(waiting[chance.below(waiting.size())], waiting.back());
            arrive(waiting.back());
            waiting.pop_back();
            if (object.notify()) {
              wrong = wrong || scheduled;
              scheduled = true;
            }
          }
          break;
        case 3:
          if (object.begin()) {
            wrong = wrong || !scheduled;
            scheduled = false;
            take_some(chance.below(10));
            if (chance.below(2) == 0) {
              object.reschedule();
              scheduled = true;
            } else {
              do take_some(1000);
              while (!object.end());
            }
          }
          break;
      }
    }
    for (unit* late : waiting) {
      arrive(late);
      static_cast<void>(object.notify());
    }
    if (object.begin()) do
        take_some(1000);
      while (!object.end());
    CHECK_FALSE(wrong);
    for (auto& [caller, count] : posted) CHECK(ran[caller] == count);
    if (wrong || living != 0) FAIL("round ", round, ", seed ", seed);
  }
}

namespace {

// Objects that became ready, for the threads that run them.
class runnable final : public scheduler {
 public:
  void ready(computation_instance&) override { std::abort(); }
  void ready(server_object& object) override {
    std::lock_guard guard(lock_);
    objects_.push_back(&object);
  }
  server_object* take() {
    std::lock_guard guard(lock_);
    if (objects_.empty()) return nullptr;
    server_object* taken = objects_.front();
    objects_.pop_front();
    return taken;
  }

 private:
  std::mutex lock_;
  std::deque<server_object*> objects_;
};

}  // namespace

TEST_CASE(
    "a monitor: one thread at a time runs it, no call is lost, and each caller's order holds") {
  constexpr int callers = 3, runners = 3, calls = 20'000;
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  server_object object;
  runnable ready;
  std::atomic<int> inside{0}, overlaps{0}, out_of_order{0}, ran_in_all{0};
  std::vector<int> ran(callers +
                       1);  // no atomics: the monitor protects it, and ThreadSanitizer looks

  const auto call_it = [&](std::uint64_t caller) {
    mentat::base::random chance(seed + caller);
    std::deque<unit*> waiting;
    for (int i = 0; i < calls; ++i) {
      auto* made = new unit(caller, i);
      made->set_target(&object, 0);  // the generation of one that is not bound
      if (chance.below(8) == 0) waiting.push_back(incomplete(made));
      if (object.post(*made)) ready.ready(object);
      if (!waiting.empty() && chance.below(6) == 0) {
        const std::size_t one = chance.below(waiting.size());
        unit* arrived = waiting[one];
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(one));
        argument_arrived(*arrived, ready);
      }
    }
    for (unit* late : waiting) argument_arrived(*late, ready);
  };
  const auto run_it = [&](std::uint64_t runner) {
    mentat::base::random chance(seed * 31 + runner);
    while (ran_in_all.load() != callers * calls) {
      server_object* taken = ready.take();
      if (!taken || !taken->begin()) {
        std::this_thread::yield();
        continue;
      }
      bool given_back = false;
      while (!given_back) {
        if (inside.fetch_add(1) != 0) overlaps.fetch_add(1);
        int units = 0;
        while (computation_instance* next = taken->next_unit()) {
          if (static_cast<unit*>(next)->index != ran[next->caller()]++) out_of_order.fetch_add(1);
          ran_in_all.fetch_add(1);
          next->release();
          if (++units == 50 && chance.below(2) == 0) break;
        }
        inside.fetch_sub(1);
        if (units == 50 && taken->has_more()) {
          taken->reschedule();
          ready.ready(*taken);
          break;
        }
        given_back = taken->end();
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t c = 1; c <= callers; ++c) threads.emplace_back(call_it, c);
  for (std::uint64_t r = 0; r < runners; ++r) threads.emplace_back(run_it, r);
  for (std::thread& thread : threads) thread.join();
  CHECK(overlaps.load() == 0);
  CHECK(out_of_order.load() == 0);
  CHECK(ran_in_all.load() == callers * calls);
  CHECK(living == 0);
}

TEST_CASE("a caller's later calls do not pass the one that destroys the object") {
  token_database units;
  units.deposit(*new unit(1, 0, get_function));
  units.deposit(*new unit(1, 1, destroy_function));
  units.deposit(*new unit(1, 2, put_function));
  units.deposit(*new unit(2, 0, put_function));
  computation_instance* other = units.take_of(put_function);
  REQUIRE(other);
  CHECK(other->caller() == 2);
  other->release();
  CHECK_FALSE(units.take_of(put_function));
  computation_instance* end = units.take_of(destroy_function);
  REQUIRE(end);
  end->release();
}

TEST_CASE(
    "the predicate manager returns the first complete unit of the first enabled operation [TOCS96 "
    "3.2.4]") {
  token_database units;
  units.deposit(*new unit(1, 0, put_function));
  units.deposit(*new unit(2, 0, get_function));
  units.deposit(*new unit(3, 0, get_function));

  const auto accept = [&](std::vector<std::uint32_t> functions) -> std::string {
    predicate_manager predicate(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
      predicate.enable_operation(static_cast<int>(i), functions[i]);
    const std::optional<predicate_manager::accepted> accepted = predicate.find(units);
    if (!accepted) return "none";
    const std::string text =
        std::to_string(accepted->operation) + ":" + std::to_string(accepted->unit->caller());
    accepted->unit->release();
    return text;
  };
  CHECK(accept({}) == "none");
  CHECK(accept({clear_function}) == "none");
  CHECK(accept({clear_function, get_function, put_function}) == "1:2");  // priority, then arrival
  CHECK(accept({get_function}) == "0:3");
  CHECK(accept({get_function}) == "none");
  CHECK(accept({get_function, put_function}) == "1:1");
  CHECK(units.empty());
  CHECK(living == 0);
}

TEST_CASE(
    "an actor list gives its units in each caller's order, and skips those that are not complete "
    "[TOCS96 Figure 8]") {
  token_database units;
  unit* slow = incomplete(new unit(1, 0, get_function));
  units.deposit(*slow);
  units.deposit(*new unit(1, 1, get_function));
  units.deposit(*new unit(1, 2, put_function));
  units.deposit(*new unit(2, 0, get_function));
  const auto take = [&](std::uint32_t function) -> std::string {
    computation_instance* taken = units.take_of(function);
    if (!taken) return "none";
    const std::string text =
        std::to_string(taken->caller()) + ":" + std::to_string(static_cast<unit*>(taken)->index);
    taken->release();
    return text;
  };
  CHECK(take(get_function) == "2:0");  // 1:1 must wait for 1:0
  CHECK(take(get_function) == "none");
  CHECK(take(put_function) == "1:2");  // of another function: the object chose to accept it first
  arrive(slow);
  CHECK(take(get_function) == "none");  // it has no place yet
  REQUIRE(units.find_complete());
  units.place_found();
  CHECK(take(get_function) == "1:0");
  CHECK(take(get_function) == "1:1");
  CHECK(units.empty());
}

TEST_CASE("predicates that change at random accept what a simple search would accept") {
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  mentat::base::random chance(seed);
  const std::uint32_t functions[] = {put_function, get_function, clear_function};
  for (int round = 0; round < 200; ++round) {
    token_database units;
    std::vector<unit*> arrived, placed;  // in that order
    std::map<std::uint64_t, int> posted;
    const auto follows_another_of_its_caller = [&](unit* candidate) {
      for (unit* earlier : arrived) {
        if (earlier == candidate) return false;
        if (earlier->caller() == candidate->caller() &&
            earlier->function() == candidate->function())
          return true;
      }
      return false;
    };
    for (int step = 0; step < 200; ++step) {
      if (chance.below(2) == 0) {
        const std::uint64_t caller = 1 + chance.below(3);
        auto* made = new unit(caller, posted[caller]++, functions[chance.below(3)]);
        if (chance.below(3) == 0)
          incomplete(made);
        else
          placed.push_back(made);
        units.deposit(*made);
        arrived.push_back(made);
      } else if (!arrived.empty() && chance.below(3) == 0) {
        unit* some = arrived[chance.below(arrived.size())];
        if (!some->complete()) arrive(some);
      } else if (chance.below(2) == 0) {
        for (unit* one : arrived)
          if (one->complete() && one->is_without_place()) placed.push_back(one);
        static_cast<void>(units.find_complete());
        units.place_found();
      } else {
        predicate_manager predicate;
        std::vector<std::uint32_t> enabled;
        for (std::uint64_t i = chance.below(4); i > 0; --i) {
          enabled.push_back(functions[chance.below(3)]);
          predicate.enable_operation(static_cast<int>(enabled.size()) - 1, enabled.back());
        }
        unit* expected = nullptr;
        int operation = -1;
        for (std::size_t o = 0; o < enabled.size() && !expected; ++o) {
          for (unit* candidate : placed) {
            if (candidate->function() != enabled[o]) continue;
            if (follows_another_of_its_caller(candidate)) continue;
            expected = candidate;
            operation = static_cast<int>(o);
            break;
          }
        }
        const auto accepted = predicate.find(units);
        const bool agree =
            accepted ? accepted->unit == expected && accepted->operation == operation : !expected;
        if (!agree) FAIL("round ", round, ", step ", step, ", seed ", seed);
        if (accepted) {
          std::erase(arrived, expected);
          std::erase(placed, expected);
          accepted->unit->release();
        }
      }
    }
  }
  CHECK(living == 0);
}

TEST_CASE(
    "any thread can see how many calls an object has executed, which one runs, and how many wait") {
  server_object object;
  CHECK_FALSE(object.look().runs);
  unit first(5, 0), second(6, 1, get_function);
  for (int i = 0; i < 3; ++i) object.note_posted(false);
  CHECK(object.look().waiting == 3);
  const server_object::begun before = object.note_begun(first);
  CHECK(object.look().runs);
  CHECK(object.look().function == put_function);
  CHECK(object.look().caller == 5);
  CHECK(object.look().waiting == 2);
  const server_object::begun outer = object.note_begun(second);  // accepted by the first
  CHECK(object.look().function == get_function);
  object.note_done(outer);
  CHECK(object.look().function == put_function);
  CHECK(object.look().waiting == 1);
  object.note_done(before);
  object.note_answered();  // an argument had failed
  CHECK_FALSE(object.look().runs);
  CHECK(object.look().executed == 3);
  CHECK(object.look().waiting == 0);
}

TEST_CASE("a withdrawn call is given out no more; those behind it are, in their order") {
  for (int gone = 0; gone < 4; ++gone) {
    server_object object;
    std::vector<unit*> all;
    for (int i = 0; i < 4; ++i) all.push_back(new unit(i == 2 ? 2 : 1, i));
    for (unit* one : all) static_cast<void>(object.post(*one));
    REQUIRE(object.begin());
    const auto wanted = [&](const computation_instance& one) { return &one == all[gone]; };
    CHECK(object.withdraw(wanted) == all[gone]);
    CHECK(object.withdraw(wanted) == nullptr);
    all[gone]->release();
    std::string left;
    for (int i = 0; i < 4; ++i)
      if (i != gone) left += (i == 2 ? "2:" : "1:") + std::to_string(i) + " ";
    CHECK(run_all(object) == left);
  }
  CHECK(living == 0);
}

TEST_CASE("a call behind one that waits for an argument runs when that one is withdrawn") {
  server_object object;
  unit* waiting = incomplete(new unit(1, 0));
  static_cast<void>(object.post(*waiting));
  static_cast<void>(object.post(*new unit(1, 1)));
  REQUIRE(object.begin());
  CHECK(object.next_unit() == nullptr);
  CHECK(object.withdraw([&](const computation_instance& one) { return &one == waiting; }) ==
        waiting);
  CHECK(run_all(object) == "1:1 ");
  waiting->release();
  CHECK(living == 0);
}
