#include "daemons/host/programs/executables.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

using namespace mentat::host;

namespace {

// The memory file of the intake: the newest descriptor of this process.
int newest_descriptor() {
  const int next = dup(STDERR_FILENO);
  close(next);
  return next - 1;
}

executable_intake whole_intake(const std::vector<std::byte>& bytes) {
  auto intake = executable_intake::begin(bytes.size());
  REQUIRE(intake);
  REQUIRE(intake->add(0, bytes) == "");
  return std::move(*intake);
}

}  // namespace

TEST_CASE("an executable is sealed while the system holds one of its pages") {
  const std::vector<std::byte> bytes(3 * 4096, std::byte{7});
  executable_intake intake = whole_intake(bytes);
  const int file = newest_descriptor();
  std::array<int, 2> held{};
  REQUIRE(pipe(held.data()) == 0);
  off_t from = 0;
  REQUIRE(splice(file, &from, held[1], nullptr, 4096, 0) == 4096);  // the pipe holds the page

  const auto made = intake.finish();
  REQUIRE_MESSAGE(made, made.error());
  close(held[0]);
  close(held[1]);
}

TEST_CASE("nobody changes a sealed executable") {
  const std::vector<std::byte> bytes(4096, std::byte{7});
  executable_intake intake = whole_intake(bytes);
  const auto made = intake.finish();
  REQUIRE(made);
  const int file = (*made)->content.get();
  CHECK(pwrite(file, "x", 1, 0) < 0);
  CHECK(ftruncate(file, 1) < 0);
  CHECK(ftruncate(file, 8192) < 0);
  CHECK(mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED);
  CHECK(fcntl(file, F_ADD_SEALS, F_SEAL_WRITE) < 0);
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  const int again = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (again >= 0) {
    CHECK(pwrite(again, "x", 1, 0) < 0);
    close(again);
  }
  std::byte first{};
  CHECK(pread(file, &first, 1, 0) == 1);
  CHECK(first == std::byte{7});
}
