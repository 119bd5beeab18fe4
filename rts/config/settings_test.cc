#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/config/settings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mentat::node;

namespace {

using texts = std::vector<std::string>;

settings read(texts arguments, const texts& environment = {}) {
  const auto chosen = read_settings(arguments, environment);
  REQUIRE_MESSAGE(chosen.has_value(), (chosen ? "" : chosen.error()));
  return *chosen;
}

std::string error_of(texts arguments, const texts& environment = {}) {
  const auto chosen = read_settings(arguments, environment);
  return chosen ? "no error" : chosen.error();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("without arguments and variables everything has its default") {
  const settings chosen = read({});
  CHECK(chosen.mode == mode::threads);
  CHECK(chosen.workers == 0);
  CHECK(chosen.seed == 1);
  CHECK_FALSE(chosen.stats);
  CHECK(chosen.limits.graph_depth == 1000);
  CHECK(chosen.limits.fiber_stack == std::size_t{1} << 20);
  CHECK(chosen.limits.memory == 0);
  CHECK(chosen.limits.kept_memory == std::size_t{256} << 20);
}

TEST_CASE("every key can be given on the command line") {
  const settings chosen =
      read({"--mentat-mode=adversarial", "--mentat-workers=3", "--mentat-seed=18446744073709551615",
            "--mentat-stats", "--mentat-limits.graph_depth=77", "--mentat-limits.fibers=88",
            "--mentat-limits.objects=99", "--mentat-limits.fiber_stack=128KiB",
            "--mentat-limits.main_stack=2MiB", "--mentat-limits.memory=1.5GiB"});
  CHECK(chosen.mode == mode::adversarial);
  CHECK(chosen.workers == 3);
  CHECK(chosen.seed == 18446744073709551615u);
  CHECK(chosen.stats);
  CHECK(chosen.limits.graph_depth == 77);
  CHECK(chosen.limits.fibers == 88);
  CHECK(chosen.limits.objects == 99);
  CHECK(chosen.limits.fiber_stack == 128 * 1024);
  CHECK(chosen.limits.main_stack == 2 * 1024 * 1024);
  CHECK(chosen.limits.memory == std::size_t{3} << 29);
}

TEST_CASE("every key can be given in the environment") {
  const settings chosen =
      read({}, {"MENTAT_MODE=serial", "MENTAT_WORKERS=4", "MENTAT_SEED=5", "MENTAT_STATS=true",
                "MENTAT_LIMITS__GRAPH_DEPTH=6", "MENTAT_LIMITS__FIBERS=7",
                "MENTAT_LIMITS__OBJECTS=8", "MENTAT_LIMITS__FIBER_STACK=64KiB",
                "MENTAT_LIMITS__MAIN_STACK=65536", "MENTAT_LIMITS__MEMORY=16MiB"});
  CHECK(chosen.mode == mode::serial);
  CHECK(chosen.workers == 4);
  CHECK(chosen.seed == 5);
  CHECK(chosen.stats);
  CHECK(chosen.limits.graph_depth == 6);
  CHECK(chosen.limits.fibers == 7);
  CHECK(chosen.limits.objects == 8);
  CHECK(chosen.limits.fiber_stack == 64 * 1024);
  CHECK(chosen.limits.main_stack == 64 * 1024);
  CHECK(chosen.limits.memory == 16 * 1024 * 1024);
}

TEST_CASE("the command line wins over the environment, and the last of several over the others") {
  CHECK(read({"--mentat-mode=serial"}, {"MENTAT_MODE=threads"}).mode == mode::serial);
  CHECK(read({"--mentat-seed=2", "--mentat-seed=3"}, {"MENTAT_SEED=1"}).seed == 3);
}

TEST_CASE("the program's own arguments stay, in their order, and those after -- are not examined") {
  texts arguments = {"in.txt", "--mentat-workers=2", "-v", "--mode=fast", "",
                     "--",     "--mentat-wrong=1",   "--"};
  REQUIRE(read_settings(arguments, {}).has_value());
  CHECK(arguments == texts{"in.txt", "-v", "--mode=fast", "", "--", "--mentat-wrong=1", "--"});
}

TEST_CASE("an unknown name is an error that names the nearest known one") {
  CHECK(error_of({"--mentat-worker=2"}) ==
        "--mentat-worker: unknown setting 'worker'; the nearest known one is 'workers'");
  CHECK(contains(error_of({"--mentat-sead=2"}), "'seed'"));
  CHECK(contains(error_of({"--mentat-limits.graph-depth=2"}), "'limits.graph_depth'"));
  CHECK(contains(error_of({"--mentat-"}), "unknown setting ''"));
  CHECK(contains(error_of({"--mentat-=3"}), "unknown setting ''"));
  CHECK(contains(error_of({}, {"MENTAT_LIMITS__GRAPH_DEPHT=2"}), "'limits.graph_depth'"));
  CHECK(contains(error_of({}, {"MENTAT_LIMITS__GRAPH_DEPHT=2"}), "MENTAT_LIMITS__GRAPH_DEPHT"));
}

TEST_CASE("variables of other tools are left alone") {
  CHECK(read({}, {"MENTAT_HOME=/x", "MENTAT_CXX=clang++", "PATH=/bin", "MENTAT_", "MENTAT_MODE", "",
                  "=", "MENTATMODE=x"})
            .mode == mode::threads);
}

TEST_CASE("the error of a wrong value names its place and the expected input") {
  CHECK(error_of({"--mentat-mode=thread"}) ==
        "--mentat-mode: 'thread': expected serial, threads, processes, cluster, adversarial or "
        "sim; "
        "did you mean 'threads'?");
  CHECK(error_of({}, {"MENTAT_LOG=verbose"}) ==
        "MENTAT_LOG: 'verbose': expected off, error, warn, info or debug");
  CHECK(error_of({}, {"MENTAT_MODE=fast"}) ==
        "MENTAT_MODE: 'fast': expected serial, threads, processes, cluster, adversarial or sim");
  CHECK(error_of({"--mentat-workers=0"}) ==
        "--mentat-workers: '0': expected a whole number from 1 to 1024");
  for (const char* wrong :
       {"1025", "-1", "two", "2x", " 2", "2 ", "", "1e2", "99999999999999999999"}) {
    CAPTURE(std::string(wrong));
    CHECK(contains(error_of({std::string("--mentat-workers=") + wrong}), "from 1 to 1024"));
  }
  CHECK(contains(error_of({"--mentat-workers"}), "from 1 to 1024"));  // no value at all
  CHECK(contains(error_of({"--mentat-stats=maybe"}), "expected true or false"));
  CHECK(contains(error_of({"--mentat-limits.graph_depth=0"}), "expected a whole number from 1"));
  CHECK(contains(error_of({"--mentat-limits.objects=1048576"}), "expected a whole number from 1"));
  CHECK(contains(error_of({"--mentat-limits.fiber_stack=1KiB"}), "at least 64KiB"));
  CHECK(contains(error_of({"--mentat-limits.main_stack=64"}), "at least 64KiB"));
  CHECK(contains(error_of({"--mentat-limits.fiber_stack=1e9GiB"}), "at most 1024GiB"));
  CHECK(contains(error_of({"--mentat-limits.main_stack=2048GiB"}), "at most 1024GiB"));
  CHECK(contains(error_of({"--mentat-limits.memory=1KiB"}), "at least 1024KiB"));
  CHECK(contains(error_of({"--mentat-limits.memory=much"}), "expected a size such as"));
}

TEST_CASE("the settings of the daemons have sections of their own") {
  const settings chosen =
      read({"--mentat-im.threshold=1.5", "--mentat-im.location_policy=round_robin"},
           {"MENTAT_IM__TRANSFER_LIMIT=0", "MENTAT_IM__TRANSFER_POLICY=threshold",
            "MENTAT_TMU__MEMORY=64MiB", "MENTAT_IM__THRESHOLD=7"});
  CHECK(chosen.im.threshold == 1.5);
  CHECK(chosen.im.transfer_limit == 0);
  CHECK(chosen.im.location_policy == "round_robin");
  CHECK(chosen.tmu_memory == std::size_t{64} << 20);
  CHECK_FALSE(chosen.im.isolation);
  const settings apart = read({"--mentat-im.isolation=process"}, {"MENTAT_LIMITS__PROCESSES=7"});
  CHECK(apart.im.isolation);
  CHECK(apart.object_processes == 7);
  CHECK(settings_for_branches(apart) == "limits.processes=7\nim.isolation=process\n");
  CHECK(contains(error_of({"--mentat-im.isolation=always"}), "expected none or process"));
  CHECK(contains(error_of({"--mentat-im.location_policy=nearest"}),
                 "expected best_most_recently, random or round_robin"));
  CHECK(contains(error_of({"--mentat-im.transfer_policy=none"}), "expected threshold"));
  for (const char* wrong : {"0", "-1", "1001", "nan", "two", "", "1,5"}) {
    CAPTURE(std::string(wrong));
    CHECK(contains(error_of({std::string("--mentat-im.threshold=") + wrong}),
                   "expected a number above 0"));
  }
  CHECK(contains(error_of({}, {"MENTAT_IM__TRESHOLD=2"}), "'im.threshold'"));
  CHECK(contains(error_of({"--mentat-tmu.memory=1KiB"}), "at least 1024KiB"));
}

TEST_CASE("settings of files count least, and of several files the last wins") {
  texts none;
  const std::vector<setting_origin> files = {
      {"a.toml:1:1", "seed", "1"}, {"b.toml:2:1", "seed", "2"}, {"b.toml:3:1", "workers", "3"}};
  CHECK(read_settings(none, {}, files)->seed == 2);
  CHECK(read_settings(none, {"MENTAT_SEED=4"}, files)->seed == 4);
  CHECK(read_settings(none, {"MENTAT_SEED=4"}, files)->workers == 3);
  CHECK(read_settings(none, {}, {{"a.toml:4:7", "seed", "x"}}).error() ==
        "a.toml:4:7: 'x': expected a whole number from 0 to 18446744073709551615");
}

TEST_CASE(
    "the branches of a program have the settings of its driver that are not about one process") {
  const settings chosen =
      read({"--mentat-mode=cluster", "--mentat-address=lab", "--mentat-processes=4",
            "--mentat-stats", "--mentat-limits.graph_depth=77", "--mentat-im.threshold=1.5",
            "--mentat-limits.graph_depth=78"});
  const std::string lines = settings_for_branches(chosen);
  CHECK(lines == "processes=4\nim.threshold=1.5\nlimits.graph_depth=78\n");
  const auto branch = read_settings_for_branch(lines);
  REQUIRE(branch);
  CHECK(branch->mode == mode::cluster);
  CHECK(branch->processes == 4);
  CHECK(branch->limits.graph_depth == 78);
  CHECK(branch->im.threshold == 1.5);
  CHECK_FALSE(branch->stats);
  CHECK(read_settings_for_branch("")->processes == 3);
  for (const char* wrong : {"processes", "processes=0", "=", "nothing=3", "\n"})
    CHECK_FALSE(read_settings_for_branch(wrong));
}

TEST_CASE("stats can be switched on and off") {
  CHECK(read({"--mentat-stats=1"}).stats);
  CHECK(read({"--mentat-stats=true"}).stats);
  CHECK_FALSE(read({"--mentat-stats", "--mentat-stats=0"}).stats);
  CHECK_FALSE(read({"--mentat-stats=false"}, {"MENTAT_STATS=1"}).stats);
}

TEST_CASE("sizes have binary units, and nothing else is a size") {
  CHECK(parse_size("4096") == 4096u);
  CHECK(parse_size("4096B") == 4096u);
  CHECK(parse_size("64KiB") == 65536u);
  CHECK(parse_size("256MiB") == std::size_t{256} << 20);
  CHECK(parse_size("1GiB") == std::size_t{1} << 30);
  CHECK(parse_size("1.5KiB") == 1536u);
  for (const char* wrong : {"", "KiB", "0", "-1KiB", "64KB", "64kib", "64 KiB", "64KiBx", "nan",
                            "inf", "infGiB", "1e300GiB", "99999999999GiB", "0x10", "0.2", "+4"}) {
    CAPTURE(std::string(wrong));
    CHECK_FALSE(parse_size(wrong).has_value());
  }
}

TEST_CASE(
    "every setting is shown with its value and where it comes from, and reads as it is shown") {
  const settings chosen = read({"--mentat-mode=cluster", "--mentat-limits.memory=1536MiB"},
                               {"MENTAT_IM__THRESHOLD=1.5", "MENTAT_MMPS__TRANSPORTS=zmq",
                                "MENTAT_LIMITS__FIBER_STACK=100000"});
  const auto shown = [&](const std::string& key) {
    for (const setting_origin& one : all_settings(chosen))
      if (one.key == key) return one.where + ": " + one.value;
    return std::string("nothing");
  };
  CHECK(shown("mode") == "--mentat-mode: cluster");
  CHECK(shown("limits.memory") == "--mentat-limits.memory: 1536MiB");
  CHECK(shown("limits.fiber_stack") == "MENTAT_LIMITS__FIBER_STACK: 100000");
  CHECK(shown("limits.main_stack") == "default: 8MiB");
  CHECK(shown("im.threshold") == "MENTAT_IM__THRESHOLD: 1.5");
  CHECK(shown("mmps.transports") == "MENTAT_MMPS__TRANSPORTS: zmq");
  CHECK(shown("workers") == "default: ");
  CHECK(shown("processes") == "default: 3");
  texts again;
  for (const setting_origin& one : all_settings(chosen))
    if (!one.value.empty()) again.push_back("--mentat-" + one.key + "=" + one.value);
  const settings same = read(again);
  for (std::size_t i = 0; i < all_settings(chosen).size(); ++i)
    CHECK(all_settings(same)[i].value == all_settings(chosen)[i].value);
}
