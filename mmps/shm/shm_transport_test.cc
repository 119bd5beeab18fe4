// Two transports, as in two processes, on two threads; and hostile peers that write into the shared
// memory.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/shm_transport.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/futex/futex.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/outgoing_link.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

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
using mentat::mmps::shm::compact_header;
using mentat::mmps::shm::shm_transport;

namespace {

using bytes = std::vector<std::byte>;

struct folder {
  folder() {
    char name[] = "/tmp/mentat_shm_test_XXXXXX";
    REQUIRE(mkdtemp(name));
    path = name;
  }
  ~folder() { std::filesystem::remove_all(path); }
  std::string path;
};

std::set<int> shared_memory_descriptors() {
  std::set<int> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    if (std::filesystem::read_symlink(entry, none).string().starts_with("/memfd:mentat"))
      found.insert(std::stoi(entry.path().filename()));
  return found;
}

mmps_name process(std::uint32_t number, std::uint32_t life = 1) {
  return mmps_name::of_process(1, 7, number, life);
}

message_header token_to(const mmps_name& whom, std::uint64_t number = 0) {
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::token);
  header.destination = whom;
  header.argument = to_waiting_caller;
  header.tag = {number, 0};
  return header;
}

bytes pattern(std::size_t size, std::uint64_t seed) {
  base::random chance(seed);
  bytes made(size);
  for (std::byte& one : made) one = static_cast<std::byte>(chance.next());
  return made;
}

// Sleeps on the bell as a process does, until `done`.
void receive_until(shm_transport& at, const shm_transport::handler& handle,
                   const std::function<bool()>& done) {
  auto& bell = at.bell();
  while (!done()) {
    if (at.receive(handle)) continue;
    const std::uint32_t before = bell.words[0].load();
    bell.listen(0);
    if (!at.has_mail() && !done()) {
      base::futex_wait(bell.words[0], before, base::second, true);
    }
    bell.stop_listening(0);
  }
}

}  // namespace

TEST_CASE("messages arrive whole and in order, of every size, in both directions") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  constexpr std::uint64_t seed = 20261121;
  INFO("seed ", seed);
  base::random chance(seed);
  std::vector<std::size_t> sizes{0,           1,       7,          8,          63,
                                 64,          65,      2048 - 128, 2048 - 127, 65536 - 128,
                                 65536 - 127, 65536,   131072,     262143,     262144,
                                 300000,      5 << 20, 0,          1};
  for (int i = 0; i < 2000; ++i)
    sizes.push_back(chance.below(4) == 0 ? chance.below(200000) : chance.below(300));

  std::atomic<std::size_t> at_b{0}, at_a{0};
  std::atomic<bool> right{true};
  const auto check = [&](std::atomic<std::size_t>& count, const message_header& header,
                         std::span<const std::byte> body) {
    const std::size_t number = count.load();
    if (header.tag.number != number || body.size() != sizes[number])
      right = false;
    else if (number % 7 == 0 && !std::ranges::equal(body, pattern(body.size(), number)))
      right = false;
    count.store(number + 1);
  };
  std::thread other([&] {
    receive_until(
        b,
        [&](const message_header& header, std::span<const std::byte> body) {
          check(at_b, header, body);
          message_header back = token_to(process(1), header.tag.number);
          b.send(back, body);
        },
        [&] { return at_b.load() == sizes.size() && !b.has_to_send(); });
  });
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    message_header header = token_to(process(2), i);
    REQUIRE(a.send(header, pattern(sizes[i], i)) == shm_transport::sent::yes);
  }
  receive_until(
      a,
      [&](const message_header& header, std::span<const std::byte> body) {
        check(at_a, header, body);
      },
      [&] { return at_a.load() == sizes.size(); });
  other.join();
  CHECK(right.load());
}

TEST_CASE("messages and bytes are counted, also those to a process that has ended") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  CHECK(a.sent_in_all().messages == 0);
  std::uint64_t before = 0;
  for (const std::uint32_t life : {1u, 2u}) {
    shm_transport b({.folder = where.path, .self = process(2, life), .forwarder = {}});
    message_header header = token_to(process(2, life));
    REQUIRE(a.send(header, pattern(1000, life)) == shm_transport::sent::yes);
    CHECK(a.sent_in_all().messages == life);
    CHECK(a.sent_in_all().bytes >= before + 1000);
    CHECK(a.sent_in_all().bytes % 64 == 0);  // whole cache lines
    before = a.sent_in_all().bytes;
    a.forget(process(2, life));
  }
  CHECK(a.sent_in_all().messages == 2);
  CHECK(a.sent_in_all().bytes == before);
}

