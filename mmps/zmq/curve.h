// Who may connect: CURVE keys of hosts, and the door (ZAP, ZeroMQ RFC 27) that lets in exactly
// those.
//
// CURVE alone authenticates nobody: without a handler of ZAP, libzmq encrypts for any key. So a
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
  // The public key of each host that may connect to us, and to which we may; by its number. All
  // others are strangers.
  std::map<std::uint32_t, std::string> hosts;
  // `own` is the pair of everybody, and `hosts` is not looked at: who shows it is one of us, and
  // from which host a greeting comes is only what it says.
  bool shared = false;

  // The key that a process of that host shows; null: it is a stranger's.
  [[nodiscard]] const std::string* of(std::uint32_t host) const {
    if (shared) return &own.public_key;
    const auto found = hosts.find(host);
    return found == hosts.end() ? nullptr : &found->second;
  }
};

// Empty, or what is wrong with the keys.
[[nodiscard]] std::string check_keys(const curve_keys& keys);

// Before bind. Empty, or why the socket would not be safe.
[[nodiscard]] std::string make_server(zmq::socket_t& socket, const curve_keys& keys);
// Before connect.
void make_client(zmq::socket_t& socket, const key_pair& own, const std::string& server_key);

// Answers the questions of one context's listening sockets. Belongs to one thread; the counter may
// be read by any.
class door {
 public:
  // Listens for questions. A null pointer: there are no keys, and everybody who comes as far as the
  // address is let in.
  door(zmq::context_t& context, const curve_keys* keys);

  [[nodiscard]] zmq::socket_t& socket() { return socket_; }
  void answer_all();  // what has been asked so far; does not wait
  // From now on. Who is connected stays connected.
  void admit(const std::string& public_key, const std::string& user);  // a key in Z85
  void bar(const std::string& public_key);
  [[nodiscard]] std::uint64_t strangers() const { return strangers_; }

 private:
  bool answer_one();

  bool open_;                                 // no keys
  std::map<std::string, std::string> known_;  // raw public key, who proves to be it
  zmq::socket_t socket_;
  std::atomic<std::uint64_t> strangers_{0};
};

// The host whose key the sender of this message has proved to have; none if there are no keys.
[[nodiscard]] const char* proved_host(zmq::message_t& message);

}  // namespace mentat::mmps::zeromq
