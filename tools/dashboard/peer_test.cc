#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/peer.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace mentat::dashboard {
namespace {

const std::string head =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n";
std::string line(const std::string& from, const std::string& to, const char* state,
                 const char* owner, const char* inode = "4711") {
  return "   0: " + from + " " + to + " " + state + " 00000000:00000000 00:00000000 00000000  " +
         owner + "        0 " + inode + " 1 0000000000000000 20 4 30 10 -1\n";
}
const std::string ours = "0100007F:1D38", theirs = "0100007F:C350";  // ports 7480 and 50000

}  // namespace

TEST_CASE("the owner of the other end is in its line, not in ours") {
  const std::string table =
      head + line(ours, theirs, "01", "1000") + line(theirs, ours, "01", "1001");
  CHECK(owner_in(table, 50000, 7480) == 1001u);
  CHECK(owner_in(table, 7480, 50000) == 1000u);
  CHECK_FALSE(owner_in(table, 50001, 7480));
}

TEST_CASE("a connection that is closed has no owner, although the system says root") {
  CHECK_FALSE(owner_in(head + line(theirs, ours, "06", "0", "0"), 50000, 7480));
  CHECK_FALSE(owner_in(head + line(theirs, ours, "04", "0", "0"), 50000, 7480));
  CHECK_FALSE(owner_in(head + line(theirs, ours, "05", "1001"), 50000, 7480));
  CHECK_FALSE(owner_in(head + line(theirs, ours, "01", "0", "0"), 50000, 7480));
  CHECK(owner_in(head + line(theirs, ours, "01", "0"), 50000, 7480) == 0u);
}

TEST_CASE("a socket of the newer protocol at an address of the older one is found") {
  const std::string mapped = "0000000000000000FFFF0000";
  CHECK(owner_in(head + line(mapped + theirs, mapped + ours, "01", "5"), 50000, 7480) == 5u);
}

TEST_CASE("other addresses do not count, nor does a damaged table") {
  CHECK_FALSE(owner_in(head + line("0200007F:C350", ours, "01", "5"), 50000, 7480));
  CHECK_FALSE(owner_in(head + line(theirs, "0A00000A:1D38", "01", "5"), 50000, 7480));
  CHECK_FALSE(owner_in(head + line(theirs, ours, "01", "x"), 50000, 7480));
  const std::string whole = head + line(theirs, ours, "01", "5");
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(owner_in(whole.substr(0, size), 50000, 7480).value_or(5) == 5u);
  CHECK_FALSE(owner_in(whole.substr(0, head.size() + 80), 50000, 7480));
}

TEST_CASE("the system knows the owner of a connection, as long as it is open") {
  const int door = socket(AF_INET, SOCK_STREAM, 0), from = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  auto* const address = reinterpret_cast<sockaddr*>(&place);
  REQUIRE(bind(door, address, size) == 0);
  REQUIRE(listen(door, 1) == 0);
  REQUIRE(getsockname(door, address, &size) == 0);
  const std::uint16_t to_port = ntohs(place.sin_port);
  REQUIRE(connect(from, address, size) == 0);
  REQUIRE(getsockname(from, address, &size) == 0);
  const std::uint16_t from_port = ntohs(place.sin_port);
  const peer_lookup lookup;
  CHECK(lookup.owner(from_port, to_port) == getuid());
  CHECK_FALSE(lookup.owner(to_port, to_port));
  shutdown(from, SHUT_WR);
  CHECK_FALSE(lookup.owner(from_port, to_port));
  close(from);
  CHECK_FALSE(lookup.owner(from_port, to_port));
  close(door);
}

}  // namespace mentat::dashboard
