#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/members/authority.h"

#include <doctest/doctest.h>

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

const mmps_name driver = mmps_name::of_process(1, 7, 0, 1),
                worker = mmps_name::of_process(1, 7, 4, 1),
                other = mmps_name::of_process(1, 7, 5, 1),
                far_worker = mmps_name::of_process(2, 9, 4, 1);

message_header said(message_type type, const mmps_name& by) {
  message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.source = by;
  return header;
}

}  // namespace

TEST_CASE("only the driver ends a worker, breaks a wait, and asks for counts") {
  authority here(worker, {});
  for (const message_type type : {message_type::bye, message_type::cancel, message_type::query}) {
    CHECK(here.allows(said(type, driver)));
    CHECK_FALSE(here.allows(said(type, other)));
    CHECK_FALSE(here.allows(said(type, far_worker)));
    CHECK_FALSE(here.allows(
        said(type, mmps_name::of_process(1, 7, 1, 1))));  // nor the instantiation manager
    CHECK_FALSE(here.allows(
        said(type, mmps_name::of_process(1, 8, 0, 1))));  // nor the driver of another incarnation
    CHECK_FALSE(here.allows(said(type, {})));
  }
  CHECK(here.refused() == 15);
}

TEST_CASE("calls and results come from anybody") {
  authority here(worker, {});
  for (const message_type type :
       {message_type::exec, message_type::token, message_type::instantiate, message_type::pong})
    CHECK(here.allows(said(type, other)));
  CHECK(here.refused() == 0);
}

TEST_CASE("workers tell the driver that they have ended; no process asks it or breaks its waits") {
  authority here(driver, {});
  CHECK(here.allows(said(message_type::bye, worker)));
  CHECK(here.allows(said(message_type::bye, far_worker)));
  CHECK_FALSE(here.allows(said(message_type::cancel, worker)));
  CHECK_FALSE(here.allows(said(message_type::query, far_worker)));
}

TEST_CASE("on another host the driver is the one of the program, not process 0 of that host") {
  authority here(far_worker, driver);
  CHECK(here.allows(said(message_type::bye, driver)));
  CHECK_FALSE(here.allows(said(message_type::bye, mmps_name::of_process(2, 9, 0, 1))));
}

}  // namespace mentat::node
