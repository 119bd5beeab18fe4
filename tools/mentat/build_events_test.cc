#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/build_events.h"

#include <doctest/doctest.h>

#include <sstream>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

std::string configured(const std::string& label, const std::string& size) {
  return R"({"id":{"targetConfigured":{"label":")" + label +
         R"("}},"configured":{"targetKind":"rule",)" +
         (size.empty() ? "\"tag\":[]" : "\"testSize\":\"" + size + "\"") + "}}\n";
}

std::string summary(const std::string& label, const std::string& status, const std::string& list,
                    const std::string& log) {
  return R"({"id":{"testSummary":{"label":")" + label + R"("}},"testSummary":{"overallStatus":")" +
         status + R"(",")" + list + R"(":[{"uri":"file://)" + log + R"("}]}})" + "\n";
}

std::vector<test_result> read(const std::string& text) {
  std::istringstream events(text);
  return read_build_events(events);
}

}  // namespace

TEST_CASE("a test has passed or failed as its summary says, and libraries are not counted") {
  const auto results =
      read(configured("//a:z", "SMALL") + configured("//a:lib", "") + configured("//a:b", "SMALL") +
           summary("//a:z", "PASSED", "passed", "/none") +
           summary("//a:b", "TIMEOUT", "failed", "/logs/b"));
  REQUIRE(results.size() == 2);
  CHECK(results[0].name == "//a:b");
  CHECK(results[0].outcome == test_outcome::failed);
  CHECK(results[0].reason == "timeout");
  CHECK(results[0].log == "/logs/b");
  CHECK(results[1].name == "//a:z");
  CHECK(results[1].outcome == test_outcome::passed);
}

TEST_CASE("a test that passes at another attempt is flaky, with the log of its failure") {
  const auto results = read(summary("//a:b", "FLAKY", "failed", "/logs/attempt_1"));
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == test_outcome::flaky);
  CHECK(results[0].log == "/logs/attempt_1");
}

TEST_CASE("a test that was to run and has no summary has failed") {
  const auto results = read(configured("//a:b", "LARGE"));
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == test_outcome::failed);
  CHECK(results[0].reason == "did not build");
}

TEST_CASE("a line that is cut off is passed over") {
  const auto results =
      read(summary("//a:b", "PASSED", "passed", "/none") + R"({"id":{"testSummary":{"la)");
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == test_outcome::passed);
  CHECK(read("[1]\n{\"id\":3}\n{\"id\":{\"testSummary\":7}}\n").empty());
}

TEST_CASE("a test that could not run is skipped and says why") {
  const auto folder = temporary_folder::create("build-events-test");
  REQUIRE(folder);
  const auto log = folder->path() / "test.log";
  REQUIRE(write_file(log, "exec ${PAGER}\n---\nSKIPPED: no network namespaces\n\n"));
  const auto results = read(summary("//a:b", "PASSED", "passed", log.string()));
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == test_outcome::skipped);
  CHECK(results[0].reason == "no network namespaces");
}

TEST_CASE("the end of a log has 20 lines at most, and no endless one") {
  std::string text;
  for (int i = 1; i <= 25; ++i) text += std::to_string(i) + "\n";
  std::istringstream log(text + std::string(1000, 'x'));
  const auto lines = last_lines(log);
  REQUIRE(lines.size() == 20);
  CHECK(lines.front() == "7");
  CHECK(lines.back() == std::string(300, 'x'));
  std::istringstream nothing("");
  CHECK(last_lines(nothing).empty());
}

}  // namespace mentat::command