TEST_CASE("a message that waits for room is sent when there is some, and is then completed") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  const bytes body = pattern(40'000, 1);
  std::size_t out = 0, arrived = 0;
  for (std::size_t i = 0; i < 20; ++i) {  // six of them fill the ring
    message_header header = token_to(process(2), i);
    std::function<void()> when_out = [&] { ++out; };
    REQUIRE(a.send(header, body, &when_out) == shm_transport::sent::yes);
  }
  CHECK(out < 20);
  CHECK(a.has_to_send());
  while (arrived < 20) {
    b.receive([&](const message_header& header, std::span<const std::byte> got) {
      CHECK(header.tag.number == arrived);
      CHECK(got.size() == body.size());
      ++arrived;
    });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK(out == 20);
  CHECK_FALSE(a.has_to_send());
}

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
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, piece - 128, piece, most - 128,
                                 most - 127, most}) {
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

TEST_CASE("messages that wait for room are awaited, but for those to one process") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  const bytes body = pattern(40'000, 1);
  int out = 0;
  const auto make = [&out] { return std::function<void()>([&out] { ++out; }); };
  const mentat::mmps::shm::outgoing_link::callback_maker maker(make);
  std::size_t sent = 0, arrived = 0;
  while (!a.has_to_send()) {
    CHECK_FALSE(a.await_room(process(1), &maker));
    message_header header = token_to(process(2), sent++);
    REQUIRE(a.send(header, body, nullptr) == shm_transport::sent::yes);
  }
  CHECK_FALSE(a.await_room(process(2), &maker));
  CHECK(a.await_room(process(1), nullptr));
  CHECK(a.await_room(process(1), &maker));
  CHECK(a.await_room(process(1), &maker));
  CHECK(out == 0);
  while (arrived < sent) {
    b.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK(out == 2);
  CHECK_FALSE(a.await_room(process(1), nullptr));
}

// The run-time system sends with a lock that the callbacks of earlier messages take.
TEST_CASE("to send calls no callback of an earlier message") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  const bytes body = pattern(40'000, 1);
  bool sends = false;
  std::size_t out = 0, out_while_sending = 0, sent = 0, arrived = 0;
  const auto send = [&] {
    message_header header = token_to(process(2), sent++);
    std::function<void()> when_out = [&, own = sent - 1] {
      ++out;
      if (sends && own != sent - 1) ++out_while_sending;
    };
    sends = true;
    REQUIRE(a.send(header, body, &when_out) == shm_transport::sent::yes);
    sends = false;
  };
  const auto receive = [&] {
    b.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
  };
  for (int i = 0; i < 12; ++i) send();  // six of them fill the ring
  for (int i = 0; i < 12; ++i) {
    receive();  // makes room for the waiting ones
    send();
  }
  for (int i = 0; i < 12; ++i) send();  // only callbacks may wait now
  CHECK(out_while_sending == 0);
  CHECK(a.has_mail());  // so that a thread calls them before it sleeps
  while (arrived < sent) {
    receive();
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  while (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  CHECK(out == sent);
  CHECK_FALSE(a.has_to_send());
}

TEST_CASE(
    "a process that is not there, or has ended, is gone; its earlier messages can be received") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  {
    shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
    message_header hello = token_to(process(1), 5);
    CHECK(b.send(hello, {}) == shm_transport::sent::yes);
    header = token_to(process(2));
    CHECK(a.send(header, {}) == shm_transport::sent::yes);
  }
  CHECK(a.has_mail_from(process(2)));
  std::uint64_t tag = 0;
  CHECK(a.receive(
      [&](const message_header& got, std::span<const std::byte>) { tag = got.tag.number; }));
  CHECK(tag == 5);
  CHECK_FALSE(a.has_mail_from(process(2)));
  a.forget(process(2));
  header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  shm_transport again({.folder = where.path,
                       .self = process(2, 2),
                       .forwarder = {}});  // the same number, another life
  header = token_to(process(2, 2));
  CHECK(a.send(header, {}) == shm_transport::sent::yes);
}

TEST_CASE("every field of a header arrives as it was, whichever form the header has") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = process(1)});
  const auto arrives_as_it_is = [&](message_header header, std::size_t size) {
    const bytes body = pattern(size, size);
    REQUIRE(a.send(header, body) == shm_transport::sent::yes);
    int arrived = 0;
    REQUIRE(b.receive([&](const message_header& received, std::span<const std::byte> with) {
      ++arrived;
      CHECK(std::memcmp(&received, &header, sizeof header) == 0);
      CHECK(std::ranges::equal(with, body));
    }));
    CHECK(arrived == 1);
  };
  message_header usual;
  usual.type = static_cast<std::uint8_t>(message_type::exec);
  usual.flags = flag::replayable;
  usual.destination = process(2);
  usual.destination.slot += 77;
  usual.destination.generation += 3;
  usual.future_length = 52;
  usual.interface_hash = 0x01020304;
  usual.class_id = 0x05060708;
  usual.tag = {0x1112131415161718, 0x2122232425262728};
  usual.function = 0x3132;
  usual.argument = 4;
  usual.argument_count = 63;
  usual.depth = 0x4142;
  usual.attempt = 2;
  const std::vector<void (*)(message_header&)> changes{
      [](message_header&) {},
      [](message_header& h) { h.link_sequence = 1; },
      [](message_header& h) { h.link_acknowledged = 1; },
      [](message_header& h) { h.cluster = 1; },
      [](message_header& h) { h.credit = 1; },
      [](message_header& h) { h.hops = 1; },
      [](message_header& h) { h.source = process(7); },
      [](message_header& h) { h.source.slot += 5; },
      [](message_header& h) { h.flags |= flag::swapped; },
      [](message_header& h) { h.tag = {}; },
  };
  for (const auto& change : changes)
    for (const std::size_t size : {std::size_t{52}, std::size_t{60}, std::size_t{1024},
                                   std::size_t{1025}, std::size_t{5000}, std::size_t{100000}}) {
      message_header header = usual;
      header.source = process(1);
      change(header);
      header.body_length = static_cast<std::uint32_t>(size);
      arrives_as_it_is(header, size);
    }
}

