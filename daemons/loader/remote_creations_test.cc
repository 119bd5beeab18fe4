#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/loader/remote_creations.h"

#include <doctest/doctest.h>

#include <string>

#include "mmps/wire/message_type.h"

namespace mentat::loader {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

const mmps_name here = mmps_name::of_process(0, 5, 1, 1), there = mmps_name::of_process(1, 6, 1, 1),
                driver = mmps_name::of_process(0, 5, 0, 1);

message_header request(const mmps_name& to, std::uint64_t number,
                       message_type type = message_type::instantiate) {
  message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.flags = mmps::flag::persistent;
  header.source = driver;
  header.destination = to;
  header.tag = {number, 0};
  return header;
}
std::span<const std::byte> lost() { return std::as_bytes(std::span("host b is lost", 14)); }

}  // namespace

TEST_CASE("a caller whose object a lost host was to make is told, once") {
  remote_creations creations;
  creations.note(here, request(there, 1));
  creations.note(here, request(there, 2));
  creations.note(here, request(mmps_name::of_process(2, 6, 1, 1), 3));
  const auto answers = creations.host_lost(there, here, lost());
  REQUIRE(answers.size() == 2);
  CHECK(answers[0].header.tag.number == 1);
  CHECK(answers[0].header.type == static_cast<std::uint8_t>(message_type::instantiated));
  CHECK((answers[0].header.flags & mmps::flag::error) != 0);
  CHECK(answers[0].header.source == here);
  CHECK(answers[0].header.destination == driver);
  const std::string text(reinterpret_cast<const char*>(answers[0].body().data()),
                         answers[0].body().size());
  CHECK(text == "the host on which the object was being made is gone: host b is lost");
  CHECK(creations.host_lost(there, here, lost()).empty());
}

TEST_CASE(
    "requests that stay here, calls of regular classes and other messages are not remembered") {
  remote_creations creations;
  creations.note(here, request(mmps_name::of_process(0, 5, 3, 1), 1));
  creations.note(here, request(there, 2, message_type::token));
  message_header regular = request(there, 3);
  regular.flags = 0;
  creations.note(here, regular);
  CHECK(creations.host_lost(there, here, lost()).empty());
}

TEST_CASE("a request that comes back is not at the other host any more") {
  remote_creations creations;
  creations.note(here, request(there, 1));
  creations.note(here, request(there, 2));
  message_header again = request(here, 1);
  creations.note_returned(again);  // the caller itself repeats it
  again.hops = 2;
  creations.note_returned(again);
  const auto answers = creations.host_lost(there, here, lost());
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].header.tag.number == 2);
}

TEST_CASE("the oldest is forgotten first") {
  remote_creations creations(2);
  for (std::uint64_t number : {1, 2, 3}) creations.note(here, request(there, number));
  const auto answers = creations.host_lost(there, here, lost());
  REQUIRE(answers.size() == 2);
  CHECK(answers[0].header.tag.number == 2);
}

}  // namespace mentat::loader
