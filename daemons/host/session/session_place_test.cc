#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/session/session_place.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

using namespace mentat::host;

TEST_CASE("a place has one owner, also while the folders of others' leases are removed") {
  std::string folder = std::filesystem::temp_directory_path() / "place.XXXXXX";
  REQUIRE(mkdtemp(folder.data()));
  setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
  const session_place place = find_place("one").value();
  std::atomic<bool> over = false;
  std::thread remover([&] {
    while (!over) remove_abandoned_leases();
  });
  std::string refused;
  int owned_twice = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto lock = place_lock::take(place);
    if (!lock) refused = lock.error();
    static_cast<void>(mark_as_leased(place));
    if (i % 100 == 0 && place_lock::take(place)) ++owned_twice;
  }
  over = true;
  remover.join();
  CHECK(refused == "");
  CHECK(owned_twice == 0);
  remove_abandoned_leases();
  CHECK_FALSE(std::filesystem::exists(place.folder));
  std::filesystem::remove_all(folder);
}

TEST_CASE("a start or an end that is killed in its midst leaves no folder for good") {
  std::string folder = std::filesystem::temp_directory_path() / "place.XXXXXX";
  REQUIRE(mkdtemp(folder.data()));
  setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
  const session_place empty = find_place("empty").value(), locked = find_place("locked").value();
  const session_place marked = find_place("marked").value(), ended = find_place("ended").value();
  const session_place held = find_place("held").value();
  for (const session_place& place : {locked, marked, ended})
    REQUIRE(place_lock::take(place).has_value());
  REQUIRE(make_private_folder(empty.folder).has_value());
  REQUIRE(mark_as_leased(marked).has_value());
  std::ofstream(ended.folder + "/session") << "of a session without a lease";
  const auto lock = place_lock::take(held);
  REQUIRE(lock.has_value());
  remove_abandoned_leases();
  for (const session_place& place : {empty, locked, marked})
    CHECK_FALSE(std::filesystem::exists(place.folder));
  for (const session_place& place : {ended, held}) CHECK(std::filesystem::exists(place.folder));
  std::filesystem::remove_all(folder);
}
