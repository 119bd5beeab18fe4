// Calls and their values. The classes are in test_classes.h; each test's program runs in every
// mode.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::PRV_TO_ARG__;
using mentat::RESOLVE__;
using mentat::RV_INSERT__;
using mentat::testing::in_every_mode;
using mentat::testing::outcome;

MENTAT_REGISTER_CLASS(calculator_impl)
MENTAT_REGISTER_CLASS(account_impl)

namespace {

using add = calculator_impl::add_tag;
using greet = calculator_impl::greet_tag;
using deposit = account_impl::deposit_tag;
using run = worker_impl::run_tag;

}  // namespace

TEST_CASE("a call gives its value") {
  in_every_mode([] {
    calculator c;
    CHECK(c.add(1, 2) == 3);                // a stub: waits
    CHECK(c.call_fn__<add>(3, 4) == 7);     // the same without one
    auto later = c.invoke_fn__<add>(5, 6);  // goes on at once
    int sum = 0;
    mentat::rv_scope sum_scope(sum);
    RV_INSERT__(sum) = std::move(later);
    CHECK(RESOLVE__(sum) == 11);
    CHECK(c.call_fn__<greet>("you") == "hello you");
  });
}

TEST_CASE("a persistent object has a state, and a void function gives nothing") {
  in_every_mode([] {
    account mine(100);  // created by its constructor arguments
    account yours;
    mentat::create(yours);
    CHECK(mine.balance() == 100);
    CHECK(yours.balance() == 0);
    mine.withdraw(30);
    CHECK(yours.deposit(30) == 30);
    CHECK(mine.balance() == 70);
    account same = mine;  // the name is copied, not the object
    same.withdraw(70);
    CHECK(mine.balance() == 0);
  });
}

TEST_CASE("values travel along arcs from call to call") {
  in_every_mode([] {
    calculator c;
    // nested calls
    CHECK(c.call_fn__<add>(c.invoke_fn__<add>(1, 2), c.invoke_fn__<add>(3, 4)) == 10);
    // a delayed variable, as an argument of two calls and twice of one, and used afterwards
    int w = 0, x = 0, y = 0;
    mentat::rv_scope w_scope(w), x_scope(x), y_scope(y);
    RV_INSERT__(w) = c.invoke_fn__<add>(20, 1);
    RV_INSERT__(x) = c.invoke_fn__<add>(PRV_TO_ARG__(w), 1);
    RV_INSERT__(y) = c.invoke_fn__<add>(PRV_TO_ARG__(w), PRV_TO_ARG__(w));
    CHECK(RESOLVE__(y) == 42);
    CHECK(RESOLVE__(w) == 21);
    CHECK(RESOLVE__(x) == 22);
    // an actual variable
    CHECK(c.call_fn__<add>(PRV_TO_ARG__(w), PRV_TO_ARG__(x)) == 43);
  });
}

TEST_CASE("an argument that comes along an arc is converted as a value would be") {
  in_every_mode([] {
    calculator c;
    double half = 0;
    mentat::rv_scope half_scope(half);
    RV_INSERT__(half) = c.invoke_fn__<calculator_impl::halve_tag>(7);
    CHECK(c.call_fn__<add>(PRV_TO_ARG__(half), 1) == 4);
    CHECK(c.call_fn__<add>(c.invoke_fn__<calculator_impl::halve_tag>(9), 1) == 5);
    CHECK(RESOLVE__(half) == 3.5);
  });
}

TEST_CASE("a long chain of calls that a loop carries") {
  in_every_mode([] {
    calculator c;
    int w = 0;
    mentat::rv_scope w_scope(w);
    for (int i = 0; i < 500; ++i) RV_INSERT__(w) = c.invoke_fn__<add>(PRV_TO_ARG__(w), i);
    CHECK(RESOLVE__(w) == 500 * 499 / 2);
  });
}

TEST_CASE("an actor that turns itself into a subgraph, which does the same") {
  in_every_mode([] {
    calculator c;
    CHECK(c.call_fn__<calculator_impl::power_of_two_tag>(9) == 512);
  });
}

