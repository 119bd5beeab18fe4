// Real processes over ipc and over TCP with keys, connections that are cut in the middle, processes
// that are killed: between live processes no message is lost or doubled.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/net/zeromq_transport.h"

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <optional>
#include <random>

#include "mmps/base/random.h"
#include "mmps/futex/futex.h"
#include "mmps/net/network.h"
#include "mmps/net/numbered_messages.h"
#include "mmps/wire/message_type.h"
#include "mmps/zmq/curve.h"
#include "mmps/zmq/library.h"

using namespace mentat::mmps;
using net::counted;
using net::network;
using net::send;
using net::try_send;
using namespace std::chrono_literals;

#if defined(__SANITIZE_THREAD__)
// libzmq and its libsodium are not instrumented, so ThreadSanitizer does not see the
// synchronization of their queues.
extern "C" const char* __tsan_default_options() { return "ignore_noninstrumented_modules=1"; }
extern "C" const char* __tsan_default_suppressions() {
  return "race:libzmq.so.5\nrace:libsodium.so\n";
}
#endif

namespace {

const mmps_name a_name = mmps_name::of_process(1, 1, 2, 1);
const mmps_name b_name = mmps_name::of_process(2, 1, 3, 1);
constexpr auto patience = 60s;

class directory {
 public:
  directory() {
    const char* const parent = getenv("TEST_TMPDIR");
    std::string pattern = parent != nullptr && std::string(parent).size() < 60 ? parent : "/tmp";
    pattern += "/net.XXXXXX";
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~directory() { std::filesystem::remove_all(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct place {
  std::string listen;
  zeromq::key_pair keys;
};

place over_ipc(const directory& in, const char* name) {
  return {"ipc://" + in.path() + "/" + name, {}};
}

zeromq::key_pair new_keys() {
  REQUIRE(zeromq::open_library() == "");
  return zeromq::make_key_pair();
}

// A process's network, and its one thread that handles messages.
class node {
 public:
  node(const mmps_name& self, const place& at, std::size_t queue_bytes = std::size_t{1} << 30)
      : options_({.self = self,
                  .queue_bytes = queue_bytes,
                  .sleeps_on = &word_,
                  .arrived = [this] { return ring(); }}),
        network_(
            net::zeromq_transport(options_, {at.listen, at.keys.public_key, at.keys.secret_key}),
            options_) {}
  network& operator*() { return network_; }
  network* operator->() { return &network_; }

  // From any thread. True: the thread slept.
  bool ring() {
    if (!listens_.exchange(false)) return false;
    word_.fetch_add(1);
    mentat::base::futex_wake(word_, true);
    return true;
  }
  void sleep(mentat::base::duration longest, const std::function<bool()>& done) {
    const std::uint32_t before = word_.load();
    listens_ = true;
    if (!network_.has_mail() && !done()) network_.sleep(before, longest);
    listens_ = false;
  }
  // Receives until `done`; false: not in time. Each sleep lasts at most so long.
  bool receive_until(const network::handler& handle, const std::function<bool()>& done,
                     std::chrono::nanoseconds at_once = 10ms) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      if (!network_.receive(handle)) sleep(at_once.count(), done);
    }
    return true;
  }

 private:
  mentat::base::futex_word word_{0};
  std::atomic<bool> listens_{false};
  const net::network_options options_;
  network network_;
};

// A process that echoes messages until it is killed. REQUIRES: no other thread exists yet.
class echo_process {
 public:
  echo_process(const mmps_name& self, const place& at) {
    std::array<int, 2> there{}, back{};
    REQUIRE(pipe(there.data()) == 0);
    REQUIRE(pipe(back.data()) == 0);
    process_ = fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      run(self, at, there[0], back[1]);
      _exit(0);
    }
    close(there[0]);
    close(back[1]);
    tell_ = there[1];
    address_ = read_text(back[0]);
    close(back[0]);
    REQUIRE(address_ != "");
  }
  ~echo_process() {
    end();
    close(tell_);
  }
  void begin(const std::string& with) const { REQUIRE(write_text(tell_, with)); }
  void end() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  static std::string read_text(int from) {
    std::array<char, 200> text{};
    const auto size = read(from, text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }
  static bool write_text(int to, const std::string& text) {
    return write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  static void run(const mmps_name& self, const place& at, int told, int tell) {
    node mine(self, at);
    if (!write_text(tell, mine->address())) return;
    mine->connect(a_name, read_text(told));
    mine.receive_until(
        [&](const message_header& header, std::span<const std::byte> body) {
          message_header back = header;
          back.source = {};
          back.destination = header.source;
          static_cast<void>(mine->send(back, body));
        },
        [] { return false; });
  }
  pid_t process_ = 0;
  int tell_ = -1;
  std::string address_;
};

// Forwards its port to another one, and cuts each connection after so many bytes.
class cutting_proxy {
 public:
  cutting_proxy(std::uint16_t to, std::size_t cut_after) : to_(to), cut_after_(cut_after) {
    door_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in here = loopback(0);
    REQUIRE(bind(door_, reinterpret_cast<sockaddr*>(&here), sizeof here) == 0);
    REQUIRE(::listen(door_, 16) == 0);
    socklen_t size = sizeof here;
    REQUIRE(getsockname(door_, reinterpret_cast<sockaddr*>(&here), &size) == 0);
    port_ = ntohs(here.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~cutting_proxy() {
    stopping_ = true;
    thread_.join();
    close(door_);
  }
  [[nodiscard]] std::string address() const { return "tcp://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] int cuts() const { return cuts_; }

 private:
  static sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
  }
  void run() {
    while (!stopping_) {
      pollfd wanted{door_, POLLIN, 0};
      if (poll(&wanted, 1, 10) <= 0) continue;
      const int client = accept(door_, nullptr, nullptr);
      const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      const sockaddr_in there = loopback(to_);
      if (::connect(server, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0)
        pass_on(client, server);
      close(client);
      close(server);
      ++cuts_;
    }
  }
  void pass_on(int client, int server) {
    std::array<char, 4096> bytes;
    std::size_t passed = 0;
    std::array<pollfd, 2> ends{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    while (!stopping_ && passed < cut_after_) {
      if (poll(ends.data(), 2, 10) <= 0) continue;
      for (int i = 0; i < 2; ++i) {
        if (ends[i].revents == 0) continue;
        const auto got = read(ends[i].fd, bytes.data(), bytes.size());
        if (got <= 0) return;
        if (i == 0) passed += static_cast<std::size_t>(got);
        if (::send(ends[1 - i].fd, bytes.data(), static_cast<std::size_t>(got), MSG_NOSIGNAL) < 0)
          return;
      }
    }
  }
  const std::uint16_t to_;
  const std::size_t cut_after_;
  int door_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<int> cuts_{0};
  std::thread thread_;
};

std::uint16_t port_of(const std::string& address) {
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

void echo_all(node& mine, std::uint64_t count) {
  counted got;
  std::atomic<std::uint64_t> out{0};
  for (std::uint64_t i = 1; i <= count; ++i)
    REQUIRE(send(*mine, b_name, i, i % 50 == 0 ? 30'000 : 20, [&out] { ++out; }));
  REQUIRE(mine.receive_until(std::ref(got), [&] { return got.last == count && out == count; }));
  CHECK(got.right);
}

}  // namespace

TEST_CASE("two processes over ipc: each message comes back once, in order, and is completed") {
  directory in;
  const echo_process other(b_name, over_ipc(in, "b"));
  node mine(a_name, over_ipc(in, "a"));
  other.begin(mine->address());
  mine->connect(b_name, other.address());
  echo_all(mine, 3000);
}

TEST_CASE("connections over TCP with keys are cut again and again, nothing is lost or doubled") {
  const zeromq::key_pair keys = new_keys();
  const place at{"tcp://127.0.0.1:0", keys};
  const echo_process other(b_name, at);
  node mine(a_name, at);
  cutting_proxy to_me(port_of(mine->address()), 200'000);
  other.begin(to_me.address());
  cutting_proxy to_other(port_of(other.address()), 150'000);
  mine->connect(b_name, to_other.address());
  echo_all(mine, 3000);
  CHECK(to_me.cuts() >= 3);
  CHECK(to_other.cuts() >= 3);
}

TEST_CASE("large bodies travel in pieces, also when connections are cut between these") {
  const place at{"tcp://127.0.0.1:0", new_keys()};
  node mine(a_name, at), other(b_name, at);
  cutting_proxy to_me(port_of(mine->address()), 50'000'000);
  cutting_proxy to_other(port_of(other->address()), 5'500'000);
  mine->connect(b_name, to_other.address());
  other->connect(a_name, to_me.address());
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  mentat::base::random random(seed);
  constexpr std::uint64_t count = 40;
  std::atomic<std::uint64_t> out{0};
  std::vector<std::size_t> sizes{0};
  for (std::uint64_t i = 1; i <= count; ++i) {
    sizes.push_back(random.below(i % 3 == 0 ? 4'000'000 : 3000));
    if (i % 5 != 0) {
      REQUIRE(send(*mine, b_name, i, sizes[i], [&out] { ++out; }));
      continue;
    }
    message_header header;
    header.type = 3;
    header.destination = b_name;
    header.tag.number = i;
    std::vector<mentat_message> blocks;
    for (std::size_t done = 0; blocks.empty() || done < sizes[i];) {
      const std::size_t size =
          std::min<std::size_t>(sizes[i] - done, random.below(2) == 0 ? 70 : 1'500'000);
      mentat::base::byte_buffer block;
      block.resize(size);
      std::ranges::fill(block, std::byte(i));
      blocks.push_back(mentat_message::of(std::move(block)));
      done += size;
    }
    REQUIRE(mine->give_blocks(header, std::move(blocks), [&out] { ++out; }) == network::sent::yes);
    CHECK(header.body_length == sizes[i]);
  }
  counted got;
  bool complete = true;
  const auto take = [&](const message_header& header, std::span<const std::byte> body) {
    got(header, body);
    complete = complete && body.size() == sizes[got.last] && header.body_length == body.size() &&
               (header.flags & (flag::more | flag::body_crc)) == 0 && header.body_crc == 0;
  };
  REQUIRE(other.receive_until(take, [&] { return got.last == count; }));
  CHECK(got.right);
  CHECK(complete);
  CHECK(to_other.cuts() >= 1);
  CHECK(mine.receive_until(take, [&] { return out == count; }));
}

TEST_CASE("a process with other keys, or none, is not heard") {
  const place at{"tcp://127.0.0.1:0", new_keys()};
  node mine(a_name, at);
  node stranger(b_name, {"tcp://127.0.0.1:0", new_keys()});
  node keyless(b_name, {"tcp://127.0.0.1:0", {}});
  stranger->connect(a_name, mine->address());
  keyless->connect(a_name, mine->address());
  CHECK(send(*stranger, a_name, 1));
  CHECK(send(*keyless, a_name, 1));
  const mmps_name friend_name = mmps_name::of_process(2, 1, 4, 1);
  node other(friend_name, at);
  mine->connect(friend_name, other->address());
  other->connect(a_name, mine->address());
  CHECK(send(*other, a_name, 7));
  std::uint64_t tags = 0;
  CHECK(mine.receive_until(
      [&](const message_header& got, std::span<const std::byte>) { tags += got.tag.number; },
      [&] { return tags != 0; }));
  CHECK(tags == 7);
  CHECK_THROWS_AS(node(b_name, {"tcp://0.0.0.0:0", {}}), std::runtime_error);
  CHECK_FALSE(mine->has_mail());
}

TEST_CASE("messages that a killed process has not acknowledged are reported as out at forget") {
  directory in;
  // Another life of the same place is another process.
  const mmps_name next_name = mmps_name::of_process(2, 1, 3, 2);
  echo_process other(b_name, over_ipc(in, "b"));
  const echo_process next(next_name, over_ipc(in, "next"));
  node mine(a_name, over_ipc(in, "a"));
  other.begin(mine->address());
  std::atomic<int> out{0};
  mine->connect(b_name, other.address());
  echo_all(mine, 100);
  other.end();
  CHECK(send(*mine, b_name, 1, 20, [&out] { ++out; }));
  mine->forget(b_name);
  CHECK(out == 1);
  CHECK(try_send(*mine, b_name, 2) == network::sent::gone);
  next.begin(mine->address());
  mine->connect(next_name, next.address());
  counted got;
  CHECK(send(*mine, next_name, 1));
  CHECK(mine.receive_until(std::ref(got), [&] { return got.last == 1; }));
}

namespace {

constexpr std::size_t small_queue = std::size_t{4} << 20;

// Sends more than the queue, the window and the mailbox of an idle receiver can hold.
struct flood {
  static constexpr std::uint64_t count = 2000;
  static constexpr std::size_t size = 50'000;
  std::atomic<std::uint64_t> accepted{0}, gone{0}, out{0};
  std::thread thread;

  flood(node& from, const mmps_name& to) {
    thread = std::thread([this, &from, to] {
      for (std::uint64_t i = 1; i <= count; ++i) {
        const network::sent result = try_send(*from, to, i, size, [this] { ++out; });
        if (result == network::sent::yes) ++accepted;
        if (result == network::sent::gone) ++gone;
      }
    });
  }
  // Waits until so many messages wait that the sender is stuck.
  void wait_until_stuck(node& receiver) const {
    while (accepted * size < small_queue || !receiver->has_mail()) std::this_thread::yield();
  }
};

}  // namespace

TEST_CASE("a sender that is too far ahead of a slow receiver waits, and nothing is lost") {
  directory in;
  node mine(a_name, over_ipc(in, "a"), small_queue), other(b_name, over_ipc(in, "b"));
  mine->connect(b_name, other->address());
  other->connect(a_name, mine->address());
  flood all(mine, b_name);
  all.wait_until_stuck(other);
  CHECK(all.accepted < flood::count);  // there is no room for all of them
  counted got;
  CHECK(other.receive_until(std::ref(got), [&] { return got.last == flood::count; }));
  all.thread.join();
  CHECK(got.right);
  CHECK(all.accepted == flood::count);
  CHECK(mine.receive_until([](const message_header&, std::span<const std::byte>) {},
                           [&] { return all.out == flood::count; }));
}

TEST_CASE("a sender that waits for room at a process stops waiting when that ends") {
  directory in;
  node mine(a_name, over_ipc(in, "a"), small_queue), other(b_name, over_ipc(in, "b"));
  mine->connect(b_name, other->address());
  other->connect(a_name, mine->address());
  flood all(mine, b_name);
  all.wait_until_stuck(other);
  mine->note_ending(b_name);
  all.thread.join();
  CHECK(all.accepted + all.gone == flood::count);
  CHECK(all.gone != 0);
  mine->forget(b_name);
  CHECK(all.out == all.accepted);  // each once
}

TEST_CASE("close() completes waiting messages, and no handler is called afterwards") {
  directory in;
  node mine(a_name, over_ipc(in, "a"));
  std::atomic<int> out{0};
  REQUIRE(send(*mine, b_name, 1, 20, [&out] { ++out; }));  // it is not known
  const mmps_name absent = mmps_name::of_process(2, 1, 9, 1);
  mine->connect(absent, "ipc://" + in.path() + "/nobody");
  REQUIRE(send(*mine, absent, 1, 20, [&] {
    ++out;
    CHECK(try_send(*mine, absent, 2) == network::sent::gone);
  }));
  mine->close();
  CHECK(out == 2);
  CHECK(try_send(*mine, b_name, 3) == network::sent::gone);
}

TEST_CASE("what waits for another process goes out when its sender closes") {
  directory in;
  node mine(a_name, over_ipc(in, "a")), other(b_name, over_ipc(in, "b"));
  const mmps_name absent = mmps_name::of_process(b_name.host, 1, 9, 1);
  mine->connect(absent, "ipc://" + in.path() + "/nobody");
  mine->connect(b_name, other->address());
  other->connect(a_name, mine->address());
  std::uint64_t got = 0;
  const auto count = [&](const message_header&, std::span<const std::byte>) { ++got; };
  REQUIRE(send(*mine, b_name, 1));
  REQUIRE(other.receive_until(count, [&] { return got == 1; }));
  constexpr std::size_t size = 4 << 20;
  const auto block = std::make_shared<std::byte[]>(size);
  REQUIRE(net::give_block(*mine, absent, 1, block, size));
  REQUIRE(net::give_block(*mine, b_name, 2, block, size));
  std::thread ends([&] { mine->close(); });
  CHECK(other.receive_until(count, [&] { return got == 2; }));
  ends.join();
}

// The sleeper answers. Each message and each ring must end its sleep, even if one comes while the
// other is handled, and after a long silence.
TEST_CASE("a message ends a sleep, and so does a change of the word") {
  directory in;
  node mine(a_name, over_ipc(in, "a")), other(b_name, over_ipc(in, "b"));
  mine->connect(b_name, other->address());
  other->connect(a_name, mine->address());
  constexpr std::uint64_t count = 2000;
  std::atomic<std::uint64_t> rings{0}, heard{0};
  std::atomic<bool> over{false};
  std::thread sleeper([&] {
    counted got;
    while (got.last < count || heard < count) {
      heard = rings.load();
      if (other->receive([&](const message_header& header, std::span<const std::byte> body) {
            got(header, body);
            static_cast<void>(send(*other, a_name, got.last));
          }))
        continue;
      other.sleep(0, [&] { return rings != heard || (got.last == count && heard == count); });
    }
    CHECK(got.right);
    over = true;
  });
  std::thread ringer([&] {
    while (rings < count) {
      const std::uint64_t now = ++rings;
      other.ring();
      if (now % 200 == 0) std::this_thread::sleep_for(30ms);  // so that both threads sleep
      while (heard < now) std::this_thread::yield();
    }
  });
  counted got;
  for (std::uint64_t i = 1; i <= count; ++i) {
    REQUIRE(send(*mine, b_name, i));
    REQUIRE(mine.receive_until(std::ref(got), [&] { return got.last == i; }));
    if (i % 300 == 0) std::this_thread::sleep_for(30ms);
  }
  ringer.join();
  other.ring();
  sleeper.join();
  CHECK(over);
}

TEST_CASE(
    "a sleep ends at its time, whether the network's thread looks at it often or sleeps, too") {
  directory in;
  node one(a_name, over_ipc(in, "a"));
  std::mutex lock;
  std::condition_variable changed;
  bool over = false, late = false;
  std::thread helper([&] {
    std::unique_lock guard(lock);
    while (!changed.wait_for(guard, late ? 1s : patience, [&] { return over; })) {
      late = true;
      one.ring();
    }
  });
  // After ten milliseconds the network's thread sleeps, too.
  for (const auto longest : {2ms, 200ms, 2ms, 8ms, 14ms, 50ms, 1ms})
    one.sleep(std::chrono::nanoseconds(longest).count(), [] { return false; });
  {
    const std::lock_guard guard(lock);
    over = true;
  }
  changed.notify_all();
  helper.join();
  CHECK_FALSE(late);
}

TEST_CASE("a receiver that a message woke need not look for the next one while it works") {
  directory in;
  node mine(a_name, over_ipc(in, "a")), other(b_name, over_ipc(in, "b"));
  mine->connect(b_name, other->address());
  other->connect(a_name, mine->address());
  counted got;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    std::thread sender([&] {
      std::this_thread::sleep_for(50ms);  // so that both threads sleep; it must also work without
      CHECK(send(*mine, b_name, 2 * i - 1));
    });
    CHECK(other.receive_until(std::ref(got), [&] { return got.last == 2 * i - 1; }, patience));
    sender.join();
    REQUIRE(send(*mine, b_name, 2 * i));
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!other->has_mail() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    REQUIRE(other->has_mail());
    CHECK(other.receive_until(std::ref(got), [&] { return got.last == 2 * i; }));
  }
}
