#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/session/host_log.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace mentat::host;
namespace fs = std::filesystem;

namespace {

fs::path new_folder() {
  std::string folder = fs::temp_directory_path() / "logs.XXXXXX";
  REQUIRE(mkdtemp(folder.data()));
  return folder;
}

void write_log(const fs::path& folder, bool is_leased, int hours_ago) {
  fs::create_directory(folder);
  std::ofstream(folder / "host.log") << "a line\n";
  if (is_leased) std::ofstream(folder / "leased");
  fs::last_write_time(folder / "host.log",
                      fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
}

}  // namespace

TEST_CASE("old logs of leases are removed, and no others") {
  const fs::path logs = new_folder();
  write_log(logs / "20200101T000000Z-stays", false, 1000);
  write_log(logs / "20200101T000000Z-lease-written", true, 1);
  for (int i = 100; i < 200; ++i)
    write_log(logs / ("20200102T000000Z-lease-" + std::to_string(i)), true, 1000);
  REQUIRE(host_log::begin(logs, "plain"));
  CHECK(fs::exists(logs / "20200102T000000Z-lease-100"));
  REQUIRE(host_log::begin(logs, "lease", true));
  CHECK(fs::exists(logs / "20200101T000000Z-stays"));
  CHECK(fs::exists(logs / "20200101T000000Z-lease-written"));
  CHECK_FALSE(fs::exists(logs / "20200102T000000Z-lease-136"));
  CHECK(fs::exists(logs / "20200102T000000Z-lease-137"));  // with the new one, 64
  CHECK(fs::exists(logs / "latest" / "host.log"));
  fs::remove_all(logs);
}

TEST_CASE("a host does not fail because nothing points at its log") {
  const fs::path logs = new_folder();
  fs::create_directories(logs / "latest" / "not a link");
  const auto log = host_log::begin(logs, "a");
  REQUIRE(log);
  CHECK(fs::exists(log->path()));
  for (const auto& entry : fs::directory_iterator(logs)) CHECK_FALSE(entry.is_symlink());
  fs::remove_all(logs);
}
