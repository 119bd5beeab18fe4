// Peers that write into the shared memory, claim another name, or do not answer.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/shm/block_channel.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/shared_blocks.h"
#include "mmps/shm/test_peers.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

using namespace mentat;
using namespace mentat::mmps;
using namespace mentat::mmps::shm;

TEST_CASE("a message under another name closes the link, unless its sender passes on messages") {
  const folder where;
  int warnings = 0;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = process(3),
                   .warn = [&](const std::string&) { ++warnings; }});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  shm_transport c({.folder = where.path, .self = process(3), .forwarder = {}});
  int arrived = 0;
  const auto count = [&](const message_header&, std::span<const std::byte>) { ++arrived; };
  message_header forged = token_to(process(1));
  forged.source = process(4);
  CHECK(c.send(forged, {}) == shm_transport::sent::yes);
  a.receive(count);
  CHECK(arrived == 1);
  forged.source = process(4);
  CHECK(b.send(forged, {}) == shm_transport::sent::yes);
  a.receive(count);
  CHECK(arrived == 1);
  CHECK(warnings == 1);
  message_header honest = token_to(process(1));
  CHECK(b.send(honest, {}) == shm_transport::sent::gone);  // the link is closed
  a.receive(count);
  CHECK(arrived == 1);
}

TEST_CASE("a reader of a ring that a peer scribbles in never reads outside of it") {
  constexpr std::uint64_t seed = 4711;
  INFO("seed ", seed);
  base::random chance(seed);
  for (int run = 0; run < 3000; ++run) {
    shm::segment memory(sizeof(shm::ring_memory));
    auto& ring = *reinterpret_cast<shm::ring_memory*>(memory.data());
    shm::ring_writer writer(ring);
    shm::ring_reader reader(ring);
    for (std::uint64_t i = chance.below(20); i != 0; --i)
      writer.put(pattern(chance.below(3000), i), {},
                 chance.below(2) == 0 ? shm::record_kind::more : shm::record_kind::whole);
    for (std::uint64_t i = 1 + chance.below(4); i != 0; --i) {
      const std::uint64_t value = chance.below(2) == 0 ? chance.next() : chance.below(1 << 19);
      switch (chance.below(3)) {
        case 0:
          ring.head_at(chance.below(4096) * shm::ring_memory::line).store(value);
          break;
        case 1:
          ring.read.store(value);
          break;
        default:
          std::memcpy(ring.bytes + chance.below(40000) * 4, &value, 4);
          break;
      }
    }
    shm::ring_reader::record next;
    for (int i = 0; i < 100 && reader.peek(next) == shm::ring_reader::found::record; ++i) {
      REQUIRE(next.size <= shm::ring_memory::largest_record);
      bytes got(next.size);
      reader.copy(got, 0);
      reader.done(next);
    }
  }
}

namespace {

// A peer that breaks the protocol where the test wants it.
struct hostile_peer {
  explicit hostile_peer(const std::string& folder) {
    auto connected = shm::unix_socket::connect_to(shm_transport::path_of(folder, process(1)));
    REQUIRE(connected);
    socket = std::move(*connected);
    struct {
      std::array<char, 8> magic{'M', 'N', 'T', 'S', 'H', 'M', '0', '1'};
      mmps_name who, whom;
      std::array<char, 128> why{};
      std::uint64_t shares_blocks = 1;
    } hello;
    hello.who = process(9);
    hello.whom = process(1);
    const int descriptors[] = {memory.descriptor(), bell.descriptor()};
    REQUIRE(socket.send(std::as_bytes(std::span(&hello, 1)), descriptors));
    std::vector<int> got;
    REQUIRE(socket.receive(std::as_writable_bytes(std::span(&hello, 1)), got));
    CHECK(hello.shares_blocks == 1);
    for (int one : got) close(one);
    header.source = process(9);
  }
  shm::unix_socket socket;
  shm::segment memory{sizeof(shm::ring_memory)}, bell{sizeof(shm::doorbell)};
  shm::ring_writer writer{*reinterpret_cast<shm::ring_memory*>(memory.data())};
  message_header header = token_to(process(1));
};

}  // namespace

