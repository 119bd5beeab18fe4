#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/waiting_requests.h"

#include <doctest/doctest.h>

#include <span>
#include <vector>

#include "mmps/wire/message_type.h"

namespace mentat::im {
namespace {

using mmps::mentat_message;
using mmps::mmps_name;
using verdict = waiting_requests::verdict;

const mmps_name caller = mmps_name::of_process(1, 1, 2, 1);

mentat_message request(std::uint64_t tag, std::size_t body = 0, std::uint16_t flags = 0) {
  const std::vector<std::byte> bytes(body);
  mentat_message made{std::span<const std::byte>(bytes)};
  made.header.tag = {tag, 0};
  made.header.source = caller;
  made.header.flags = flags;
  return made;
}

}  // namespace

TEST_CASE("a waiting request is counted until it leaves, whichever way it leaves") {
  waiting_requests waiting(100);
  waiting.add({request(1, 10), {}, false});
  waiting.add({request(2, 20, mmps::flag::persistent), {}, true});
  location_wish near;
  near.in = caller;
  waiting.add({request(3, 30), near, false});
  waiting.add_absent({request(4, 40), 7, {5}});
  CHECK(waiting.size() == 4);
  CHECK(waiting.for_process() == 3);
  CHECK(waiting.isolated() == 1);
  CHECK(waiting.bytes() == 100);
  CHECK_FALSE(waiting.has_room_for(1));
  CHECK(waiting.contains(request(4).header));
  waiting.judge_each([](waiting_request& each) {
    if (each.message.header.tag.number == 1) return verdict::stays;
    const mentat_message taken = std::move(each.message);  // it was passed on
    return verdict::goes;
  });
  CHECK(waiting.for_process() == 1);
  CHECK(waiting.isolated() == 0);
  CHECK_FALSE(waiting.some_need_no_room());
  CHECK(waiting.bytes() == 50);
  CHECK_FALSE(waiting.contains(request(2).header));
  waiting.drop([](const mmps::message_header&) { return true; });
  CHECK(waiting.size() == 0);
  CHECK(waiting.bytes() == 0);
  CHECK_FALSE(waiting.contains(request(1).header));
}

TEST_CASE("after a verdict of enough no later request is judged") {
  waiting_requests waiting(100);
  for (std::uint64_t tag = 1; tag <= 3; ++tag) waiting.add({request(tag), {}, false});
  int asked = 0;
  waiting.judge_each(
      [&](const waiting_request&) { return ++asked == 1 ? verdict::goes : verdict::enough; });
  CHECK(asked == 2);
  CHECK(waiting.first().tag.number == 2);
}

TEST_CASE("a request that waits for a host goes when the host comes, or at its deadline") {
  waiting_requests waiting(100);
  waiting.add_absent({request(1, 1), 7, {10}});
  waiting.add_absent({request(2, 1), 8, {20}});
  waiting.add_absent({request(3, 1), 7, {30}});
  CHECK(waiting.next_deadline() == base::instant{10});
  CHECK(waiting.take_late({9}).empty());
  CHECK(waiting.take_late({10}).size() == 1);
  const auto came = waiting.take_absent([](falcon::host_id host) { return host == 7; });
  REQUIRE(came.size() == 1);
  CHECK(came[0].message.header.tag.number == 3);
  CHECK(waiting.size() == 1);
  CHECK(waiting.bytes() == 1);
  CHECK(waiting.next_deadline() == base::instant{20});
}

TEST_CASE("units that begin again come before the others, in their own order") {
  waiting_requests waiting(100);
  const auto add = [&](std::uint64_t tag, std::uint8_t attempt) {
    mentat_message made = request(tag);
    made.header.attempt = attempt;
    waiting.add({std::move(made), {}, false});
  };
  add(1, 0);
  add(2, 1);
  add(3, 2);
  add(4, 1);
  add(5, 3);
  std::vector<std::uint64_t> order;
  waiting.judge_each([&](waiting_request& each) {
    order.push_back(each.message.header.tag.number);
    return verdict::stays;
  });
  CHECK(order == std::vector<std::uint64_t>{3, 5, 1, 2, 4});
}

}  // namespace mentat::im
