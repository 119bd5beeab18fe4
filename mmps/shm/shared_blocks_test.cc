// Blocks that processes share: passed without a copy, read-only for their readers, gone with their
// last holder.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/shared_blocks.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "mmps/base/block_pool.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/shm/test_peers.h"

using namespace mentat;
using namespace mentat::mmps;
using namespace mentat::mmps::shm;

namespace {

constexpr std::size_t size = shared_blocks::least + 4096;

shared_blocks& blocks() { return shared_blocks::here(); }

std::shared_ptr<std::byte[]> written_block(std::uint64_t seed) {
  auto made = blocks().make(size);
  REQUIRE(made);
  const bytes content = pattern(size, seed);
  std::copy(content.begin(), content.end(), made.get());
  blocks().seal(made.get());
  return made;
}

bool is_pattern(const std::byte* at, std::uint64_t seed) {
  const bytes expected = pattern(size, seed);
  return std::equal(expected.begin(), expected.end(), at);
}

using block_use = incoming_link::block_use;

sigjmp_buf before_the_write;

bool write_faults(const std::byte* where) {
  const auto handler = [](int) { siglongjmp(before_the_write, 1); };
  auto* const before = std::signal(SIGSEGV, handler);
  const bool faulted = sigsetjmp(before_the_write, 1) != 0;
  if (!faulted) *const_cast<volatile std::byte*>(where) = std::byte{1};
  std::signal(SIGSEGV, before);
  return faulted;
}

// Two peers of one process, which therefore share blocks() as well: a block that arrives is the one
// that was sent.
struct two_peers {
  explicit two_peers(block_use use = block_use::decodes)
      : a({.folder = where.path, .self = process(1), .forwarder = {}}),
        b({.folder = where.path,
           .self = process(2),
           .forwarder = {},
           .use_of_blocks = [use](const message_header&) { return use; }}) {}
  void send(std::vector<mentat_message>&& body) {
    message_header header = token_to(process(2));
    REQUIRE(a.send_blocks(header, std::move(body), nullptr) == shm_transport::sent::yes);
  }
  void receive(const shm_transport::handler& handle) {
    int arrived = 0;
    while (arrived == 0) {
      b.receive([&](const message_header& header, std::span<const std::byte> got) {
        ++arrived;
        handle(header, got);
      });
      if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
    }
  }
  const folder where;
  shm_transport a, b;
};

mentat_message small(std::size_t length, std::uint64_t seed) {
  return mentat_message(pattern(length, seed));
}

}  // namespace

TEST_CASE("what was written into a block is read-only, and is found from any of its bytes") {
  {
    const auto block = written_block(1);
    CHECK(is_pattern(block.get(), 1));
    CHECK(write_faults(block.get()));
    const auto all = blocks().find(block.get(), size);
    REQUIRE(all);
    CHECK(all->offset == 0);
    const auto part = blocks().find(block.get() + 100, size - 100);
    REQUIRE(part);
    CHECK(part->offset == 100);
    CHECK_FALSE(blocks().find(block.get() + 100, size));
    CHECK(blocks().count() == 1);
  }
  CHECK(blocks().count() == 0);
}

TEST_CASE("a block that is not written yet is not passed") {
  const auto block = blocks().make(size);
  REQUIRE(block);
  CHECK_FALSE(blocks().find(block.get(), size));
}

TEST_CASE("a descriptor of a block cannot be used to write, shrink or grow it") {
  const auto block = written_block(2);
  const int file = blocks().find(block.get(), size)->file.descriptor;
  CHECK(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED);
  CHECK(pwrite(file, "x", 1, 0) < 0);
  CHECK(ftruncate(file, 0) != 0);
  CHECK(ftruncate(file, 2 * size) != 0);
  CHECK(is_pattern(block.get(), 2));
}

TEST_CASE("memory is copied into a block once, until it ends") {
  const bytes memory = pattern(size, 3);
  REQUIRE(blocks().copy(memory.data(), size));
  REQUIRE(blocks().copy(memory.data(), size));
  REQUIRE(blocks().copy(memory.data() + 8, size - 8));
  CHECK(blocks().count() == 1);
  const auto found = blocks().find(memory.data(), size);
  REQUIRE(found);
  const auto again = blocks().open(fcntl(found->file.descriptor, F_DUPFD_CLOEXEC, 0), 0, size);
  REQUIRE(again);
  CHECK(is_pattern(again.get(), 3));
  blocks().forget(memory.data(), size);
  CHECK(blocks().count() == 1);  // the reader's
  CHECK_FALSE(blocks().find(memory.data(), size));
}

