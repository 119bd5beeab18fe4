#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/record/profile.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/record/profile_text.h"
#include "tools/record/schedule.h"
#include "tools/record/strand_graph.h"

namespace mentat::command {
namespace {

constexpr std::uint16_t main_function = 1, first = 2, second = 3;
constexpr std::int64_t overhead = 10;  // nanoseconds, for each thing that main does

struct task {
  std::uint16_t method = first;
  std::int64_t length = 0;
  std::vector<std::size_t> arguments;  // earlier tasks
  std::uint32_t object = 0;
};

trace empty_trace() {
  trace made;
  made.program = "/p";
  made.mode = "threads";
  made.level = "full";
  made.version = 2;
  made.workers_of_process = 1;
  made.is_whole = true;
  made.methods = {{"(unknown function)", ""},
                  {"main", ""},
                  {"f::first", "f.mpl.cc:1"},
                  {"f::second", "f.mpl.cc:2"}};
  made.workers = {{.ring = 0, .process = 7, .worker = 0, .label = ""},
                  {.ring = 1, .process = 7, .worker = 1, .label = ""}};
  made.places = {"", "f.mpl.cc:9", "f.mpl.cc:10"};
  return made;
}

constexpr std::uint64_t number_of(std::size_t task) { return 100 + task; }

// One worker: main makes the tasks, then waits for the last one; all run on its stack.
trace run_of(const std::vector<task>& tasks) {
  trace made = empty_trace();
  std::int64_t now = overhead;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    made.makings.push_back(
        {0, now, number_of(i), record::call_of_main, tasks[i].method, tasks[i].object});
    for (const std::size_t from : tasks[i].arguments)
      made.arguments.push_back({0, now, number_of(i), number_of(from)});
    now += overhead;
  }
  made.needs.push_back({0, now, record::call_of_main, number_of(tasks.size() - 1), 1});
  made.calls.push_back({0, main_function, false, 0, 0, record::call_of_main, 0});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    made.calls.push_back({0, tasks[i].method, false, now, now + tasks[i].length, number_of(i),
                          record::call_of_main});
    now += tasks[i].length;
  }
  made.calls.front().end = now + overhead;
  return made;
}

std::vector<task> chain(std::int64_t a, std::int64_t b) {
  std::vector<task> all{{first, a, {}}};
  for (std::size_t i = 1; i < 20; ++i)
    all.push_back({i % 2 ? second : first, i % 2 ? b : a, {i - 1}});
  return all;
}
std::vector<task> fan(std::int64_t a, std::int64_t b) {
  std::vector<task> all(16, {first, a, {}});
  all.push_back({second, b, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}});
  return all;
}
std::vector<task> wavefront(std::int64_t a, std::int64_t b) {
  constexpr std::size_t size = 6;
  std::vector<task> all;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      task one{i == j ? first : second, i == j ? a : b, {}};
      if (i > 0) one.arguments.push_back((i - 1) * size + j);
      if (j > 0) one.arguments.push_back(i * size + j - 1);
      all.push_back(one);
    }
  return all;
}
std::vector<task> pipeline(std::int64_t a, std::int64_t b) {
  std::vector<task> all;
  for (std::size_t i = 0; i < 20; ++i) {
    all.push_back({first, a, {}, 11});
    all.push_back({second, b, {2 * i}, 22});
  }
  return all;
}
std::vector<task> one_writer(std::int64_t a, std::int64_t b) {
  std::vector<task> all;
  for (std::size_t i = 0; i < 10; ++i) {
    all.push_back({first, a, {}});
    all.push_back({second, b, {2 * i}, 33});
  }
  return all;
}

using program = std::vector<task> (*)(std::int64_t, std::int64_t);
constexpr program programs[] = {chain, fan, wavefront, pipeline, one_writer};

bool is_near(std::int64_t a, std::int64_t b, double share) {
  return std::abs(static_cast<double>(a - b)) <= share * static_cast<double>(b);
}

}  // namespace