TEST_CASE("rtf gives a value, a call, a delayed variable, or one of another type") {
  script = {
      [](auto& rtf, int n) { rtf(n + 1); },
      [](auto& rtf, int n) {
        calculator c;
        rtf(c.invoke_fn__<add>(n, 2));
      },
      [](auto& rtf, int n) {
        calculator c;
        int w = 0;
        mentat::rv_scope w_scope(w);
        RV_INSERT__(w) = c.invoke_fn__<add>(n, 3);
        rtf(PRV_TO_ARG__(w));
        CHECK(RESOLVE__(w) == n + 3);  // and it may be used afterwards
      },
      [](auto& rtf, int n) {
        int w = n + 4;
        rtf(PRV_TO_ARG__(w));
      },
      [](auto& rtf, int n) {
        calculator c;
        rtf(c.invoke_fn__<calculator_impl::halve_tag>(2 * n + 11));  // a double, for an int
      },
      [](auto& rtf, int n) {
        calculator c;
        double w = 0;
        mentat::rv_scope w_scope(w);
        RV_INSERT__(w) = c.invoke_fn__<calculator_impl::halve_tag>(2 * n + 13);
        rtf(PRV_TO_ARG__(w));
      },
  };
  in_every_mode([] {
    worker w;
    CHECK(w.run(0, 10) == 11);
    CHECK(w.run(1, 10) == 12);
    CHECK(w.run(2, 10) == 13);
    CHECK(w.run(3, 10) == 14);
    CHECK(w.run(4, 10) == 15);
    CHECK(w.run(5, 10) == 16);
    object o;
    mentat::create(o);
    for (int i = 0; i < 6; ++i) CHECK(o.run(i, 20) == 21 + i);
  });
}

TEST_CASE("work goes on after rtf, and the first of several rtf counts") {
  static std::atomic<int> done;
  script = {[](auto& rtf, int n) {
    rtf(n);
    calculator c;
    done = c.add(n, 1);
    rtf(n + 100);
  }};
  in_every_mode(
      [] {
        done = 0;
        worker w;
        CHECK(w.run(0, 5) == 5);
        object o;
        mentat::create(o);
        CHECK(o.run(0, 6) == 6);
        o.call_fn__<object_impl::quietly_tag>(
            0,
            7);  // waits its turn, and for the end of the function
        CHECK(done == 8);
      },
      [](const outcome& seen) {
        CHECK(seen.warnings.size() == 3);
        for (const std::string& text : seen.warnings)
          CHECK(text.find("rtf twice") != std::string::npos);
      });
}

// --- values
// ------------------------------------------------------------------------------------------------------------------

namespace {

// A large value that knows how often its like was copied.
struct cargo {
  inline static std::atomic<int> copies{0};
  std::vector<int> items;

  cargo() = default;
  explicit cargo(std::size_t size) : items(size, 1) {}
  cargo(const cargo& other) : items(other.items) { ++copies; }
  cargo(cargo&&) noexcept = default;
  cargo& operator=(const cargo& other) {
    items = other.items;
    ++copies;
    return *this;
  }
  cargo& operator=(cargo&&) noexcept = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(items);
  }
};

struct alignas(64) vector_register {
  double lanes[8] = {};
  template <class Archive>
  void serialize(Archive& archive) {
    for (double& lane : lanes) archive(lane);
  }
};

class carrier_impl;
using carrier = mentat::handle<carrier_impl>;
class carrier_impl {
 public:
  using load_tag = mentat::method<carrier_impl, 1, cargo(int)>;
  using pass_tag = mentat::method<carrier_impl, 2, cargo(cargo)>;
  using count_tag = mentat::method<carrier_impl, 3, int(const cargo&)>;
  using spoil_tag = mentat::method<carrier_impl, 4, int(std::string&)>;
  using align_tag = mentat::method<carrier_impl, 5, vector_register(vector_register, char)>;

  void load_body(mentat::rtf_sink<cargo>& rtf, int size) {
    rtf(cargo(static_cast<std::size_t>(size)));
  }
  void pass_body(mentat::rtf_sink<cargo>& rtf, cargo&& passing) {
    ++passing.items[0];
    rtf(std::move(passing));
  }
  void count_body(mentat::rtf_sink<int>& rtf, const cargo& all) {
    rtf(std::accumulate(all.items.begin(), all.items.end(), 0));
  }
  void spoil_body(mentat::rtf_sink<int>& rtf, std::string& text) {
    text += " spoiled";
    rtf(static_cast<int>(text.size()));
  }
  void align_body(mentat::rtf_sink<vector_register>& rtf, const vector_register& given, char) {
    vector_register made = given;
    made.lanes[0] = reinterpret_cast<std::uintptr_t>(&given) % 64 == 0 ? 1 : -1;
    rtf(made);
  }

  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<carrier_impl>();
  }
};

template <class Tag, class Function>
void carry_out(mentat::work_unit& unit, Function function) {
  mentat::accepted_call<Tag> call(unit);
  function(call);
}

}  // namespace

