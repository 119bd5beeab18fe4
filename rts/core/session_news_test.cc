#include "rts/core/session_news.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "rts/core/scheduler.h"
#include "rts/core/server_object.h"

namespace mentat {
namespace {

using mmps::mmps_name;

mmps_name process(std::uint32_t number) {
  return mmps_name::of_process(2, 1, 1 + number % 64, 1 + number / 64);
}

struct noted final : scheduler {
  void ready(computation_instance&) override {}
  void ready(server_object& object) override { objects.push_back(&object); }
  std::vector<server_object*> objects;
};

}  // namespace

TEST_CASE("an object is activated once when the first process that it watches ends") {
  session_news news;
  noted on;
  server_object object;
  process_watch watch(object, {process(1), process(2)});
  news.watch(watch);
  news.note_end(process(3), "of no interest", on);
  CHECK(on.objects.empty());
  news.note_end(process(2), "first", on);
  CHECK(on.objects == std::vector<server_object*>{&object});
  CHECK(watch.has_ended);
  CHECK(watch.cause == "first");
  news.note_end(process(1), "second", on);
  CHECK(on.objects.size() == 1);
  CHECK(watch.cause == "first");
  news.unwatch(watch);
}

TEST_CASE("a watch of a process that has ended before says so at once") {
  session_news news;
  noted on;
  server_object object;
  news.note_end(process(1), "early", on);
  process_watch watch(object, {process(1)});
  news.watch(watch);
  CHECK(watch.has_ended);
  CHECK(watch.cause == "early");
  news.unwatch(watch);
}

TEST_CASE("nobody is told after unwatch(), and the last ends are remembered") {
  session_news news;
  noted on;
  server_object object;
  process_watch watch(object, {process(1)});
  news.watch(watch);
  news.unwatch(watch);
  for (std::uint32_t one = 0; one <= session_news::max_remembered; ++one)
    news.note_end(process(one), std::to_string(one), on);
  CHECK_FALSE(watch.has_ended);
  CHECK(on.objects.empty());
  CHECK_FALSE(news.cause_of_end(process(0)));
  CHECK(news.cause_of_end(process(1)) == "1");
}

TEST_CASE("hosts that have come and not left, and the homes of objects") {
  session_news news;
  news.note_host(3);
  news.note_host(2);
  news.note_host(3);
  CHECK(news.other_hosts() == std::vector<std::uint32_t>{2, 3});
  news.note_host_left(3);
  CHECK(news.other_hosts() == std::vector<std::uint32_t>{2});

  CHECK_FALSE(news.homes_of(process(1)));
  news.note_homes(process(1), {process(1), process(2)});
  REQUIRE(news.homes_of(process(1)));
  CHECK(*news.homes_of(process(1)) == session_news::names{process(1), process(2)});
  news.forget_homes(process(1));
  CHECK_FALSE(news.homes_of(process(1)));
}

}  // namespace mentat
