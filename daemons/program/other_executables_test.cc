#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/program/other_executables.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "mmps/machine/processor_name.h"
#include "mplc/version.h"

namespace mentat::program {
namespace {

class files_of_test {
 public:
  files_of_test() {
    path_ = std::string(std::getenv("TEST_TMPDIR") ? std::getenv("TEST_TMPDIR") : "/tmp") +
            "/also.XXXXXX";
    REQUIRE(mkdtemp(path_.data()) != nullptr);
  }
  ~files_of_test() { std::filesystem::remove_all(path_); }

  std::string make(const std::string& name, const std::string& content) {
    std::ofstream(path_ + "/" + name, std::ios::binary) << content;
    return path_ + "/" + name;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The beginning of an executable for a processor, and what a program of Mentat says of itself.
std::string header(char machine, bool is_big) {
  std::string bytes = std::string(
                          "\x7f"
                          "ELF\x02",
                          5) +
                      (is_big ? '\x02' : '\x01') + '\x01';
  bytes.resize(64);
  bytes[is_big ? 17 : 16] = 2;
  bytes[is_big ? 19 : 18] = machine;
  return bytes;
}
std::string mark_of(const std::string& version) {
  return std::string("@(#)mentat-") + "program " + version + std::string(1, '\0');
}
const std::string for_s390x = header(22, true), for_aarch64 = header('\xb7', false);

std::string error_of(const std::string& list) {
  const auto files = open_other_executables(list);
  return files ? "" : files.error();
}
bool says(const std::string& error, const std::string& what) {
  return error.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("programs of this version for the processors that are named are opened, in order") {
  files_of_test at;
  const std::string here = mentat::version;
  const std::string one = at.make("one", for_s390x + std::string(3'000'000, 'x') + mark_of(here));
  const std::string two = at.make("two", for_aarch64 + "libmentat.so." + here + '\0');
  CHECK(open_other_executables("")->empty());
  const auto files = open_other_executables("s390x=" + one + ",aarch64=" + two);
  REQUIRE_MESSAGE(files, (files ? "" : files.error()));
  REQUIRE(files->size() == 2);
  struct stat about{};
  REQUIRE(fstat(files->front().get(), &about) == 0);
  CHECK(static_cast<std::size_t>(about.st_size) == 64 + 3'000'000 + mark_of(here).size());
}

TEST_CASE("the version is found where pieces of a file meet") {
  files_of_test at;
  for (std::size_t before = (1u << 20) - 64 - 40; before < (1u << 20) - 64 + 5; before += 5)
    CHECK(error_of("s390x=" + at.make("one", for_s390x + std::string(before, 'x') +
                                                 mark_of(mentat::version) + "end")) == "");
}

TEST_CASE("another file than a program of this version for that processor is refused") {
  files_of_test at;
  const std::string right = mark_of(mentat::version);
  const std::string path = at.path() + "/file";
  const auto error_with = [&](const std::string& content) {
    at.make("file", content);
    return error_of("s390x=" + path);
  };
  CHECK(error_with(for_s390x + right) == "");
  CHECK(says(error_with(""), "is no executable"));
  CHECK(says(error_with("#!/bin/sh\n" + right), "is no executable"));
  CHECK(says(error_with(for_aarch64 + right), "is an executable for aarch64, not for s390x"));
  CHECK(says(error_with(header(3, false) + right), "is an executable for another processor"));
  CHECK(says(error_with(for_s390x), "is no program of Mentat"));
  CHECK(says(error_with(for_s390x + mark_of("0.0.9")),
             "was built with Mentat 0.0.9, and this program with"));
  CHECK(says(error_with(for_s390x + "libmentat.so.7.0" + '\0'), "was built with Mentat 7.0"));
  CHECK(says(error_of("s390x=" + at.path()), "is not a plain file"));
  CHECK(says(error_of("s390x=" + at.path() + "/none"), "No such file"));
  CHECK(says(error_of("s390x=/dev/zero"), "is not a plain file"));
  const std::string pipe = at.path() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(says(error_of("s390x=" + pipe), "is not a plain file"));
}

TEST_CASE("a list that names no processor and file, or one twice, is refused") {
  files_of_test at;
  const std::string file = at.make("one", for_s390x + mark_of(mentat::version));
  for (const std::string wrong : {"s390x", "s390x=", "=x", "x,s390x=y"})
    CHECK(says(error_of(wrong), "expected PROCESSOR=FILE"));
  CHECK(says(error_of("z80=" + file), "there is no processor z80 here; known are x86_64, "));
  CHECK(says(error_of(machine::own_processor() + "=" + file), "the processor of this host"));
  CHECK(says(error_of("s390x=" + file + ",s390x=" + file), "a second file for s390x"));
  std::string many = "s390x=" + file;
  many += ",aarch64=" + at.make("two", for_aarch64 + mark_of(mentat::version));
  many += ",ppc64=" + at.make("three", header(21, true) + mark_of(mentat::version));
  CHECK(error_of(many) == "");
  CHECK(says(error_of(many + ",ppc64le=" + file), "fixed.executables: "));
}

TEST_CASE("a program with the run-time system in it says its version") {
  // This test has that part of the run-time system in it.
  std::ifstream self("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(self)), {});
  const std::string mark = mark_of(mentat::version);
  const std::size_t first = bytes.find(mark.substr(0, mark.find(' ') + 1));
  REQUIRE(first != std::string::npos);
  CHECK(bytes.substr(first, mark.size()) == mark);
}

}  // namespace mentat::program
