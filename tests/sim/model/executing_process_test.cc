#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/sim/model/executing_process.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;
using byte_vector = std::vector<std::byte>;

constexpr instant start{base::second};
const mmps_name self = mmps_name::of_process(1, 1, 10, 1);
const mmps_name manager = mmps_name::of_process(1, 1, 1, 1);
const mmps_name matching = mmps_name::of_process(1, 1, 2, 1);
const mmps_name other = mmps_name::of_process(2, 1, 10, 1);
const mmps_name far_object{2, 1, other.slot | 3, other.generation | 1};

executing_process machine(const executing_limits& limits = {}) {
  return executing_process({self, manager, "host"}, limits);
}

// Where results go: argument 0 of the computation `tag`.
byte_vector future_to(std::uint64_t tag) {
  mmps::future_writer writer;
  mmps::future_arc arc;
  arc.tag = {tag, 0};
  arc.argument_count = 1;
  writer.add(arc);
  return {writer.bytes().begin(), writer.bytes().end()};
}

mentat_message exec(const mmps_name& to, std::uint64_t tag, std::uint16_t flags = 0) {
  const byte_vector future = future_to(tag + 1000);
  mentat_message made{std::span<const std::byte>(future)};
  made.header.type = static_cast<std::uint8_t>(message_type::exec);
  made.header.future_length = static_cast<std::uint32_t>(future.size());
  made.header.source = matching;
  made.header.destination = to;
  made.header.tag = {tag, 0};
  made.header.attempt = 1;
  made.header.flags = flags;
  return made;
}

mentat_message control(message_type type, const mmps_name& source, std::uint64_t tag = 0) {
  mentat_message made;
  made.header.type = static_cast<std::uint8_t>(type);
  made.header.source = source;
  made.header.tag = {tag, 0};
  made.header.attempt = 1;
  return made;
}

outcome value(std::size_t length = 1) {
  return {outcome::kind::value, byte_vector(length, std::byte{7}), {}};
}

bool is(const emission& one, message_type type) {
  return one.message.header.type == static_cast<std::uint8_t>(type);
}

bool is_error(const emission& one, mmps::error_kind kind) {
  const auto error = mmps::read_error(one.message.body().subspan(one.message.header.future_length));
  return (one.message.header.flags & mmps::flag::error) != 0 && error && error->kind == kind;
}

// The object that the machine makes on request.
mmps_name make_object(executing_process& in) {
  mentat_message request = control(message_type::instantiate, other, 77);
  request.header.flags = mmps::flag::persistent;
  in.step(start, std::move(request));
  executing_output output = in.take_output();
  REQUIRE(output.objects.size() == 1);
  CHECK(output.emissions.empty());
  const mmps_name made = output.objects[0].name;
  in.object_made(start, made, std::nullopt);
  output = in.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(output.emissions[0].message.header.destination == other);
  in.in_custody(start, output.emissions[0].id);
  CHECK(in.take_output().emissions.size() == 1);
  return made;
}

std::vector<execution> begun(executing_process& in) { return in.take_output().executions; }

}  // namespace

TEST_CASE("FINISHED is said when the result is in custody, and not before") {
  executing_process tested = machine();
  tested.step(start, exec(self, 1));
  const std::vector<execution> work = begun(tested);
  REQUIRE(work.size() == 1);
  CHECK_FALSE(work[0].object.bound());
  tested.executed(start, work[0].id, value());
  executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is(output.emissions[0], message_type::token));
  CHECK(output.emissions[0].message.header.tag[0] == 1001);
  CHECK(tested.unfinished() == 1);
  tested.in_custody(start, output.emissions[0].id);
  output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is(output.emissions[0], message_type::finished));
  CHECK(output.emissions[0].message.header.destination == matching);
  CHECK(output.emissions[0].message.header.attempt == 1);
  CHECK(tested.unfinished() == 0);
}

