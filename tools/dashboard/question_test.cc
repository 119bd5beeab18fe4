#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/question.h"

#include <doctest/doctest.h>

namespace mentat::dashboard {

TEST_CASE("a target is a path and parameters") {
  const auto asked = parse_target("/api/v1/why?what=tally%3A%3Aadd+1&program=12&empty=&bare");
  REQUIRE(asked);
  CHECK(asked->path == "/api/v1/why");
  CHECK(asked->get("what") == "tally::add 1");
  CHECK(asked->number("program", 0, 100, 7) == 12);
  CHECK(asked->number("program", 0, 11, 7) == 7);
  CHECK(asked->number("what", 0, 100, 7) == 7);
  CHECK(asked->get("empty").empty());
  CHECK(asked->parameters.contains("bare"));
  CHECK(asked->get("other").empty());
}

TEST_CASE("other targets are refused") {
  for (const char* const target : {"", "x", "http://127.0.0.1/", "/a b", "/\x01", "/\xff", "/?a=%",
                                   "/?a=%4", "/?a=%zz", "/?%4=a", "*"})
    CHECK_FALSE(parse_target(target));
}

TEST_CASE("escapes in a path stay: there is one text for each path") {
  CHECK(parse_target("/%2e%2e/etc")->path == "/%2e%2e/etc");
}

}  // namespace mentat::dashboard