// More messages than the ring has room for: some wait, and keep their place.
TEST_CASE(
    "a small message is one like any other, and its receiver chooses the form of its header") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  constexpr std::uint64_t seed = 20261122;
  INFO("seed ", seed);
  base::random chance(seed);
  const auto compact_of = [](std::uint64_t number) {
    return compact_header::of(compact_header::parts{.type = message_type::token,
                                                    .flags = static_cast<std::uint16_t>(number % 2),
                                                    .depth = static_cast<std::uint16_t>(number),
                                                    .argument = to_waiting_caller,
                                                    .attempt = static_cast<std::uint8_t>(number),
                                                    .destination = process(2),
                                                    .tag = {number, 9}});
  };
  std::vector<bytes> bodies;
  for (std::uint64_t number = 0; number < 3000; ++number) {
    constexpr std::array<std::uint64_t, 3> most{20, 200, 1500};  // bytes: of one line, and more
    bodies.push_back(pattern(chance.below(most[chance.below(most.size())]), number));
    if (chance.below(3) != 0) {
      REQUIRE(a.send(process(2), compact_of(number), bodies.back()) == shm_transport::sent::yes);
    } else {
      message_header header = token_to(process(2));
      header.flags = static_cast<std::uint16_t>(number % 2);
      header.depth = static_cast<std::uint16_t>(number);
      header.attempt = static_cast<std::uint8_t>(number);
      header.tag = {number, 9};
      REQUIRE(a.send(header, bodies.back()) == shm_transport::sent::yes);
    }
  }
  REQUIRE(a.has_to_send());
  std::uint64_t next = 0, compactly = 0;
  const auto check = [&](const message_header& header, std::span<const std::byte> body) {
    REQUIRE(header.tag == mmps::tag{next, 9});
    CHECK(header.flags == next % 2);
    CHECK(header.depth == next);
    CHECK(header.attempt == static_cast<std::uint8_t>(next));
    CHECK(header.argument == to_waiting_caller);
    CHECK(header.source == process(1));
    CHECK(header.destination == process(2));
    CHECK(header.body_length == body.size());
    CHECK(std::ranges::equal(body, bodies[next]));
    ++next;
  };
  const shm_transport::compact_handler compact =
      [&](const mmps_name& from, const compact_header& header, std::span<const std::byte> body) {
        if (chance.below(2) == 0) return false;
        CHECK(from == process(1));
        CHECK(header.tag() == mmps::tag{next, 9});
        check(header.whole(from, process(2), static_cast<std::uint32_t>(body.size())), body);
        ++compactly;
        return true;
      };
  while (next < bodies.size()) {
    b.receive(check, &compact);
    a.receive([](const message_header&, std::span<const std::byte>) {});  // sends on
  }
  CHECK(compactly > 100);  // messages that wait for room have whole headers
  CHECK_FALSE(a.has_to_send());
}

