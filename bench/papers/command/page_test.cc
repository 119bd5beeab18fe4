// docs/papers.md is what the command writes from the recorded run.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/command/page.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "bench/papers/command/program_run.h"
#include "bench/papers/then/findings.h"

namespace mentat::bench::papers {
namespace {

std::string text_in(const std::string& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

record recorded() {
  const auto made = record_of(text_in("bench/papers/recorded.json"));
  REQUIRE(made.has_value());
  return *made;
}

}  // namespace

TEST_CASE("docs/papers.md and its plots are those of the recorded run") {
  const record of = recorded();
  INFO("./mentat bench papers --record bench/papers/recorded.json --page docs/papers.md");
  CHECK((page_of(of, "papers") == text_in("docs/papers.md")));
  std::set<std::string> names;
  for (const picture& each : pictures_of(of)) {
    names.insert(each.file);
    CHECK((each.svg == text_in("docs/papers/" + each.file)));
  }
  for (const auto& each : std::filesystem::directory_iterator("docs/papers"))
    CHECK(names.contains(each.path().filename()));
}

TEST_CASE("the recorded run has every table, and no wrong answer") {
  const record of = recorded();
  for (const std::string& table : then::table_names())
    CHECK(std::ranges::find(of.then, table, &then::finding::table) != of.then.end());
  for (const application_row& row : of.applications) CHECK(row.fault.empty());
  for (const then::finding& row : of.then) CHECK((row.holds() || !row.why.empty()));
}

TEST_CASE("the recorded rows of virtual time are those of today's protocols") {
  const record of = recorded();
  for (const std::string table : {"linda86_ping_pong", "linda86_fig4", "rlinda_table1"}) {
    std::vector<then::finding> known;
    for (const then::finding& row : of.then)
      if (row.table == table) known.push_back(row);
    const auto now = then::findings_of(table);
    REQUIRE(now.size() == known.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      CHECK(now[i].row == known[i].row);
      CHECK(now[i].ours == doctest::Approx(known[i].ours));
    }
  }
}

TEST_CASE("a record survives its JSON") {
  record of;
  of.load = 1.5;
  of.then.push_back(
      {"t", "r", 2, 1, then::finding::kind::close, 0.1, "because \"it\" is <small> | thin"});
  of.now.push_back({"t", "r", "s", 3, 1});
  application_row row{"tsp", "random_12", "rpc", 2, 1.5, 1.25};
  row.messages = 3;
  row.bytes = 400;
  of.applications.push_back(row);
  of.skipped.push_back({"points", "no package"});
  const std::string json = json_of(of);
  const auto again = record_of(json);
  REQUIRE(again.has_value());
  CHECK(json_of(*again) == json);
  CHECK(page_of(*again, "p") == page_of(of, "p"));
  CHECK(!record_of("{}").has_value());
  CHECK(!record_of(json.substr(0, json.size() / 2)).has_value());
}

TEST_CASE("ratios say how many times faster today is") {
  CHECK(measured_row{"", "", "ms", 10, 2}.ratio() == 5);
  CHECK(measured_row{"", "", "pairs/s", 10, 20}.ratio() == 2);
  CHECK(measured_row{"", "", "x", 2, 1}.ratio() == 0.5);
  CHECK(measured_row{"", "", "s", 0, 1}.ratio() == 0);
}

TEST_CASE("traffic is summed over the processes, and other lines stay") {
  program_result of;
  std::string errors =
      "mentat: process 0.1 sent 5 messages, 640 bytes\nmentat: warning\n"
      "mentat: process 0.2 sent 7 messages, 64 bytes\n";
  take_traffic(errors, of);
  CHECK(errors == "mentat: warning\n");
  CHECK(of.messages == 12);
  CHECK(of.bytes == 704);
  program_result none;
  take_traffic(errors, none);
  CHECK(!none.messages);
}

}  // namespace mentat::bench::papers