TEST_CASE("all copies of parts of a memory end with it") {
  const bytes memory = pattern(3 * size, 3);
  REQUIRE(blocks().copy(memory.data() + size, size));
  REQUIRE(blocks().copy(memory.data() + 2 * size, size));
  REQUIRE(blocks().copy(memory.data(), size));
  CHECK(blocks().count() == 3);
  blocks().forget(memory.data(), memory.size());
  CHECK(blocks().count() == 0);
}

TEST_CASE("a block arrives as itself beside the other bytes of its message, also a part of it") {
  two_peers peers;
  const auto block = written_block(4);
  for (const std::size_t from : {std::size_t{0}, std::size_t{4096}}) {
    std::vector<mentat_message> body;
    body.push_back(small(10, 1));
    body.emplace_back(std::shared_ptr<std::byte[]>(block, block.get() + from), size - from);
    body.push_back(small(3000, 2));
    body.emplace_back(std::shared_ptr<std::byte[]>(block, block.get() + from), size - from);
    peers.send(std::move(body));
    peers.receive([&](const message_header&, std::span<const std::byte> got) {
      REQUIRE(got.size() == 3010);
      const bytes first = pattern(10, 1), last = pattern(3000, 2);
      CHECK(std::equal(first.begin(), first.end(), got.begin()));
      CHECK(std::equal(last.begin(), last.end(), got.begin() + 10));
      for (const std::size_t at : {std::size_t{10}, std::size_t{3010}}) {
        const base::arrived_block* const arrived = base::arrived_blocks::find(got.data() + at);
        REQUIRE(arrived);
        CHECK(arrived->bytes.get() == block.get() + from);  // one process has one mapping
        CHECK(arrived->size == size - from);
      }
      CHECK_FALSE(base::arrived_blocks::find(got.data()));
    });
    CHECK_FALSE(base::arrived_blocks::find(nullptr));
  }
}

TEST_CASE("to a receiver that keeps messages as bytes, blocks are bytes") {
  two_peers peers(block_use::copies);
  const auto block = written_block(5);
  std::vector<mentat_message> body;
  bytes expected;
  const auto add = [&](const bytes& part) {
    expected.insert(expected.end(), part.begin(), part.end());
  };
  for (const int k : {0, 1, 2}) {
    body.push_back(small(10 + k, k));
    add(pattern(10 + k, k));
    body.emplace_back(std::shared_ptr<std::byte[]>(block), size);
    add(pattern(size, 5));
  }
  peers.send(std::move(body));
  peers.receive([&](const message_header& header, std::span<const std::byte> got) {
    CHECK(header.body_length == expected.size());
    CHECK(std::ranges::equal(got, expected));
    CHECK_FALSE(base::arrived_blocks::find(got.data() + 10));
  });
}

TEST_CASE("a block that was passed lives as long as its receiver, or its message, needs it") {
  std::shared_ptr<const std::byte[]> kept;
  {
    two_peers peers;
    std::vector<mentat_message> body;
    body.push_back(small(10, 1));
    body.emplace_back(written_block(6), size);
    peers.send(std::move(body));
    CHECK(blocks().count() == 0);  // the kernel has the descriptor, in the socket
    peers.receive([&](const message_header&, std::span<const std::byte> got) {
      kept = base::arrived_blocks::find(got.data() + 10)->bytes;
    });
  }
  CHECK(is_pattern(kept.get(), 6));
  CHECK(write_faults(kept.get()));
  CHECK(blocks().find(kept.get(), size));  // it can be handed on
  CHECK(blocks().count() == 1);
  kept.reset();
  CHECK(blocks().count() == 0);
}