TEST_CASE("a process knows whether the last sender runs on the core on which it waits") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  cpu_set_t all;
  REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &all)) cores.push_back(core);
  const auto stay_on = [](int core) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  };
  const auto send = [](shm_transport& from, shm_transport& to, const mmps_name& whom) {
    message_header header = token_to(whom);
    CHECK(from.send(header, {}) == shm_transport::sent::yes);
    const auto nothing = [](const message_header&, std::span<const std::byte>) {};
    CHECK(to.receive(nothing));
    CHECK_FALSE(to.receive(nothing));  // a poll that finds nothing publishes its core
  };
  CHECK_FALSE(a.shares_core());
  stay_on(cores.front());
  send(a, b, process(2));
  send(b, a, process(1));
  CHECK(a.shares_core());
  if (cores.size() > 1) {
    stay_on(cores[1]);
    CHECK_FALSE(a.shares_core());
    send(a, b, process(2));
    CHECK(a.shares_core());
  }
  REQUIRE(sched_setaffinity(0, sizeof all, &all) == 0);
}

TEST_CASE("the folder's path may be longer than an address of a socket") {
  const folder where;
  const std::string deep = where.path + "/" + std::string(120, 'x');
  std::filesystem::create_directory(deep);
  shm_transport a({.folder = deep, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = deep, .self = process(2), .forwarder = {}});
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::yes);
}

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
    } hello;
    hello.who = process(9);
    hello.whom = process(1);
    const int descriptors[] = {memory.descriptor(), bell.descriptor()};
    REQUIRE(socket.send(std::as_bytes(std::span(&hello, 1)), descriptors));
    std::vector<int> got;
    REQUIRE(socket.receive(std::as_writable_bytes(std::span(&hello, 1)), got));
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

TEST_CASE("large bodies keep their order among small ones, also if none is taken out") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  constexpr std::size_t count = 200;
  std::size_t arrived = 0, out = 0;
  const auto body_of = [](std::size_t i) { return pattern(i % 2 == 0 ? 270'000 : 10, i); };
  for (std::size_t i = 0; i < count; ++i) {
    message_header header = token_to(process(2), i);
    std::function<void()> when_out = [&] { ++out; };
    REQUIRE(a.send(header, body_of(i), &when_out) == shm_transport::sent::yes);
  }
  bool right = true;
  while (arrived < count) {
    b.receive([&](const message_header& header, std::span<const std::byte> got) {
      right = right && header.tag.number == arrived && std::ranges::equal(got, body_of(arrived));
      ++arrived;
    });
    if (a.has_mail()) a.receive([](const message_header&, std::span<const std::byte>) {});
  }
  CHECK(right);
  CHECK(out == count);
  CHECK_FALSE(a.has_to_send());
}

TEST_CASE("expect_send() changes nothing, for any process and at any time") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  a.expect_send(process(2));  // no message was sent to it
  std::atomic<bool> over{false};
  std::thread other([&] {
    while (!over.load()) a.expect_send(process(2));
  });
  constexpr std::uint64_t count = 20'000;
  std::uint64_t arrived = 0;
  bool in_order = true;
  {
    shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
    for (std::uint64_t number = 0; number < count; ++number) {
      message_header header = token_to(process(2), number);
      REQUIRE(a.send(header, {}) == shm_transport::sent::yes);
      b.receive([&](const message_header& got, std::span<const std::byte>) {
        in_order = in_order && got.tag.number == arrived++;
      });
    }
  }
  CHECK(in_order);
  CHECK(arrived == count);
  a.forget(process(2));
  a.expect_send(process(2));
  over.store(true);
  other.join();
}

