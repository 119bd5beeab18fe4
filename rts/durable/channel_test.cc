#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/durable/channel.h"

#include <doctest/doctest.h>

#include <string>

namespace mentat::durable {
namespace {

constexpr mmps::mmps_name here = mmps::mmps_name::of_process(1, 1, 2, 1);
constexpr mmps::mmps_name there = mmps::mmps_name::of_process(1, 1, 3, 1);

std::string sent_again(channel<char>& out) {
  std::string all;
  out.again([&](std::uint64_t number, char call) { all += std::to_string(number) + call + " "; });
  return all;
}

}  // namespace

TEST_CASE("calls are numbered from 1 and kept until all before them are answered") {
  channel<char> out;
  CHECK(out.add('a') == 1);
  CHECK(out.add('b') == 2);
  CHECK(out.add('c') == 3);
  REQUIRE(out.answer(2));
  CHECK(out.answer(2) == nullptr);
  out.settle();
  CHECK(out.settled() == 0);
  CHECK(out.unanswered() == 2);
  CHECK(sent_again(out) == "1a 2b 3c ");
  REQUIRE(out.answer(1));
  out.settle();
  CHECK(out.settled() == 2);
  CHECK(out.answer(1) == nullptr);
  CHECK(out.answer(4) == nullptr);
  CHECK(out.answer(0) == nullptr);
  CHECK(sent_again(out) == "3c ");
  CHECK(out.add('d') == 4);
}

TEST_CASE("only a later activation takes the place of one that is lost") {
  channel<char> out;
  CHECK(out.located(here, 1));
  CHECK_FALSE(out.located(here, 1));
  CHECK_FALSE(out.lost(there));
  CHECK(out.lost(here));
  CHECK_FALSE(out.lost(here));
  CHECK_FALSE(out.place().bound());
  CHECK_FALSE(out.located(here, 1));
  CHECK(out.located(there, 2));
  CHECK(out.place() == there);
  CHECK_FALSE(out.located(here, 1));
}

TEST_CASE("all calls without an answer fail once the object is gone") {
  channel<char> out;
  out.add('a');
  out.add('b');
  out.answer(1);
  std::string failed;
  out.fail_all([&](char call) { failed += call; });
  CHECK(failed == "b");
  CHECK(out.empty());
  CHECK(out.unanswered() == 0);
}

}  // namespace mentat::durable
