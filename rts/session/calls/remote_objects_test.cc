#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/remote_objects.h"

#include <doctest/doctest.h>

using mentat::mmps::mmps_name;
using namespace mentat::node;

namespace {

mmps_name object(std::uint32_t host, std::uint32_t incarnation, std::uint32_t number,
                 std::uint32_t generation = 5) {
  mmps_name name = mmps_name::of_process(host, incarnation, 3, 1);
  name.slot |= number;
  name.generation |= generation;
  return name;
}

}  // namespace

TEST_CASE("one name is one object, and a slot's earlier object is gone") {
  far_hosts far(object(0, 1, 0));
  auto* first = far.find(object(0, 1, 7));
  CHECK(far.find(object(0, 1, 7)) == first);
  CHECK(far.find(object(0, 1, 8)) != first);
  CHECK(far.find(object(0, 1, 7, 6)) != nullptr);
  CHECK(far.find(object(0, 1, 7, 5)) == nullptr);
}

TEST_CASE(
    "objects of two hosts, and of two incarnations of one, are different though their slots are "
    "the same") {
  far_hosts far(object(0, 1, 0));
  auto* here = far.find(object(0, 1, 7));
  auto* there = far.find(object(1, 1, 7));
  auto* later = far.find(object(1, 2, 7));
  CHECK(here != there);
  CHECK(there != later);
  CHECK(far.find(object(1, 1, 7)) == there);
  CHECK(there->name() == object(1, 1, 7));
  CHECK(later->name() == object(1, 2, 7));
}

TEST_CASE("objects of an earlier incarnation of this host are gone, and disturb nothing") {
  far_hosts far(object(0, 2, 0));
  CHECK(far.find(object(0, 1, 7, 6)) == nullptr);
  CHECK(far.find(object(0, 2, 7, 5)) != nullptr);
}