TEST_CASE(
    "memory that was shared with an ended process is released, and the next process takes its "
    "place") {
  const folder where;
  shm_transport a({.folder = where.path, .self = process(1), .forwarder = {}});
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = descriptors();
  for (std::uint32_t life = 1; life <= 5; ++life) {
    int arrived = 0;
    {
      shm_transport b({.folder = where.path, .self = process(2, life), .forwarder = {}});
      message_header header = token_to(process(1));
      CHECK(b.send(header, {}) == shm_transport::sent::yes);
      header = token_to(process(2, life));
      CHECK(a.send(header, {}) == shm_transport::sent::yes);
    }
    a.receive([&](const message_header&, std::span<const std::byte>) { ++arrived; });
    CHECK(arrived == 1);
    a.forget(process(2, life));
    // The acceptor closes a peer's socket some time after its answer. A leak runs into the test's
    // time limit.
    while (descriptors() != before) std::this_thread::yield();
    CHECK_FALSE(a.has_mail());
    CHECK_FALSE(a.has_mail_from(process(2, life)));
  }
}

TEST_CASE(
    "without descriptors a process is gone, with the cause, and can be reached when there are "
    "some") {
  const folder where;
  std::vector<std::string> warnings;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .warn = [&](const std::string& text) { warnings.push_back(text); }});
  shm_transport b({.folder = where.path, .self = process(2), .forwarder = {}});
  std::vector<int> all;
  rlimit before{}, few{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  few = before;
  few.rlim_cur = std::min<rlim_t>(before.rlim_cur, 64);
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  for (int one = dup(0); one >= 0; one = dup(0)) all.push_back(one);
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(a.cause_of(process(2)).find("Too many open files") != std::string::npos);
  CHECK(warnings.size() == 1);
  for (int left = 2; left != 0; --left) {  // enough to connect, but none to open the ring
    close(all.back());
    all.pop_back();
  }
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(a.cause_of(process(2)) != "");
  for (int one : all) close(one);
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK(a.send(header, {}) == shm_transport::sent::yes);
  CHECK(a.cause_of(process(2)) == "");
}

TEST_CASE(
    "a process that ends while another one connects to it is gone, and no process is at fault") {
  const folder where;
  int reported = 0;
  std::vector<std::string> warnings;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .warn = [&](const std::string& text) { warnings.push_back(text); },
                   .cut_off = [](const std::string& text) { FAIL(text); },
                   .unreachable = [&](const mmps_name&, const std::string&) { ++reported; }});
  shm::unix_socket door =
      shm::unix_socket::listen_at(shm_transport::path_of(where.path, process(2)));
  std::thread dying([&] { static_cast<void>(door.accept()); });
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  dying.join();
  CHECK(warnings.empty());
  door = shm::unix_socket();
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK(a.cause_of(process(2)) == "it has closed its socket");
  CHECK(reported == 1);
  a.forget(process(2));
  CHECK(a.cause_of(process(2)) == "");
}

namespace {

// Process 2, a child that lowers one of its limits when its door is open; it ends with the object.
class limited_process {
 public:
  limited_process(const std::string& folder, __rlimit_resource_t resource, rlim_t most) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    number_ = fork();
    if (number_ == 0) {
      shm_transport b({.folder = folder, .self = process(2), .forwarder = {}});
      const rlimit lowered{most, most};
      setrlimit(resource, &lowered);
      static_cast<void>(write(ready[1], "r", 1) && pause());
      _exit(0);
    }
    char said = 0;
    REQUIRE(read(ready[0], &said, 1) == 1);
    for (int one : ready) close(one);
  }
  limited_process(const limited_process&) = delete;
  limited_process& operator=(const limited_process&) = delete;
  ~limited_process() {
    kill(number_, SIGKILL);
    waitpid(number_, nullptr, 0);
  }

