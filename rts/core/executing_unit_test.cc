#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/executing_unit.h"

#include <doctest/doctest.h>

#include <thread>

using mentat::note_executing;
using mentat::unit_executes;

TEST_CASE("a thread shows the innermost unit that it executes") {
  std::atomic<std::uint64_t> shown{0};
  mentat::show_executing_unit_in(&shown);
  {
    const unit_executes outer(7);
    CHECK(shown == 7);
    {
      const unit_executes none(0);
      CHECK(shown == 7);
      const unit_executes inner(8);
      CHECK(shown == 8);
    }
    CHECK(shown == 7);
    const std::uint64_t waits = note_executing(0);
    CHECK(shown == 0);
    note_executing(waits);
    CHECK(shown == 7);
  }
  CHECK(shown == 0);
  mentat::show_executing_unit_in(nullptr);
}

TEST_CASE("a thread without a place shows nothing, and another one's stays") {
  std::atomic<std::uint64_t> shown{0};
  mentat::show_executing_unit_in(&shown);
  const unit_executes here(7);
  std::thread([&] {
    const unit_executes there(8);
    CHECK(note_executing(9) == 0);
  }).join();
  CHECK(shown == 7);
  mentat::show_executing_unit_in(nullptr);
}
