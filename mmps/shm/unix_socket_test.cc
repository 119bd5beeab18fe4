#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/unix_socket.h"

#include <doctest/doctest.h>

#include <span>
#include <vector>

using mentat::mmps::shm::unix_socket;

TEST_CASE("the last packets of a peer arrive, even if it has closed without reading its own") {
  auto [here, there] = unix_socket::pair();
  const char news[] = "news", last[] = "last words";
  CHECK(here.send(std::as_bytes(std::span(news))));
  CHECK(there.send(std::as_bytes(std::span(last))));
  there = unix_socket();
  char packet[64];
  std::vector<int> none;
  CHECK(here.receive(std::as_writable_bytes(std::span(packet)), none) == sizeof last);
  CHECK_FALSE(here.receive(std::as_writable_bytes(std::span(packet)), none));
}
