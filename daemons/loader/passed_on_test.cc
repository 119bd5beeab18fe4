// A request that arrives from another host with a checksum. An instantiation manager changes it and
// passes it on under the name of its sender: over shared memory and over the network.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmps/wire/message_type.h"
#include "rts/session/endpoint/endpoint.h"

namespace mentat::loader {
namespace {

using mmps::message_header;
using mmps::mmps_name;
using node::endpoint;

struct folder {
  folder() {
    const char* const where = std::getenv("TEST_TMPDIR");
    path = where != nullptr && std::string(where).size() < 60 ? where : "/tmp";
    path += "/on.XXXXXX";
    REQUIRE(mkdtemp(path.data()));
  }
  ~folder() { std::filesystem::remove_all(path); }
  std::string path;
};

// A process of the session, and its messages from others.
struct process {
  process(const folder& at, std::uint32_t host, std::uint32_t number, node::role what)
      : self{mmps_name::of_process(host, 1, number, 1), what, at.path, {}, {}, {}} {
    self.network.listen =
        "ipc://" + at.path + "/n" + std::to_string(host) + "." + std::to_string(number);
    self.network.cluster = 7;
    reached.emplace(self);
  }
  void know(process& other) {
    reached->announce(other.self.self, getpid());
    reached->note_up(other.self.self, other.reached->address());
  }
  // Receives one message; false: none has arrived. Then its sender sends the messages that had to
  // wait.
  bool receive(process& sender, const endpoint::handler& handle) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    bool came = false;
    const auto take = [&](const message_header& header, std::span<const std::byte> body) {
      if (header.type == static_cast<std::uint8_t>(mmps::message_type::past))
        return reached->take_past(header, body);
      came = true;
      handle(header, body);
    };
    while (!came && std::chrono::steady_clock::now() < end)
      if (!reached->receive(take)) {
        sender.receive_past();
        sched_yield();
      }
    return came;
  }
  void receive_past() {
    reached->receive([&](const message_header& header, std::span<const std::byte> body) {
      if (header.type == static_cast<std::uint8_t>(mmps::message_type::past))
        reached->take_past(header, body);
    });
  }
  node::member self;
  std::optional<endpoint> reached;
};

std::vector<std::byte> bytes(std::size_t size, int value) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

}  // namespace

TEST_CASE("a request from another host is passed on without its old checksum") {
  const folder here, there, elsewhere;
  process from(here, 1, 3, node::role::worker);
  process manager(there, 2, 1, node::role::instantiation_manager);
  process near(there, 2, 3, node::role::worker);
  process far(elsewhere, 3, 3, node::role::worker);
  from.know(manager);
  manager.know(from);
  for (process* one : {&near, &far}) {
    manager.know(*one);
    one->know(manager);
    one->know(from);
  }
  // In one piece, and in several.
  for (const std::size_t size : {std::size_t{100}, std::size_t{3} << 20}) {
    message_header header;
    header.type = static_cast<std::uint8_t>(mmps::message_type::instantiate);
    header.destination = manager.self.self;
    REQUIRE(from.reached->send(header, bytes(size, 1)) == endpoint::sent::yes);
    const auto pass_on = [&](const message_header& got, std::span<const std::byte> body) {
      CHECK(body.size() == size);
      CHECK(got.source == from.self.self);
      for (process* one : {&near, &far}) {
        message_header on = got;
        on.destination = one->self.self;
        ++on.hops;
        CHECK(manager.reached->send(on, bytes(size - 1, 2)) == endpoint::sent::yes);
      }
    };
    REQUIRE(manager.receive(from, pass_on));
    const auto look = [&](const message_header& got, std::span<const std::byte> body) {
      CHECK(got.source == from.self.self);
      CHECK((got.flags & mmps::flag::body_crc) == 0);
      CHECK(std::ranges::equal(body, bytes(size - 1, 2)));
    };
    for (process* one : {&near, &far}) CHECK(one->receive(manager, look));
  }
  for (process* one : {&from, &manager, &near, &far}) one->reached->close();
}

}  // namespace mentat::loader
