// The network as a host's part in its session sees it (host_session.h). `network` implements it
// over ZeroMQ, the simulator over a virtual network. Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "daemons/host/wire/host_message.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::host {

// A message of another host or of a guest, whose key the connection has proved.
struct arrival {
  host_message_kind kind{};
  std::uint32_t host = 0, incarnation = 0;  // 0: it is a guest
  std::uint32_t guest = 0;
  std::string connection;  // of a guest: for answer_guest()
  mmps::mentat_message message;
  std::uint32_t known = 0;  // of a join: the number of the host whose key was shown; 0: a guest's
};

class host_network {
 public:
  virtual ~host_network() = default;

  [[nodiscard]] virtual const std::string& address() const = 0;  // with the port
  // Sets the name of this host. Before that, only messages of guests are accepted.
  virtual void enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
                     std::uint64_t seed) = 0;

  virtual void admit_guest(const std::string& public_key, std::uint32_t guest) = 0;
  // Admits a lost host: it may ask for its place again, and send nothing else.
  virtual void admit_lost(const std::string& public_key, std::uint32_t host) = 0;
  virtual void bar(const std::string& public_key) = 0;
  // Connects to the host, and admits it. Replaces an earlier host of the same number.
  virtual void add_host(base::instant now, const host_info& host) = 0;
  virtual void remove_host(base::instant now, std::uint32_t number) = 0;

  // False: the link's queue is full (fixed.link_queue), or there is no such host.
  virtual bool send(base::instant now, std::uint32_t number, host_message_kind kind,
                    std::span<const std::byte> body) = 0;
  // Sends without the link: the message may be lost.
  virtual void send_loosely(std::uint32_t number, host_message_kind kind,
                            std::span<const std::byte> body) = 0;
  virtual void answer_guest(const std::string& connection, host_message_kind kind,
                            std::span<const std::byte> body) = 0;
  [[nodiscard]] virtual std::size_t unacknowledged(std::uint32_t number) const = 0;
};

}  // namespace mentat::host
