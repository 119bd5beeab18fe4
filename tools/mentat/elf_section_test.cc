#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/elf_section.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

[[gnu::used, gnu::retain, gnu::section("own_section")]] static const char kept[] = "kept text";

namespace mentat::command {
namespace {

std::string this_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("a section is found by its whole name") {
  const std::string file = this_program();
  const auto found = section_of(file, "own_section");
  REQUIRE(found);
  CHECK(found->find("kept text") != std::string::npos);
  const auto longer = section_of(file, "own_section_of_another");
  REQUIRE(longer);
  CHECK(longer->empty());
  const auto shorter = section_of(file, "own_sect");
  REQUIRE(shorter);
  CHECK(shorter->empty());
}

TEST_CASE("other files and programs that are cut are refused") {
  const std::string file = this_program();
  CHECK_FALSE(section_of("", "own_section"));
  CHECK_FALSE(section_of("#!/bin/sh\n", "own_section"));
  for (const std::size_t size : {std::size_t{16}, std::size_t{64}, file.size() / 2})
    CHECK_FALSE(section_of(std::string_view(file).substr(0, size), "own_section"));
}

TEST_CASE("no byte of the head leads outside of the file") {
  std::string file = this_program();
  for (std::size_t at = 16; at < 64; ++at)
    for (const char value : {'\x00', '\x7f', '\xff'}) {
      const char before = file[at];
      file[at] = value;
      static_cast<void>(section_of(file, "own_section"));
      file[at] = before;
    }
}

}  // namespace
}  // namespace mentat::command
