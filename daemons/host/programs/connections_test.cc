#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/programs/connections.h"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/session/session_place.h"

namespace mentat::host {
namespace {

using mmps::shm::unix_socket;

class folder {
 public:
  folder() {
    const char* tests = std::getenv("TEST_TMPDIR");
    path_ = std::string(tests ? tests : "/tmp") + "/connections.XXXXXX";
    REQUIRE(mkdtemp(path_.data()) != nullptr);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct tested {
  folder at;
  host_log log = *host_log::begin(at.path(), "test");
  connections all{log};

  tested() { all.listen_at(at.path() + "/door"); }
  unix_socket connect() {
    auto made = unix_socket::connect_to(at.path() + "/door");
    REQUIRE(made);
    return std::move(*made);
  }
  // Handles the packets that have arrived. Returns the connections that sent one.
  std::vector<int> turn() {
    std::vector<zmq_pollitem_t> items;
    all.poll_items(items);
    REQUIRE(zmq_poll(items.data(), static_cast<int>(items.size()), 0) >= 0);
    std::vector<int> heard;
    all.serve(items, [&](int one) { heard.push_back(one); });
    all.sweep();
    return heard;
  }
};

std::optional<program_packet> read(unix_socket& from) {
  program_packet packet;
  std::vector<int> none;
  from.set_timeout(10'000);
  const auto size = from.receive(std::as_writable_bytes(std::span(&packet, 1)), none);
  return size == sizeof packet ? std::optional(packet) : std::nullopt;
}

}  // namespace

TEST_CASE("an admitted client is heard, and answered in as many packets as it takes") {
  tested here;
  unix_socket peer = here.connect();
  CHECK(here.turn().empty());
  program_packet question;
  question.kind = program_packet_kind::ask;
  peer.send(std::as_bytes(std::span(&question, 1)));
  const std::vector<int> heard = here.turn();
  REQUIRE(heard.size() == 1);
  std::vector<descriptor> given;
  CHECK(here.all.receive(heard[0], given)->kind == program_packet_kind::ask);
  const std::string longer(3 * question.text.size(), 'x');
  here.all.answer(heard[0], {session_row{"host", {}}.add("name", longer)});
  std::string text;
  for (;;) {
    const auto part = read(peer);
    REQUIRE(part);
    text += part->text.data();
    if (part->kind == program_packet_kind::answered) break;
    CHECK(part->kind == program_packet_kind::answer);
  }
  REQUIRE(rows_from_text(text).size() == 1);
  CHECK(rows_from_text(text)[0].get("name") == longer);
}

TEST_CASE("a refused client gets the reason, then the end; its later packets are not read") {
  tested here;
  unix_socket peer = here.connect();
  CHECK(here.turn().empty());
  const program_packet said{};
  peer.send(std::as_bytes(std::span(&said, 1)));
  const std::vector<int> heard = here.turn();
  REQUIRE(heard.size() == 1);
  std::vector<descriptor> given;
  CHECK(here.all.receive(heard[0], given));
  here.all.refuse(heard[0], "no");
  CHECK(here.turn().empty());
  const auto answer = read(peer);
  REQUIRE(answer);
  CHECK(answer->kind == program_packet_kind::refused);
  CHECK(std::string(answer->text.data()) == "no");
  CHECK_FALSE(read(peer));
  CHECK(here.all.tell(heard[0], said));  // it is gone: the packet is dropped
  CHECK(here.all.all_told());
}

TEST_CASE("more than the limit are refused") {
  rlimit descriptors{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &descriptors) == 0);
  descriptors.rlim_cur = descriptors.rlim_max;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &descriptors) == 0);
  tested here;
  std::vector<unix_socket> peers;
  for (std::size_t i = 0; i <= connections::max_open; ++i) {
    peers.push_back(here.connect());
    CHECK(here.turn().empty());
  }
  CHECK_FALSE(read(peers.back()));
}

}  // namespace mentat::host
