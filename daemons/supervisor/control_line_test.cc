#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/supervisor/control_line.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>

#include <span>
#include <vector>

namespace mentat::supervisor {
namespace {

using mmps::shm::unix_socket;
using node::notice;

notice numbered(std::size_t number) {
  notice news;
  news.cores = static_cast<std::uint32_t>(number);
  return news;
}

// The number of the next notice that has come; REQUIRES: there is one.
std::size_t read(unix_socket& from) {
  notice news;
  std::vector<int> none;
  REQUIRE(from.receive(std::as_writable_bytes(std::span(&news, 1)), none) == sizeof news);
  return news.cores;
}

bool has_mail(const unix_socket& at) {
  pollfd asked{at.descriptor(), POLLIN, 0};
  return poll(&asked, 1, 0) == 1;
}

}  // namespace

TEST_CASE("a reader that stops delays no other, and later reads everything in order") {
  auto [ours, theirs] = unix_socket::pair();
  const int few = 65536;  // bytes, whichever size a socket has by default
  REQUIRE(setsockopt(ours.descriptor(), SOL_SOCKET, SO_SNDBUF, &few, sizeof few) == 0);
  control_line line(std::move(ours));
  CHECK(line.wanted() == POLLIN);
  constexpr std::size_t count = 5000;
  for (std::size_t i = 0; i < count; ++i) line.tell(numbered(i));
  CHECK(line.waiting() > 0);
  CHECK(line.wanted() == (POLLIN | POLLOUT));
  line.ask(numbered(count + 1));  // is not asked
  std::size_t next = 0;
  while (next < count) {
    REQUIRE(has_mail(theirs));
    while (has_mail(theirs)) CHECK(read(theirs) == next++);
    line.go_on();
  }
  CHECK(line.waiting() == 0);
  CHECK(line.wanted() == POLLIN);
  CHECK_FALSE(line.overrun());
  line.ask(numbered(7));
  CHECK(read(theirs) == 7);
}

TEST_CASE("the queue is bounded: a line that passes the limit is overrun and keeps nothing") {
  auto [ours, theirs] = unix_socket::pair();
  control_line line(std::move(ours));
  std::size_t told = 0;
  for (; !line.overrun(); ++told) {
    REQUIRE(line.waiting() <= control_line::max_waiting);
    line.tell(numbered(told));
  }
  CHECK(told > control_line::max_waiting);
  CHECK(line.waiting() == 0);
  line.tell(numbered(0));
  CHECK(line.waiting() == 0);
}

TEST_CASE("a peer that is gone, and a line that never was, are told nothing") {
  auto [ours, theirs] = unix_socket::pair();
  control_line line(std::move(ours));
  theirs = unix_socket();
  {
    const unix_socket closed = std::move(theirs);
  }
  line.tell(numbered(1));
  CHECK(line.waiting() == 0);
  control_line none;
  none.tell(numbered(1));
  none.ask(numbered(1));
  CHECK(none.waiting() == 0);
}

}  // namespace mentat::supervisor
