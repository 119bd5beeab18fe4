// mselect/maccept by hand: guards, order of priority, times, threads of control, and the end of
// objects that wait [TOCS96 3.2.4].
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_scripts.h"

using mentat::RESOLVE__;
using mentat::RV_INSERT__;
using mentat::testing::every_lazy_mode;
using mentat::testing::in_every_mode;
using mentat::testing::in_modes;
using mentat::testing::outcome;
using namespace std::chrono_literals;

namespace {

const auto ignore_warnings = [](const outcome&) {};
const std::vector<mentat::testing::mode> serial{mentat::testing::every_mode().front()};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Error>
std::string text_of(const auto& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.explain();
  } catch (const std::exception& e) {
    return std::string("another error: ") + e.what();
  }
  return "no error";
}

}  // namespace

// --- A bounded buffer whose thread of control accepts put() while there is room and get() while
// there is something.

class buffer_impl;
using buffer = mentat::handle<buffer_impl>;

class buffer_impl {
 public:
  buffer_impl() = default;
  explicit buffer_impl(int room) : room_(room) {}

  using put_tag = mentat::method<buffer_impl, 1, void(int)>;
  using get_tag = mentat::method<buffer_impl, 2, int()>;
  using seen_tag = mentat::method<buffer_impl, 3, std::vector<int>()>;

  void put_body(mentat::rtf_sink<void>&, int value) {
    if (value < 0) throw std::invalid_argument("negative");
    values_.push_back(value);
  }
  void get_body(mentat::rtf_sink<int>& rtf) {
    rtf(values_.front());
    values_.erase(values_.begin());
  }
  void seen_body(mentat::rtf_sink<std::vector<int>>& rtf) { rtf(seen_); }

  void serve() {
    for (;;) {
      switch (mentat::select now;
              (static_cast<void>(values_.size() < room_ && now.enable_operation__<put_tag>(1)),
               static_cast<void>(!values_.empty() && now.enable_operation__<get_tag>(2)),
               now.enable_operation__<seen_tag>(3), now.block_predicate__())) {
        case 1: {
          int value = now.argument__<put_tag, 0>();
          now.serve__();
          seen_.push_back(value);
          break;
        }
        case 2:
          now.serve__();
          break;
        case 3:
          now.serve__();
          continue;
      }
    }
  }

  struct mentat_stubs__ : mentat::mentat_object {
    void put(int value) const { call_fn__<put_tag>(value); }
    int get() const { return call_fn__<get_tag>(); }
    auto start_get() const { return invoke_fn__<get_tag>(); }
    auto start_put(int value) const { return invoke_fn__<put_tag>(value); }
    template <class Given>
    auto start_put_of(Given&& value) const {
      return invoke_fn__<put_tag>(std::forward<Given>(value));
    }
    std::vector<int> seen() const { return call_fn__<seen_tag>(); }
  };
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<buffer_impl>();
  }

 private:
  std::size_t room_ = 2;
  std::vector<int> values_, seen_;
};

template <>
struct mentat::server__<buffer_impl> {
  static void dispatch__(buffer_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case buffer_impl::put_tag::number__: {
        mentat::accepted_call<buffer_impl::put_tag> call(unit);
        return self.put_body(call.rtf__(), call.argument__<0>());
      }
      case buffer_impl::get_tag::number__: {
        mentat::accepted_call<buffer_impl::get_tag> call(unit);
        return self.get_body(call.rtf__());
      }
      case buffer_impl::seen_tag::number__: {
        mentat::accepted_call<buffer_impl::seen_tag> call(unit);
        return self.seen_body(call.rtf__());
      }
    }
    mentat::no_such_function__(unit);
  }
  static void serve__(buffer_impl& self) { self.serve(); }
  static constexpr mentat::class_description description__{"test::buffer", mentat::kind::persistent,
                                                           301, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<buffer_impl::put_tag>("put"),
      mentat::describe__<buffer_impl::get_tag>("get"),
      mentat::describe__<buffer_impl::seen_tag>("seen")};
};