TEST_CASE("a call of an object is kept until its process says FINISHED") {
  executing_process tested = machine();
  tested.step(start, exec(self, 1));
  outcome came;
  came.calls.push_back(exec(far_object, 5));
  tested.executed(start, begun(tested)[0].id, std::move(came));
  executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  tested.in_custody(start, output.emissions[0].id);  // the link's word is not enough
  CHECK(tested.take_output().emissions.empty());
  tested.step(start, control(message_type::finished, other, 5));
  output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is(output.emissions[0], message_type::finished));
}

TEST_CASE("calls of an object whose process ends become errors along their futures") {
  executing_process tested = machine();
  tested.step(start, exec(self, 1));
  tested.step(start, exec(self, 2));
  const std::vector<execution> work = begun(tested);
  outcome before, after;
  before.calls.push_back(exec(far_object, 5));
  after.calls.push_back(exec(far_object, 6));
  tested.executed(start, work[0].id, std::move(before));
  static_cast<void>(tested.take_output());
  tested.step(start, control(message_type::down, other));
  executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is_error(output.emissions[0], mmps::error_kind::object_lost));
  CHECK(output.emissions[0].message.header.tag[0] == 1005);
  // And what is known to be down is sent nothing.
  tested.executed(start, work[1].id, std::move(after));
  output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is_error(output.emissions[0], mmps::error_kind::object_lost));
  tested.in_custody(start, output.emissions[0].id);
  CHECK(tested.counted().finished == 1);
}

TEST_CASE("a repeated call takes no effect and is answered with the kept result") {
  executing_process tested = machine();
  const mmps_name object = make_object(tested);
  tested.step(start, exec(object, 3, mmps::flag::replayable));
  tested.step(start, exec(object, 3, mmps::flag::replayable));  // while it is executed
  const std::vector<execution> work = begun(tested);
  REQUIRE(work.size() == 1);
  tested.executed(start, work[0].id, value());
  CHECK(tested.take_output().emissions.size() == 2);
  tested.step(start, exec(object, 3, mmps::flag::replayable));  // and later
  executing_output output = tested.take_output();
  CHECK(output.executions.empty());
  REQUIRE(output.emissions.size() == 1);
  CHECK(is(output.emissions[0], message_type::token));
  CHECK(tested.counted().repeated == 2);
  CHECK(tested.next_deadline() == start + 60 * base::second);
  tested.tick(start + 60 * base::second);
  CHECK(tested.kept_results() == 0);
  CHECK(tested.next_deadline() == instant::never());
}

TEST_CASE("an object executes one call at a time, in the order in which they came") {
  executing_process tested = machine();
  const mmps_name object = make_object(tested);
  tested.step(start, exec(object, 3));
  tested.step(start, exec(object, 4));
  std::vector<execution> work = begun(tested);
  REQUIRE(work.size() == 1);
  CHECK(work[0].unit.header.tag[0] == 3);
  tested.executed(start, work[0].id, value());
  work = begun(tested);
  REQUIRE(work.size() == 1);
  CHECK(work[0].unit.header.tag[0] == 4);
}

TEST_CASE("a call of an object that is not there is answered with object_lost") {
  executing_process tested = machine();
  tested.step(start, exec({self.host, 1, self.slot | 9, self.generation | 1}, 3));
  const executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is_error(output.emissions[0], mmps::error_kind::object_lost));
}

TEST_CASE("a token whose token-matching unit has ended goes out again, one for nobody does not") {
  executing_process tested = machine();
  tested.step(start, exec(self, 1));
  tested.executed(start, begun(tested)[0].id, value());
  executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  const std::uint64_t id = output.emissions[0].id;
  tested.undelivered(start, id, std::move(output.emissions[0].message));
  output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(output.emissions[0].id == id);
  output.emissions[0].message.header.destination = other;
  tested.undelivered(start, id, std::move(output.emissions[0].message));
  CHECK(tested.counted().finished == 1);
}

