// Persistent objects: one member function at a time, in each caller's order; life and end.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::PRV_TO_ARG__;
using mentat::RESOLVE__;
using mentat::RV_INSERT__;
using mentat::testing::every_lazy_mode;
using mentat::testing::every_parallel_mode;
using mentat::testing::in_every_mode;
using mentat::testing::in_modes;
using mentat::testing::outcome;

namespace {

using deposit = account_impl::deposit_tag;
using balance = account_impl::balance_tag;

const auto ignore_warnings = [](const outcome&) {};

void wait_a_little(int n) {
  for (int i = 0; i < n % 7; ++i) std::this_thread::yield();
}

}  // namespace

// --- order
// -------------------------------------------------------------------------------------------------------------------

namespace {

// Records its arguments in their order.
class queue_impl;
using queue = mentat::handle<queue_impl>;
class queue_impl {
 public:
  using put_tag = mentat::method<queue_impl, 1, void(int)>;
  using get_tag = mentat::method<queue_impl, 2, int()>;
  using all_tag = mentat::method<queue_impl, 3, std::vector<int>()>;

  void put_body(mentat::rtf_sink<void>&, int item) { items_.push_back(item); }
  void get_body(mentat::rtf_sink<int>& rtf) {
    if (items_.empty()) return rtf(-1);
    rtf(items_.front());
    items_.erase(items_.begin());
  }
  void all_body(mentat::rtf_sink<std::vector<int>>& rtf) const { rtf(items_); }

  struct mentat_stubs__ : mentat::mentat_object {
    template <class Item>
    void put(Item&& item) const {
      static_cast<void>(invoke_fn__<put_tag>(std::forward<Item>(item)));
    }
    int get() const { return call_fn__<get_tag>(); }
    std::vector<int> all() const { return call_fn__<all_tag>(); }
  };
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<queue_impl>();
  }

 private:
  std::vector<int> items_;
};

}  // namespace