TEST_CASE("a header whose fields make no sense closes the link and allocates nothing") {
  const folder where;
  int warnings = 0, arrived = 0;
  // Magic, version, type, flags, body check sum without its flag, lengths, source, argument,
  // argument count.
  const std::vector<std::size_t> checked{0, 3, 4, 5, 7, 12, 15, 16, 19, 23, 32, 43, 110, 113};
  for (const std::size_t damage : checked) {
    shm_transport a({.folder = where.path,
                     .self = process(1),
                     .forwarder = {},
                     .warn = [&](const std::string&) { ++warnings; }});
    hostile_peer peer(where.path);
    std::array<std::byte, header_size> head;
    std::memcpy(head.data(), &peer.header, head.size());
    head[damage] ^= std::byte{0x40};
    REQUIRE(peer.writer.put(head, {}, shm::record_kind::whole));
    a.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
  }
  CHECK(arrived == 0);
  CHECK(warnings == static_cast<int>(checked.size()));
}

TEST_CASE("a compact header with senseless fields closes the link, and is not delivered") {
  using parts = compact_header::parts;
  const parts good{.argument = to_waiting_caller, .destination = process(1), .tag = {1, 2}};
  const auto with = [&](auto change) {
    parts changed = good;
    change(changed);
    return compact_header::of(changed);
  };
  const auto type = [](std::uint8_t number) { return static_cast<message_type>(number); };
  const std::vector<compact_header> wrong{
      with([&](parts& of) { of.type = type(0); }),
      with([&](parts& of) { of.type = type(last_message_type + 1); }),
      with([](parts& of) { of.flags = flag::body_crc; }),
      with([](parts& of) { of.flags = flag::more; }),
      with([](parts& of) { of.flags = flag::repeated; }),
      with([](parts& of) { of.flags = flag::named; }),
      with([](parts& of) { of.flags = flag::elsewhere; }),
      with([](parts& of) { of.flags = flag::all + 1; }),
      with([](parts& of) { of.future_length = 5; }),  // of a body of four bytes
      with([](parts& of) { of.argument_count = max_arguments + 1; }),
      with([](parts& of) { of.argument = of.argument_count = 2; }),
      with([](parts& of) { of.argument = 1; }),
  };
  const bytes body(4);
  using write = std::function<bool(hostile_peer&)>;
  std::vector<write> attempts;
  for (const compact_header& one : wrong)
    attempts.emplace_back([&](hostile_peer& peer) {
      return peer.writer.put(one.words, body, shm::record_kind::compact, one.note);
    });
  const compact_header right = compact_header::of(good);
  attempts.emplace_back([](hostile_peer& peer) {
    return peer.writer.put(bytes(compact_header::size - 1), {}, shm::record_kind::compact);
  });
  attempts.emplace_back([&](hostile_peer& peer) {
    return peer.writer.put(right.words, bytes(2048), shm::record_kind::compact, right.note);
  });
  attempts.emplace_back([&](hostile_peer& peer) {
    peer.header.body_length = 100'000;
    return peer.writer.put(std::as_bytes(std::span(&peer.header, 1)), {}, shm::record_kind::more) &&
           peer.writer.put(right.words, body, shm::record_kind::compact, right.note);
  });
  int warnings = 0, arrived = 0;
  const shm_transport::compact_handler take = [&](const mmps_name&, const compact_header&,
                                                  std::span<const std::byte>) { return ++arrived; };
  const auto attempt = [&](const write& writes) {
    const folder where;
    shm_transport a({.folder = where.path,
                     .self = process(1),
                     .forwarder = {},
                     .warn = [&](const std::string&) { ++warnings; }});
    hostile_peer peer(where.path);
    REQUIRE(writes(peer));
    a.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; }, &take);
  };
  for (const write& one : attempts) attempt(one);
  CHECK(arrived == 0);
  CHECK(warnings == static_cast<int>(attempts.size()));
  attempt([&](hostile_peer& peer) {
    return peer.writer.put(right.words, body, shm::record_kind::compact, right.note);
  });
  CHECK(arrived == 1);
  CHECK(warnings == static_cast<int>(attempts.size()));
}