TEST_CASE("the manager hears of an object when the caller has its answer; asked again, the same") {
  executing_process tested = machine();
  const mmps_name object = make_object(tested);
  mentat_message request = control(message_type::instantiate, other, 77);
  request.header.flags = mmps::flag::persistent;
  tested.step(start, std::move(request));
  const executing_output output = tested.take_output();
  CHECK(output.objects.empty());
  REQUIRE(output.emissions.size() == 1);
  CHECK(mmps::get_name(output.emissions[0].message.body().data()) == object);
}

TEST_CASE("an object whose constructor fails is an error, and is not there") {
  executing_process tested = machine();
  mentat_message request = control(message_type::instantiate, other, 77);
  request.header.flags = mmps::flag::persistent;
  tested.step(start, std::move(request));
  const mmps_name name = tested.take_output().objects.at(0).name;
  tested.object_made(start, name, byte_vector(5));
  const executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK((output.emissions[0].message.header.flags & mmps::flag::error) != 0);
  CHECK(tested.objects() == 0);
}

namespace {

// A call of function `which` of the object.
mentat_message call(const mmps_name& object, std::uint64_t tag, std::uint16_t which,
                    std::uint16_t flags = 0) {
  mentat_message made = exec(object, tag, flags);
  made.header.function = which;
  return made;
}

predicate_manager accepts(std::initializer_list<std::uint16_t> functions) {
  predicate_manager wanted;
  for (const std::uint16_t each : functions)
    wanted.enable_operation(each, called_object::number_of(each));
  return wanted;
}

// The object that the machine makes on request, and the unit of its thread of control.
std::pair<mmps_name, std::uint64_t> make_serving(executing_process& in) {
  mentat_message request = control(message_type::instantiate, other, 78);
  request.header.flags = mmps::flag::persistent;
  in.step(start, std::move(request));
  const mmps_name made = in.take_output().objects.at(0).name;
  in.object_made(start, made, std::nullopt, true);
  const executing_output output = in.take_output();
  REQUIRE(output.executions.size() == 1);
  CHECK_FALSE(output.executions[0].unit.header.source.bound());
  return {made, output.executions[0].id};
}

}  // namespace

TEST_CASE("a function that selects gets the first complete call in the order of its predicate") {
  executing_process tested = machine();
  const auto [object, serve] = make_serving(tested);
  tested.step(start, call(object, 3, 1));
  tested.step(start, call(object, 4, 2));
  tested.step(start, call(object, 5, 2));
  CHECK(begun(tested).empty());
  tested.select(start, serve, accepts({2, 1}));
  executing_output output = tested.take_output();
  REQUIRE(output.acceptances.size() == 1);
  CHECK(output.acceptances[0].by == serve);
  CHECK(output.acceptances[0].operation == 2);
  CHECK(output.acceptances[0].accepted.unit.header.tag[0] == 4);
  tested.executed(start, output.acceptances[0].accepted.id, value());
  CHECK(tested.take_output().acceptances.empty());  // serve() goes on
  tested.select(start, serve, accepts({7}));
  CHECK(tested.take_output().acceptances.empty());
  CHECK(tested.selecting() == 1);
  tested.step(start, call(object, 6, 7));
  output = tested.take_output();
  REQUIRE(output.acceptances.size() == 1);
  CHECK(output.acceptances[0].accepted.unit.header.tag[0] == 6);
  CHECK(tested.selecting() == 0);
}

TEST_CASE("an accepted call may select in its turn; who accepted it goes on behind it") {
  executing_process tested = machine();
  const auto [object, serve] = make_serving(tested);
  tested.select(start, serve, accepts({1}));
  tested.step(start, call(object, 3, 1));
  const std::uint64_t outer = tested.take_output().acceptances.at(0).accepted.id;
  tested.step(start, call(object, 4, 1));
  tested.select(start, outer, accepts({2}));
  CHECK(tested.take_output().acceptances.empty());
  tested.step(start, call(object, 5, 2));
  const executing_output output = tested.take_output();
  REQUIRE(output.acceptances.size() == 1);
  CHECK(output.acceptances[0].by == outer);
  tested.executed(start, output.acceptances[0].accepted.id, value());
  tested.executed(start, outer, value());
  CHECK(tested.take_output().acceptances.empty());
  tested.select(start, serve, accepts({1}));
  CHECK(tested.take_output().acceptances.at(0).accepted.unit.header.tag[0] == 4);
}

