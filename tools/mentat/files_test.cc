#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/files.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

fs::path unfinished(const fs::path& of) {
  return of.string() + ".unfinished." + std::to_string(getpid());
}

}  // namespace

TEST_CASE("a link that waits at the unfinished file's name is not written through") {
  const auto folder = temporary_folder::create("files");
  REQUIRE(folder);
  const fs::path victim = folder->path() / "victim", file = folder->path() / "file",
                 from = folder->path() / "from";
  for (const bool is_moved : {false, true}) {
    REQUIRE(write_file(victim, "kept"));
    REQUIRE(write_file(from, "new"));
    fs::create_symlink(victim, unfinished(file));
    CHECK((is_moved ? move_into_place(from, file) : write_file(file, "new")).has_value());
    CHECK(*read_file(victim) == "kept");
    CHECK(*read_file(file) == "new");
    CHECK(fs::is_regular_file(fs::symlink_status(file)));
    fs::remove(file);
  }
}

TEST_CASE("where there is no room for the new file, the old one stays, and nothing else") {
  const auto folder = temporary_folder::create("files");
  REQUIRE(folder);
  const fs::path file = folder->path() / "file";
  REQUIRE(write_file(file, "old"));
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &usual) == 0);
  const rlimit small{1000, usual.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto done = write_file(file, std::string(100'000, 'x'));
  REQUIRE(setrlimit(RLIMIT_FSIZE, &usual) == 0);
  REQUIRE_FALSE(done);
  CHECK(done.error().text.find("cannot write " + file.string() + ": ") == 0);
  CHECK(*read_file(file) == "old");
  CHECK(std::distance(fs::directory_iterator(folder->path()), {}) == 1);
}

TEST_CASE("a file has the mode that is asked for") {
  const auto folder = temporary_folder::create("files");
  REQUIRE(folder);
  const fs::path file = folder->path() / "file";
  REQUIRE(write_file(file, "open"));
  REQUIRE(write_file(file, "secret", 0600));
  struct stat is{};
  REQUIRE(stat(file.c_str(), &is) == 0);
  CHECK((is.st_mode & 0777) == 0600);
}

}  // namespace mentat::command