namespace {

// Claims to be process 9, and does not wait for an answer.
struct stranger {
  explicit stranger(const std::string& folder)
      : socket(shm::unix_socket::connect_to(shm_transport::path_of(folder, process(1))).value()) {
    struct {
      std::array<char, 8> magic{'M', 'N', 'T', 'S', 'H', 'M', '0', '1'};
      mmps_name who, whom;
      std::array<char, 128> why{};
      std::uint64_t shares_blocks = 1;
    } hello;
    hello.who = process(9);
    hello.whom = process(1);
    const int descriptors[] = {memory.descriptor(), bell.descriptor()};
    REQUIRE(socket.send(std::as_bytes(std::span(&hello, 1)), descriptors));
  }
  // Waits for the answer: a bell, or an error.
  bool is_admitted() {
    std::array<std::byte, 512> answer;
    std::vector<int> got;
    REQUIRE(socket.receive(answer, got).has_value());
    for (int one : got) close(one);
    return !got.empty();
  }
  shm::unix_socket socket;
  shm::segment memory{sizeof(shm::ring_memory)}, bell{sizeof(shm::doorbell)};
};

}  // namespace

TEST_CASE("a peer that claims the name of another process, by its system number, is refused") {
  const folder where;
  std::vector<std::string> warnings;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .warn = [&](const std::string& text) { warnings.push_back(text); },
                   .only_announced = true});
  a.announce(process(9), getppid());
  for (int times = 0; times < 3; ++times) CHECK_FALSE(stranger(where.path).is_admitted());
  a.announce(process(9, 2), getpid());  // it is not the next life of that number either
  stranger early(where.path);
  a.announce(process(9), getpid());
  CHECK(early.is_admitted());
  REQUIRE(warnings.size() == 1);  // rate-limited
  CHECK(warnings[0].find("process " + std::to_string(getpid()) + " of the system") == 0);
}

TEST_CASE("a peer that connects before its announcement waits and blocks no other; few may") {
  const folder where;
  std::atomic<int> warnings{0};
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .warn = [&](const std::string&) { ++warnings; },
                   .only_announced = true});
  std::vector<std::unique_ptr<stranger>> early;
  for (int i = 0; i < 4; ++i) early.push_back(std::make_unique<stranger>(where.path));
  CHECK_FALSE(stranger(where.path).is_admitted());
  CHECK(warnings == 1);
  a.announce(process(2), getpid());
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  message_header header = token_to(process(1));
  CHECK(b.send(header, {}) == shm_transport::sent::yes);
  a.announce(process(9), getpid());
  for (auto& one : early) CHECK(one->is_admitted());
  CHECK(warnings == 1);
}

TEST_CASE("to a process in whose place another one listens nothing is sent") {
  const folder where;
  std::string cut_off;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .cut_off = [&](const std::string& text) { cut_off = text; },
                   .only_announced = true});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  a.announce(process(2), getppid());
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(cut_off == "process 2 cannot be reached: another process listens in its place");
  a.announce(process(2), getpid());
  header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::yes);
}

TEST_CASE("a process that has lost its descriptors is cut off, and does not take others for dead") {
  const folder where;
  std::string cut_off;
  const std::set<int> before = shared_memory_descriptors();
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .cut_off = [&](const std::string& text) { cut_off = text; }});
  int lost = 0;
  for (int one : shared_memory_descriptors())
    if (!before.contains(one)) {
      CHECK(dup2(STDERR_FILENO, one) == one);  // closed, and the number is used again
      ++lost;
    }
  CHECK(lost == 1);
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(cut_off ==
        "process 2 cannot be reached: this process has closed descriptors that it had not opened");
}

TEST_CASE("a segment that could shrink, or is too small, is refused") {
  const int unsealed = memfd_create("x", MFD_ALLOW_SEALING | MFD_CLOEXEC);
  REQUIRE(ftruncate(unsealed, 4096) == 0);
  CHECK_THROWS_AS(shm::segment(unsealed, 4096), shm::bad_segment);
  const shm::segment small(64);
  CHECK_THROWS_AS(shm::segment(dup(small.descriptor()), 4096), shm::bad_segment);
  CHECK_THROWS_AS(shm::segment(open("/dev/null", O_RDWR | O_CLOEXEC), 1), shm::bad_segment);
}

namespace {

int file_of(std::size_t size, int seals) {
  const int made = memfd_create("hostile", MFD_ALLOW_SEALING | MFD_CLOEXEC);
  REQUIRE(ftruncate(made, static_cast<off_t>(size)) == 0);
  REQUIRE(fcntl(made, F_ADD_SEALS, seals) == 0);
  return made;
}

// What a peer sends in the place of a block.
struct false_block {
  std::string what;
  std::function<int()> descriptor;  // null: none
  shm::block_reference named{};
  std::uint64_t number_sent = 1;
  std::size_t body = 100 + shm::shared_blocks::least;
  std::uint32_t future = 0;
};

}  // namespace

