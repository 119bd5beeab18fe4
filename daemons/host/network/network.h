// The daemon of a host in the network: one listening socket that admits the keys of members and
// guests (CURVE and ZAP), and to each other host a connection with a link on it (host_links.h).
// Every arrival is a mentat_message with right checksums from a sender that has proved its key; all
// others are dropped and counted.
//
// The key that a connection has proved identifies the sender: host NUMBER, or guest NUMBER. A
// message whose header differs is dropped, and so is one of another session. Limits: bodies of
// `longest_host_message`; 4096 unacknowledged messages to a host. Ownership: of its sockets. One
// thread. Errors: texts, at opening; afterwards only send() can fail, when a host is too far
// behind.
#pragma once

#include <zmq.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zmq.hpp>

#include "daemons/host/network/host_links.h"
#include "daemons/host/network/host_network.h"
#include "daemons/host/session/session_place.h"
#include "daemons/host/wire/host_message.h"
#include "mmps/base/instant.h"
#include "mmps/zmq/curve.h"
#include "mmps/zmq/monitor.h"

namespace mentat::host {

inline constexpr std::uint16_t default_port = 7411;

class network final : public host_network {
 public:
  // tcp://ADDRESS or tcp://ADDRESS:PORT. Without a port: 7411, or any port if 7411 is taken. On
  // return the socket is bound, and a test connection with an unknown key has been refused.
  [[nodiscard]] static expected<std::unique_ptr<network>> open(const std::string& listen,
                                                               const mmps::zeromq::key_pair& keys);
  network(const network&) = delete;
  network& operator=(const network&) = delete;
  ~network() override;

  [[nodiscard]] const std::string& address() const override { return address_; }

  void enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
             std::uint64_t seed) override;
  void admit_guest(const std::string& public_key, std::uint32_t guest) override;
  void admit_lost(const std::string& public_key, std::uint32_t host) override;
  void bar(const std::string& public_key) override;
  void add_host(base::instant now, const host_info& host) override;
  void remove_host(base::instant now, std::uint32_t number) override;
  bool send(base::instant now, std::uint32_t number, host_message_kind kind,
            std::span<const std::byte> body) override;
  void send_loosely(std::uint32_t number, host_message_kind kind,
                    std::span<const std::byte> body) override;
  void answer_guest(const std::string& connection, host_message_kind kind,
                    std::span<const std::byte> body) override;
  [[nodiscard]] std::size_t unacknowledged(std::uint32_t number) const override {
    return links_.unacknowledged(number);
  }

  void poll_items(std::vector<zmq_pollitem_t>& items);
  // Reads at most some hundred messages, and retransmits due ones.
  [[nodiscard]] std::vector<arrival> step(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] std::uint64_t strangers() const { return door_.strangers() - tested_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct other {
    std::string address, public_key;
    zmq::socket_t dealer{};
    std::unique_ptr<mmps::zeromq::monitor> watch{};  // destroyed before the dealer
    base::instant retry_at = base::instant::never();
  };

  explicit network(mmps::zeromq::key_pair keys);
  expected<void> listen_at(const std::string& listen);
  expected<void> test_door();
  void receive_one(base::instant now, zmq::message_t& connection, zmq::message_t& frame,
                   std::vector<arrival>& guests);
  static void send_frame(zmq::socket_t& socket, const mmps::mentat_message& message);
  void send_frames();
  void connect(base::instant now, std::uint32_t number, other& to);
  void watch_connections(base::instant now);

  const mmps::zeromq::key_pair keys_;
  const mmps::zeromq::curve_keys known_at_first_{};  // no keys are admitted at first
  std::string address_;
  zmq::context_t context_;
  mmps::zeromq::door door_;
  zmq::socket_t router_;
  std::map<std::uint32_t, other> others_;
  host_links links_;
  std::uint64_t dropped_ = 0;
  std::uint64_t tested_ = 0;  // refused strangers that were this process's own test
  std::uint64_t monitors_ = 0;
};

// The connection of a guest, or of a host that was lost, to the founder.
class guest_connection {
 public:
  guest_connection(const std::string& address, const std::string& founder_key,
                   const mmps::zeromq::key_pair& own);

  // Repeats the request until there is an answer or `until` is reached. Refused: the invitation is
  // not valid, or not any more.
  [[nodiscard]] expected<joined_form> join(const join_form& form, int longest_ms, int lease = -1);

 private:
  zmq::context_t context_;
  zmq::socket_t dealer_;
  std::string address_;
};

}  // namespace mentat::host
