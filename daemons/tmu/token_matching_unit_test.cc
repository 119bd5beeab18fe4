#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/tmu/token_matching_unit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/test_unit.h"

namespace mentat::tmu {
namespace {

using namespace test;
bool is_place_of(const mentat_message& message, tag tag, const mmps_name& process) {
  return type_of(message) == message_type::finished && message.header.tag == tag &&
         message.header.destination == manager && message.body().size() == 16 &&
         mmps::get_name(message.body().data()) == process;
}

const mmps::error_view error_in(const mentat_message& message) {
  const auto error = mmps::read_error(message.body().subspan(message.header.future_length));
  REQUIRE(error);
  return *error;
}

bool is_error_for_caller(const mentat_message& message, std::uint64_t tag) {
  return type_of(message) == message_type::token &&
         (message.header.flags & mmps::flag::error) != 0 && message.header.destination == caller &&
         message.header.tag == tmu::tag{tag, 77} &&
         message.header.argument == mmps::to_waiting_caller;
}

}  // namespace

TEST_CASE(
    "tokens that come in any order are matched, an instance is acquired, the unit is delivered "
    "[TOCS96 3.2.5]") {
  bench b;
  CHECK(b.give(token({1, 0}, 2, 3, "cc")).empty());
  CHECK(b.give(token({1, 0}, 0, 3, "a")).empty());
  const messages asked = b.give(token({1, 0}, 1, 3, "bbb"));
  REQUIRE(asked.size() == 1);
  CHECK(type_of(asked[0]) == message_type::instantiate);
  CHECK(asked[0].header.destination == manager);
  CHECK(asked[0].header.source == self);
  CHECK(asked[0].header.tag == tag{1, 0});
  CHECK(asked[0].header.class_id == 0x11);
  CHECK(asked[0].header.interface_hash == 0x22);
  CHECK(asked[0].header.hops == 0);

  const messages delivered = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(delivered.size() == 1);
  const mmps::message_header& header = delivered[0].header;
  CHECK(type_of(delivered[0]) == message_type::exec);
  CHECK(header.destination == worker(5));
  CHECK(header.source == self);
  CHECK(header.function == 3);
  CHECK(header.argument_count == 3);
  CHECK(header.depth == 4);
  CHECK(header.attempt == 1);
  const auto body = delivered[0].body();
  const byte_vector future = future_to_caller(1);
  CHECK(header.future_length == future.size());
  CHECK(std::ranges::equal(body.first(future.size()), future));
  CHECK(value_of(delivered[0]) == bytes_of("abbbcc"));

  const messages done = b.give(finished({1, 0}, worker(5)));
  REQUIRE(done.size() == 1);
  CHECK(is_place_of(done[0], {1, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE("a whole unit in one message is delivered unchanged, also without arguments") {
  bench b;
  for (const std::uint16_t count : {0, 1, 5}) {
    const tag tag{count + 1u, 0};
    const messages asked = b.give(exec(tag, count, "all values"));
    REQUIRE(asked.size() == 1);
    const messages delivered = b.give(instantiated(tag, worker(5)));
    REQUIRE(delivered.size() == 1);
    CHECK(value_of(delivered[0]) == bytes_of("all values"));
    CHECK(delivered[0].header.argument_count == count);
    b.give(finished(tag, worker(5)));
  }
  CHECK(b.is_empty());
}

TEST_CASE("beyond asked_at_once, complete units wait until a place is given or refused") {
  limits few;
  few.asked_at_once = 2;
  bench b(few);
  CHECK(b.give(exec({1, 0}, 1, "x")).size() == 1);
  CHECK(b.give(exec({2, 0}, 1, "x")).size() == 1);
  for (std::uint64_t i = 3; i <= 6; ++i) CHECK(b.give(exec({i, 0}, 1, "x")).empty());
  const messages next = b.give(instantiated({2, 0}, worker(5)));
  REQUIRE(next.size() == 2);
  CHECK(type_of(next[0]) == message_type::exec);
  CHECK(type_of(next[1]) == message_type::instantiate);
  CHECK(next[1].header.tag == tag{3, 0});
  mentat_message refusal = message(message_type::instantiated, bytes_of("no room"));
  refusal.header.tag = {1, 0};
  refusal.header.flags = mmps::flag::error;
  CHECK(b.give(std::move(refusal)).back().header.tag == tag{4, 0});
  const messages again = b.give(down(worker(5), "killed"));  // unit 2 waits behind the others
  REQUIRE(again.size() == 1);
  CHECK(is_place_of(again[0], {2, 0}, worker(5)));
  CHECK(b.give(instantiated({3, 0}, worker(6))).back().header.tag == tag{5, 0});
  CHECK(b.give(instantiated({4, 0}, worker(6))).back().header.tag == tag{6, 0});
  CHECK(b.give(instantiated({5, 0}, worker(6))).back().header.tag == tag{2, 0});
}

TEST_CASE("many instantiations are outstanding at once, and answered in any order") {
  bench b;
  for (std::uint64_t i = 0; i < 64; ++i) CHECK(b.give(exec({i, 0}, 1, "x")).size() == 1);
  for (std::uint64_t i = 64; i > 0; --i)
    CHECK(b.give(instantiated({i - 1, 0}, worker(5))).size() == 1);
  for (std::uint64_t i = 0; i < 64; ++i) CHECK(b.give(finished({i, 0}, worker(5))).size() == 1);
  CHECK(b.is_empty());
}

TEST_CASE("a place that was given twice is given back when no unit is in it any more") {
  limits few;
  few.asked_at_first = few.asked_at_once = 1;
  bench b(few);
  for (std::uint64_t i = 0; i < 4; ++i) b.give(exec({i, 0}, 1, "x"));
  b.give(instantiated({0, 0}, worker(5)));
  CHECK(b.give(finished({0, 0}, worker(5))).size() == 1);  // unit 2 follows in the place
  CHECK(b.give(instantiated({0, 0}, worker(5))).empty());
  CHECK(b.give(finished({2, 0}, worker(5))).size() == 1);
  const messages last = b.give(finished({3, 0}, worker(5)));
  REQUIRE(last.size() == 2);
  for (const mentat_message& one : last) CHECK(is_place_of(one, {0, 0}, worker(5)));
}

TEST_CASE("more instantiations are outstanding the more places units have") {
  bench b;
  std::size_t asked = 0;
  for (std::uint64_t i = 0; i < 100; ++i) asked += b.give(exec({i, 0}, 1, "x")).size();
  CHECK(asked == 64);
  CHECK(b.give(instantiated({0, 0}, worker(5))).size() == 1 + 3);  // the unit, and further requests
}

TEST_CASE("units that wait for a process follow in the place of one that has finished") {
  limits few;
  few.asked_at_first = few.asked_at_once = 1;
  bench b(few);
  for (std::uint64_t i = 0; i < 50; ++i) b.give(exec({i, 0}, 1, "x"));
  CHECK(b.give(instantiated({0, 0}, worker(5))).size() == 2);  // the second one asks

  const auto executed_after = [&b](std::uint64_t number, std::uint32_t run_time) {
    mentat_message news = finished({number, 0}, worker(5));
    news.header.set_run_time(run_time);
    std::vector<std::uint64_t> all;
    for (const mentat_message& one : b.give(std::move(news))) {
      if (type_of(one) == message_type::exec) all.push_back(one.header.tag.number);
      CHECK(one.header.destination == (type_of(one) == message_type::exec ? worker(5) : manager));
    }
    return all;
  };
  using numbers = std::vector<std::uint64_t>;
  SUBCASE("one after the other, while nobody knows how long they run") {
    CHECK(executed_after(0, 0) == numbers{2});
    CHECK(executed_after(2, 0) == numbers{3});
  }
  SUBCASE("several at a time, if they are brief") {
    CHECK(executed_after(0, 250'000) == numbers{2, 3, 4, 5});
    CHECK(executed_after(2, 0) == numbers{6});
    CHECK(executed_after(3, 2'000'000) == numbers{});  // a slow one: two at a time from now on
    CHECK(executed_after(4, 0) == numbers{7});
    CHECK(executed_after(5, 0) == numbers{});
    CHECK(executed_after(6, 0) == numbers{8});
  }
  SUBCASE("several functions, each for its own time") {
    for (std::uint64_t i = 50; i < 60; ++i) {
      mentat_message other = exec({i, 0}, 1, "x");
      other.header.function = static_cast<std::uint16_t>(i % 2 == 0 ? 3 : 4);
      b.give(std::move(other));
    }
    CHECK(executed_after(0, 20'000).size() == 32);  // 2 to 33
    for (std::uint64_t i = 2; i < 18; ++i) executed_after(i, 0);
    for (std::uint64_t i = 18; i < 50; ++i) executed_after(i, 0);
    CHECK(executed_after(50, 0) == numbers{51});  // alone: nobody knows its function
    CHECK(executed_after(51, 10'000) == numbers{52, 53, 54, 55, 56, 57, 58, 59});
  }
  SUBCASE("at most so many") { CHECK(executed_after(0, 1).size() == granted_place::max_units); }
  SUBCASE("until the turn of the place is over: then it is given back, once") {
    CHECK(executed_after(0, 500'000) == numbers{2, 3});
    b.now = b.now + granted_place::turn;
    CHECK(executed_after(2, 500'000) == numbers{});
    const messages last = b.give(finished({3, 0}, worker(5)));
    REQUIRE(last.size() == 1);
    CHECK(is_place_of(last[0], {0, 0}, worker(5)));
  }
  SUBCASE("and elsewhere, if the process ends: those that a process has ended with ask anew") {
    CHECK(executed_after(0, 40'000).size() == 25);
    b.give(finished({2, 0}, worker(5)));
    const messages after = b.give(down(worker(5), "killed"));
    REQUIRE(after.size() == 1);
    CHECK(is_place_of(after[0], {0, 0}, worker(5)));
    CHECK(b.unit.counted().reissued == 25);
    b.give(instantiated({1, 0}, worker(6)));
    numbers in_the_place{1};
    for (std::size_t done = 0; done < in_the_place.size(); ++done)
      for (const mentat_message& one : b.give(finished({in_the_place[done], 0}, worker(6))))
        if (type_of(one) == message_type::exec)
          in_the_place.push_back(one.header.tag.number);
        else
          CHECK(is_place_of(one, {1, 0}, worker(6)));
    CHECK(in_the_place.size() == 50 - 2 - 25 - 1);  // one is being asked for
  }
}

TEST_CASE(
    "the first token of an argument counts, a second one is dropped: before, during, and after the "
    "execution") {
  bench b;
  b.give(token({1, 0}, 0, 2, "first"));
  CHECK(b.give(token({1, 0}, 0, 2, "second")).empty());
  CHECK(b.give(error_token({1, 0}, 0, 2, "too late")).empty());
  CHECK(b.give(token({1, 0}, 1, 2, "+")).size() == 1);
  CHECK(b.give(token({1, 0}, 1, 2, "-")).empty());
  CHECK(b.give(exec({1, 0}, 2, "whole")).empty());
  const messages delivered = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(delivered.size() == 1);
  CHECK(value_of(delivered[0]) == bytes_of("first+"));
  CHECK(b.give(error_token({1, 0}, 1, 2, "too late")).empty());
  b.give(finished({1, 0}, worker(5)));
  CHECK(b.give(token({1, 0}, 0, 2, "third")).empty());
  CHECK(b.give(token({1, 0}, 1, 2, "third")).empty());
  CHECK(b.give(exec({1, 0}, 2, "whole")).empty());
  CHECK(b.is_empty());
  CHECK(b.unit.counted().duplicates == 8);
}

TEST_CASE(
    "an error among the arguments goes along the future at once, and the unit is never executed") {
  bench b;
  mmps::future_writer writer;
  writer.add(to_caller(1));
  mmps::future_arc consumer;
  const mmps_name elsewhere = mmps_name::of_process(2, 1, 2, 1);
  bool is_here = false;
  SUBCASE("for a unit of another host") { consumer.destination = elsewhere; }
  SUBCASE("for a unit of this one, under the name of one that has ended, too") {
    is_here = true;
    SUBCASE("named") { consumer.destination = self; }
    SUBCASE("unnamed") {}
    SUBCASE("ended") {
      consumer.destination =
          mmps_name::of_process(self.host, self.incarnation, self.process_number(), 9);
    }
  }
  consumer.tag = {50, 51};
  consumer.class_hash = 0x9988776655443322;
  consumer.function = 8;
  consumer.argument = 1;
  consumer.argument_count = 2;
  consumer.depth = 3;
  writer.open(consumer);
  writer.add(to_caller(2));
  writer.close();
  const byte_vector future{writer.bytes().begin(), writer.bytes().end()};
  b.give(of_call(message_type::token, {1, 0}, 0, 3, future, bytes_of("value")));
  mentat_message bad = of_call(message_type::token, {1, 0}, 2, 3, future, bytes_of("opaque error"));
  bad.header.flags = mmps::flag::error;
  const messages out = b.give(std::move(bad));
  REQUIRE(out.size() == 2);
  CHECK(is_error_for_caller(out[0], 1));
  CHECK(value_of(out[0]) == bytes_of("opaque error"));
  if (is_here) {  // it has failed in the same step
    CHECK(is_error_for_caller(out[1], 2));
    CHECK(value_of(out[1]) == bytes_of("opaque error"));
    CHECK(b.is_empty());
    return;
  }
  const mmps::message_header& header = out[1].header;
  CHECK(header.destination == elsewhere);
  CHECK(header.tag == tag{50, 51});
  CHECK(header.class_id == 0x55443322);
  CHECK(header.interface_hash == 0x99887766);
  CHECK(header.function == 8);
  CHECK(header.argument == 1);
  CHECK(header.argument_count == 2);
  CHECK(header.depth == 3);
  CHECK(header.future_length == future_to_caller(2).size());
  CHECK(value_of(out[1]) == bytes_of("opaque error"));
  CHECK(b.is_empty());
  CHECK(b.give(token({1, 0}, 1, 3, "late")).empty());
  CHECK(b.is_empty());

  // A message to another unit comes in as its argument there.
  mentat_message there = copy_of(out[1]);
  there.header.destination = self;
  const messages onward = b.give(std::move(there));
  REQUIRE(onward.size() == 1);
  CHECK(is_error_for_caller(onward[0], 2));
}

TEST_CASE(
    "a unit whose process dies is executed again elsewhere, three times in all; then the error "
    "names the causes") {
  bench b;
  b.run({1, 0}, worker(5));
  messages out = b.give(down(worker(5), "signal 11 on host1"));
  REQUIRE(out.size() == 2);
  CHECK(is_place_of(out[0], {1, 0}, worker(5)));
  CHECK(type_of(out[1]) == message_type::instantiate);
  CHECK(out[1].header.attempt == 2);

  // The manager does not know of the death yet: the dead process is not used.
  out = b.give(instantiated({1, 0}, worker(5), 2));
  REQUIRE(out.size() == 1);
  CHECK(is_place_of(out[0], {1, 0}, worker(5)));
  out = b.wait(500 * base::millisecond);
  REQUIRE(out.size() == 1);
  CHECK(type_of(out[0]) == message_type::instantiate);

  out = b.give(instantiated({1, 0}, worker(6), 2));
  REQUIRE(out.size() == 1);
  CHECK(out[0].header.attempt == 2);
  CHECK(value_of(out[0]) == bytes_of("value"));
  CHECK(b.give(finished({1, 0}, worker(5), 1)).empty());  // from the first one, late
  CHECK(b.give(finished({1, 0}, worker(5), 2)).empty());
  CHECK(b.give(finished({1, 0}, worker(6), 1)).empty());
  b.give(down(worker(6), "signal 6"));
  b.give(instantiated({1, 0}, worker(7), 3));
  out = b.give(down(worker(7), "out of memory"));
  REQUIRE(out.size() == 2);
  CHECK(is_place_of(out[0], {1, 0}, worker(7)));
  CHECK(is_error_for_caller(out[1], 1));
  const mmps::error_view error = error_in(out[1]);
  CHECK(error.kind == mmps::error_kind::task_poisoned);
  CHECK(error.text ==
        "each of the 3 processes that executed it ended: signal 11 on host1; signal 6; out of "
        "memory");
  CHECK(error.class_name == "#0000002200000011");
  CHECK(error.function_name == "#3");
  CHECK(error.host == "host1");
  CHECK(error.limit == "fixed.attempts");
  CHECK(b.is_empty());
  CHECK(b.unit.counted().stale_finished == 3);
}

TEST_CASE("a unit that its caller hands over after a death has had its first attempt") {
  bench b;
  messages out = b.give(handed_over({1, 0}, 1, "value", "signal 11 on host1"));
  REQUIRE(out.size() == 1);
  CHECK(type_of(out[0]) == message_type::instantiate);
  CHECK(out[0].header.attempt == 2);
  out = b.give(instantiated({1, 0}, worker(6), 2));
  REQUIRE(out.size() == 1);
  CHECK(out[0].header.attempt == 2);
  CHECK(value_of(out[0]) == bytes_of("value"));
  b.give(down(worker(6), "signal 6"));
  b.give(instantiated({1, 0}, worker(7), 3));
  out = b.give(down(worker(7), "out of memory"));
  REQUIRE(out.size() == 2);
  CHECK(error_in(out[1]).text ==
        "each of the 3 processes that executed it ended: signal 11 on host1; signal 6; out of "
        "memory");
  CHECK(b.is_empty());
}

TEST_CASE("a unit that had not begun in a process that ends has lost no attempt") {
  bench b;
  b.run({1, 9}, worker(5));
  const auto down_with = [&](const mmps_name& process, std::vector<std::uint64_t> begun) {
    b.unit.on_down(b.now, down(process, "signal 6"), &begun);
    return b.unit.take_output();
  };
  std::uint8_t attempt = 1;
  for (; attempt < 50; ++attempt) {
    const messages out = down_with(worker(4u + attempt), {3, 8});
    REQUIRE(out.size() == 2);
    CHECK(type_of(out[1]) == message_type::instantiate);
    CHECK(out[1].header.attempt == attempt + 1);
    b.give(instantiated({1, 9}, worker(5u + attempt), static_cast<std::uint8_t>(attempt + 1)));
  }
  for (int begun = 1; begun <= 3; ++begun, ++attempt) {
    const messages out = down_with(worker(4u + attempt), {3, 9});
    REQUIRE(out.size() == 2);
    CHECK((type_of(out[1]) == message_type::instantiate) == (begun < 3));
    if (begun == 3) CHECK(error_in(out[1]).limit == "fixed.attempts");
    b.give(instantiated({1, 9}, worker(5u + attempt), static_cast<std::uint8_t>(attempt + 1)));
  }
  CHECK(b.is_empty());
}

TEST_CASE("a unit that never begins, because each of its processes ends first, fails after all") {
  tmu::limits few;
  few.deliveries = 5;
  bench b(few);
  b.run({1, 9}, worker(5));
  const std::vector<std::uint64_t> none;
  for (std::uint8_t attempt = 1; attempt < 5; ++attempt) {
    b.unit.on_down(b.now, down(worker(4u + attempt), "signal 6"), attempt == 2 ? nullptr : &none);
    CHECK(b.unit.take_output().size() == 2);
    b.give(instantiated({1, 9}, worker(5u + attempt), static_cast<std::uint8_t>(attempt + 1)));
  }
  b.unit.on_down(b.now, down(worker(9), "signal 9"), &none);
  const messages out = b.unit.take_output();
  REQUIRE(out.size() == 2);
  const mmps::error_view error = error_in(out[1]);
  CHECK(error.kind == mmps::error_kind::task_poisoned);
  CHECK(error.limit == "fixed.deliveries");
  CHECK(error.text ==
        "each of the 5 processes that got it ended, 1 of them while executing it; the last one: "
        "signal 9");
  CHECK(b.is_empty());
}

TEST_CASE("a unit that is handed over with a malformed cause is dropped and counted") {
  bench b;
  const auto with_length = [](std::string_view values, std::uint32_t length) {
    mentat_message made = handed_over({1, 0}, 1, values, "");
    mmps::put_little_endian(made.body().data() + made.body().size() - sizeof length, length);
    return made;
  };
  CHECK(b.give(with_length("value", 6)).empty());
  CHECK(b.give(with_length(std::string(2000, 'v'), 1025)).empty());
  CHECK(b.give(with_length("value", UINT32_MAX)).empty());
  mentat_message late = handed_over({1, 0}, 1, "value", "signal 9");
  late.header.attempt = 2;
  CHECK(b.give(std::move(late)).empty());
  mentat_message bare = exec({1, 0}, 1, "abc");
  bare.header.attempt = 1;
  CHECK(b.give(std::move(bare)).empty());
  CHECK(b.unit.counted().malformed == 5);
  CHECK(b.is_empty());
}

TEST_CASE("FINISHED counts from the process that executes, for this attempt, once") {
  bench b;
  b.run({1, 0}, worker(5));
  CHECK(b.give(finished({1, 0}, worker(6))).empty());
  CHECK(b.give(finished({1, 0}, worker(5), 2)).empty());
  CHECK(b.give(finished({2, 0}, worker(5))).empty());
  CHECK(b.give(finished({1, 0}, worker(5))).size() == 1);
  CHECK(b.give(finished({1, 0}, worker(5))).empty());
  CHECK(b.is_empty());
}

TEST_CASE("a repeated execution that finds all arguments in one process completes a partial unit") {
  bench b;
  b.give(token({1, 0}, 0, 2, "a"));
  mentat_message whole = exec({1, 0}, 2, "whole");
  CHECK(b.give(std::move(whole)).size() == 1);
  const messages out = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(out.size() == 1);
  CHECK(value_of(out[0]) == bytes_of("whole"));
  b.give(finished({1, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE(
    "a manager that is silent is asked again, ever more rarely; each place it gives is given back "
    "once") {
  bench b;
  b.give(exec({1, 0}, 1, "x"));
  base::duration pause = 500 * base::millisecond;
  for (int round = 0; round < 9; ++round, pause = std::min(2 * pause, 32 * base::second)) {
    CAPTURE(round);
    CHECK(b.wait(pause - 1).empty());
    const messages asked = b.wait(1);
    REQUIRE(asked.size() == 1);
    CHECK(type_of(asked[0]) == message_type::instantiate);
  }
  CHECK(b.give(instantiated({1, 0}, worker(5))).size() == 1);
  // Late answers to the repeated requests.
  const messages other = b.give(instantiated({1, 0}, worker(6)));
  REQUIRE(other.size() == 1);
  CHECK(is_place_of(other[0], {1, 0}, worker(6)));
  CHECK(b.give(instantiated({1, 0}, worker(5))).empty());
  const messages done = b.give(finished({1, 0}, worker(5)));
  REQUIRE(done.size() == 2);
  CHECK(is_place_of(done[0], {1, 0}, worker(5)));
  CHECK(is_place_of(done[1], {1, 0}, worker(5)));
  const messages late = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(late.size() == 1);
  CHECK(is_place_of(late[0], {1, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE("a place of an earlier attempt is given back at once, and not used") {
  bench b;
  b.run({1, 0}, worker(5));
  b.give(down(worker(5), "signal 11 on host1"));
  messages out = b.give(instantiated({1, 0}, worker(6), 1));
  REQUIRE(out.size() == 1);
  CHECK(is_place_of(out[0], {1, 0}, worker(6)));
  out = b.give(instantiated({1, 0}, worker(6), 2));
  REQUIRE(out.size() == 1);
  CHECK(type_of(out[0]) == message_type::exec);
  CHECK(b.give(finished({1, 0}, worker(6), 2)).size() == 1);
  CHECK(b.is_empty());
}

TEST_CASE("places go back to the manager that gave them") {
  bench b;
  b.give(exec({1, 0}, 1, "x"));
  mentat_message answer = instantiated({1, 0}, mmps_name::of_process(2, 1, 7, 1));
  const mmps_name other_manager = mmps_name::of_process(2, 1, 1, 1);
  answer.header.source = other_manager;
  b.give(std::move(answer));
  const messages done = b.give(finished({1, 0}, mmps_name::of_process(2, 1, 7, 1)));
  REQUIRE(done.size() == 1);
  CHECK(done[0].header.destination == other_manager);
}

TEST_CASE("a unit that the manager cannot place gets an error with its text") {
  bench b;
  b.give(exec({1, 0}, 1, "x"));
  mentat_message answer =
      message(message_type::instantiated, bytes_of("limits.processes: 64 processes"));
  answer.header.tag = {1, 0};
  answer.header.flags = mmps::flag::error;
  const messages out = b.give(copy_of(answer));
  REQUIRE(out.size() == 1);
  CHECK(is_error_for_caller(out[0], 1));
  CHECK(error_in(out[0]).kind == mmps::error_kind::resource_exhausted);
  CHECK(error_in(out[0]).text == "limits.processes: 64 processes");
  CHECK(b.give(std::move(answer)).empty());
  CHECK(b.is_empty());
}

TEST_CASE("tombstones are forgotten after their time, and the oldest when there are too many") {
  limits limits;
  limits.tombstones = 10;
  bench b(limits);
  for (std::uint64_t i = 0; i < 20; ++i) {
    b.run({i, 0}, worker(5));
    b.give(finished({i, 0}, worker(5)));
  }
  CHECK(b.unit.database().tombstones() == 10);
  CHECK(b.unit.database().tombstones_dropped() == 10);
  CHECK(b.give(token({10, 0}, 0, 1, "known")).empty());
  b.wait(base::second);  // all is settled
  b.wait(59 * base::second - 1);
  CHECK(b.unit.database().tombstones() == 10);
  CHECK(b.unit.next_deadline() == b.now + 1);
  b.wait(1);
  CHECK(b.unit.database().tombstones() == 0);
  CHECK(b.unit.database().tombstones_dropped() == 10);
  CHECK(b.unit.next_deadline() == base::instant::never());
}

// A unit that is executed again may take as long as the first time to repeat its messages.
TEST_CASE("tombstones are kept once a process has died that executed units") {
  bench b;
  b.run({1, 0}, worker(5));
  b.give(finished({1, 0}, worker(5)));
  b.give(down(worker(6), "ended"));  // it had only objects
  CHECK(b.unit.next_deadline() != base::instant::never());
  mentat_message executes = down(worker(7), "killed");
  executes.header.flags = mmps::flag::replayable;
  b.give(std::move(executes));
  b.wait(base::second);  // all is settled with the senders, then with the process
  b.wait(base::second);
  CHECK(b.unit.next_deadline() == base::instant::never());
  b.wait(3600 * base::second);
  CHECK(b.give(token({1, 0}, 0, 2, "late")).empty());
  CHECK(b.unit.database().units() == 0);
}

TEST_CASE("a caller that has died is not forgotten for the age of its death") {
  bench b;
  b.give(down(caller, "killed"));
  b.wait(3600 * base::second);
  CHECK(b.give(token({2, 0}, 0, 2, "of the dead")).empty());
  CHECK(b.unit.database().units() == 0);
}

TEST_CASE(
    "units above fixed.units are answered with an error that names it; those that are here go "
    "on") {
  limits limits;
  limits.units = 2;
  bench b(limits);
  b.give(token({1, 0}, 0, 2, "a"));
  b.give(token({2, 0}, 0, 2, "a"));
  const messages refused = b.give(token({3, 0}, 0, 2, "a"));
  REQUIRE(refused.size() == 1);
  CHECK(is_error_for_caller(refused[0], 3));
  CHECK(error_in(refused[0]).kind == mmps::error_kind::resource_exhausted);
  CHECK(error_in(refused[0]).limit == "fixed.units");
  CHECK(b.give(token({3, 0}, 1, 2, "b")).empty());  // it has been answered
  CHECK(b.give(token({1, 0}, 1, 2, "b")).size() == 1);
  CHECK(b.give(error_token({4, 0}, 0, 2, "error")).size() == 1);  // takes no place
}

TEST_CASE(
    "without room on disk new units are refused, and the ones that are here finish within the "
    "reserve") {
  limits limits;
  limits.memory = 4000;
  limits.reserve = 4000;
  for (const bool has_store : {true, false}) {
    CAPTURE(has_store);
    bench b(limits, has_store);
    b.store.fault = spill_fault::full;
    const std::string value(1000, 'v');
    b.give(token({1, 0}, 0, 8, value));
    b.give(token({1, 0}, 1, 8, value));
    CHECK(b.give(token({1, 0}, 2, 8, value)).empty());
    const messages refused = b.give(token({2, 0}, 0, 1, value));
    REQUIRE(refused.size() == 1);
    CHECK(is_error_for_caller(refused[0], 2));
    CHECK(error_in(refused[0]).limit == "tmu.memory");
    CHECK((error_in(refused[0]).text.find("is full") != std::string_view::npos) == has_store);
    CHECK(b.give(token({1, 0}, 3, 8, value)).empty());
    CHECK(b.give(token({1, 0}, 4, 8, value)).empty());
    const messages failed = b.give(token({1, 0}, 5, 8, value));
    REQUIRE(failed.size() == 1);
    CHECK(is_error_for_caller(failed[0], 1));
    CHECK(b.is_empty());
    CHECK(b.give(token({3, 0}, 0, 1, value)).size() == 1);  // there is room again
    b.give(down(caller, "ended"));
  }
}

TEST_CASE("values apart from tokens stay where they are, each at its place in the call") {
  for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{1}}) {
    CAPTURE(memory);
    limits limits;
    limits.memory = memory;
    bench b(limits);
    b.give(arcs({1, 0}, 2, 1, {}, mmps::flag::abandoned));  // its unit takes no further room
    mentat_message second = token({1, 0}, 1, 2, "ab");
    second.set_apart({block_of("222", second.header.future_length + 1)});
    mentat_message first = token({1, 0}, 0, 2, "c");
    first.set_apart({block_of("1111", first.header.body_length)});
    const auto* const bytes = first.apart()[0].bytes.get();
    b.give(std::move(second));
    b.give(std::move(first));
    CHECK((b.store.records() == 2) == (memory == 1));
    for (std::uint8_t attempt = 1; attempt <= 2; ++attempt) {
      const mmps_name there = worker(attempt);
      const messages out = b.give(instantiated({1, 0}, there, attempt));
      REQUIRE(out.size() >= 1);
      const mentat_message& called = out.back();
      REQUIRE(type_of(called) == message_type::exec);
      CHECK(called.has_apart() == (memory != 1));
      if (called.has_apart()) CHECK(called.apart()[0].bytes.get() == bytes);
      CHECK(value_of(called.in_one()) == bytes_of("c1111a222b"));
      b.give(down(there, "gone"));
    }
  }
}

TEST_CASE("the cause of a death is not taken for a value, or for what is apart") {
  bench b;
  mentat_message again = handed_over({1, 0}, 1, "ab", "died");
  again.set_apart({block_of("22", again.header.future_length + 2)});
  CHECK(b.give(std::move(again)).size() == 1);
  const messages out = b.give(instantiated({1, 0}, worker(1), 2));
  REQUIRE(out.size() == 1);
  CHECK(value_of(out[0].in_one()) == bytes_of("ab22"));
}

TEST_CASE("a store that failed is tried again") {
  limits limits;
  limits.memory = 2500;
  bench b(limits);
  b.store.fault = spill_fault::full;
  const std::string value(1000, 'v');
  b.give(token({1, 0}, 0, 2, value));
  b.give(token({2, 0}, 0, 2, value));
  CHECK(b.unit.database().spilled() == 0);
  b.store.fault = spill_fault::none;
  b.wait(base::second);
  b.give(token({3, 0}, 0, 2, value));
  CHECK(b.unit.database().spilled() > 0);
  CHECK(b.unit.database().used() <= limits.memory);
}

TEST_CASE(
    "the coldest units are on disk above tmu.memory, and come back whole when they are "
    "delivered") {
  limits limits;
  limits.memory = 20'000;
  bench b(limits);
  const auto value = [](std::uint64_t unit, char side) { return std::string(500 + unit, side); };
  for (std::uint64_t i = 0; i < 40; ++i) {
    b.give(token({i, 0}, 0, 2, value(i, 'a')));
    CHECK(b.unit.database().used() <= limits.memory);
  }
  CHECK(b.store.records() > 10);
  CHECK(b.store.records() < 40);
  for (std::uint64_t i = 0; i < 40; ++i)
    CHECK(b.give(token({i, 0}, 1, 2, value(i, 'b'))).size() == 1);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const messages out = b.give(instantiated({i, 0}, worker(5)));
    REQUIRE(out.size() == 1);
    CHECK(value_of(out[0]) == bytes_of(value(i, 'a') + value(i, 'b')));
    CHECK((out[0].header.flags & mmps::flag::body_crc) == 0);
  }
  // And once more, from disk, when the process dies.
  CHECK(b.give(down(worker(5), "gone")).size() == 80);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const messages out = b.give(instantiated({i, 0}, worker(6), 2));
    REQUIRE(out.size() == 1);
    CHECK(value_of(out[0]) == bytes_of(value(i, 'a') + value(i, 'b')));
    b.give(finished({i, 0}, worker(6), 2));
  }
  CHECK(b.is_empty());
}

TEST_CASE("the units that were touched longest ago are spilled first") {
  limits limits;
  limits.memory = 6000;
  bench b(limits);
  const std::string value(1000, 'v');
  b.give(token({1, 0}, 0, 2, value));
  b.give(token({2, 0}, 0, 1, value));
  b.give(token({1, 0}, 1, 2, value));  // the first unit is warm again
  b.give(token({3, 0}, 0, 1, value));
  REQUIRE(b.store.records() == 1);
  b.give(instantiated({1, 0}, worker(5)));
  b.give(instantiated({3, 0}, worker(5)));
  CHECK(b.store.reads == 0);
  b.give(instantiated({2, 0}, worker(5)));
  CHECK(b.store.reads == 1);
}

TEST_CASE("a unit that cannot be read from disk ends in an error for its caller") {
  limits limits;
  limits.memory = 3000;
  bench b(limits);
  const std::string value(1000, 'v');
  b.give(token({1, 0}, 0, 2, value));
  b.give(token({2, 0}, 0, 1, value));
  b.give(token({3, 0}, 0, 1, value));
  REQUIRE(b.store.records() >= 2);
  b.give(token({1, 0}, 1, 2, "in memory"));
  b.store.damaged = true;
  const messages out = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(out.size() == 2);
  CHECK(is_error_for_caller(out[0], 1));
  CHECK(error_in(out[0]).kind == mmps::error_kind::data_lost);
  CHECK(is_place_of(out[1], {1, 0}, worker(5)));
  const messages lost = b.give(instantiated({2, 0}, worker(5)));  // all its tokens were on disk
  REQUIRE(lost.size() == 2);
  CHECK(is_error_for_caller(lost[0], 2));
  CHECK(error_in(lost[0]).kind == mmps::error_kind::data_lost);
  CHECK(is_place_of(lost[1], {2, 0}, worker(5)));
  b.store.damaged = false;
  b.give(instantiated({3, 0}, worker(5)));
  b.give(finished({3, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE(
    "arguments that are together longer than a message may be are an error, not an exception") {
  bench b({.memory = std::size_t{4} << 30});
  const auto storage = std::make_shared_for_overwrite<std::byte[]>(std::size_t{300} << 20);
  for (std::uint16_t argument = 0; argument < 4; ++argument) {
    const mentat_message small = token({1, 0}, argument, 4, "");
    mentat_message large(storage, std::size_t{300} << 20);
    std::ranges::copy(small.body(), storage.get());
    large.set_header(small.header);
    b.give(std::move(large));
  }
  const messages out = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(out.size() == 2);
  CHECK(error_in(out[0]).kind == mmps::error_kind::limit_error);
  CHECK(error_in(out[0]).limit == "fixed.message");
  CHECK(is_place_of(out[1], {1, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE("tokens of one tag that mean different calls end the unit with interface_mismatch") {
  bench b;
  for (int field = 0; field < 3; ++field) {
    CAPTURE(field);
    const tag tag{10u + static_cast<unsigned>(field), 0};
    b.give(token(tag, 0, 3, "a"));
    mentat_message other = token(tag, 1, 3, "b");
    if (field == 0) other.header.function = 9;
    if (field == 1) other.header.interface_hash = 9;
    if (field == 2) other.header.argument_count = 64;
    const messages out = b.give(std::move(other));
    REQUIRE(out.size() == 1);
    CHECK(error_in(out[0]).kind == mmps::error_kind::interface_mismatch);
  }
  b.give(token({20, 0}, 0, 2, "a"));
  mentat_message longer = token({20, 0}, 63, 64, "b");
  CHECK(b.give(std::move(longer)).size() == 1);
  CHECK(b.is_empty());
}

TEST_CASE("messages that make no sense are counted and dropped") {
  bench b;
  std::vector<mentat_message> bad;
  bad.push_back(token({1, 0}, 0, 1, "v"));
  bad.back().header.argument = mmps::to_waiting_caller;
  bad.push_back(token({1, 0}, 1, 1, "v"));
  bad.push_back(token({1, 0}, 0, 65, "v"));
  bad.push_back(token({1, 0}, 0, 0, "v"));
  bad.push_back(token({1, 0}, 0, 1, "v"));
  bad.back().header.future_length = 1000;  // longer than the body
  bad.push_back(token({1, 0}, 0, 1, "v"));
  bad.back().header.future_length -= 1;
  bad.push_back(token({1, 0}, 0, 1, "v"));
  bad.back().header.destination = worker(5);
  bad.push_back(error_token({1, 0}, 0, 1, std::string(mmps::max_error_bytes + 1, 'e')));
  bad.push_back(exec({1, 0}, 65, "v"));
  bad.push_back(exec({1, 0}, 1, "v"));
  bad.back().header.flags = mmps::flag::error;
  bad.push_back(instantiated({1, 0}, mmps_name{1, 1, 77, 1}));  // an object
  bad.push_back(message(message_type::instantiated, bytes_of("short")));
  bad.push_back(down({}, "nobody"));
  const std::size_t count = bad.size();
  for (mentat_message& each : bad) CHECK(b.give(std::move(each)).empty());
  CHECK(b.unit.counted().malformed == count);
  // An exec without arguments is a unit.
  for (int type = 0; type < 256; ++type)
    if (static_cast<message_type>(type) != message_type::exec)
      b.give(message(static_cast<message_type>(type)));
  CHECK(b.is_empty());
}

}  // namespace mentat::tmu
