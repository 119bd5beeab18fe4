// Arguments that many calls share: who copies them, and how they travel.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/api/shared_argument.h"

#include <mentat/server.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "rts/api/buffers_leaving.h"
#include "rts/api/member_call.h"

using mentat::base::arrived_block;
using mentat::base::arrived_blocks;
using mentat::base::byte_buffer;
using values = std::vector<double>;
using shared_values = mentat::detail::shared_argument<values>;

namespace {

struct nobody;
using both = mentat::method<nobody, 1, double(values, const values&)>;
using both_call = mentat::call<both>;
using wire = mentat::detail::wire<both>;
const mentat::class_info no_class{};

mentat::cip<double> call_with(const shared_values& given) {
  return mentat::cip<double>(new both_call(&no_class, given, given));
}
both_call& typed(const mentat::cip<double>& of) { return static_cast<both_call&>(*of); }

constexpr std::size_t large = mentat::detail::block_maker::least / sizeof(double);

// The arguments as they come, those that were lent apart from the others.
struct message {
  explicit message(const shared_values& given) {
    wire::write_arguments(*call_with(given), bytes, &lent);
    for (const auto& one : lent) apart.push_back({bytes.data() + one.at, one.storage, one.size});
  }
  [[nodiscard]] mentat::cip<double> read() const {
    const arrived_blocks found_by_reader(apart);
    return mentat::cip<double>(
        static_cast<both_call*>(wire::read_call(no_class, {bytes.data(), bytes.size()}, false)));
  }
  byte_buffer bytes;
  std::vector<mentat::borrowed_bytes> lent;
  std::vector<arrived_block> apart;
};

}  // namespace

TEST_CASE("calls read one value in place, and a call that changes it has its own") {
  const values given(1000, 1.5);
  const shared_values shared(given);
  const auto first = call_with(shared), second = call_with(shared);
  CHECK(&typed(first).seen<0>() == &*shared);
  CHECK(&typed(second).seen<1>() == &*shared);
  typed(first).argument<0>()[7] = 2;
  CHECK(typed(first).seen<0>()[7] == 2);
  CHECK(typed(second).seen<0>() == given);
  CHECK(typed(first).seen<1>() == given);
  typed(first).drop_arguments();
  CHECK(*shared == given);
}

TEST_CASE("a large value is lent to each message from one block, a small one is copied") {
  const shared_values shared(values(large, 2.5)), small(values(3, 2.5)), none{values()};
  const message one(shared), other(shared);
  REQUIRE(one.lent.size() == 2);
  CHECK(one.lent[0].storage == one.lent[1].storage);
  CHECK(one.lent[0].storage == other.lent[0].storage);
  CHECK(one.lent[0].is_lasting);
  CHECK(message(small).lent.empty());
  CHECK(typed(message(small).read()).seen<1>() == values(3, 2.5));
  CHECK(typed(message(none).read()).seen<0>().empty());
}

TEST_CASE("the bytes are those of a vector") {
  values given(large, 3.5);
  const message sent((shared_values(given)));
  byte_buffer whole, expected;
  std::size_t done = 0;
  for (const auto& one : sent.lent) {
    whole.append(sent.bytes.data() + done, one.at - done);
    whole.append(one.storage.get(), one.size);
    done = one.at;
  }
  mentat::detail::write_value(expected, given);
  mentat::detail::write_value(expected, given);
  REQUIRE(whole.size() == expected.size());
  CHECK(std::memcmp(whole.data(), expected.data(), whole.size()) == 0);
}

TEST_CASE("calls that come one after the other make one value of a block") {
  const message sent{shared_values(values(large, 4.5))};
  const auto first = sent.read(), second = sent.read();
  CHECK(typed(first).seen<1>() == values(large, 4.5));
  CHECK(&typed(first).seen<1>() == &typed(second).seen<1>());
  typed(first).argument<0>()[0] = 0;
  CHECK(typed(second).argument<0>() == values(large, 4.5));
  const message next{shared_values(values(large, 5.5))};
  CHECK(typed(next.read()).seen<1>()[0] == 5.5);
  CHECK(typed(second).seen<1>()[0] == 4.5);
}

TEST_CASE("a small block that has come is lent on") {
  const shared_values shared(mentat::buffer<double>::copy_of(values(10000, 6.5)));
  const message sent(shared);
  REQUIRE(sent.lent.size() == 2);
  CHECK(typed(sent.read()).seen<1>() == values(10000, 6.5));
}

TEST_CASE("a block of another size than the vector is refused") {
  message sent{shared_values(values(large, 4.5))};
  sent.apart[0].size -= sizeof(double);
  CHECK_THROWS_AS(sent.read(), mentat::marshal_error);
}

TEST_CASE("a value of a call that is sent in parts is lent, too") {
  const auto made = call_with(shared_values(values(large, 1)));
  byte_buffer bytes;
  std::vector<mentat::borrowed_bytes> lent;
  {
    const mentat::buffers_leaving leaving(bytes, lent);
    wire::write_argument(*made, 1, bytes);
  }
  REQUIRE(lent.size() == 1);
  CHECK(lent[0].at == bytes.size());
  byte_buffer copied;
  wire::write_argument(*made, 1, copied);
  CHECK(copied.size() == sizeof(std::uint64_t) + large * sizeof(double));
}
