#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/program/seat.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/wire/program_packet.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::program {
namespace {

using host::program_packet;
using host::program_packet_kind;
using mmps::shm::unix_socket;

// A session's folder with a daemon that answers a program with the packets of a test.
class one_session {
 public:
  one_session() {
    path_ = "/tmp/seat.XXXXXX";  // short: the name of a socket has a limit
    REQUIRE(mkdtemp(path_.data()) != nullptr);
    door_ = unix_socket::listen_at(path_ + "/control");
    REQUIRE(chmod((path_ + "/control").c_str(), 0700) == 0);
  }
  ~one_session() { std::filesystem::remove_all(path_); }

  tl::expected<seat, std::string> answer_with(const std::vector<program_packet>& packets) {
    auto taken = std::async(std::launch::async, [&] { return take_seat(path_, ""); });
    auto program = door_.accept();
    REQUIRE(program);
    program_packet begin;
    std::vector<int> given;
    program->receive(std::as_writable_bytes(std::span(&begin, 1)), given);
    for (const int one : given) close(one);
    for (const program_packet& one : packets) program->send(std::as_bytes(std::span(&one, 1)));
    program.reset();
    return taken.get();
  }

 private:
  std::string path_;
  unix_socket door_;
};

program_packet packet_of(program_packet_kind kind, const std::string& text) {
  program_packet packet;
  packet.kind = kind;
  std::ranges::copy(text, packet.text.begin());
  return packet;
}

}  // namespace

TEST_CASE("hosts that take no part do not keep a program from its start") {
  program_packet begun = packet_of(program_packet_kind::begun, "");
  begun.hosts = 1;
  const auto warning =
      packet_of(program_packet_kind::warning, "host far takes no part: it was started again");
  const auto taken = one_session().answer_with(
      {warning, warning, begun, packet_of(program_packet_kind::takes_part, "near")});
  REQUIRE_MESSAGE(taken, (taken ? "" : taken.error()));
  REQUIRE(taken->hosts.size() == 1);
  CHECK(taken->hosts.front().name == "near");
}

TEST_CASE("a session that refuses a program gives the reason") {
  const auto refused =
      one_session().answer_with({packet_of(program_packet_kind::refused, "too many programs")});
  REQUIRE(!refused);
  CHECK(refused.error().find("too many programs") != std::string::npos);
  const auto broken = one_session().answer_with({});
  REQUIRE(!broken);
  CHECK(broken.error().find("has ended the connection") != std::string::npos);
}

}  // namespace mentat::program