 private:
  pid_t number_ = -1;
};

}  // namespace

TEST_CASE("a process that cannot accept connections gives the cause, and is reported") {
  const folder where;
  std::string reported;
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .cut_off = [](const std::string& text) { FAIL(text); },
                   .unreachable =
                       [&](const mmps_name& whom, const std::string& why) {
                         CHECK(whom == process(2));
                         reported = why;
                       }});
  const limited_process other(where.path, RLIMIT_AS, 1);  // it has no address space for the ring
  message_header header = token_to(process(2));
  CHECK(a.send(header, {}) == shm_transport::sent::gone);
  CHECK((reported == "shared memory cannot be mapped: Cannot allocate memory" ||
         reported == "it has no memory left"));
  CHECK(a.cause_of(process(2)) == reported);
}

TEST_CASE("a process that can open nothing any more closes its socket") {
  const folder where;
  std::string reported;
  shm_transport a(
      {.folder = where.path,
       .self = process(1),
       .forwarder = {},
       .cut_off = [](const std::string& text) { FAIL(text); },
       .unreachable = [&](const mmps_name&, const std::string& why) { reported = why; }});
  for (const rlim_t descriptors : {1, 3}) {  // with one the acceptor cannot even wait
    {
      const limited_process other(where.path, RLIMIT_NOFILE, descriptors);
      message_header header = token_to(process(2));
      CHECK(a.send(header, {}) == shm_transport::sent::gone);
    }
    std::filesystem::remove(shm_transport::path_of(where.path, process(2)));
    a.forget(process(2));
    CHECK(std::exchange(reported, "") == "it has closed its socket");
  }
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
    } hello;
    hello.who = process(9);
    hello.whom = process(1);
    const int descriptors[] = {memory.descriptor(), bell.descriptor()};
    REQUIRE(socket.send(std::as_bytes(std::span(&hello, 1)), descriptors));
  }
  // Waits for the answer: a bell, or an error.
  bool is_admitted() {
    std::array<std::byte, 256> answer;
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

TEST_CASE("a silent process is reported, and blocks only its own senders") {
  const folder where;
  std::atomic<int> reported{0};
  shm_transport a({.folder = where.path,
                   .self = process(1),
                   .forwarder = {},
                   .cut_off = [](const std::string& text) { FAIL(text); },
                   .patience = std::chrono::milliseconds(5),
                   .unreachable =
                       [&](const mmps_name& whom, const std::string&) {
                         CHECK(whom == process(2));
                         ++reported;
                       }});
  shm_transport c({.folder = where.path, .self = process(3), .forwarder = {}});
  auto stopped = std::make_unique<shm::unix_socket>(
      shm::unix_socket::listen_at(shm_transport::path_of(where.path, process(2))));
  const auto send = [&](std::uint32_t whom) {
    message_header header = token_to(process(whom));
    return a.send(header, {});
  };
  std::atomic<int> gone{0};
  std::vector<std::thread> senders;
  for (int i = 0; i < 2; ++i)
    senders.emplace_back([&] { gone += send(2) == shm_transport::sent::gone; });
  while (reported < 3) std::this_thread::yield();
  CHECK(send(3) == shm_transport::sent::yes);
  CHECK(a.cause_of(process(2)) == "");
  CHECK(gone == 0);
  std::filesystem::remove(shm_transport::path_of(where.path, process(2)));
  stopped.reset();  // it ends
  for (std::thread& one : senders) one.join();
  CHECK(gone == 2);
}

TEST_CASE("a segment that could shrink, or is too small, is refused") {
  const int unsealed = memfd_create("x", MFD_ALLOW_SEALING | MFD_CLOEXEC);
  REQUIRE(ftruncate(unsealed, 4096) == 0);
  CHECK_THROWS_AS(shm::segment(unsealed, 4096), shm::bad_segment);
  const shm::segment small(64);
  CHECK_THROWS_AS(shm::segment(dup(small.descriptor()), 4096), shm::bad_segment);
  CHECK_THROWS_AS(shm::segment(open("/dev/null", O_RDWR | O_CLOEXEC), 1), shm::bad_segment);
}