TEST_CASE("a bounded buffer accepts put and get under their guards") {
  in_every_mode([] {
    buffer b;
    b.create(2);
    std::vector<int> got(50);
    const mentat::rv_scope_all end_of_got(got);
    for (int i = 0; i < 50; ++i) {
      static_cast<void>(b.start_put(i));
      RV_INSERT__(got[static_cast<std::size_t>(i)]) = b.start_get();
    }
    for (int i = 0; i < 50; ++i) CHECK(RESOLVE__(got[static_cast<std::size_t>(i)]) == i);
    CHECK(b.seen().size() == 50);
  });
}

TEST_CASE("a call waits until its guard is true, and others pass it") {
  in_every_mode([] {
    buffer b;
    b.create(2);
    int first = -1, second = -1;
    const mentat::rv_scope end_of_first(first), end_of_second(second);
    RV_INSERT__(first) = b.start_get();
    RV_INSERT__(second) = b.start_get();
    b.put(7);
    b.put(8);
    CHECK(RESOLVE__(second) == 8);
    CHECK(RESOLVE__(first) == 7);
  });
}

TEST_CASE("one produces, one consumes, and the buffer is smaller than the stream") {
  script = {[](auto& rtf, int n) { rtf(n); }};
  in_modes(every_lazy_mode(), [] {
    worker w;
    buffer b;
    b.create(3);
    for (int i = 0; i < 200; ++i) static_cast<void>(b.start_put_of(w.start(0, i)));
    for (int i = 0; i < 200; ++i) CHECK(b.get() == i);
  });
}

TEST_CASE("errors of an accepted call go to its caller, and the thread of control goes on") {
  in_every_mode([] {
    buffer b;
    b.create(2);
    CHECK(contains(text_of<mentat::remote_error>([&] { b.put(-1); }), "negative"));
    b.put(5);
    CHECK(b.get() == 5);
  });
}

TEST_CASE("a call whose argument fails is not accepted, and fails") {
  script = {[](auto&, int) { throw std::runtime_error("no argument"); }};
  in_every_mode(
      [] {
        worker w;
        buffer b;
        b.create(2);
        const mentat::cip<void> put = b.start_put_of(w.start(0, 1));
        b.put(5);
        CHECK(b.get() == 5);
        CHECK(b.seen() == std::vector<int>{5});
      },
      [](const outcome& seen) {
        REQUIRE(seen.warnings.size() == 1);
        CHECK(contains(seen.warnings[0], "no argument"));
      });
}

TEST_CASE("in mode serial a value that a closed entry would give is an error that says so") {
  in_modes(serial, [] {
    buffer b;
    b.create(2);
    const std::string text = text_of<mentat::closed_entry>([&] { b.get(); });
    CHECK(contains(text, "test::buffer::get, called at "));
    CHECK(contains(text, ", is not accepted"));
    CHECK(contains(text, "MENTAT_MODE=threads"));
    b.put(1);
    CHECK(b.get() == 1);  // the one that failed took nothing
  });
}

TEST_CASE("elsewhere it is a deadlock, if no call can open the entry") {
  in_modes(
      every_lazy_mode(),
      [] {
        buffer b;
        b.create(2);
        CHECK(contains(text_of<mentat::deadlock>([&] { b.get(); }), "test::buffer::get"));
      },
      [](const outcome& seen) {
        REQUIRE(seen.warnings.size() == 1);
        CHECK(contains(seen.warnings[0], "the main program waits for test::buffer::get"));
      });
}

TEST_CASE(
    "destroying an object that waits in an mselect ends it, and refuses the calls that it did not "
    "accept") {
  in_every_mode(
      [] {
        buffer b;
        b.create(2);
        b.put(1);
        b.put(2);
        const mentat::cip<void> third = b.start_put(3);
        buffer same = b;
        b.destroy();
        CHECK(contains(text_of<mentat::object_lost>([&] { same.get(); }), "destroyed"));
        CHECK_FALSE(same.bound());
      },
      ignore_warnings);
}

TEST_CASE("many objects that serve end with the program, in all their waits") {
  in_every_mode([] {
    std::vector<buffer> all(100);
    for (buffer& b : all) b.create(1);
    for (buffer& b : all) b.put(1);
  });
}

// --- mselect in an ordinary member function, with times.

class door_impl;
using door = mentat::handle<door_impl>;

class door_impl {
 public:
  using knock_tag = mentat::method<door_impl, 1, int(int)>;
  using open_tag = mentat::method<door_impl, 2, int(int)>;
  using poll_tag = mentat::method<door_impl, 3, int()>;

