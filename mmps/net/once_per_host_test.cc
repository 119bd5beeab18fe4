// Buffers for several processes of another host, on the virtual network: they cross it once, and
// arrive whole whatever happens to the process that has them first.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/net/network.h"
#include "mmps/net/numbered_messages.h"
#include "mmps/net/shared_pieces.h"
#include "mmps/net/simulated_networks.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

using base::millisecond;
using base::second;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr mmps_name sender_name = mmps_name::of_process(1, 1, 2, 1);

// A sender, and some processes of another host, which check what they get.
class one_host {
 public:
  // `last`: of the last process, if it has not those of the others.
  one_host(std::size_t count, std::uint64_t seed, std::shared_ptr<shared_pieces> pieces,
           std::shared_ptr<shared_pieces> last = nullptr)
      : all(seed), sender_(all.add(sender_name)) {
    all.ways.observe([this](const mmps_name& from, const mmps_name&, const mentat_message& message,
                            base::instant) {
      if ((message.header.flags & flag::elsewhere) != 0) last_name = message.again();
      if (from == sender_name) crossed += message.body().size();
      if (message.header.type == static_cast<std::uint8_t>(message_type::missing)) ++missing;
    });
    for (std::size_t i = 0; i < count; ++i) {
      names.push_back(mmps_name::of_process(2, 1, static_cast<std::uint32_t>(3 + i), 1));
      if (last && i + 1 == count) pieces = last;
      nodes.push_back(&all.add(names[i], {.pieces = pieces}));
      got.emplace_back();
      wanted.emplace_back();
      nodes[i]->handle = [this, i](const message_header& header, std::span<const std::byte> body) {
        const auto& [value, size] = wanted[i].at(got[i]);
        right = right && header.tag.number == ++got[i] && body.size() == 8 + size &&
                std::ranges::count(body.subspan(8), value) == static_cast<std::ptrdiff_t>(size);
      };
      all.introduce(sender_, sender_name, *nodes[i], names[i]);
    }
    all.run_for(second);
  }

  void give(std::size_t to, const std::shared_ptr<std::byte[]>& block, std::size_t size) {
    wanted[to].emplace_back(block[0], size);
    REQUIRE(give_block(*sender_, names[to], wanted[to].size(), block, size));
  }
  // The process is killed, and the sender hears of it some time later.
  void kill(std::size_t i) {
    all.end(*nodes[i]);
    nodes[i] = nullptr;
  }
  bool all_arrive(base::duration within = 1000 * second) {
    return all.run_until(
        [&] {
          for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i] && !has_all(i)) return false;
          return true;
        },
        within);
  }
  [[nodiscard]] bool has_all(std::size_t i) const { return got[i] == wanted[i].size(); }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return sender_.warnings; }
  network& sender() { return *sender_; }

  std::size_t crossed = 0, missing = 0;
  mentat_message last_name;  // in the place of a piece
  bool right = true;
  world all;
  std::vector<mmps_name> names;
  std::vector<node*> nodes;

 private:
  node& sender_;
  std::vector<std::uint64_t> got;
  std::vector<std::vector<std::pair<std::byte, std::size_t>>> wanted;
};

std::shared_ptr<std::byte[]> block_of(std::size_t size, std::uint64_t value) {
  auto made = std::make_shared<std::byte[]>(size);
  std::memset(made.get(), static_cast<int>(value), size);
  return made;
}

}  // namespace

TEST_CASE("64 MiB for eight calls cross the network once, in any number of processes") {
  for (const std::size_t count : {1, 2, 3, 8}) {
    INFO(count << " processes");
    one_host host(count, 1, shared_pieces::make());
    const std::size_t size = 64 * mebibyte;
    const auto block = block_of(size, 7);
    for (std::size_t i = 0; i < 8; ++i) host.give(i % count, block, size);
    CHECK(host.all_arrive());
    CHECK(host.right);
    CHECK(host.missing == 0);
    CHECK(host.crossed <= size * 102 / 100);
  }
}

TEST_CASE("a process that gets it later finds it, too, also when the first one has been killed") {
  one_host host(2, 1, shared_pieces::make());
  const std::size_t size = 4 * mebibyte;
  const auto block = block_of(size, 7);
  host.give(0, block, size);
  host.all.run_for(second);
  host.kill(0);
  host.give(1, block, size);
  CHECK(host.all_arrive());
  CHECK(host.right);
  CHECK(host.missing == 0);
  CHECK(host.crossed <= size * 102 / 100);
}

TEST_CASE("where processes share no memory, each gets the bytes") {
  one_host host(2, 1, nullptr);
  const std::size_t size = 64 * mebibyte;
  const auto block = block_of(size, 7);
  for (std::size_t i = 0; i < 4; ++i) host.give(i % 2, block, size);
  CHECK(host.all_arrive(second / 2));  // before a link repeats anything by itself
  CHECK(host.right);
  CHECK(host.missing > 0);
  CHECK(host.missing < 20);
  CHECK(host.warnings().size() == 1);
  CHECK(host.crossed <= 2 * size * 102 / 100);
}

TEST_CASE("who waits for a process that ends gets the bytes at once") {
  for (const bool connection_breaks : {true, false}) {
    one_host host(2, 1, shared_pieces::make());
    const auto block = block_of(4 * mebibyte, 7);
    host.all.ways.set_way(host.names[0], sender_name, {.cut = true});  // nothing is acknowledged
    host.give(0, block, 4 * mebibyte);
    host.give(1, block, 4 * mebibyte);
    host.all.run_for(spread_pieces::patience / 2);
    CHECK_FALSE(host.has_all(1));
    connection_breaks ? host.kill(0) : host.sender().forget(host.names[0]);
    CHECK(host.all.run_until([&] { return host.has_all(1); }, spread_pieces::patience / 4));
    CHECK(host.right);
  }
}

