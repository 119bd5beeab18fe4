#include "mmps/net/shared_pieces.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "mmps/base/crc32c.h"
#include "mmps/base/random.h"

namespace mentat::mmps::net {
namespace {

constexpr mmps_name sender = mmps_name::of_process(1, 1, 2, 1);
constexpr mmps_name receiver = mmps_name::of_process(2, 1, 3, 1);

std::vector<std::byte> bytes_of(std::size_t size, std::uint64_t value) {
  std::vector<std::byte> made(size);
  for (std::size_t i = 0; i < size; ++i) made[i] = static_cast<std::byte>(value + i / 256);
  return made;
}

bool has(const shared_pieces& all, const shared_pieces::key& of, const std::vector<std::byte>& is) {
  const auto found = all.find(of, is.size(), base::crc32c(is));
  return found && std::ranges::equal(found->body(), is);
}

}  // namespace

TEST_CASE("a process finds what another one has put there, also if that was killed") {
  const auto all = shared_pieces::make();
  REQUIRE(all);
  const auto piece = bytes_of(shared_pieces::largest, 3);
  const pid_t child = fork();
  if (child == 0) {
    all->put({sender, receiver, 7}, piece);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  CHECK(has(*all, {sender, receiver, 7}, piece));
}

TEST_CASE("only the very piece is found: each part of its name counts, and size and checksum") {
  const auto all = shared_pieces::make();
  const auto piece = bytes_of(100'000, 3);
  const std::uint32_t crc = base::crc32c(piece);
  all->put({sender, receiver, 7}, piece);
  mmps_name next_life = receiver;
  next_life.generation += 1U << mmps_name::object_bits;
  CHECK_FALSE(all->find({sender, receiver, 8}, piece.size(), crc));
  CHECK_FALSE(all->find({receiver, sender, 7}, piece.size(), crc));
  CHECK_FALSE(all->find({sender, next_life, 7}, piece.size(), crc));
  CHECK_FALSE(all->find({sender, receiver, 7}, piece.size() - 1, crc));
  CHECK_FALSE(all->find({sender, receiver, 7}, piece.size(), crc + 1));
  CHECK_FALSE(all->find({sender, receiver, 7}, 0, 0));
  CHECK_FALSE(all->find({sender, receiver, 7}, SIZE_MAX, crc));
  CHECK(has(*all, {sender, receiver, 7}, piece));
}

TEST_CASE("a longer piece is not kept") {
  const auto all = shared_pieces::make();
  const auto piece = bytes_of(shared_pieces::largest + 1, 3);
  all->put({sender, receiver, 7}, piece);
  all->put({sender, receiver, 8}, {});
  CHECK_FALSE(has(*all, {sender, receiver, 7}, piece));
}

TEST_CASE("newer pieces overwrite the oldest, and what is found is right") {
  const auto all = shared_pieces::make();
  base::random random(1);
  std::vector<std::size_t> sizes{0};
  std::size_t bytes = 0;
  while (bytes < 2 * shared_pieces::capacity) {
    sizes.push_back(shared_pieces::largest / 2 + random.below(shared_pieces::largest / 2));
    bytes += sizes.back();
    all->put({sender, receiver, sizes.size() - 1}, bytes_of(sizes.back(), sizes.size() - 1));
  }
  const auto is_there = [&](std::uint64_t i) {
    return has(*all, {sender, receiver, i}, bytes_of(sizes[i], i));
  };
  CHECK_FALSE(is_there(1));
  std::size_t newer = 0;
  for (std::uint64_t i = sizes.size() - 1; newer < shared_pieces::capacity - (4U << 20); --i) {
    REQUIRE(is_there(i));
    newer += sizes[i];
  }
}

}  // namespace mentat::mmps::net
