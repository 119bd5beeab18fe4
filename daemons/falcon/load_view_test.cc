#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/load_view.h"

#include <doctest/doctest.h>

namespace mentat::falcon {

TEST_CASE("newer news of a host replaces older, never the other way round") {
  load_view view(4);
  view.note({.host = 5, .value = {100}, .when = {20}});
  view.note({.host = 5, .value = {900}, .when = {10}});
  REQUIRE(view.heard().size() == 1);
  CHECK(view.heard()[0].value == load{100});
  view.note({.host = 5, .value = {300}, .when = {30}});
  CHECK(view.heard()[0].value == load{300});
}

TEST_CASE("a full view forgets the oldest report, and never takes an even older one") {
  load_view view(2);
  view.note({.host = 1, .when = {10}});
  view.note({.host = 2, .when = {20}});
  view.note({.host = 3, .when = {5}});
  CHECK(view.heard()[0].host == 1);
  view.note({.host = 3, .when = {30}});
  REQUIRE(view.heard().size() == 2);
  CHECK(view.heard()[0].host == 3);
  CHECK(view.heard()[1].host == 2);
}

TEST_CASE("a unit under way counts at the host that it goes to, per core, and never wraps") {
  load_view view(2);
  view.note({.host = 1, .value = {0}, .cores = 4, .when = {1}});
  view.note_transfer(1);
  CHECK(view.heard()[0].value == load{250});
  view.note({.host = 1, .value = {~std::uint32_t{0}}, .cores = 1, .when = {2}});
  view.note_transfer(1);
  CHECK(view.heard()[0].value == load{~std::uint32_t{0}});
  view.note_transfer(9);
  CHECK(view.heard().size() == 1);
}

TEST_CASE("a host that is forgotten is not there") {
  load_view view(2);
  view.note({.host = 1, .when = {1}});
  view.forget(1);
  view.forget(2);
  CHECK(view.heard().empty());
}

}  // namespace mentat::falcon