  void knock_body(mentat::rtf_sink<int>& rtf, int n) { rtf(last_ = n); }
  // Waits for a knock, for so many milliseconds; 0: without end.
  void open_body(mentat::rtf_sink<int>& rtf, int longest) {
    switch (mentat::select now;
            (now.enable_operation__<knock_tag>(1),
             static_cast<void>(longest != 0 &&
                               now.enable_after__(2, std::chrono::milliseconds(longest))),
             now.block_predicate__())) {
      case 1:
        now.serve__();
        rtf(last_);
        break;
      case 2:
        rtf(-1);
        break;
    }
  }
  void poll_body(mentat::rtf_sink<int>& rtf) {
    int found = 0;
    for (bool more = true; more;) {
      switch (mentat::select now; (now.enable_operation__<knock_tag>(1), now.enable_else__(2),
                                   now.block_predicate__())) {
        case 1:
          now.serve__();
          ++found;
          break;
        case 2:
          more = false;
          break;
      }
    }
    rtf(found);
  }

  struct mentat_stubs__ : mentat::mentat_object {
    int knock(int n) const { return call_fn__<knock_tag>(n); }
    auto start_knock(int n) const { return invoke_fn__<knock_tag>(n); }
    int open(int longest) const { return call_fn__<open_tag>(longest); }
    auto start_open(int longest) const { return invoke_fn__<open_tag>(longest); }
    int poll() const { return call_fn__<poll_tag>(); }
  };
  static const mentat::class_info& mentat_class__() { return mentat::class_info_of__<door_impl>(); }

 private:
  int last_ = 0;
};

template <>
struct mentat::server__<door_impl> {
  static void dispatch__(door_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case door_impl::knock_tag::number__: {
        mentat::accepted_call<door_impl::knock_tag> call(unit);
        return self.knock_body(call.rtf__(), call.argument__<0>());
      }
      case door_impl::open_tag::number__: {
        mentat::accepted_call<door_impl::open_tag> call(unit);
        return self.open_body(call.rtf__(), call.argument__<0>());
      }
      case door_impl::poll_tag::number__: {
        mentat::accepted_call<door_impl::poll_tag> call(unit);
        return self.poll_body(call.rtf__());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::door", mentat::kind::persistent,
                                                           302, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<door_impl::knock_tag>("knock"),
      mentat::describe__<door_impl::open_tag>("open"),
      mentat::describe__<door_impl::poll_tag>("poll")};
};

TEST_CASE(
    "a member function that waits in an mselect accepts a call that came later, and then goes "
    "on") {
  in_every_mode([] {
    door d;
    d.create();
    int opened = 0;
    const mentat::rv_scope end_of_opened(opened);
    RV_INSERT__(opened) = d.start_open(0);
    CHECK(d.knock(4) == 4);
    CHECK(RESOLVE__(opened) == 4);
    CHECK(d.knock(5) == 5);  // by the default loop again
    CHECK(d.poll() == 0);
  });
}

TEST_CASE("mafter ends a wait for which no call arrives") {
  in_every_mode([] {
    door d;
    d.create();
    const auto begin = std::chrono::steady_clock::now();
    CHECK(d.open(20) == -1);
    CHECK(std::chrono::steady_clock::now() - begin >= 20ms);
    CHECK(d.knock(1) == 1);
  });
}

TEST_CASE("many waits with times, some of them served in time") {
  in_every_mode([] {
    std::vector<door> doors(20);
    std::vector<int> opened(20);
    const mentat::rv_scope_all end_of_opened(opened);
    for (std::size_t i = 0; i < 20; ++i) {
      doors[i].create();
      RV_INSERT__(opened[i]) = doors[i].start_open(i % 2 == 0 ? 5 : 60000);
    }
    for (std::size_t i = 1; i < 20; i += 2)
      CHECK(doors[i].knock(static_cast<int>(i)) == static_cast<int>(i));
    for (std::size_t i = 0; i < 20; ++i)
      CHECK(RESOLVE__(opened[i]) == (i % 2 == 0 ? -1 : static_cast<int>(i)));
  });
}

TEST_CASE("an object that is destroyed in an mselect within a member function loses that call") {
  in_every_mode(
      [] {
        door d;
        d.create();
        const mentat::cip<int> opened = d.start_open(0);
        int result = 0;
        const mentat::rv_scope end_of_result(result);
        RV_INSERT__(result) = d.start_open(0);
        d.destroy();
        CHECK(contains(text_of<mentat::object_lost>([&] { static_cast<void>(RESOLVE__(result)); }),
                       "destroyed"));
      },
      ignore_warnings);
}

TEST_CASE("mselect outside of a persistent object is an error") {
  in_every_mode([] {
    CHECK(contains(text_of<mentat::remote_error>([] { mentat::select none; }), "persistent"));
  });
}

// --- A thread of control that never waits for long: it polls, or goes by the time.

class ticker_impl;
using ticker = mentat::handle<ticker_impl>;

class ticker_impl {
 public:
  explicit ticker_impl(int milliseconds) : milliseconds_(milliseconds) {}

