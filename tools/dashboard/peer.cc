#include "tools/dashboard/peer.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace mentat::dashboard {
namespace {

// The next word of the line.
std::string_view word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view found = line.substr(0, line.find(' '));
  line.remove_prefix(found.size());
  return found;
}

std::optional<unsigned long> number(std::string_view text) {
  unsigned long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

// "0100007F:1D38", in the order of bytes of this machine; the last word alone in tcp6.
bool is_loopback(std::string_view address, std::uint16_t port) {
  std::array<char, 8> wanted{};
  std::snprintf(wanted.data(), wanted.size(), ":%04X", port);
  constexpr std::string_view loopback =
      __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "0100007F" : "7F000001";
  const std::string_view port_text(wanted.data());
  if (!address.ends_with(port_text)) return false;
  address.remove_suffix(port_text.size());
  return address.ends_with(loopback) && (address.size() == 8 || address.size() == 32);
}

}  // namespace

std::optional<uid_t> owner_in(std::string_view table, std::uint16_t from_port,
                              std::uint16_t to_port) {
  while (!table.empty()) {
    const std::size_t end = std::min(table.find('\n'), table.size());
    std::string_view line = table.substr(0, end);
    table.remove_prefix(std::min(end + 1, table.size()));
    word(line);  // its number
    if (!is_loopback(word(line), from_port) || !is_loopback(word(line), to_port)) continue;
    if (word(line) != "01") continue;        // established
    for (int i = 0; i < 3; ++i) word(line);  // queues, timer, repetitions
    const auto owner = number(word(line));
    word(line);  // a time-out
    const auto inode = number(word(line));
    if (owner && inode && *inode != 0) return static_cast<uid_t>(*owner);
  }
  return {};
}

namespace {

std::optional<uid_t> owner_in_tables(std::uint16_t from_port, std::uint16_t to_port) {
  for (const char* const path : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
    std::ifstream file(path, std::ios::binary);
    const std::string table{std::istreambuf_iterator<char>(file), {}};
    if (const auto owner = owner_in(table, from_port, to_port)) return owner;
  }
  return {};
}

struct inquiry {
  nlmsghdr head{};
  inet_diag_req_v2 asked{};
};

inquiry inquiry_for(std::uint16_t from_port, std::uint16_t to_port) {
  inquiry made;
  made.head.nlmsg_len = sizeof made;
  made.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  made.head.nlmsg_flags = NLM_F_REQUEST;
  made.asked.sdiag_family = AF_INET;
  made.asked.sdiag_protocol = IPPROTO_TCP;
  made.asked.idiag_states = ~0u;
  made.asked.id.idiag_sport = htons(from_port);
  made.asked.id.idiag_dport = htons(to_port);
  made.asked.id.idiag_src[0] = made.asked.id.idiag_dst[0] = htonl(INADDR_LOOPBACK);
  made.asked.id.idiag_cookie[0] = made.asked.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return made;
}

constexpr int longest_answer_ms = 1000;
constexpr std::uint8_t established = 1;

}  // namespace

peer_lookup::peer_lookup()
    : socket_(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)) {
  const timeval longest{longest_answer_ms / 1000, 0};
  if (socket_ >= 0) setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
}

peer_lookup::~peer_lookup() {
  if (socket_ >= 0) ::close(socket_);
}

std::optional<uid_t> peer_lookup::owner(std::uint16_t from_port, std::uint16_t to_port) const {
  const inquiry asked = inquiry_for(from_port, to_port);
  if (socket_ < 0 || ::send(socket_, &asked, sizeof asked, 0) != sizeof asked)
    return owner_in_tables(from_port, to_port);
  alignas(nlmsghdr) std::array<char, 4096> answer{};
  const ssize_t size = ::recv(socket_, answer.data(), answer.size(), 0);
  if (size < static_cast<ssize_t>(sizeof(nlmsghdr))) return owner_in_tables(from_port, to_port);
  nlmsghdr head{};
  std::memcpy(&head, answer.data(), sizeof head);
  if (head.nlmsg_type == NLMSG_ERROR) {
    nlmsgerr fault{};
    if (size < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof fault)) return {};
    std::memcpy(&fault, answer.data() + NLMSG_HDRLEN, sizeof fault);
    if (fault.error == -ENOENT) return {};  // there is no such connection any more
    return owner_in_tables(from_port, to_port);
  }
  inet_diag_msg found{};
  if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
      size < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof found))
    return {};
  std::memcpy(&found, answer.data() + NLMSG_HDRLEN, sizeof found);
  const bool is_asked = found.id.idiag_sport == asked.asked.id.idiag_sport &&
                        found.id.idiag_dport == asked.asked.id.idiag_dport;
  if (!is_asked || found.idiag_state != established || found.idiag_inode == 0) return {};
  return found.idiag_uid;
}

}  // namespace mentat::dashboard
