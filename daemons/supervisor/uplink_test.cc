#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/supervisor/uplink.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>

namespace mentat::supervisor {
namespace {

using host::program_packet;
using host::program_packet_kind;
using mmps::mmps_name;
using mmps::shm::unix_socket;
using node::notice;
using node::notice_kind;
using node::role;

constexpr std::uint32_t here = 1;

struct line {
  line() {
    auto [ours, theirs] = unix_socket::pair();
    daemon = std::move(theirs);
    up = uplink(std::move(ours), here);
  }
  std::optional<std::vector<notice>> after(const program_packet& packet) {
    daemon.send(std::as_bytes(std::span(&packet, 1)));
    return up.hear();
  }
  std::optional<std::vector<notice>> after(notice_kind kind, const mmps_name& who,
                                           role what = role::worker, const std::string& text = "") {
    program_packet packet;
    packet.kind = program_packet_kind::news;
    packet.news.kind = kind;
    packet.news.process = who;
    packet.news.role = what;
    packet.news.set_text(text);
    return after(packet);
  }
  std::optional<std::vector<notice>> after_loss(std::uint32_t host, std::uint32_t incarnation) {
    program_packet packet;
    packet.kind = program_packet_kind::host_down;
    packet.host = host;
    packet.incarnation = incarnation;
    const std::string text = "host b is lost";
    std::ranges::copy(text, packet.text.begin());
    return after(packet);
  }
  unix_socket daemon;
  uplink up;
};

mmps_name process(std::uint32_t host, std::uint32_t number, std::uint32_t incarnation = 7) {
  return mmps_name::of_process(host, incarnation, number, 1);
}

}  // namespace

TEST_CASE("a host that is being drained is told of once, this one, too, until it has left") {
  line one;
  REQUIRE(one.after(notice_kind::up, process(2, 1), role::instantiation_manager));
  for (const std::uint32_t host : {2u, here}) {
    const auto told =
        one.after(notice_kind::drains, process(host, 1), role::instantiation_manager, "why");
    REQUIRE(told);
    REQUIRE(told->size() == 1);
    CHECK((*told)[0].kind == notice_kind::drains);
    CHECK((*told)[0].get_text() == "why");
    CHECK(one.after(notice_kind::drains, process(host, 1))->empty());
    CHECK(one.up.is_drained_here() == (host == here));
  }
  CHECK(one.up.drained().size() == 2);
  CHECK(one.after_loss(2, 7)->size() == 1);
  CHECK(one.up.drained().size() == 1);
  CHECK(one.after(notice_kind::drains, process(2, 1))->empty());  // late
  CHECK(one.up.drained().size() == 1);
}

TEST_CASE("a process of another host is reported up once and down once") {
  line at;
  auto told = at.after(notice_kind::up, process(2, 3), role::worker, "tcp://10.0.0.2:4000");
  REQUIRE(told);
  REQUIRE(told->size() == 1);
  CHECK(told->front().get_text() == "tcp://10.0.0.2:4000");
  CHECK(at.up.known().size() == 1);
  CHECK(at.after(notice_kind::up, process(2, 3))->empty());
  told = at.after(notice_kind::down, process(2, 3), role::worker, "signal 9");
  REQUIRE(told->size() == 1);
  CHECK(told->front().kind == notice_kind::down);
  CHECK(at.up.known().empty());
  CHECK(at.after(notice_kind::down, process(2, 3))->empty());
  CHECK(at.after(notice_kind::down, process(2, 4))->empty());
}

TEST_CASE("the processes of other hosts that ended last are known, for those that begin later") {
  line at;
  constexpr auto most = static_cast<std::uint32_t>(uplink::max_ended);
  for (std::uint32_t number = 1; number <= most + 1; ++number) {
    at.after(notice_kind::up, process(2, number));
    CHECK(at.up.ended().size() == std::min(number - 1, most));
    if (number <= most) at.after(notice_kind::down, process(2, number), role::worker, "signal 9");
  }
  CHECK(at.up.ended().front().process == process(2, 1));
  CHECK(at.up.ended().front().kind == notice_kind::down);
  at.after_loss(2, 7);
  CHECK(at.up.ended().size() == most);
  CHECK(at.up.ended().front().process == process(2, 2));
  CHECK(at.up.ended().back().process == process(2, most + 1));
  CHECK(at.up.ended().back().get_text() == "host b is lost");
}

TEST_CASE("news of this host, of no process, of no role and of no kind are ignored") {
  line at;
  CHECK(at.after(notice_kind::up, process(here, 3))->empty());
  CHECK(at.after(notice_kind::up, {})->empty());
  CHECK(at.after(notice_kind::up, {2, 7, (3u << 20) + 5, 1u << 20})->empty());
  CHECK(at.after(notice_kind::up, process(2, 3), static_cast<role>(9))->empty());
  CHECK(at.after(notice_kind::start, process(2, 3))->empty());
  CHECK(at.after(static_cast<notice_kind>(99), process(2, 3))->empty());
  program_packet packet;
  packet.kind = static_cast<program_packet_kind>(77);
  CHECK(at.after(packet)->empty());
  CHECK(at.up.known().empty());
}

TEST_CASE(
    "when a host is lost each of its processes is down with the cause, and it is not heard of "
    "again") {
  line at;
  for (std::uint32_t number : {1, 2, 3}) at.after(notice_kind::up, process(2, number));
  at.after(notice_kind::up, process(3, 1));
  at.after(notice_kind::up, process(2, 1, 8));
  const auto told = at.after_loss(2, 7);
  REQUIRE(told->size() == 3);
  for (const notice& one : *told) {
    CHECK(one.kind == notice_kind::down);
    CHECK(one.process.incarnation == 7);
    CHECK(one.get_text() == "host b is lost");
  }
  CHECK(at.up.known().size() == 2);  // of host 3, and of the next incarnation of host 2
  CHECK(at.after(notice_kind::up, process(2, 4))->empty());
  CHECK(at.after_loss(2, 7)->empty());
  CHECK(at.after_loss(here, 7)->empty());
}

TEST_CASE("the end of the daemon, and a packet of another size, are the end of the line") {
  line short_packet;
  short_packet.daemon.send(std::as_bytes(std::span("hello")));
  CHECK_FALSE(short_packet.up.hear());
  line closed;
  closed.daemon = unix_socket();
  CHECK_FALSE(closed.up.hear());
  CHECK(closed.up.why().find("daemon of this host") != std::string::npos);
  notice news;
  closed.up.say(news);  // nothing happens
}

TEST_CASE("the daemon may end the session with a reason") {
  line at;
  program_packet packet;
  packet.kind = program_packet_kind::refused;
  const std::string text = "this host leaves the session";
  std::ranges::copy(text, packet.text.begin());
  CHECK_FALSE(at.after(packet));
  CHECK(at.up.why() == text);
}

TEST_CASE("a notice arrives as news") {
  line at;
  notice news;
  news.kind = notice_kind::up;
  news.process = process(here, 4);
  at.up.say(news);
  program_packet packet;
  std::vector<int> descriptors;
  CHECK(at.daemon.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors) ==
        sizeof packet);
  CHECK(packet.kind == program_packet_kind::news);
  CHECK(packet.news.process == news.process);
}

}  // namespace mentat::supervisor
