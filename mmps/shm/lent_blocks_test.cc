// Bodies in blocks that are not copied, except into the ring.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "mmps/shm/outgoing_link.h"
#include "mmps/shm/ring.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/shm/test_peers.h"
#include "mmps/wire/mentat_message.h"

namespace {
thread_local int allocations_left = std::numeric_limits<int>::max();
}

// NOLINTBEGIN(cppcoreguidelines-no-malloc)
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left != std::numeric_limits<int>::max()) --allocations_left;
  if (void* const block = std::malloc(size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }
// NOLINTEND(cppcoreguidelines-no-malloc)

using namespace mentat;
using namespace mentat::mmps;
using namespace mentat::mmps::shm;

TEST_CASE("a body in blocks arrives whole and in order, and blocks that wait are not copied") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  const std::vector<bytes> parts = {pattern(10, 1), pattern(70'000, 2), pattern(1, 3),
                                    pattern(200'000, 4)};  // more than the ring has room for
  bytes body;
  for (const bytes& part : parts) body.insert(body.end(), part.begin(), part.end());
  std::size_t out = 0, arrived = 0;
  std::vector<std::weak_ptr<std::byte[]>> lent;
  const auto send = [&](std::size_t number) {
    std::vector<mentat_message> blocks;
    for (const bytes& part : parts) {
      auto storage = std::make_shared<std::byte[]>(part.size());
      std::copy(part.begin(), part.end(), storage.get());
      lent.emplace_back(storage);
      blocks.emplace_back(std::move(storage), part.size());
    }
    message_header header = token_to(process(2), number);
    std::function<void()> when_out = [&] { ++out; };
    REQUIRE(a.send_blocks(header, std::move(blocks), &when_out) == shm_transport::sent::yes);
  };
  for (std::size_t number = 0; number < 3; ++number) send(number);
  CHECK(out == 0);
  CHECK(lent[1].expired());  // in the ring
  for (const std::size_t waits : {3, 5, 7, 11}) CHECK_FALSE(lent[waits].expired());
  while (arrived < 3) {
    b.receive([&](const message_header& header, std::span<const std::byte> got) {
      CHECK(header.tag.number == arrived);
      CHECK(header.body_length == body.size());
      CHECK(std::ranges::equal(got, body));
      ++arrived;
    });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK(out == 3);
  CHECK(std::ranges::all_of(lent, [](const auto& one) { return one.expired(); }));
  CHECK_FALSE(a.has_to_send());
}

TEST_CASE("a message that waits is kept in blocks of at most the largest body") {
  constexpr std::size_t most = mentat_message::max_body;
  void* const untouched =
      mmap(nullptr, most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(untouched != MAP_FAILED);
  const std::span body(static_cast<const std::byte*>(untouched), most);
  const message_header header;
  const auto head = std::as_bytes(std::span(&header, 1));
  constexpr std::size_t piece = shm::ring_memory::largest_record;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, piece - 128, piece, most - 128, most - 127, most}) {
    for (const std::size_t done : {std::size_t{0}, piece, most - 128, most}) {
      if (done != 0 && done >= size + head.size()) continue;
      const shm::kept_parts kept(done, head, body.first(size));
      CHECK(kept.head.size() == (done == 0 ? head.size() : 0));
      CHECK(kept.head.size() + kept.beside_head.size() <= piece);
      CHECK(kept.behind.size() <= most);
      CHECK(done + kept.head.size() + kept.beside_head.size() + kept.behind.size() ==
            head.size() + size);
    }
  }
  munmap(untouched, most);
}

namespace {

mentat_message block_freed_by(std::size_t size, const std::function<void()>& freed) {
  return {std::shared_ptr<std::byte[]>(new std::byte[size]{},
                                       [freed](const std::byte* bytes) {
                                         freed();
                                         delete[] bytes;
                                       }),
          size};
}

}  // namespace

// A block may be freed by the program's own code. If a lock were held, it would wait for itself.
TEST_CASE("a block is freed without the lock of its link") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  int freed = 0, arrived = 0;
  const auto send = [&](std::size_t size, const std::function<void()>& when_freed) {
    std::vector<mentat_message> blocks;
    blocks.push_back(block_freed_by(size, when_freed));
    message_header header = token_to(process(2));
    REQUIRE(a.send_blocks(header, std::move(blocks), nullptr) == shm_transport::sent::yes);
  };
  const auto send_another = [&] {
    ++freed;
    message_header header = token_to(process(2));
    CHECK(a.send(header, {}) == shm_transport::sent::yes);
  };
  send(1000, send_another);
  CHECK(freed == 1);  // by the sender
  send(300'000, send_another);
  CHECK(freed == 1);
  while (arrived < 4) {
    b.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK(freed == 2);  // by the thread that sent it on
  send(300'000, [&] {
    ++freed;
    CHECK_FALSE(a.await_room(process(1), nullptr));
  });
  a.forget(process(2));
  CHECK(freed == 3);
}

TEST_CASE("a message of blocks for which there is no memory is not counted") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  const auto try_to_send = [&](std::size_t size, int allocations) {
    std::vector<mentat_message> blocks;
    for (int i = 0; i < 3; ++i) blocks.emplace_back(pattern(size, 1));
    message_header header = token_to(process(2));
    const std::uint64_t before = a.sent_in_all().messages;
    bool sent = true;
    allocations_left = allocations;
    try {
      a.send_blocks(header, std::move(blocks), nullptr);
    } catch (const std::bad_alloc&) {
      sent = false;
    }
    allocations_left = std::numeric_limits<int>::max();
    CHECK(a.sent_in_all().messages == before + (sent ? 1 : 0));
    return sent;
  };
  message_header header = token_to(process(2));
  REQUIRE(a.send(header, {}) == shm_transport::sent::yes);  // connects
  std::uint64_t sent = 1, arrived = 0;
  for (const std::size_t size : {100, 120'000, 100}) {  // into the ring, in part, behind another
    int allocations = 0;
    while (!try_to_send(size, allocations)) ++allocations;
    CHECK(allocations > 1);
    ++sent;
  }
  while (arrived < sent) {
    b.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK_FALSE(a.has_to_send());
}
