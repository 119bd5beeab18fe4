#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/folder/state_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "daemons/keeper/store/log_scan.h"
#include "daemons/keeper/store/segment_log.h"

namespace mentat::keeper {
namespace {

namespace fs = std::filesystem;
using use = state_folder::use;

class place {
 public:
  place() {
    const char* const base = std::getenv("TEST_TMPDIR");
    std::string name = std::string(base ? base : "/tmp") + "/state.XXXXXX";
    REQUIRE(mkdtemp(name.data()));
    path_ = fs::canonical(name);
  }
  ~place() { fs::remove_all(path_); }
  [[nodiscard]] std::string state() const { return path_ / "bank"; }

 private:
  fs::path path_;
};

std::string fault_of(const std::string& path, use how = use::read) {
  const auto opened = state_folder::open(path, how);
  REQUIRE_FALSE(opened);
  return opened.error();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("a folder that was made is opened again, with its session") {
  const place at;
  {
    REQUIRE(state_folder::make(at.state(), "lab", true));
  }
  const auto opened = state_folder::open(at.state(), use::read);
  REQUIRE(opened);
  CHECK(opened->session() == "lab");
  struct stat about{};
  REQUIRE(stat((at.state() + "/identity").c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
}

TEST_CASE("one writer, or several readers, have a folder at a time") {
  const place at;
  {
    const auto writer = state_folder::make(at.state(), "lab", true);
    REQUIRE(writer);
    CHECK(says(fault_of(at.state()), "is in use by process " + std::to_string(getpid())));
    CHECK(says(fault_of(at.state(), use::write), "is in use"));
  }
  const auto reader = state_folder::open(at.state(), use::read);
  CHECK(reader);
  CHECK(state_folder::open(at.state(), use::read));
  CHECK(says(fault_of(at.state(), use::write), "is in use"));
  CHECK_FALSE(state_folder::make(at.state(), "lab", true));
}

TEST_CASE("a folder is refused before anything is read, with what to do") {
  const place at;
  CHECK(says(fault_of(at.state()), "there is no state folder"));
  {
    REQUIRE(state_folder::make(at.state(), "lab", true));
  }
  put(at.state() + "/identity", "mentat state 2\nlab\n");
  CHECK(says(fault_of(at.state()), "has format 2, and this Mentat knows formats up to 1"));
  CHECK_FALSE(state_folder::make(at.state(), "lab", true));
  for (const char* const text :
       {"mentat state 1x\n", "mentat state -1\n", "mentat state 0\n", "x"}) {
    put(at.state() + "/identity", text);
    CHECK(says(fault_of(at.state()), "identity is damaged"));
  }
  fs::permissions(at.state(), fs::perms::owner_all | fs::perms::group_read);
  CHECK(says(fault_of(at.state()), "chmod"));
}

TEST_CASE("a folder whose making was cut short is made again") {
  const place at;
  {
    REQUIRE(state_folder::make(at.state(), "lab", true));
  }
  put(at.state() + "/identity", "");
  CHECK(says(fault_of(at.state()), "is not a state folder"));
  CHECK(state_folder::make(at.state(), "lab", true));
}

TEST_CASE("a file of the folder that is a link or a pipe is not opened") {
  const place at;
  auto folder = state_folder::make(at.state(), "lab", true);
  REQUIRE(folder);
  fs::create_symlink("/etc/passwd", at.state() + "/log/0000000001.log");
  CHECK_FALSE(folder->disk().open("log/0000000001.log"));
  fs::remove(at.state() + "/log/0000000001.log");
  REQUIRE(mkfifo((at.state() + "/log/0000000001.log").c_str(), 0600) == 0);
  CHECK_FALSE(folder->disk().open("log/0000000001.log"));
}

TEST_CASE("records are there when the folder is opened again") {
  const place at;
  const durable::object_id id{{1, 2, 3}};
  for (std::uint64_t life = 1; life <= 3; ++life) {
    auto folder = state_folder::make(at.state(), "lab", true);
    REQUIRE(folder);
    std::uint64_t seen = 0;
    auto found =
        scan_log(folder->disk(), [&](const durable::record_view& record, durable::record_place) {
          seen = record.header.sequence;
        });
    REQUIRE(found);
    CHECK(found->damages.empty());
    CHECK(seen == (life - 1) * 100);
    segment_log log(folder->disk(), {.segment_bytes = 65536});
    REQUIRE(log.start(std::move(*found), 7));
    for (std::uint64_t i = 1; i <= 100; ++i) {
      const auto kind = seen + i == 1 ? durable::record_kind::made : durable::record_kind::effect;
      REQUIRE(log.append({kind, id, 1, seen + i}, std::vector<std::byte>(500)));
    }
    REQUIRE(log.commit());
    CHECK(log.safe() == log.appended());
  }
}

}  // namespace mentat::keeper