TEST_CASE("work and span of known graphs") {
  const auto spans = [](program of) { return profile_of(run_of(of(20'000, 10'000)), {}); };
  const profile of_chain = spans(chain);
  CHECK(is_near(of_chain.work, 300'000, 0.03));
  CHECK(is_near(of_chain.span, 300'000, 0.03));
  const profile of_fan = spans(fan);
  CHECK(is_near(of_fan.work, 330'000, 0.03));
  CHECK(is_near(of_fan.span, 30'000, 0.03));
  const profile of_wavefront = spans(wavefront);
  CHECK(is_near(of_wavefront.work, 420'000, 0.03));
  CHECK(is_near(of_wavefront.span, 6 * 20'000 + 5 * 10'000, 0.03));
  const profile of_pipeline = spans(pipeline);
  CHECK(is_near(of_pipeline.work, 600'000, 0.03));
  CHECK(is_near(of_pipeline.span, 410'000, 0.03));
  const profile of_writer = spans(one_writer);
  CHECK(is_near(of_writer.work, 300'000, 0.03));
  CHECK(is_near(of_writer.span, 120'000, 0.03));
}

TEST_CASE("the run that was recorded is predicted as it was") {
  for (const program each : programs) {
    const profile made = profile_of(run_of(each(20'000, 10'000)), {});
    CHECK(made.why_incomplete == "");
    CHECK(is_near(made.as_recorded, made.measured, 0.001));
    CHECK_FALSE(made.is_far_off());
  }
}

TEST_CASE("a function that takes half as long: the prediction is what then happens") {
  for (const program each : programs) {
    const trace before = run_of(each(20'000, 10'000));
    const trace after = run_of(each(10'000, 10'000));
    for (const unsigned workers : {1u, 2u, 5u}) {
      const profile asked = profile_of(before, {.speed = {1, 1, 2}, .workers = workers});
      const profile then = profile_of(after, {.speed = {}, .workers = workers});
      REQUIRE(asked.asked);
      REQUIRE(then.asked);
      CHECK(is_near(asked.asked->time, then.asked->time, 0.03));
    }
  }
}

TEST_CASE("more workers, from a run with one") {
  const auto on = [](const std::vector<task>& of, unsigned workers) {
    return profile_of(run_of(of), {.speed = {}, .workers = workers}).asked->time;
  };
  CHECK(is_near(on(fan(20'000, 10'000), 2), 170'000, 0.03));
  CHECK(is_near(on(fan(20'000, 10'000), 16), 30'000, 0.03));
  CHECK(is_near(on(chain(20'000, 10'000), 16), 300'000, 0.03));
  CHECK(is_near(on(pipeline(20'000, 10'000), 2), 410'000, 0.03));
}

TEST_CASE("functions have their calls, their own time, and their part of the critical path") {
  const profile made = profile_of(run_of(wavefront(20'000, 10'000)), {});
  REQUIRE(made.functions.size() == 3);
  CHECK(made.functions[0].method == second);
  CHECK(made.functions[0].calls == 30);
  CHECK(made.functions[0].time == 300'000);
  CHECK(made.functions[0].mean() == 10'000);
  CHECK(made.functions[0].on_path == 50'000);
  CHECK(made.functions[1].on_path == 120'000);
  CHECK(made.functions[1].if_halved);
  CHECK(made.path.front().method == main_function);
}

TEST_CASE("calls that were counted and not recorded have the mean of the others") {
  trace sampled = run_of(chain(1'000, 1'000));
  sampled.level = "auto";
  sampled.counts.push_back({first, 1'000, 10});
  const profile made = profile_of(sampled, {});
  CHECK(made.functions[0].calls == 1'000);
  CHECK(made.functions[0].time == 1'000'000);
  CHECK(made.why_incomplete.find("MENTAT_RECORD=full") != std::string::npos);
  CHECK(made.predictions.empty());
}

// Two workers: main makes `first`, waits for it at once, and then makes `second`.
TEST_CASE("a value that is read early: what it holds up is told, and what the mend would bring") {
  trace made = empty_trace();
  made.workers_of_process = 2;
  made.makings = {{0, 10, 5, record::call_of_main, first, 0},
                  {0, 10'030, 6, record::call_of_main, second, 0}};
  made.needs = {{0, 20, record::call_of_main, 5, 1}, {0, 10'040, record::call_of_main, 6, 2}};
  made.calls = {{0, main_function, false, 0, 20'060, record::call_of_main, 0},
                {1, first, false, 20, 10'020, 5, 0},
                {1, second, false, 10'040, 20'040, 6, 0}};
  made.pauses = {{0, 0, 20, 10'020, record::call_of_main, 5},
                 {0, 0, 10'040, 20'040, record::call_of_main, 6}};
  const profile has = profile_of(made, {});
  REQUIRE(has.waits.size() == 2);
  const auto& early = has.waits[0].place == "f.mpl.cc:9" ? has.waits[0] : has.waits[1];
  CHECK(early.waiter == main_function);
  CHECK(early.wanted == first);
  CHECK(early.time == 10'000);
  CHECK(early.times == 1);
  CHECK(is_near(static_cast<std::int64_t>(early.busy * 1'000), 500, 0.01));
  REQUIRE(early.if_late);
  CHECK(is_near(*early.if_late, 10'060, 0.01));
  const std::string text = as_text(has, made);
  CHECK(text.find("main waited 10.0 us at f.mpl.cc:9 for the result of f::first, and went on") !=
        std::string::npos);
  CHECK(text.find("main waited 10.0 us at f.mpl.cc:10 for the result of f::second; nothing else "
                  "could run.") != std::string::npos);
}

TEST_CASE("a result that is given before the end of its function is there from then on") {
  trace made = empty_trace();
  made.workers_of_process = 2;
  made.makings = {{0, 10, 5, record::call_of_main, first, 0},
                  {0, 10, 6, record::call_of_main, second, 0}};
  made.arguments = {{0, 10, 6, 5}};
  made.needs = {{0, 20, record::call_of_main, 6, 1}};
  made.calls = {{0, main_function, false, 0, 3'020, record::call_of_main, 0},
                {0, first, false, 20, 9'020, 5, record::call_of_main},
                {1, second, false, 2'020, 3'020, 6, 0}};
  made.calls[0].end = 9'030;
  const profile has = profile_of(made, {});
  CHECK(is_near(has.work, 10'000, 0.01));
  CHECK(is_near(has.span, 9'030, 0.01));  // not first, then second
}

TEST_CASE("the result of a call is that of the one that it was handed on to") {
  trace made = empty_trace();
  // main waits for 5, which makes 6 and hands its result on.
  made.makings = {{0, 10, 5, record::call_of_main, first, 0}, {0, 30, 6, 5, second, 0}};
  made.needs = {{0, 20, record::call_of_main, 5, 1}};
  made.forwardings = {{0, 40, 5, 6}};
  made.calls = {{0, main_function, false, 0, 1'060, record::call_of_main, 0},
                {0, first, false, 20, 40, 5, record::call_of_main},
                {0, second, false, 40, 1'040, 6, record::call_of_main}};
  CHECK(profile_of(made, {}).span >= 1'040);
  made.forwardings = {{0, 40, 5, 6}, {0, 40, 6, 5}};  // a damaged one
  CHECK(profile_of(made, {}).span > 0);
}

TEST_CASE("short calls are to be larger") {
  std::vector<task> all(500, {second, 50, {}});
  trace made = run_of(all);
  const profile has = profile_of(made, {});
  REQUIRE(has.grains.size() == 1);
  CHECK(has.grains[0].method == second);
  CHECK(has.grains[0].hand_over == has.hand_over.to_other_worker);
  CHECK(has.grains[0].batch == static_cast<std::uint64_t>(std::ceil(
                                   static_cast<double>(has.hand_over.to_other_worker) / 5)));
  CHECK(as_text(has, made).find("f::second: 500 calls of 50 ns") != std::string::npos);
  for (task& one : all) one.length = 50'000;
  CHECK(profile_of(run_of(all), {}).grains.empty());
}

TEST_CASE(
    "below break-even all workers together execute no more calls than one that runs them inline") {
  for (const unsigned workers : {1u, 2u, 8u, 64u}) {
    trace made = run_of(chain(1'000, 1'000));
    made.workers_of_process = workers;
    const profile has = profile_of(made, {});
    const auto g = static_cast<double>(has.break_even);
    const auto s = static_cast<double>(has.hand_over.on_stack);
    const auto h = static_cast<double>(has.hand_over.to_other_worker);
    const double w = std::max(workers, 2u);
    CHECK(1 / (g + s) + (w - 1) / (g + h) == doctest::Approx(1 / g).epsilon(0.02));
    CHECK(nlohmann::json::parse(as_json(has, made))["break_even_ns"] == has.break_even);
  }
}

TEST_CASE("what is missing is told, and nothing is predicted") {
  const trace good = run_of(fan(1'000, 1'000));
  const auto why = [](trace of) { return profile_of(of, {.speed = {}, .workers = 2}); };
  trace old = good;
  old.version = 1;
  CHECK(why(old).why_incomplete.find("older version") != std::string::npos);
  trace serial = good;
  serial.mode = "serial";
  CHECK(why(serial).why_incomplete.find("mode serial") != std::string::npos);
  trace several = good;
  several.mode = "processes", several.version = 2;
  CHECK(why(several).why_incomplete.find("different processes") != std::string::npos);
  several.version = 3;
  CHECK(why(several).why_incomplete.empty());
  several.mode = "cluster";
  several.hosts = {{.name = "n1"}, {.name = "n2", .is_whole = false}};
  CHECK(why(several).why_incomplete == "the end of what n2 recorded is missing");
  trace cut = good;
  cut.is_whole = false;
  CHECK(why(cut).why_incomplete.find("cut") != std::string::npos);
  trace lossy = good;
  lossy.losses.push_back({0, 5, 0, 1});
  CHECK(why(lossy).why_incomplete.find("lost") != std::string::npos);
  CHECK_FALSE(why(lossy).asked);
  CHECK(as_text(why(lossy), lossy).find("no span and no predictions: events were lost") !=
        std::string::npos);
}

TEST_CASE("text and JSON have everything, whatever the names are") {
  trace made = run_of(fan(1'000, 1'000));
  made.methods[first].name = "<img onerror=\"x\">";
  made.methods[second].name = std::string(3'000, 'x') + "\xff";
  const profile has = profile_of(made, {});
  const auto json = nlohmann::json::parse(as_json(has, made), nullptr, false);
  REQUIRE(json.is_object());
  CHECK(json["span_ns"] == has.span);
  CHECK(json["functions"].size() == 3);
  CHECK(json["by_workers"][0]["workers"] == 1);
  CHECK(json["trustworthy"] == true);
  CHECK(json["profile_version"] == 1);
  CHECK(json["known"].size() == 2);  // of the program
  CHECK(as_text(has, made).find("<img onerror=\"x\">") != std::string::npos);
}

TEST_CASE("a recording with very many functions has a page of the longest ones") {
  trace made = run_of(fan(1'000, 1'000));
  constexpr std::size_t classes = 1'000'000;
  made.methods.resize(classes, {"c::f", ""});
  for (std::size_t i = 0; i < 60'000; ++i)
    made.calls.push_back({1, static_cast<std::uint16_t>(i), false, 100'000, 100'010, 1'000 + i, 0});
  const std::string text = as_text(profile_of(made, {}), made);
  CHECK(text.find("further functions: --json") != std::string::npos);
  CHECK(text.size() < 20'000);
}

}  // namespace mentat::command