TEST_CASE("a block that is not what its peer says closes the link, and nothing of it stays") {
  constexpr std::size_t size = shm::shared_blocks::least;
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  const auto sealed = [=] { return file_of(size, seals); };
  const std::vector<false_block> all{
      {"no descriptor", {}, {1, 0, size}},
      {"no memory", [] { return open("/dev/zero", O_RDONLY | O_CLOEXEC); }, {1, 0, size}},
      {"a socket", [] { return shm::unix_socket::pair().first.release(); }, {1, 0, size}},
      {"can shrink", [=] { return file_of(size, F_SEAL_GROW); }, {1, 0, size}},
      {"can be sealed", [=] { return file_of(size, F_SEAL_SHRINK | F_SEAL_GROW); }, {1, 0, size}},
      {"too short", [=] { return file_of(size - 1, seals); }, {1, 0, size}},
      {"empty", [=] { return file_of(0, seals); }, {1, 0, size}},
      {"behind its end", sealed, {1, size + 1, size}},
      {"beyond its end", sealed, {1, 1, size}},
      {"beyond all numbers", sealed, {1, ~std::uint64_t{0} - 100, size}},
      {"longer than its message", sealed, {1, 0, size + 101}},
      {"much longer than its message", sealed, {1, 0, ~std::uint64_t{0} - 50}},
      {"shorter than a block", sealed, {1, 0, size - 1}},
      {"without bytes", sealed, {1, 0, 0}},
      {"another descriptor", sealed, {2, 0, size}},
      {"a descriptor out of turn", sealed, {2, 0, size}, 2},
      {"shorter than its message says", sealed, {1, 0, size}, 1, 101 + size},
      {"within a future", sealed, {1, 0, size}, 1, 100 + size, 101},
  };
  using enum shm::incoming_link::block_use;
  for (const auto use : {copies, decodes, keeps}) {
    int warnings = 0, arrived = 0;
    const std::set<int> before = shared_memory_descriptors();
    for (const false_block& one : all) {
      INFO(one.what);
      const folder where;
      shm_transport a({.folder = where.path,
                       .self = process(1),
                       .forwarder = {},
                       .use_of_blocks = [&](const message_header&) { return use; },
                       .warn = [&](const std::string&) { ++warnings; }});
      hostile_peer peer(where.path);
      if (one.descriptor) {
        const int passed = one.descriptor();
        REQUIRE(peer.socket.send(std::as_bytes(std::span(&one.number_sent, 1)), {&passed, 1}));
        close(passed);
      }
      peer.header.body_length = static_cast<std::uint32_t>(one.body);
      peer.header.future_length = one.future;
      REQUIRE(peer.writer.put(std::as_bytes(std::span(&peer.header, 1)), bytes(100),
                              shm::record_kind::more));
      REQUIRE(peer.writer.put(std::as_bytes(std::span(&one.named, 1)), {},
                              shm::record_kind::last_block));
      const int warned = warnings;
      a.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
      CHECK(warnings == warned + 1);
    }
    CHECK(arrived == 0);
    CHECK(shm::shared_blocks::here().count() == 0);
    CHECK(shared_memory_descriptors() == before);
  }
}

TEST_CASE("a block outside of a message, or of a peer that passes none, closes the link") {
  const shm::block_reference named{1, 0, shm::shared_blocks::least};
  for (const bool has_message : {false, true}) {
    const folder where;
    int warnings = 0;
    shm_transport a({.folder = where.path,
                     .self = process(1),
                     .forwarder = {},
                     .warn = [&](const std::string&) { ++warnings; }});
    hostile_peer peer(where.path);
    peer.header.body_length = shm::shared_blocks::least;
    if (has_message)
      REQUIRE(
          peer.writer.put(std::as_bytes(std::span(&peer.header, 1)), {}, shm::record_kind::more));
    peer.socket = shm::unix_socket();  // closed
    REQUIRE(peer.writer.put(std::as_bytes(std::span(&named, 1)), {}, shm::record_kind::last_block));
    a.receive([](const message_header&, std::span<const std::byte>) { FAIL("it has arrived"); });
    CHECK(warnings == 1);
  }
}