TEST_CASE("whoever is killed, and whatever is lost, the others get everything, whole") {
  std::size_t missing = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    INFO("seed " << seed);
    one_host host(3, seed, shared_pieces::make(), seed % 3 == 0 ? shared_pieces::make() : nullptr);
    base::random random(seed);
    if (seed % 2 == 0)
      host.all.ways.set_every_way({.loss = 30'000, .duplication = 30'000, .reordering = true});
    const std::size_t killed_at = random.below(30), killed = random.below(3);
    std::shared_ptr<std::byte[]> block;
    for (std::size_t i = 0; i < 30; ++i) {
      if (!block || random.below(3) == 0) block = block_of(3 * mebibyte, random.below(256));
      const std::size_t size = 100'000 + random.below(3) * mebibyte;
      for (std::size_t to = 0; to < 3; ++to)
        if (host.nodes[to] && random.below(4) != 0) host.give(to, block, size);
      if (i == killed_at) host.kill(killed);
      if (i == killed_at + 3) host.sender().forget(host.names[killed]);
      host.all.run_for(random.below(20) * millisecond);
    }
    host.sender().forget(host.names[killed]);
    CHECK(host.all_arrive());
    CHECK(host.right);
    missing += host.missing;
  }
  CHECK(missing > 0);
}

TEST_CASE("while the first process takes nothing in, the others wait a limited time") {
  one_host host(2, 1, shared_pieces::make());
  const std::size_t size = 64 * mebibyte;
  const auto block = block_of(size, 7);
  host.nodes[0]->handle = nullptr;
  host.give(0, block, size);
  host.all.run_for(second);
  host.give(1, block, size);
  CHECK(host.all.run_until([&] { return host.has_all(1); }, 2 * second));
  CHECK(host.right);
}

TEST_CASE("a frame that its link does not take in changes no piece that processes share") {
  const auto pieces = shared_pieces::make();
  one_host host(1, 1, pieces);
  const mmps_name thief_name = mmps_name::of_process(1, 1, 9, 1);
  const auto thief = host.all.ways.open(thief_name);
  REQUIRE(thief->connect(host.names[0], (*host.nodes[0])->address()).empty());
  (*host.nodes[0])->connect(thief_name, thief->address());
  host.all.run_for(second);
  const auto shared_after = [&](std::uint64_t sequence, std::uint64_t value) {
    mentat_message frame(block_of(100'000, value), 100'000);
    frame.header.type = 3;
    frame.header.source = thief_name;
    frame.header.destination = host.names[0];
    frame.header.flags = flag::repeated | flag::more;
    frame.header.link_sequence = sequence;
    protect_body(frame);
    const std::uint32_t crc = frame.header.body_crc;
    REQUIRE(thief->try_send(host.names[0], frame) == sent::yes);
    host.all.run_for(second);
    return pieces->find({thief_name, host.names[0], sequence}, 100'000, crc).has_value();
  };
  CHECK(shared_after(1, 1));
  CHECK_FALSE(shared_after(1, 2));
  CHECK(shared_after(3, 3));
  CHECK_FALSE(shared_after(3, 4));
  CHECK_FALSE(shared_after(100'000, 5));
  CHECK_FALSE(shared_after(0, 6));
}

TEST_CASE("nobody can name what another has sent, and nonsense changes nothing") {
  one_host host(2, 1, shared_pieces::make());
  const auto block = block_of(2 * mebibyte, 7);
  host.give(0, block, 2 * mebibyte);
  CHECK(host.all_arrive());
  host.give(1, block, 2 * mebibyte);
  CHECK(host.all_arrive());
  REQUIRE(host.last_name.header.link_sequence != 0);
  const mmps_name thief_name = mmps_name::of_process(1, 1, 9, 1);
  const auto thief = host.all.ways.open(thief_name);
  REQUIRE(thief->connect(host.names[1], (*host.nodes[1])->address()).empty());
  (*host.nodes[1])->connect(thief_name, thief->address());
  host.all.run_for(second);
  const auto send = [&](std::size_t size, std::uint8_t type, std::uint64_t sequence) {
    mentat_message frame(host.last_name.header, host.last_name.body().first(size));
    frame.header.type = type;
    frame.header.source = thief_name;
    frame.header.flags &= static_cast<std::uint16_t>(~flag::more);
    frame.header.link_sequence = sequence;
    frame.header.link_acknowledged = 0;
    REQUIRE(thief->try_send(host.names[1], frame) == sent::yes);
    host.all.run_for(second);
  };
  const std::size_t whole = host.last_name.body().size();
  send(whole, 3, 1);
  CHECK(host.missing == 1);
  send(whole - 1, 3, 1);
  send(0, 3, 1);
  send(whole, 3, 0);
  send(8, static_cast<std::uint8_t>(message_type::missing), 0);
  send(whole, static_cast<std::uint8_t>(message_type::missing), 0);
  CHECK((*host.nodes[1])->handled_from(thief_name) == 0);
  CHECK_FALSE((*host.nodes[1])->has_mail());
  host.give(1, block, 2 * mebibyte);
  CHECK(host.all_arrive());
  CHECK(host.right);
}

}  // namespace mentat::mmps::net
