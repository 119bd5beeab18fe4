#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/token_for.h"

#include <doctest/doctest.h>

#include <vector>

using namespace mentat::mmps;

TEST_CASE("a token has the consumer from its arc, and where it is from of its origin") {
  const std::vector<std::byte> behind(60);
  const future_arc arc{.destination = mmps_name::of_process(1, 2, 3, 4),
                       .tag = {5, 6},
                       .class_hash = 0x0000'0008'0000'0007,
                       .function = 9,
                       .argument = 1,
                       .argument_count = 2,
                       .depth = 3,
                       .future = behind};
  message_header origin;
  origin.type = static_cast<std::uint8_t>(message_type::exec);
  origin.flags = flag::error | flag::more;
  origin.source = mmps_name::of_process(7, 7, 7, 7);
  origin.destination = mmps_name::of_process(8, 8, 8, 8);
  origin.cluster = 10;
  origin.tag = {13, 14};
  origin.attempt = 15;
  origin.body_length = 16;
  const message_header token = token_for(arc, origin);
  CHECK(token.type == static_cast<std::uint8_t>(message_type::token));
  CHECK(token.flags == 0);
  CHECK(token.future_length == 60);
  CHECK(token.cluster == 10);
  CHECK(token.source == origin.source);
  CHECK(token.destination == arc.destination);
  CHECK(token.tag == arc.tag);
  CHECK(token.class_id == 7);
  CHECK(token.interface_hash == 8);
  CHECK(token.class_hash() == arc.class_hash);
  CHECK(token.function == 9);
  CHECK(token.argument == 1);
  CHECK(token.argument_count == 2);
  CHECK(token.depth == 3);
  CHECK(token.attempt == 0);
  CHECK(token.body_length == 0);
}
