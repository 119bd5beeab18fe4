// Two transports, as in two processes, on two threads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/shm_transport.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/test_peers.h"
#include "mmps/wire/message_type.h"

using namespace mentat;
using namespace mentat::mmps;
using namespace mentat::mmps::shm;

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