template <>
struct mentat::server__<queue_impl> {
  static void dispatch__(queue_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case queue_impl::put_tag::number__: {
        mentat::accepted_call<queue_impl::put_tag> call(unit);
        return self.put_body(call.rtf__(), call.argument__<0>());
      }
      case queue_impl::get_tag::number__: {
        mentat::accepted_call<queue_impl::get_tag> call(unit);
        return self.get_body(call.rtf__());
      }
      case queue_impl::all_tag::number__: {
        mentat::accepted_call<queue_impl::all_tag> call(unit);
        return self.all_body(call.rtf__());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::queue", mentat::kind::persistent,
                                                           401, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<queue_impl::put_tag>("put"),
      mentat::describe__<queue_impl::get_tag>("get"),
      mentat::describe__<queue_impl::all_tag>("all")};
};

TEST_CASE(
    "calls of one caller take effect in its order, also when an earlier one waits for its "
    "argument") {
  script = {[](auto& rtf, int n) {
    wait_a_little(n);
    rtf(n);
  }};
  in_every_mode([] {
    worker slow;
    queue q;
    mentat::create(q);
    q.put(slow.start(0, 5));
    CHECK(q.get() == 5);  // behind the put, whose argument may come late

    std::vector<int> expected;
    for (int i = 0; i < 100; ++i) {
      if (i % 3 == 0)
        q.put(slow.start(0, i));
      else
        q.put(i);
      expected.push_back(i);
    }
    CHECK(q.all() == expected);
  });
}

TEST_CASE("each of many callers keeps its order, independent of the others") {
  static queue shared;
  script = {[](auto& rtf, int n) {
              wait_a_little(n);
              rtf(n);
            },
            [](auto& rtf, int caller) {
              worker slow;
              for (int i = 0; i < 50; ++i) {
                if ((i * caller) % 3 == 1)
                  shared.put(slow.start(0, 1000 * caller + i));
                else
                  shared.put(1000 * caller + i);
              }
              rtf(caller);
            }};
  in_every_mode([] {
    mentat::create(shared);
    worker w;
    std::vector<int> done(6);
    mentat::rv_scope_all scope(done);
    for (int c = 0; c < 6; ++c) RV_INSERT__(done[static_cast<std::size_t>(c)]) = w.start(1, c);
    mentat::RESOLVE_ALL__(done);
    // The callers have ended, their calls need not have: each put comes before the next one of
    // the same caller.
    std::vector<int> all;
    while (all.size() < 300) all = shared.all();
    std::vector<int> next(6);
    std::size_t out_of_order = 0;
    for (int item : all)
      out_of_order += item % 1000 != next[static_cast<std::size_t>(item / 1000)]++;
    CHECK(out_of_order == 0);
  });
}

// --- one at a time
// -----------------------------------------------------------------------------------------------------------

TEST_CASE("an object runs one member function at a time, also while one of them waits") {
  static std::atomic<int> inside, overlaps;
  script = {[](auto& rtf, int n) {
              wait_a_little(n);
              rtf(n);
            },
            [](auto& rtf, int n) {
              if (inside.fetch_add(1) != 0) ++overlaps;
              worker w;
              wait_a_little(n);
              const int waited =
                  n % 2 == 0 ? w.run(0, n) : n;  // the object is not free while it waits
              inside.fetch_sub(1);
              rtf(waited);
              if (inside.load() != 0) ++overlaps;  // nor while it goes on after rtf
            },
            [](auto& rtf, int n) {
              object o = mentat::self<object>();
              CHECK_FALSE(o.bound());
              rtf(n);
            }};
  static object shared;
  script.push_back([](auto& rtf, int n) { rtf(shared.start(1, n)); });
  in_every_mode([] {
    inside = overlaps = 0;
    mentat::create(shared);
    worker w;
    std::vector<int> results(200);
    mentat::rv_scope_all scope(results);
    for (int i = 0; i < 200; ++i)
      RV_INSERT__(results[static_cast<std::size_t>(i)]) =
          i % 2 == 0 ? w.start(3, i) : shared.start(1, i);
    for (int i = 0; i < 200; ++i) CHECK(RESOLVE__(results[static_cast<std::size_t>(i)]) == i);
    CHECK(overlaps == 0);
    CHECK(w.run(2, 1) == 1);
  });
}

TEST_CASE("a hundred objects and ten thousand calls: each object counts its own") {
  in_every_mode([] {
    std::vector<account> accounts(100);
    for (account& one : accounts) mentat::create(one);
    for (int i = 0; i < 10'000; ++i)
      static_cast<void>(accounts[static_cast<std::size_t>(i % 100)].invoke_fn__<deposit>(1));
    int wrong = 0;
    for (account& one : accounts) wrong += one.balance() != 100;
    CHECK(wrong == 0);
  });
}

TEST_CASE("two objects that call each other in turn, a thousand times, wait for no one") {
  static object ping, pong;
  script = {[](auto& rtf, int n) {
              if (n == 0) return rtf(0);
              rtf(pong.start(1, n - 1));
            },
            [](auto& rtf, int n) {
              if (n == 0) return rtf(0);
              rtf(ping.start(0, n - 1));
            }};
  mentat::limits limits;
  limits.graph_depth = 2000;
  in_every_mode(
      [] {
        mentat::create(ping);
        mentat::create(pong);
        CHECK(ping.run(0, 999) == 0);
      },
      {}, limits);
}

TEST_CASE("a function that waits for an object is not held up by calls behind its own") {
  // It may run the object on its own stack. A call that it finds there behind its own may wait for
  // this very function.
  static object busy, gate;
  static std::atomic<int> begun;
  script = {
      [](auto& rtf, int n) {
        begun = n;
        rtf(n);
      },
      [](auto& rtf, int n) {
        rtf(gate.run(3, n));
      },  // in `busy`: waits until the function that runs in `gate` has ended
      [](auto& rtf, int n) { rtf(busy.run(0, n)); },  // in `gate`
      [](auto& rtf, int n) { rtf(n); },
  };
  in_modes(every_parallel_mode(), [] {
    begun = -1;
    mentat::create(busy);
    mentat::create(gate);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    for (int i = 0; i < 3000 && std::chrono::steady_clock::now() < end; ++i) {
      int by_gate = -1, behind = -1;
      mentat::rv_scope by_gate_scope(by_gate), behind_scope(behind);
      RV_INSERT__(by_gate) = gate.start(2, i);
      mentat::force();
      while (begun != i) std::this_thread::yield();
      for (int spin = 0; spin < i % 100; ++spin)
        std::atomic_signal_fence(std::memory_order_seq_cst);
      RV_INSERT__(behind) = busy.start(1, i);  // arrives about when the other one ends
      CHECK(RESOLVE__(by_gate) == i);
      CHECK(RESOLVE__(behind) == i);
    }
  });
}

// --- the end of objects
// ------------------------------------------------------------------------------------------------------

TEST_CASE("destroy takes effect behind the caller's earlier calls, and later calls are told") {
  script = {[](auto& rtf, int n) {
    wait_a_little(n);
    rtf(n);
  }};
  in_every_mode([] {
    worker slow;
    account a, other_name;
    mentat::create(a, 100);
    other_name = a;
    int before = 0;
    mentat::rv_scope scope(before);
    RV_INSERT__(before) = a.invoke_fn__<deposit>(slow.start(0, 3));
    mentat::destroy(a);
    CHECK_FALSE(a.bound());
    CHECK_THROWS_AS(a.balance(), mentat::unbound_variable);
    CHECK(RESOLVE__(before) == 103);

    std::string text;
    try {
      other_name.balance();
    } catch (const mentat::object_lost& lost) {
      text = lost.explain();
    }
    const std::string expected =
        "test::account::balance on host testhost failed with mentat::object_lost: "
        "test::account::balance cannot be called: the object was destroyed (called at ";
    CHECK(text.substr(0, expected.size()) == expected);
    CHECK_FALSE(other_name.bound());
    mentat::destroy(other_name);  // twice is once
  });
}

TEST_CASE("a name is never used again: a new object in the old place is another one") {
  in_every_mode([] {
    account old;
    mentat::create(old, 1);
    account stale = old;
    mentat::destroy(old);
    while (stale.bound()) mentat::force();
    std::vector<account> young(20);
    for (account& one : young) mentat::create(one, 50);
    CHECK_THROWS_AS(stale.balance(), mentat::object_lost);
    for (account& one : young) {
      CHECK(one.balance() == 50);
      CHECK_FALSE(one == stale);
    }
  });
}

TEST_CASE(
    "objects that come and go while others call them: every call ends with a value or as lost") {
  static std::vector<account> accounts;
  static std::atomic<int> served, lost;
  script = {[](auto& rtf, int n) {
    for (int i = 0; i < 20; ++i) {
      account target = accounts[static_cast<std::size_t>((n + i) % 10)];
      try {
        target.deposit(1);
        ++served;
      } catch (const mentat::object_lost&) {
        ++lost;
      }
    }
    rtf(n);
  }};
  in_every_mode([] {
    served = lost = 0;
    accounts.assign(10, account());
    for (account& one : accounts) mentat::create(one);
    worker w;
    std::vector<int> done(20);
    mentat::rv_scope_all scope(done);
    for (int i = 0; i < 20; ++i) {
      RV_INSERT__(done[static_cast<std::size_t>(i)]) = w.start(0, i);
      account doomed = accounts[static_cast<std::size_t>(i % 10)];
      mentat::destroy(doomed);
      account replacement;
      mentat::create(replacement);  // in a slot that may just have become free; `accounts` still
                                    // names the old one
    }
    mentat::RESOLVE_ALL__(done);
    CHECK(served + lost == 400);
  });
}

// --- destructors
// -------------------------------------------------------------------------------------------------------------

namespace {

// Tells the log when it is destroyed.
class mourned_impl;
using mourned = mentat::handle<mourned_impl>;
std::vector<int> obituaries;
account estate;

class mourned_impl {
 public:
  mourned_impl() = default;
  explicit mourned_impl(int number) : number_(number) {}
  mourned_impl(const mourned_impl&) = delete;
  mourned_impl& operator=(const mourned_impl&) = delete;
  ~mourned_impl() {
    obituaries.push_back(number_);
    if (number_ >= 100) estate.deposit(number_);  // a destructor may call, and wait
    if (number_ >= 200) static_cast<void>(estate.invoke_fn__<deposit>(1000));
  }
  using number_tag = mentat::method<mourned_impl, 1, int()>;
  void number_body(mentat::rtf_sink<int>& rtf) const { rtf(number_); }

  struct mentat_stubs__ : mentat::mentat_object {
    int number() const { return call_fn__<number_tag>(); }
  };
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<mourned_impl>();
  }

 private:
  int number_ = 0;
};

}  // namespace

template <>
struct mentat::server__<mourned_impl> {
  static void dispatch__(mourned_impl& self, mentat::work_unit& unit) {
    mentat::accepted_call<mourned_impl::number_tag> call(unit);
    self.number_body(call.rtf__());
  }
  static constexpr mentat::class_description description__{"test::mourned",
                                                           mentat::kind::persistent, 402, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<mourned_impl::number_tag>("number")};
};

TEST_CASE(
    "objects that live when the program ends are destroyed, in the order in which they were made") {
  in_every_mode(
      [] {
        obituaries.clear();
        std::vector<mourned> all(10);
        for (int i = 0; i < 10; ++i) mentat::create(all[static_cast<std::size_t>(i)], i);
        CHECK(all[4].number() == 4);
        CHECK(obituaries.empty());
      },
      [](const outcome& seen) {
        CHECK(obituaries == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        CHECK(seen.warnings.empty());
      });
}

TEST_CASE("a destructor may call other objects, when it is destroyed and when the program ends") {
  in_every_mode(
      [] {
        obituaries.clear();
        std::vector<mourned> all(4);
        for (int i = 0; i < 4; ++i) mentat::create(all[static_cast<std::size_t>(i)], 100 + 50 * i);
        mentat::create(estate);  // after them: it is destroyed after them
        mourned watched = all[0];
        mentat::destroy(all[0]);
        while (watched.bound()) mentat::force();
        while (estate.balance() < 100) mentat::force();
        CHECK(estate.balance() == 100);
        mentat::destroy(all[3]);
        while (estate.balance() < 100 + 250 + 1000) mentat::force();
      },
      [](const outcome& seen) {
        CHECK(obituaries == std::vector<int>{100, 250, 150, 200});
        CHECK(seen.warnings.empty());
      });
}
