// A replicated class, written by hand in the form that is emitted: copy from here. Beside what a
// persistent class has, there are the parts marked with (r).
#include <mentat/server.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_scripts.h"
#include "rts/core/errors.h"

using mentat::testing::in_every_mode;
using mentat::testing::in_modes;

// replicated mentat class bounds {
//  public:
//   bounds() = default;
//   explicit bounds(int least);
//   int least() const;
//   std::string text(const std::string& key) const;
//   int awaited(int least) const;      // const, with a guard: executed at home
//   int lower(int to);
//   void set(std::string key, std::string value);
//   void fail_half_way();
//   void change_apart();
// };
class bounds_impl__;
using bounds = ::mentat::handle__<bounds_impl__>;
class bounds_impl__ {
 public:
  bounds_impl__() = default;
  explicit bounds_impl__(int least) : least_(least) {}

  void least_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { mentat_rtf__(least_); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, const std::string& key) const {
    mentat_rtf__(texts_.at(key));
  }
  void awaited_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int least) const {
    if (static_cast<void>(::mentat::note_guard__<awaited_tag__>), mentat_rtf__.is_local__())
      ::mentat::guard(least_ <= least);
    mentat_rtf__(least_);
  }
  void lower_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int to) {
    if (to < least_) least_ = to;
    mentat_rtf__(least_);
  }
  void set_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, std::string key,
                  std::string value) {
    texts_[std::move(key)] = std::move(value);
  }
  void fail_half_way_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) {
    least_ = -1;
    throw std::runtime_error("half way");
  }
  void change_apart_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) {
    static int calls = 0;  // differs between copies
    least_ = ++calls;
  }

 private:
  int least_ = 1000;
  std::map<std::string, std::string> texts_;

 public:
  // (r) The mark, and all data members; those of bases first:
  //     base_impl__::mentat_state__(archive__), archive__(static_cast<plain_base&>(*this)).
  static constexpr bool mentat_replicated__ = true;
  template <class Archive__>
  void mentat_state__(Archive__& archive__) {
    archive__(least_, texts_);
  }

  using least_tag__ = ::mentat::method__<bounds_impl__, 1, int()>;
  using text_tag__ = ::mentat::method__<bounds_impl__, 2, std::string(const std::string&)>;
  using awaited_tag__ = ::mentat::method__<bounds_impl__, 3, int(int)>;
  using lower_tag__ = ::mentat::method__<bounds_impl__, 4, int(int)>;
  using set_tag__ = ::mentat::method__<bounds_impl__, 5, void(std::string, std::string)>;
  using fail_half_way_tag__ = ::mentat::method__<bounds_impl__, 6, void()>;
  using change_apart_tag__ = ::mentat::method__<bounds_impl__, 7, void()>;

  int least() const {
    ::mentat::local_call__<least_tag__> call__;
    least_body__(call__.rtf__());
    return call__.take__();
  }
  std::string text(const std::string& key) const {
    ::mentat::local_call__<text_tag__> call__;
    text_body__(call__.rtf__(), key);
    return call__.take__();
  }
  // (r) For each const function without guard: the local function, found by its tag.
  int mentat_read__(least_tag__*) const { return least(); }
  std::string mentat_read__(text_tag__*, const std::string& key) const { return text(key); }

  bool mentat_guard__(awaited_tag__*,
                      [[maybe_unused]] const awaited_tag__::value__<0>& least) const {
    return static_cast<bool>(least_ <= least);
  }

  struct mentat_stubs__ : ::mentat::mentat_object__ {
    // (r) The stub of such a function reads; the place comes first. The text of a call of it is not
    //     edited.
    int least(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<least_tag__>(place__);
    }
    std::string text(const std::string& key,
                     ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<text_tag__>(place__, key);
    }
    // All others are as those of a persistent class.
    int awaited(int least, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<awaited_tag__>(least, place__);
    }
    int lower(int to, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<lower_tag__>(to, place__);
    }
  };
  using mentat_constructor_0__ = ::mentat::constructor__<bounds_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int least) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(least);
  }
  static const ::mentat::class_info__& mentat_class__();
};

