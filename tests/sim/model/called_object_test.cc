#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/sim/model/called_object.h"

#include <doctest/doctest.h>

namespace mentat {
namespace {

using mmps::mmps_name;
using ids = std::vector<std::uint64_t>;

const mmps_name caller = mmps_name::of_process(1, 7, 4, 1);

called_object made() {
  mmps_name name = mmps_name::of_process(1, 7, 5, 1);
  name.slot += 1;
  name.generation += 1;
  return called_object(name);
}

mmps::mentat_message call(std::uint16_t function = 0) {
  mmps::mentat_message message;
  message.header.source = caller;
  message.header.function = function;
  return message;
}

// Which unit has begun; 0: none.
std::uint64_t begun(called_object& in) {
  const auto output = in.take_output();
  return output.begun ? output.begun->id : 0;
}

}  // namespace

TEST_CASE("calls run one after the other, in the order in which they came") {
  called_object object = made();
  object.post(1, call());
  object.post(2, call());
  CHECK(begun(object) == 1);
  CHECK(begun(object) == 0);
  object.executed(1);
  CHECK(begun(object) == 2);
}

TEST_CASE("an object ends behind the calls that came before; what came later is lost, once") {
  called_object object = made();
  object.post(1, call());
  object.post(2, call());
  object.end();
  object.post(3, call());
  object.executed(1);
  CHECK(begun(object) == 2);
  object.executed(2);
  const auto output = object.take_output();
  CHECK(output.ended);
  CHECK(output.lost == ids{3});
  object.post(4, call());
  CHECK(object.take_output().lost == ids{4});
}

// Nobody waits for the end of an object: its number, 0, is that of no call.
TEST_CASE("who ends an object that has ended, or is ending, is not told of a lost call") {
  called_object object = made();
  object.post(1, call());
  object.end();
  object.end();
  object.executed(1);
  auto output = object.take_output();
  CHECK(output.ended);
  CHECK(output.lost.empty());
  object.end();
  output = object.take_output();
  CHECK_FALSE(output.ended);
  CHECK(output.lost.empty());
}

TEST_CASE("who stands in an mselect when the object ends is unwound, the innermost first") {
  called_object object = made();
  object.serve(9);
  CHECK(begun(object) == 9);
  predicate_manager nothing;
  object.select(9, nothing);
  CHECK(object.is_selecting());
  object.post(1, call());
  object.end();
  const auto output = object.take_output();
  CHECK(output.ended);
  CHECK(output.unwound == ids{9});
  CHECK(output.lost == ids{1});
}

}  // namespace mentat
