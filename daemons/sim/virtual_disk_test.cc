// The simulated disk: a read gives the written bytes or a fault, never other bytes.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/sim/virtual_disk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mmps/wire/message_type.h"

namespace mentat::sim {
namespace {

mmps::mentat_message token(unsigned number) {
  std::string text = "token " + std::to_string(number);
  mmps::mentat_message made(std::as_bytes(std::span(text)));
  made.header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  made.header.tag.number = number;
  return made;
}

bool is_same(const mmps::mentat_message& a, const mmps::mentat_message& b) {
  return a.header.tag == b.header.tag && std::ranges::equal(a.body(), b.body());
}

// How many of 200 records are read as they were written; the others must be faults.
unsigned intact(virtual_disk& disk) {
  std::vector<tmu::spill_handle> handles(200);
  for (unsigned i = 0; i < handles.size(); ++i) {
    mmps::mentat_message message = token(i);
    REQUIRE(disk.append(message, handles[i]) == tmu::spill_fault::none);
  }
  unsigned same = 0;
  for (unsigned i = 0; i < handles.size(); ++i) {
    mmps::mentat_message message;
    const tmu::spill_fault fault = disk.read(handles[i], message);
    if (fault == tmu::spill_fault::none) {
      ++same;
      CHECK(is_same(message, token(i)));
    } else {
      CHECK(fault == tmu::spill_fault::corrupt);
    }
    disk.release(handles[i]);
  }
  return same;
}

}  // namespace

TEST_CASE("a disk without faults returns the written records") {
  virtual_disk disk({}, 1);
  CHECK(intact(disk) == 200);
  CHECK(disk.faults_injected() == 0);
}

TEST_CASE("each bit that flips, and each write that is torn, is found") {
  for (const disk_faults& faults :
       {disk_faults{.flipped = 1'000'000}, disk_faults{.torn = 1'000'000}}) {
    virtual_disk disk(faults, 2);
    CHECK(intact(disk) == 0);
    CHECK(disk.faults_injected() == 200);
  }
}

TEST_CASE("a full disk reports it, and takes more when records are released") {
  virtual_disk disk({.size = 400}, 3);
  tmu::spill_handle first, second, third;
  mmps::mentat_message message = token(1);
  REQUIRE(disk.append(message, first) == tmu::spill_fault::none);
  REQUIRE(disk.append(message, second) == tmu::spill_fault::none);
  CHECK(disk.append(message, third) == tmu::spill_fault::full);
  CHECK(disk.faults_injected() == 1);
  disk.release(first);
  CHECK(disk.append(message, third) == tmu::spill_fault::none);
}

}  // namespace mentat::sim
