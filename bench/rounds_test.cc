#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/rounds.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace mentat::bench {
namespace {

measured_program shell(const std::string& system, const std::string& text) {
  return {.system = system, .mode = "", .command = {"/bin/sh", "-c", text}, .environment = {}};
}

}  // namespace

TEST_CASE("each round starts every program once and collects its samples") {
  const auto systems = measure_in_rounds(
      {shell("a", "printf 'sample\\tx\\tus\\t2\\nnoise\\nsample\\ty\\tMiB\\t7\\n'"),
       shell("b", "printf 'sample\\tx\\tus\\t4\\n'")},
      {.rounds = 3});
  const auto rows = rows_of("test", systems);
  REQUIRE(rows.size() == 3);
  const row* x = find_row(rows, "x", "a");
  REQUIRE(x != nullptr);
  CHECK(x->n == 3);
  CHECK(x->median == 2);
  CHECK(find_row(rows, "y", "a")->unit == "MiB");
  CHECK(find_row(rows, "x", "b")->median == 4);
  CHECK(skipped_of("test", systems).empty());
}

TEST_CASE("a program that cannot run is skipped with its last output, and the others go on") {
  const auto systems = measure_in_rounds(
      {shell("absent", "echo 'first' >&2; echo 'no such package' >&2; exit 77"),
       shell("broken", "echo 'it broke' >&2; exit 3"),
       shell("killed", "kill -9 $$"),
       {.system = "nowhere", .mode = "", .command = {"/nowhere"}, .environment = {}},
       shell("good", "printf 'sample\\tx\\tus\\t1\\n'")},
      {.rounds = 2});
  const auto skipped = skipped_of("test", systems);
  REQUIRE(skipped.size() == 4);
  CHECK(skipped[0].why == "no such package");
  CHECK(skipped[1].why == "exit status 3: it broke");
  CHECK(skipped[2].why.find("Killed") != std::string::npos);
  CHECK(skipped[3].why.find("No such file") != std::string::npos);
  CHECK(find_row(rows_of("test", systems), "x", "good")->n == 2);
}

TEST_CASE("a program that does not end is ended, with the processes that it has started") {
  const auto systems =
      measure_in_rounds({shell("endless", "sleep 1000 & while :; do sleep 1000; done")},
                        {.rounds = 1, .longest = 0.2});
  CHECK(systems[0].skipped.find("did not end") == 0);
}

TEST_CASE("two rows are compared within each round that has both") {
  const auto systems = measure_in_rounds(
      {shell("a", "printf 'sample\\tx\\tus\\t2\\nsample\\tx\\tus\\t9\\nsample\\tx\\tus\\t4\\n'"),
       shell("b", "printf 'sample\\tx\\tus\\t1\\n'; exit 3")},
      {.rounds = 2});
  const sampled_row *a = sampled(systems, "x", "a", ""), *b = sampled(systems, "x", "b", "");
  REQUIRE((a && b));
  CHECK(a->median_of_round == std::map<int, double>{{0, 4}, {1, 4}});
  CHECK(combined_by_round(*a, *b, std::minus<>()) == std::vector<double>{3});
  CHECK(sampled(systems, "y", "a", "") == nullptr);
}

TEST_CASE("no round begins that would end too late, but the first one") {
  const auto rounds_within = [](double seconds) {
    const auto systems =
        measure_in_rounds({shell("slow", "sleep 0.5; printf 'sample\\tx\\tus\\t1\\n'")},
                          {.rounds = 3, .budget = seconds});
    return find_row(rows_of("test", systems), "x", "slow")->n;
  };
  CHECK(rounds_within(-5) == 1);
  CHECK(rounds_within(0.9) == 1);
  CHECK(rounds_within(1000) == 3);
}

TEST_CASE("the folder of a program is removed with all its files when it has ended") {
  const auto systems =
      measure_in_rounds({shell("killed",
                               "mkdir $BENCH_FOLDER/in && touch $BENCH_FOLDER/in/door && "
                               "echo $BENCH_FOLDER >&2; kill -9 $$")},
                        {.rounds = 1});
  const std::string said = systems[0].skipped;
  const std::size_t path = said.find("/tmp/mentat-bench-");
  REQUIRE(path != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(said.substr(path)));
}

TEST_CASE("the environment of a program is ours and its own") {
  measured_program program = shell("a", "printf \"sample\\tx\\tus\\t$FIGURE\\n\"");
  program.environment = {"FIGURE=5"};
  CHECK(find_row(rows_of("test", measure_in_rounds({program}, {.rounds = 1})), "x", "a")->median ==
        5);
}

}  // namespace mentat::bench
