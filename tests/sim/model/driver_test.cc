#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/sim/model/driver.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "mmps/wire/message_type.h"

namespace mentat {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

constexpr instant start{base::second};
const mmps_name self = mmps_name::of_process(1, 1, 3, 1);
const mmps_name worker = mmps_name::of_process(2, 1, 10, 1);
const mmps_name object{2, 1, worker.slot | 1, worker.generation | 1};
constexpr computation_tag root{9, 9};

mentat_message message(message_type type, std::uint64_t tag, const mmps_name& source = {}) {
  mentat_message made;
  made.header.type = static_cast<std::uint8_t>(type);
  made.header.tag = {tag, 0};
  made.header.source = source;
  return made;
}

std::vector<mentat_message> one_call(const mmps_name& to = {}) {
  std::vector<mentat_message> calls;
  calls.push_back(message(message_type::exec, 1));
  calls.back().header.destination = to;
  return calls;
}

mentat_message result(std::uint16_t flags = 0) {
  mentat_message made = message(message_type::token, 0, worker);
  made.header.tag = root;
  made.header.argument = mmps::to_waiting_caller;
  made.header.flags = flags;
  return made;
}

mmps::error_kind kind_of(const root_result& of) {
  const auto error = mmps::read_error(of.result);
  REQUIRE(error);
  return error->kind;
}

}  // namespace

TEST_CASE("the first result of a root counts") {
  driver tested({self, "host"}, {});
  REQUIRE(tested.begin(start, root, one_call()));
  driver_output output = tested.take_output();
  REQUIRE(output.messages.size() == 1);
  CHECK(output.messages[0].header.source == self);
  CHECK((output.messages[0].header.flags & mmps::flag::replayable) != 0);
  tested.step(start, result());
  tested.step(start, result(mmps::flag::error));
  output = tested.take_output();
  REQUIRE(output.results.size() == 1);
  CHECK_FALSE(output.results[0].is_error);
  CHECK(tested.counted().late == 1);
  CHECK(tested.waiting() == 0);
}

TEST_CASE("when custody is lost the graph goes out again, with a higher replay, five times") {
  driver tested({self, "host"}, {});
  REQUIRE(tested.begin(start, root, one_call()));
  for (std::uint8_t replay = 0; replay <= 5; ++replay) {
    const driver_output output = tested.take_output();
    REQUIRE(output.messages.size() == 1);
    CHECK(output.messages[0].header.replay == replay);
    tested.note_custody_lost(start, "gone");
  }
  const driver_output output = tested.take_output();
  CHECK(output.messages.empty());
  REQUIRE(output.results.size() == 1);
  CHECK(kind_of(output.results[0]) == mmps::error_kind::task_poisoned);
}

TEST_CASE("a direct call of an object whose process ends before FINISHED is lost") {
  driver tested({self, "host"}, {});
  REQUIRE(tested.begin(start, root, one_call(object)));
  SUBCASE("before") {
    tested.step(start, message(message_type::down, 0, worker));
    const driver_output output = tested.take_output();
    REQUIRE(output.results.size() == 1);
    CHECK(kind_of(output.results[0]) == mmps::error_kind::object_lost);
    // What is known to be down is sent nothing.
    REQUIRE(tested.begin(start, root, one_call(object)));
    const driver_output later = tested.take_output();
    CHECK(later.messages.empty());
    REQUIRE(later.results.size() == 1);
    CHECK(kind_of(later.results[0]) == mmps::error_kind::object_lost);
  }
  SUBCASE("after") {
    tested.step(start, message(message_type::finished, 1, worker));
    tested.step(start, message(message_type::down, 0, worker));
    CHECK(tested.take_output().results.empty());
    tested.step(start, result());
    CHECK(tested.take_output().results.size() == 1);
  }
}

TEST_CASE("an object that was asked for is a name, or an error that says why not") {
  driver tested({self, "host"}, {});
  REQUIRE(tested.create(start, message(message_type::instantiate, 4)));
  mentat_message answer = message(message_type::instantiated, 4);
  SUBCASE("a name") {
    const std::vector<std::byte> name(sizeof(mmps_name));
    answer = mentat_message{std::span<const std::byte>(name)};
    answer.header.type = static_cast<std::uint8_t>(message_type::instantiated);
    answer.header.tag = {4, 0};
    tested.step(start, std::move(answer));
    const driver_output output = tested.take_output();
    REQUIRE(output.results.size() == 1);
    CHECK_FALSE(output.results[0].is_error);
  }
  SUBCASE("an error") {
    answer.header.flags = mmps::flag::error;
    tested.step(start, std::move(answer));
    const driver_output output = tested.take_output();
    REQUIRE(output.results.size() == 1);
    CHECK(kind_of(output.results[0]) == mmps::error_kind::resource_exhausted);
  }
  SUBCASE("bytes that are no name") {
    tested.step(start, std::move(answer));
    CHECK(tested.counted().malformed == 1);
    CHECK(tested.waiting() == 1);
  }
}

TEST_CASE("more roots than the limit are not taken") {
  driver_limits tight;
  tight.roots = 1;
  driver tested({self, "host"}, tight);
  CHECK(tested.begin(start, root, one_call()));
  CHECK_FALSE(tested.begin(start, {1, 1}, one_call()));
}

TEST_CASE("a token that comes back goes out again, a call of an object does not") {
  driver tested({self, "host"}, {});
  tested.undelivered(start, message(message_type::exec, 1));
  CHECK(tested.take_output().messages.size() == 1);
  mentat_message call = message(message_type::exec, 1);
  call.header.destination = object;
  tested.undelivered(start, std::move(call));
  CHECK(tested.take_output().messages.empty());
}

}  // namespace mentat
