#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/observer/observer.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "mmps/shm/unix_socket.h"
#include "rts/session/observer/observer_door.h"

using namespace mentat;
using namespace mentat::node;

namespace {

std::string folder_of_the_test() {
  std::string name = "/tmp/mentat_observer_XXXXXX";
  REQUIRE(mkdtemp(name.data()));
  return name;
}

}  // namespace

TEST_CASE("an observer that had no descriptor for its visitor answers when there is one again") {
  const std::string folder = folder_of_the_test();
  const auto self = mmps::mmps_name::of_process(1, 7, 1, 1);
  const std::string path = door_path(folder, door_of_several, self.process_number());
  {
    const observer observing({.mode = "test",
                              .self = self,
                              .is_worker = true,
                              .folder = folder,
                              .report = [](const auto&) { return std::string("report\n"); },
                              .rows = [](const auto&, auto) { return std::string("rows\n"); }});
    std::string answer;
    CHECK(ask_observer(path, "report", answer) == asked::answered);
    rlimit few{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &few) == 0);
    few.rlim_cur = 64;
    REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
    std::vector<int> taken;
    for (int one = dup(0); one >= 0; one = dup(0)) taken.push_back(one);
    REQUIRE(!taken.empty());
    close(taken.back());  // for the visitor's end
    taken.pop_back();
    auto visitor = mmps::shm::unix_socket::connect_to(path);
    REQUIRE(visitor);
    CHECK(ask_observer(path, "report", answer) == asked::nobody);
    // The kernel accepts the connection; the observer finds no descriptor for it meanwhile.
    visitor->set_timeout(100);
    std::byte nothing[1];
    std::vector<int> none;
    CHECK(!visitor->receive(nothing, none));
    for (const int one : taken) close(one);
    asked last = asked::silent;
    for (int tries = 0; tries < 10 && last != asked::answered; ++tries)
      last = ask_observer(path, "report", answer);
    CHECK(last == asked::answered);
    CHECK(answer.ends_with("report\n"));
  }
  CHECK(rmdir(folder.c_str()) == 0);
}

TEST_CASE("an observer ends without its descriptors, and leaves those that have their numbers") {
  for (const bool reopens : {false, true}) {
    CAPTURE(reopens);
    const std::string folder = folder_of_the_test();
    const auto self = mmps::mmps_name::of_process(1, 7, 1, 1);
    std::vector<int> own;
    {
      const int first = dup(0);  // the numbers from there on are free
      REQUIRE(first >= 3);
      close(first);
      const observer observing(
          {.mode = "test", .self = self, .folder = folder, .report = {}, .rows = {}, .slow = {}});
      for (int one = first; one < 64; ++one) close(one);
      while (reopens && own.size() < 8) own.push_back(memfd_create("own", MFD_CLOEXEC));
    }
    for (const int one : own) {
      struct stat about{};
      CHECK(fstat(one, &about) == 0);
      CHECK(about.st_size == 0);
      close(one);
    }
    rmdir(folder.c_str());
  }
}