template <>
struct mentat::server__<carrier_impl> {
  static void dispatch__(carrier_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case 1:
        return carry_out<carrier_impl::load_tag>(
            unit, [&](auto& c) { self.load_body(c.rtf__(), c.template argument__<0>()); });
      case 2:
        return carry_out<carrier_impl::pass_tag>(
            unit, [&](auto& c) { self.pass_body(c.rtf__(), c.template argument__<0>()); });
      case 3:
        return carry_out<carrier_impl::count_tag>(
            unit, [&](auto& c) { self.count_body(c.rtf__(), c.template argument__<0>()); });
      case 4:
        return carry_out<carrier_impl::spoil_tag>(
            unit, [&](auto& c) { self.spoil_body(c.rtf__(), c.template argument__<0>()); });
      case 5:
        return carry_out<carrier_impl::align_tag>(unit, [&](auto& c) {
          self.align_body(c.rtf__(), c.template argument__<0>(), c.template argument__<1>());
        });
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::carrier", mentat::kind::regular,
                                                           103, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<carrier_impl::load_tag>("load"),
      mentat::describe__<carrier_impl::pass_tag>("pass"),
      mentat::describe__<carrier_impl::count_tag>("count"),
      mentat::describe__<carrier_impl::spoil_tag>("spoil"),
      mentat::describe__<carrier_impl::align_tag>("align")};
};

TEST_CASE("caller and callee share nothing: neither sees the other's changes to an argument") {
  in_every_mode([] {
    carrier c;
    std::string text = "text";
    auto length = c.invoke_fn__<carrier_impl::spoil_tag>(text);
    text = "changed at once";
    int w = 0;
    mentat::rv_scope w_scope(w);
    RV_INSERT__(w) = std::move(length);
    CHECK(RESOLVE__(w) == 12);
    CHECK(text == "changed at once");

    // Two consumers of one result do not share it either.
    calculator say;
    std::string hello;
    mentat::rv_scope hello_scope(hello);
    RV_INSERT__(hello) = say.invoke_fn__<greet>("you");
    int first = 0, second = 0;
    mentat::rv_scope first_scope(first), second_scope(second);
    RV_INSERT__(first) = c.invoke_fn__<carrier_impl::spoil_tag>(PRV_TO_ARG__(hello));
    RV_INSERT__(second) = c.invoke_fn__<carrier_impl::spoil_tag>(PRV_TO_ARG__(hello));
    CHECK(RESOLVE__(first) == 17);
    CHECK(RESOLVE__(second) == 17);
    CHECK(RESOLVE__(hello) == "hello you");
  });
}

TEST_CASE(
    "a large value that nobody else can read is moved through a pipeline of nested calls, not "
    "copied") {
  using load = carrier_impl::load_tag;
  using pass = carrier_impl::pass_tag;
  using count = carrier_impl::count_tag;
  in_every_mode([] {
    cargo::copies = 0;
    carrier c;
    CHECK(c.call_fn__<count>(c.invoke_fn__<pass>(
              c.invoke_fn__<pass>(c.invoke_fn__<pass>(c.invoke_fn__<load>(1000))))) == 1003);
    CHECK(cargo::copies == 0);
    const cargo got = c.call_fn__<load>(500);
    CHECK(got.items.size() == 500);
    CHECK(cargo::copies == 0);
    CHECK(c.call_fn__<count>(cargo(300)) == 300);  // a temporary
    CHECK(cargo::copies == 0);
    CHECK(c.call_fn__<count>(got) == 500);  // the caller keeps it: one copy
    CHECK(cargo::copies == 1);
  });
}

TEST_CASE("arguments and results are aligned as their types demand") {
  in_every_mode([] {
    carrier c;
    for (int i = 0; i < 20; ++i) {
      vector_register got;
      mentat::rv_scope scope(got);
      RV_INSERT__(got) = c.invoke_fn__<carrier_impl::align_tag>(
          c.invoke_fn__<carrier_impl::align_tag>(vector_register{}, 'a'), 'b');
      CHECK(RESOLVE__(got).lanes[0] == 1);
    }
  });
}

TEST_CASE("a handle is a value too: it travels, and names the same object") {
  static account travelling;  // stands for an argument: the script's functions take numbers only
  script = {[](auto& rtf, int amount) { rtf(travelling.invoke_fn__<deposit>(amount)); }};
  in_every_mode([] {
    account a;
    CHECK_FALSE(a.bound());
    mentat::create(a);
    CHECK(a.bound());
    travelling = a;
    worker w;
    CHECK(w.run(0, 4) == 4);
    CHECK(a.balance() == 4);

    mentat::base::byte_buffer bytes;
    mentat::byte_writer writer(bytes);
    writer(a);
    account b;
    mentat::byte_reader reader(bytes);
    reader(b);
    CHECK(b == a);
    CHECK(b.deposit(1) == 5);
  });
}
