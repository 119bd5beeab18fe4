#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/recording_answers.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace mentat::dashboard {
namespace {

using nlohmann::json;

// main calls an object twice, and the recording does not know the function of the second call.
command::trace recorded() {
  command::trace made;
  made.program = "tallies", made.mode = "threads", made.level = "full", made.host_name = "h";
  made.methods = {{"(unknown function)", ""}, {"main", ""}, {"tally::add", "t.mpl.cc:4"}};
  made.workers = {{.ring = 0, .process = 7, .worker = 0, .label = ""}};
  const auto call = [&](std::int64_t begin, std::int64_t end, std::uint64_t number,
                        std::uint16_t method) {
    command::trace::call one;
    one.begin = begin, one.end = end, one.number = number, one.method = method;
    made.calls.push_back(one);
  };
  call(0, 1'000, 1, 1);
  call(100, 200, 2, 2);
  call(300, 400, 3, 0);
  for (const auto& [at, number, method] : {std::tuple{50, 2, 2}, std::tuple{250, 3, 0}}) {
    command::trace::making one;
    one.at = at, one.number = number, one.method = method, one.object = 9, one.maker = 1;
    made.makings.push_back(one);
  }
  return made;
}

json asked(recording_answers& of, const std::string& what) {
  const answer came = of.ask(*parse_target("/api/v1/" + what));
  CHECK(came.status == 200);
  return json::parse(*came.body);
}

}  // namespace

TEST_CASE("an object has the class of a function that is known") {
  recording_answers answers(recorded(), "f.mtrace", {});
  const json objects = asked(answers, "objects").at("objects");
  REQUIRE(objects.size() == 1);
  CHECK(objects[0].at("class") == "tally");
  CHECK(objects[0].at("calls") == 2);
}

TEST_CASE("answers are the same with and without preparation, and while it works") {
  for (const char* const what :
       {"overview", "call?index=1", "graph", "profile", "profile?workers=3", "timeline"}) {
    recording_answers fresh(recorded(), "f.mtrace", {}), prepared(recorded(), "f.mtrace", {});
    prepared.prepare();
    json came = asked(prepared, what);
    while (came.contains("computing")) came = asked(prepared, what);
    CHECK(came == asked(fresh, what));
  }
}

TEST_CASE("a profile is made beside the answers, for the number of workers that was asked last") {
  recording_answers answers(recorded(), "f.mtrace", {});
  answers.prepare();
  for (const char* const what : {"profile?workers=5", "profile?workers=3", "profile"}) {
    json came = asked(answers, what);
    while (came.contains("computing")) {
      asked(answers, "overview");  // others are answered meanwhile
      came = asked(answers, what);
    }
    CHECK(came.contains("functions"));
  }
  recording_answers left(recorded(), "f.mtrace", {});  // ends while something may be made
  left.prepare();
  asked(left, "profile?workers=7");
}

TEST_CASE("a question that the recording cannot answer is refused") {
  recording_answers answers(recorded(), "f.mtrace", {});
  for (const char* const what : {"", "hosts", "call", "call?index=3", "call?index=-1"})
    CHECK(answers.ask(*parse_target("/api/v1/" + std::string(what))).status == 404);
  recording_answers empty(command::trace{}, "f.mtrace", {});
  CHECK(empty.ask(*parse_target("/api/v1/profile")).status == 404);
}

}  // namespace mentat::dashboard