TEST_CASE("more blocks than may be on their way, or be held, arrive as bytes or copies") {
  two_peers peers;
  std::vector<std::shared_ptr<const std::byte[]>> kept;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit few{64, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  const auto one = written_block(7);
  constexpr std::size_t messages = 40;  // of which at most 16 can be held as blocks
  std::vector<std::shared_ptr<std::byte[]>> made;
  while (auto next = blocks().make(size)) made.push_back(std::move(next));
  CHECK(blocks().count() == shared_blocks::most());
  for (auto& each : made) each.reset();
  CHECK(blocks().count() == 1);
  for (std::uint64_t k = 0; k < messages; ++k) {
    std::vector<mentat_message> body;
    body.push_back(small(8, k));
    body.emplace_back(written_block(k), size);
    peers.send(std::move(body));
    peers.receive([&](const message_header&, std::span<const std::byte> got) {
      const base::arrived_block* const arrived = base::arrived_blocks::find(got.data() + 8);
      REQUIRE(arrived);
      kept.push_back(arrived->bytes);
    });
    if (blocks().count() >= shared_blocks::most() - 1) break;
  }
  // Without room for one more: the receiver copies.
  std::vector<std::shared_ptr<std::byte[]>> rest;
  std::vector<mentat_message> body;
  body.push_back(small(8, 1));
  body.emplace_back(written_block(99), size);
  peers.send(std::move(body));
  while (auto next = blocks().make(size)) rest.push_back(std::move(next));
  peers.receive([&](const message_header&, std::span<const std::byte> got) {
    kept.push_back(base::arrived_blocks::find(got.data() + 8)->bytes);
  });
  CHECK(is_pattern(kept.back().get(), 99));
  CHECK_FALSE(blocks().find(kept.back().get(), size));
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
}

TEST_CASE("a receiver that keeps blocks gets bytes in place of those that it cannot map") {
  two_peers peers(block_use::keeps);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit few{64, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  const auto sends = [&] {
    std::vector<mentat_message> body;
    body.push_back(small(8, 1));
    body.emplace_back(written_block(9), size);
    peers.send(std::move(body));
  };
  sends();
  peers.receive([&](const message_header&, std::span<const std::byte> got) {
    CHECK(got.size() == 8);
    CHECK(base::arrived_blocks::in(got).size() == 1);
  });
  sends();
  std::vector<std::shared_ptr<std::byte[]>> rest;
  while (auto next = blocks().make(size)) rest.push_back(std::move(next));
  peers.receive([&](const message_header& header, std::span<const std::byte> got) {
    CHECK(header.body_length == size + 8);
    REQUIRE(got.size() == size + 8);
    CHECK(is_pattern(got.data() + 8, 9));
    CHECK(base::arrived_blocks::in(got).empty());
  });
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
}

TEST_CASE("an address is known as read-only from the end of writing until the block is gone") {
  const std::byte* at = nullptr;
  {
    const auto made = blocks().make(size);
    at = made.get();
    CHECK_FALSE(blocks().is_read_only(at));
    blocks().seal(at);
    CHECK(blocks().is_read_only(at));
    CHECK(blocks().is_read_only(at + size - 1));
    CHECK_FALSE(blocks().is_read_only(at - 1));
    CHECK_FALSE(blocks().is_read_only(at + size));
    const bytes memory = pattern(size, 3);
    CHECK(blocks().copy(memory.data(), size));
    CHECK_FALSE(blocks().is_read_only(memory.data()));
    blocks().forget(memory.data(), size);
  }
  CHECK_FALSE(blocks().is_read_only(at));
}

TEST_CASE("a block that nobody has any more is used again, as long as it was not lent or forked") {
  if (!open_file::tells_readers()) return;
  blocks().set_kept(2 * size);
  auto first = written_block(1);
  const ino_t file = blocks().find(first.get(), size)->file.inode;
  const auto file_of = [](const std::shared_ptr<std::byte[]>& block) {
    blocks().seal(block.get());
    return blocks().find(block.get(), 1)->file.inode;
  };
  first.reset();
  CHECK(blocks().count() == 0);
  first = blocks().make(size - 100);
  REQUIRE(first);
  CHECK(std::all_of(first.get(), first.get() + size - 100,
                    [](std::byte one) { return one == std::byte{0}; }));
  CHECK(file_of(first) == file);
  CHECK(write_faults(first.get()));

  const int lent = dup(blocks().lend(first.get(), size - 100)->file.descriptor);
  first.reset();
  auto second = blocks().make(size);
  CHECK(file_of(second) != file);
  // Nor while it has come back.
  auto back = blocks().open(lent, 0, size);
  REQUIRE(back);
  auto third = blocks().make(size);
  CHECK(file_of(third) != file);
  back.reset();
  auto fourth = blocks().make(size, false);
  CHECK(file_of(fourth) == file);

  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  fourth.reset();
  CHECK(blocks().count() == 2);
  fourth = blocks().make(size);
  CHECK(file_of(fourth) != file);

  // Kept blocks make room for others.
  fourth.reset();
  blocks().set_limit(base::block_pool::carved() + 3 * size);
  const auto larger = blocks().make(size + size / 2);
  CHECK_FALSE(larger);
  second.reset();
  CHECK(blocks().make(size + size / 2));
  blocks().set_limit(SIZE_MAX);
  blocks().set_kept(0);
}

TEST_CASE("blocks count as memory, and beyond its limit there are copies") {
  const std::size_t before = base::block_pool::carved();
  blocks().set_limit(before + 2 * size + (size - 1));
  {
    const auto first = written_block(1);
    CHECK(blocks().limit_reached(size).empty());
    auto second = written_block(2);
    CHECK(blocks().limit_reached(size) == "limits.memory");
    CHECK_FALSE(blocks().make(size));
    const bytes memory = pattern(size, 3);
    CHECK_FALSE(blocks().copy(memory.data(), size));
    second.reset();
    CHECK(blocks().copy(memory.data(), size));
    CHECK_FALSE(blocks().make(size));
    // A block of another process, for which there is no room.
    const int file = memfd_create("other", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    REQUIRE(ftruncate(file, size) == 0);
    REQUIRE(fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0);
    const auto copied = blocks().open(file, 0, size);
    REQUIRE(copied);
    CHECK_FALSE(blocks().find(copied.get(), size));
    blocks().forget(memory.data(), size);
    CHECK(blocks().make(size));
  }
  CHECK(blocks().count() == 0);
  blocks().set_limit(base::block_pool::carved());
  CHECK_FALSE(blocks().make(size));
  blocks().set_limit(0);  // the small blocks may have more than blocks left them
  CHECK_FALSE(blocks().make(size));
  blocks().set_limit(SIZE_MAX);
  CHECK(blocks().make(size));
}

TEST_CASE("a block whose sender was killed arrives, and nothing is left of it afterwards") {
  const folder where;
  shm_transport b({.folder = where.path,
                   .self = process(2),
                   .forwarder = {},
                   .use_of_blocks = [](const message_header&) { return block_use::keeps; }});
  int told[2];
  REQUIRE(pipe(told) == 0);
  const pid_t sender = fork();
  if (sender == 0) {
    shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
    std::vector<mentat_message> body;
    body.push_back(small(10, 1));
    body.emplace_back(written_block(8), size);
    message_header header = token_to(process(2));
    const bool sent = a.send_blocks(header, std::move(body), nullptr) == shm_transport::sent::yes;
    if (write(told[1], sent ? "y" : "n", 1) != 1) _exit(1);
    pause();
  }
  char answer = 0;
  REQUIRE(read(told[0], &answer, 1) == 1);
  CHECK(answer == 'y');
  kill(sender, SIGKILL);
  waitpid(sender, nullptr, 0);
  std::shared_ptr<const std::byte[]> kept;
  receive_until(
      b,
      [&](const message_header&, std::span<const std::byte> got) {
        kept = base::arrived_blocks::find(got.data() + 10)->bytes;
      },
      [&] { return kept != nullptr; });
  CHECK(is_pattern(kept.get(), 8));
  b.forget(process(1));
  kept.reset();
  CHECK(blocks().count() == 0);
  close(told[0]);
  close(told[1]);
}

TEST_CASE("a program that closes descriptors of blocks gets copies, and keeps its own files") {
  two_peers peers;
  auto block = written_block(9);
  const int closed = blocks().find(block.get(), size)->file.descriptor;
  REQUIRE(dup2(STDERR_FILENO, closed) == closed);  // closed, and the number is used again
  std::vector<mentat_message> body;
  body.push_back(small(10, 1));
  body.emplace_back(block, size);
  body.push_back(small(10, 2));
  peers.send(std::move(body));
  peers.receive([&](const message_header&, std::span<const std::byte> got) {
    REQUIRE(got.size() == size + 20);
    CHECK(is_pattern(got.data() + 10, 9));
  });
  block.reset();
  CHECK(fcntl(closed, F_GETFD) >= 0);  // the program's
  close(closed);
}