template <>
struct mentat::server__<bounds_impl__> {
  // The body of each function, reads as well: another process may have no copy yet.
  static void dispatch__(bounds_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case bounds_impl__::least_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::least_tag__> call__(unit__);
        return self__.least_body__(call__.rtf__());
      }
      case bounds_impl__::text_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::text_tag__> call__(unit__);
        return self__.text_body__(call__.rtf__(), call__.argument__<0>());
      }
      case bounds_impl__::awaited_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::awaited_tag__> call__(unit__);
        return self__.awaited_body__(call__.rtf__(), call__.argument__<0>());
      }
      case bounds_impl__::lower_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::lower_tag__> call__(unit__);
        return self__.lower_body__(call__.rtf__(), call__.argument__<0>());
      }
      case bounds_impl__::set_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::set_tag__> call__(unit__);
        return self__.set_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case bounds_impl__::fail_half_way_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::fail_half_way_tag__> call__(unit__);
        return self__.fail_half_way_body__(call__.rtf__());
      }
      case bounds_impl__::change_apart_tag__::number__: {
        ::mentat::accepted_call__<bounds_impl__::change_apart_tag__> call__(unit__);
        return self__.change_apart_body__(call__.rtf__());
      }
      default:
        break;
    }
    ::mentat::no_such_function__(unit__);
  }
  // (r) The kind, and describe_read__ for every const function, with guard or without.
  static constexpr ::mentat::class_description__ description__{
      "test::bounds", ::mentat::kind__::replicated__, 0x7001, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe_read__<bounds_impl__::least_tag__>("least", "bounds.mpl.cc:3"),
      ::mentat::describe_read__<bounds_impl__::text_tag__>("text"),
      ::mentat::describe_read__<bounds_impl__::awaited_tag__>("awaited"),
      ::mentat::describe__<bounds_impl__::lower_tag__>("lower"),
      ::mentat::describe__<bounds_impl__::set_tag__>("set"),
      ::mentat::describe__<bounds_impl__::fail_half_way_tag__>("fail_half_way"),
      ::mentat::describe__<bounds_impl__::change_apart_tag__>("change_apart")};
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<bounds_impl__::mentat_constructor_0__>()};
};
auto bounds_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<bounds_impl__>();
}
MENTAT_REGISTER_CLASS(bounds_impl__)

// A client of `bounds`: a regular class whose functions read in a loop.
class reader_impl__;
using reader = mentat::handle<reader_impl__>;
class reader_impl__ {
 public:
  using falls_tag__ = mentat::method<reader_impl__, 1, bool(bounds, int)>;
  using lower_to_tag__ = mentat::method<reader_impl__, 2, int(bounds, int)>;
  using double_tag__ = mentat::method<reader_impl__, 3, int(int)>;

  // Whether the bound never rises.
  void falls_body__(mentat::rtf_sink<bool>& rtf, const bounds& b, int times) {
    int before = b.least();
    bool good = true;
    for (int i = 0; i < times; ++i) {
      const int now = b.least();
      good = good && now <= before;
      before = now;
    }
    rtf(good);
  }
  // Whether each write is seen by its writer at once: returns the number that were not.
  void lower_to_body__(mentat::rtf_sink<int>& rtf, const bounds& b, int to) {
    int unseen = 0;
    for (int at = 1000; at >= to; --at) {
      static_cast<void>(b.invoke_fn__<bounds_impl__::lower_tag__>(at));
      unseen += b.least() > at;
    }
    rtf(unseen);
  }
  void double_body__(mentat::rtf_sink<int>& rtf, int n) { rtf(2 * n); }

  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__();
};
template <>
struct mentat::server__<reader_impl__> {
  static void dispatch__(reader_impl__& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case reader_impl__::falls_tag__::number__: {
        mentat::accepted_call<reader_impl__::falls_tag__> call(unit);
        return self.falls_body__(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
      case reader_impl__::lower_to_tag__::number__: {
        mentat::accepted_call<reader_impl__::lower_to_tag__> call(unit);
        return self.lower_to_body__(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
      case reader_impl__::double_tag__::number__: {
        mentat::accepted_call<reader_impl__::double_tag__> call(unit);
        return self.double_body__(call.rtf__(), call.argument__<0>());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::reader", mentat::kind::regular,
                                                           0x7002, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<reader_impl__::falls_tag__>("falls"),
      mentat::describe__<reader_impl__::lower_to_tag__>("lower_to"),
      mentat::describe__<reader_impl__::double_tag__>("double")};
};
const mentat::class_info& reader_impl__::mentat_class__() {
  return mentat::class_info_of__<reader_impl__>();
}
MENTAT_REGISTER_CLASS(reader_impl__)

TEST_CASE("a write is seen by the next read") {
  in_every_mode([] {
    bounds b;
    mentat::create(b, 50);
    CHECK(b.least() == 50);
    CHECK(b.lower(20) == 20);
    CHECK(b.least() == 20);
    static_cast<void>(b.invoke_fn__<bounds_impl__::set_tag__>("a", "first"));
    CHECK(b.text("a") == "first");
    bounds same = b;
    CHECK(same.lower(10) == 10);
    CHECK(b.least() == 10);
  });
}

TEST_CASE("a call reads its caller's writes") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    reader r;
    static_cast<void>(b.invoke_fn__<bounds_impl__::lower_tag__>(7));
    CHECK(r.call_fn__<reader_impl__::lower_to_tag__>(b, 3) == 0);
    CHECK(b.least() == 3);
  });
}

TEST_CASE("readers and writers run side by side") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    reader r;
    auto one = r.invoke_fn__<reader_impl__::falls_tag__>(b, 2000);
    auto two = r.invoke_fn__<reader_impl__::lower_to_tag__>(b, 500);
    auto three = r.invoke_fn__<reader_impl__::falls_tag__>(b, 2000);
    auto four = r.invoke_fn__<reader_impl__::lower_to_tag__>(b, 400);
    mentat::wait_for(*one);
    mentat::wait_for(*two);
    mentat::wait_for(*three);
    mentat::wait_for(*four);
    CHECK(one->value());
    CHECK(two->value() == 0);
    CHECK(three->value());
    CHECK(four->value() == 0);
    CHECK(b.least() == 400);
  });
}

