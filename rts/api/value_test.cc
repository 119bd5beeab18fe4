// Values that carry calls and names: mentat::result, mentat::ref, and hints of create().
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rts/api/hints_of_variables.h"
#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::testing::in_every_mode;
using mentat::testing::outcome;

namespace {

using deposit = account_impl::deposit_tag;
using add = calculator_impl::add_tag;

struct holder {
  mentat::result<int> value;
};

}  // namespace

TEST_CASE("a result outlives the function that asked for it, in members and containers") {
  in_every_mode([] {
    calculator c;
    std::vector<holder> held(100);
    const auto ask = [&] {
      for (int i = 0; i < 100; ++i)
        held[static_cast<std::size_t>(i)].value = c.invoke_fn__<add>(i, 1);
    };
    ask();
    for (int i = 0; i < 100; ++i) CHECK(held[static_cast<std::size_t>(i)].value == i + 1);
    CHECK(held[5].value.get() == 6);
  });
}

TEST_CASE("copies of a result share the call, and each has the value") {
  in_every_mode([] {
    calculator c;
    mentat::result<int> one = c.invoke_fn__<add>(1, 2), other = one, moved = std::move(one);
    mentat::result<double> wide = c.invoke_fn__<add>(3, 4);
    CHECK(other + moved == 6);
    CHECK(wide == 7.0);
    other = 5;
    CHECK(other == 5);
    CHECK(moved == 3);
    CHECK(mentat::result<std::string>().get().empty());
  });
}

TEST_CASE("a result goes into a call as an arc, and into bytes as its value") {
  in_every_mode([] {
    calculator c;
    mentat::result<int> one = c.invoke_fn__<add>(1, 2);
    mentat::result<int> sum = c.invoke_fn__<add>(one, 10);
    CHECK(sum == 13);
    mentat::base::byte_buffer bytes;
    mentat::byte_writer writer(bytes);
    writer(sum);
    mentat::byte_reader reader(bytes);
    mentat::result<int> read;
    reader(read);
    CHECK(read == 13);
  });
}

TEST_CASE(
    "the error of a call is thrown at each use of its result, and is in the log if there is none") {
  in_every_mode(
      [] {
        calculator c;
        mentat::result<int> used = c.invoke_fn__<calculator_impl::fail_tag>("used");
        for (int i = 0; i < 2; ++i)
          CHECK_THROWS_AS(static_cast<void>(used.get()), mentat::remote_error);
        const mentat::result<int> unused = c.invoke_fn__<calculator_impl::fail_tag>("unused");
      },
      [](const outcome& seen) { CHECK(seen.warnings.size() == 1); });
}

TEST_CASE("a ref names an object, travels, and gives the variable back") {
  in_every_mode([] {
    account a(5);
    mentat::ref<account> r = a, none;
    CHECK(r->deposit(2) == 7);
    CHECK((*r).balance() == 7);
    account back = r, other(r);
    CHECK(back == a);
    CHECK(other == a);
    CHECK_FALSE(none.bound());
    CHECK_THROWS_AS(none->balance(), mentat::unbound_variable);
    mentat::base::byte_buffer bytes;
    mentat::byte_writer writer(bytes);
    writer(r);
    mentat::byte_reader reader(bytes);
    mentat::ref<account> read;
    reader(read);
    CHECK(read == r);
    CHECK(read->balance() == 7);
    r.destroy();
    CHECK_THROWS_AS(read->balance(), mentat::object_lost);
    CHECK_FALSE(read.bound());
  });
}

TEST_CASE("hints come before the constructor's arguments") {
  in_every_mode([] {
    account a(1), b;
    mentat::create(b, mentat::near(a), mentat::on("somewhere"), 9);
    CHECK(b.balance() == 9);
    b.create(mentat::apart_from(a), 4);
    CHECK(b.balance() == 4);
  });
}
