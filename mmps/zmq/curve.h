// Access control: the CURVE keys of hosts, and the door (ZAP, ZeroMQ RFC 27) that admits only
// those.
//
// CURVE alone authenticates nobody: without a ZAP handler, libzmq encrypts for any key. So a
// listening socket has a ZAP domain, the option that refuses everybody when no handler answers (93,
// a draft in libzmq 4.3.4, verified after it is set), and a door.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include <zmq.hpp>

namespace mentat::mmps::zeromq {

// Z85 text, 40 characters each.
struct key_pair {
  std::string public_key;
  std::string secret_key;
};

[[nodiscard]] key_pair make_key_pair();

struct curve_keys {
  key_pair own;
  // The public key of each host that may connect to us and we to it, by host number. All others are
  // strangers.
  std::map<std::uint32_t, std::string> hosts;
  // All processes share `own`, and `hosts` is ignored: the key proves membership, but the host in a
  // greeting is only a claim.
  bool shared = false;

  // The key of that host's processes; null: the host is a stranger.
  [[nodiscard]] const std::string* of(std::uint32_t host) const {
    if (shared) return &own.public_key;
    const auto found = hosts.find(host);
    return found == hosts.end() ? nullptr : &found->second;
  }
};

// Empty, or the fault of the keys.
[[nodiscard]] std::string check_keys(const curve_keys& keys);

// Call it before bind. Empty, or why the socket would not be safe.
[[nodiscard]] std::string make_server(zmq::socket_t& socket, const curve_keys& keys);
// Call it before connect.
void make_client(zmq::socket_t& socket, const key_pair& own, const std::string& server_key);

// Answers the ZAP requests of one context's listening sockets. Belongs to one thread; any thread
// may read the counter.
class door {
 public:
  // Listens for requests. A null pointer: there are no keys, and everyone who can reach the address
  // is admitted.
  door(zmq::context_t& context, const curve_keys* keys);

  [[nodiscard]] zmq::socket_t& socket() { return socket_; }
  void answer_all();  // all pending requests; does not wait
  // These apply to new connections; existing ones stay.
  void admit(const std::string& public_key, const std::string& user);  // a key in Z85
  void bar(const std::string& public_key);
  [[nodiscard]] std::uint64_t strangers() const { return strangers_; }

 private:
  bool answer_one();

  bool open_;                                 // admits all: no keys
  std::map<std::string, std::string> known_;  // raw public key, the host that it proves
  zmq::socket_t socket_;
  std::atomic<std::uint64_t> strangers_{0};
};

// The host whose key the sender of this message has proved; null if there are no keys.
[[nodiscard]] const char* proved_host(zmq::message_t& message);

}  // namespace mentat::mmps::zeromq