TEST_CASE("an exception of a read is thrown as it is") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    CHECK_THROWS_AS(static_cast<void>(b.text("nowhere")), std::out_of_range);
    CHECK(b.lower(4) == 4);  // the mark of the reader is gone
  });
}

TEST_CASE("a write that throws keeps its changes") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    CHECK_THROWS_AS(b.call_fn__<bounds_impl__::fail_half_way_tag__>(), mentat::remote_error);
    CHECK(b.least() == -1);
  });
}

TEST_CASE("a write with a delayed argument does not hold up its caller") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    reader r;
    auto lowered =
        b.invoke_fn__<bounds_impl__::lower_tag__>(r.invoke_fn__<reader_impl__::double_tag__>(21));
    CHECK(b.lower(500) <= 500);
    mentat::wait_for(*lowered);
    CHECK(b.least() == 42);
  });
}

TEST_CASE("a guarded read waits at home") {
  in_every_mode([] {
    bounds b;
    mentat::create(b);
    reader r;
    CHECK(b.lower(9) == 9);
    CHECK(b.awaited(9) == 9);
  });
}

TEST_CASE("the error of a write whose result nobody uses is logged") {
  in_modes(
      mentat::testing::every_mode(),
      [] {
        bounds b;
        mentat::create(b);
        static_cast<void>(b.invoke_fn__<bounds_impl__::fail_half_way_tag__>());
        CHECK(b.least() == -1);
      },
      [](const mentat::testing::outcome& seen) {
        CHECK(seen.warnings.size() == 1);
        if (!seen.warnings.empty())
          CHECK(seen.warnings[0].find("nobody uses the result of the call") != std::string::npos);
      });
}

TEST_CASE("a loop that only reads sees what a call of its own worker writes") {
  in_every_mode([] {
    bounds b(5);
    script = {[b](auto& rtf, int to) mutable { rtf(b.lower(to)); }};
    worker w;
    auto lowered = w.start(0, 1);
    while (b.least() != 1) {
    }
    mentat::wait_for(*lowered);
    script.clear();
  });
}

TEST_CASE("a destroyed object cannot be read") {
  in_every_mode([] {
    bounds b, unbound;
    mentat::create(b);
    const bounds same = b;
    mentat::destroy(b);
    CHECK_THROWS_AS(static_cast<void>(same.least()), mentat::object_lost);
    CHECK_THROWS_AS(static_cast<void>(unbound.least()), mentat::unbound_variable);
    bounds next;  // may have the slot
    mentat::create(next, 5);
    CHECK_THROWS_AS(static_cast<void>(same.least()), mentat::object_lost);
    CHECK(next.least() == 5);
  });
}

TEST_CASE("mode adversarial finds a write that depends on more than the object") {
  in_modes({{"adversarial", 1, 1}}, [] {
    bounds b;
    mentat::create(b);
    static_cast<void>(b.invoke_fn__<bounds_impl__::change_apart_tag__>());
    try {
      static_cast<void>(b.least());
      FAIL_CHECK("the copies differ");
    } catch (const mentat::replica_divergence& seen) {
      CHECK(std::string(seen.what()) ==
            "two copies of an object of class test::bounds differ behind update 1 (change_apart): "
            "a member function of a replicated class may depend on nothing but the object and its "
            "arguments");
    }
  });
}
