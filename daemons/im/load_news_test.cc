#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/load_news.h"

#include <doctest/doctest.h>

namespace mentat::im {

TEST_CASE("news tell a load and the cores that it is counted by") {
  for (const load_news each : {load_news{{0}, 1}, load_news{{1500}, 8}, load_news{{~0u}, ~0u}})
    CHECK(load_news::decode(each.encode()) == each);
  CHECK(load_news{{0x04030201}, 5}.encode().at(1) == std::byte{2});
}

TEST_CASE("malformed news is refused: any other length, no core") {
  for (std::size_t size = 0; size <= 40; ++size)
    CHECK(load_news::decode(std::vector<std::byte>(size, std::byte{1})).has_value() == (size == 8));
  CHECK_FALSE(load_news::decode(std::vector<std::byte>(8)));
}

}  // namespace mentat::im