  using ticks_tag = mentat::method<ticker_impl, 1, int()>;
  void ticks_body(mentat::rtf_sink<int>& rtf) { rtf(ticks_); }

  void serve() {
    for (;;) {
      switch (
          mentat::select now;
          (now.enable_operation__<ticks_tag>(1),
           static_cast<void>(milliseconds_ == 0
                                 ? now.enable_else__(2)
                                 : now.enable_after__(2, std::chrono::milliseconds(milliseconds_))),
           now.block_predicate__())) {
        case 1:
          now.serve__();
          break;
        case 2:
          ++ticks_;
          break;
      }
    }
  }

  struct mentat_stubs__ : mentat::mentat_object {
    int ticks() const { return call_fn__<ticks_tag>(); }
  };
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<ticker_impl>();
  }

 private:
  int milliseconds_, ticks_ = 0;
};

template <>
struct mentat::server__<ticker_impl> {
  static void dispatch__(ticker_impl& self, mentat::work_unit& unit) {
    if (unit.function() != ticker_impl::ticks_tag::number__) mentat::no_such_function__(unit);
    mentat::accepted_call<ticker_impl::ticks_tag> call(unit);
    self.ticks_body(call.rtf__());
  }
  static void serve__(ticker_impl& self) { self.serve(); }
  static constexpr mentat::class_description description__{"test::ticker", mentat::kind::persistent,
                                                           303, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<ticker_impl::ticks_tag>("ticks")};
};

TEST_CASE(
    "a thread of control that polls or goes by the time answers calls, and does not keep the "
    "program alive") {
  in_every_mode([] {
    for (int milliseconds : {0, 1}) {
      ticker t;
      t.create(milliseconds);
      CHECK(t.ticks() >= 0);
      door d;
      d.create();
      CHECK(d.open(3) == -1);
    }
  });
}

TEST_CASE("a circle of waits is found while another object goes by the time") {
  static object circle;
  script = {[](auto& rtf, int) { rtf(circle.run(1) + 1); }, [](auto& rtf, int) { rtf(1); }};
  in_modes(
      every_lazy_mode(),
      [] {
        ticker t;
        t.create(1);
        circle.create();
        CHECK_THROWS_AS(circle.run(0), mentat::deadlock);
      },
      ignore_warnings);
}

TEST_CASE("calls that wait for a time are finished behind the end of the main program") {
  static door last;
  static int opened;
  script = {[](auto& rtf, int) {
    opened = last.open(5);
    rtf(1);
  }};
  in_every_mode(
      [] {
        opened = 0;
        last = door();
        last.create();
        worker w;
        static_cast<void>(w.start(0));
      },
      [](const outcome& seen) {
        CHECK(opened == -1);
        CHECK(seen.warnings.empty());
      });
}

TEST_CASE("calls that come for an object that has ended do not reach the next one in its place") {
  script = {[](auto& rtf, int n) { rtf(n); }};
  in_modes(every_lazy_mode(), [] {
    worker w;
    for (int round = 0; round < 50; ++round) {
      object first;
      first.create();
      object same = first;
      first.destroy();
      mentat::cip<int> late = same.invoke_fn__<object_impl::run_tag>(
          0, w.start(0, 1));  // its argument is still to come
      same.destroy();
      buffer next;
      next.create(2);
      next.put(round);
      CHECK(next.get() == round);
      mentat::result<int> lost(std::move(late));
      CHECK_THROWS_AS(static_cast<void>(lost.get()), mentat::object_lost);
    }
  });
}