TEST_CASE("a repeated call of an object that selects is answered, and never accepted") {
  executing_process tested = machine();
  const auto [object, serve] = make_serving(tested);
  tested.select(start, serve, accepts({1}));
  tested.step(start, call(object, 3, 1, mmps::flag::replayable));
  tested.executed(start, tested.take_output().acceptances.at(0).accepted.id, value());
  (void)tested.take_output();
  tested.select(start, serve, accepts({}));
  tested.step(start, call(object, 3, 1, mmps::flag::replayable));
  const executing_output output = tested.take_output();
  CHECK(output.acceptances.empty());
  CHECK(output.emissions.size() == 1);
  CHECK(tested.counted().repeated == 1);
}

TEST_CASE("an object that ends unwinds who stands in it, and loses what nobody accepted") {
  executing_process tested = machine();
  const auto [object, serve] = make_serving(tested);
  tested.select(start, serve, accepts({1}));
  tested.step(start, call(object, 3, 1));
  const std::uint64_t outer = tested.take_output().acceptances.at(0).accepted.id;
  tested.step(start, call(object, 4, 1, mmps::flag::replayable));
  tested.select(start, outer, accepts({2}));
  tested.end_objects(start);
  executing_output output = tested.take_output();
  CHECK(output.unwound == std::vector<std::uint64_t>{outer, serve});
  REQUIRE(output.emissions.size() == 2);
  for (const emission& each : output.emissions) {
    CHECK(is_error(each, mmps::error_kind::object_lost));
    tested.in_custody(start, each.id);
  }
  CHECK(tested.objects() == 0);
  CHECK(tested.unfinished() == 0);
  (void)tested.take_output();
  // The call that was lost gets the same answer when it comes again, and a new one finds nothing.
  tested.step(start, call(object, 4, 1, mmps::flag::replayable));
  tested.step(start, call(object, 9, 1, mmps::flag::replayable));
  output = tested.take_output();
  REQUIRE(output.emissions.size() == 2);
  CHECK(is_error(output.emissions[0], mmps::error_kind::object_lost));
  CHECK(is_error(output.emissions[1], mmps::error_kind::object_lost));
  CHECK(tested.counted().repeated == 1);
}

TEST_CASE("an object whose thread of control comes to its end is over") {
  executing_process tested = machine();
  const auto [object, serve] = make_serving(tested);
  tested.step(start, call(object, 3, 1));
  tested.executed(start, serve, {outcome::kind::handed_on, {}, {}});
  const executing_output output = tested.take_output();
  REQUIRE(output.emissions.size() == 1);
  CHECK(is_error(output.emissions[0], mmps::error_kind::object_lost));
  CHECK(tested.objects() == 0);
}

TEST_CASE("limits that are passed are errors that name them") {
  executing_limits tight;
  tight.units = 1;
  tight.objects = 1;
  executing_process tested = machine(tight);
  tested.step(start, exec(self, 1));
  tested.step(start, exec(self, 2));
  executing_output output = tested.take_output();
  CHECK(output.executions.size() == 1);
  REQUIRE(output.emissions.size() == 1);
  CHECK(is_error(output.emissions[0], mmps::error_kind::resource_exhausted));
}

TEST_CASE("what makes no sense is counted and dropped") {
  executing_process tested = machine();
  tested.step(start, exec(other, 1));
  mentat_message lies = exec(self, 1);
  lies.header.future_length = 10'000;
  tested.step(start, std::move(lies));
  tested.step(start, control(message_type::down, {}));
  tested.step(start, control(message_type::instantiate, other));
  CHECK(tested.counted().malformed == 4);
  tested.step(start, control(message_type::finished, other, 5));
  tested.step(start, control(message_type::query, other));
  CHECK(tested.counted().unexpected == 2);
  CHECK(tested.take_output().emissions.empty());
}

}  // namespace mentat
