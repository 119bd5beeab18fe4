#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/load_news.h"

#include <doctest/doctest.h>

#include "mmps/base/random.h"

namespace mentat::im {

using base::instant;
using base::second;

TEST_CASE("news tell host, load, cores and age; the receiver's clock counts") {
  const instant sent{50 * second}, received{7 * second};
  const auto heard = decode_news(
      received, encode_news(sent, std::vector<falcon::heard_load>{{3, {1500}, 8, sent},
                                                                  {4, {0}, 2, {49 * second}}}));
  REQUIRE(heard.size() == 2);
  CHECK(heard[0].host == 3);
  CHECK(heard[0].value == falcon::load{1500});
  CHECK(heard[0].cores == 8);
  CHECK(heard[0].when == received);
  CHECK(heard[1].when == instant{6 * second});
}

TEST_CASE("an age that does not fit is the oldest there is") {
  const auto bytes =
      encode_news({100'000 * second}, std::vector<falcon::heard_load>{{1, {0}, 1, {0}}});
  CHECK(decode_news({}, bytes).at(0).when.ns == -4'294'967'295'000);
}

TEST_CASE("bytes that are no news are refused: no entry, a part of one, too many, no core") {
  CHECK(decode_news({}, {}).empty());
  for (std::size_t size = 1; size <= 200; ++size) {
    const std::vector<std::byte> ones(size, std::byte{1});
    CHECK(decode_news({}, ones).size() == (size % 16 == 0 && size <= 64 ? size / 16 : 0));
    CHECK(decode_news({}, std::vector<std::byte>(size)).empty());
  }
}

TEST_CASE("random bytes never do harm") {
  constexpr std::uint64_t seed = 21;
  CAPTURE(seed);
  base::random chance(seed);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bytes(16 * chance.below(6));
    for (std::byte& each : bytes) each = static_cast<std::byte>(chance.next());
    const instant now{static_cast<std::int64_t>(chance.below(1'000'000'000'000))};
    for (const falcon::heard_load& each : decode_news(now, bytes)) {
      CHECK(each.when <= now);
      CHECK(each.cores > 0);
    }
  }
}

}  // namespace mentat::im
