#include "rts/session/endpoint/kept_tokens.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string_view>

#include "mmps/wire/error_value.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/unit_claims.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

const mmps_name here = mmps_name::of_process(1, 1, 5, 1);
const mmps_name first = token_matching_unit_of(here);
const mmps_name second = token_matching_unit_of(here, 2);
const mmps_name third = token_matching_unit_of(here, 3);
const mmps_name other_host = token_matching_unit_of(mmps_name::of_process(2, 1, 0, 1));

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

message_header to(const mmps_name& unit, message_type type, std::uint64_t number) {
  message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = unit;
  header.tag = {number, 0};
  header.argument_count = 2;
  return header;
}

void keep(kept_tokens& in, message_header header, std::string_view body) {
  in.keep(header, bytes_of(body), {});
}

std::string text_of(const kept_token& one) {
  return {reinterpret_cast<const char*>(one.body.data()), one.body.size()};
}

void settle(kept_tokens& in, std::uint64_t number, const mmps_name& by = first) {
  const mmps::unit_claim done{{number, 0}};
  in.settle(by, mmps::write_claims({&done, 1}));
}

std::vector<kept_token> taken_over(kept_tokens& in, const mmps_name& next) {
  std::vector<kept_token> all;
  in.take_over(next, [&](kept_token&& one) { all.push_back(std::move(one)); });
  return all;
}

}  // namespace

TEST_CASE("what a token-matching unit must not lose is kept") {
  CHECK(kept_tokens::keeps(to(first, message_type::token, 1)));
  CHECK(kept_tokens::keeps(to(first, message_type::exec, 1)));
  CHECK(kept_tokens::keeps(to(first, message_type::arcs, 1)));
  CHECK(kept_tokens::keeps(to(first, message_type::finished, 1)));
  CHECK(kept_tokens::keeps(to(third, message_type::token, 1)));
  CHECK_FALSE(kept_tokens::keeps(to(first, message_type::query, 1)));
  CHECK_FALSE(kept_tokens::keeps(to(first, message_type::claims, 1)));
  CHECK_FALSE(kept_tokens::keeps(to(here, message_type::exec, 1)));
  mmps_name object = first;
  object.slot += 3;
  CHECK_FALSE(kept_tokens::keeps(to(object, message_type::token, 1)));
}

TEST_CASE("the unit that takes over gets what is not settled, of each tag in order") {
  kept_tokens all;
  keep(all, to(first, message_type::token, 1), "a");
  keep(all, to(first, message_type::token, 2), "x");
  keep(all, to(first, message_type::arcs, 1), "b");
  keep(all, to(other_host, message_type::token, 3), "far");
  settle(all, 2);
  const auto again = taken_over(all, second);
  REQUIRE(again.size() == 2);
  CHECK(text_of(again[0]) == "a");
  CHECK(text_of(again[1]) == "b");
  CHECK(again[0].header.destination == second);
  CHECK(taken_over(all, second).empty());
}

TEST_CASE("later messages go to the living unit, whatever their arcs name") {
  kept_tokens all;
  CHECK(all.living(first) == first);
  taken_over(all, second);
  CHECK(all.living(first) == second);
  CHECK(all.living(third) == third);  // heard of elsewhere first
  CHECK(all.living(other_host) == other_host);
  message_header header = to(first, message_type::token, 1);
  all.keep(header, bytes_of("late"), {});
  CHECK(header.destination == second);
  CHECK(taken_over(all, third).size() == 1);
  settle(all, 1);
  CHECK(taken_over(all, token_matching_unit_of(here, 4)).empty());
}

TEST_CASE("a unit settles only what was sent to its host") {
  kept_tokens all;
  keep(all, to(first, message_type::token, 1), "a");
  keep(all, to(other_host, message_type::token, 1), "far");
  settle(all, 1, other_host);
  CHECK(taken_over(all, token_matching_unit_of(other_host, 2)).empty());
  CHECK(taken_over(all, second).size() == 1);
  settle(all, 1, second);
  CHECK(all.size() == 0);
}

TEST_CASE("nothing is kept of a unit whose call has failed here") {
  kept_tokens all;
  keep(all, to(first, message_type::token, 1), "a");
  keep(all, to(first, message_type::arcs, 1), "b");
  keep(all, to(first, message_type::token, 2), "c");
  all.drop({1, 0});
  all.drop({3, 0});  // nothing was kept of it
  CHECK(taken_over(all, second).size() == 1);
}

TEST_CASE("a unit that ends with its host leaves nothing to keep") {
  kept_tokens all;
  keep(all, to(other_host, message_type::token, 3), "far");
  keep(all, to(first, message_type::token, 3), "near");
  all.forget(other_host);
  keep(all, to(other_host, message_type::token, 4), "late");
  CHECK(all.size() == 1);
  CHECK(taken_over(all, token_matching_unit_of(other_host, 2)).empty());
}

TEST_CASE("a value that is too large is an error for its consumers") {
  kept_tokens all(sizeof(kept_token) + 4);
  message_header header = to(first, message_type::exec, 1);
  header.future_length = 6;
  all.keep(header, bytes_of("futurevalue"), {});
  CHECK((header.flags & mmps::flag::error) == 0);  // what is sent now has the value
  keep(all, to(first, message_type::finished, 2), "");
  const auto again = taken_over(all, second);
  REQUIRE(again.size() == 2);
  CHECK(again[0].header.type == static_cast<std::uint8_t>(message_type::token));
  CHECK((again[0].header.flags & mmps::flag::error) != 0);
  CHECK(text_of(again[0]).starts_with("future"));
  const auto error = mmps::read_error(std::span<const std::byte>(again[0].body).subspan(6));
  REQUIRE(error);
  CHECK(error->type_name == "mentat::data_lost");
  settle(all, 1);
  settle(all, 2);
  keep(all, to(first, message_type::token, 3), "abc");  // there is room again
  CHECK(text_of(taken_over(all, third)[0]) == "abc");
}

TEST_CASE("bytes that are no tags settle nothing") {
  kept_tokens all;
  keep(all, to(first, message_type::token, 1), "a");
  all.settle(first, bytes_of("three"));
  CHECK(taken_over(all, second).size() == 1);
}

}  // namespace mentat::node
