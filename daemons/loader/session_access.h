// A daemon's access to the other processes of its session. A process implements it by its endpoint
// (endpoint_access.h), a test by the virtual network. Delivery is in causal order, as
// rts/session/endpoint/endpoint.h promises. Thread-safety: the daemon's thread only.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mmps/base/function_ref.h"
#include "mmps/shm/bell.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::loader {

class session_access {
 public:
  using handler =
      base::function_ref<void(const mmps::message_header& header, std::span<const std::byte> body)>;

  // Sends to the process of header.destination; never waits. Fills in the source, if it is unbound.
  // False: the receiver has no room, or has ended.
  [[nodiscard]] virtual bool send(mmps::message_header& header,
                                  std::span<const std::byte> body) = 0;
  // The same; calls `when_out`, on any thread, once the message would survive the end of this
  // process, and destroys it once the message is out or has no receiver any more.
  [[nodiscard]] virtual bool send(mmps::message_header& header, std::span<const std::byte> body,
                                  std::function<void()> when_out) {
    if (!send(header, body)) return false;
    when_out();
    return true;
  }
  // The same, of a message with values apart from its body.
  [[nodiscard]] virtual bool send_with_blocks(const mmps::mentat_message& message) {
    mmps::mentat_message whole = message.in_one();
    return send(whole.header, whole.body());
  }
  // Gives some of the messages that have arrived to `handle`. True if any arrived.
  virtual bool receive(handler handle) = 0;
  // The headers of messages that send() took and that no process will receive.
  [[nodiscard]] virtual std::vector<mmps::message_header> take_undelivered() = 0;
  [[nodiscard]] virtual bool has_mail() const = 0;
  // Whether a message from that process has arrived and has not been handled.
  [[nodiscard]] virtual bool has_mail_from(const mmps::mmps_name& process) const = 0;
  // Whether a message that send() took waits until its receiver has room, or an arrived message
  // waits until others are handled.
  [[nodiscard]] virtual bool keeps_messages() const = 0;

  // Whether no message that send() took may still be lost with this process.
  [[nodiscard]] virtual bool all_arrived() const { return !keeps_messages(); }

  // The process can be reached. The address is empty for a process of this host.
  virtual void note_up(const mmps::mmps_name& process, const std::string& address) = 0;
  // The process has ended, and everything that it had sent has been received.
  virtual void forget(const mmps::mmps_name& process) = 0;

  // The load pages of the daemon's own process and of another process of this host; null: not
  // accessible.
  [[nodiscard]] virtual mmps::shm::doorbell& own_page() = 0;
  [[nodiscard]] virtual const mmps::shm::doorbell* page_of(const mmps::mmps_name& process) = 0;

 protected:
  ~session_access() = default;
};

}  // namespace mentat::loader
