// A daemon's access to its session through the endpoint of its process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/session_access.h"
#include "mmps/wire/message_type.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/lent_blocks.h"

namespace mentat::loader {

class endpoint_access final : public session_access {
 public:
  explicit endpoint_access(node::endpoint& through) : endpoint_(through) {}

  bool send(mmps::message_header& header, std::span<const std::byte> body) override {
    return endpoint_.send(header, body) == node::endpoint::sent::yes;
  }
  bool send(mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()> when_out) override {
    return endpoint_.send(header, body, &when_out) == node::endpoint::sent::yes;
  }
  bool send_with_blocks(const mmps::mentat_message& message) override {
    mmps::message_header header = message.header;
    base::byte_buffer body;
    body.append(message.body());
    return endpoint_.give(header, std::move(body), node::lend(message.apart()), nullptr) ==
           node::endpoint::sent::yes;
  }
  bool receive(handler handle) override {
    return endpoint_.receive(
        [&](const mmps::message_header& header, std::span<const std::byte> body) {
          if (static_cast<mmps::message_type>(header.type) == mmps::message_type::past)
            return endpoint_.take_past(header, body);
          handle(header, body);
        });
  }
  std::vector<mmps::message_header> take_undelivered() override {
    return endpoint_.take_undelivered();
  }
  bool has_mail() const override { return endpoint_.has_mail(); }
  bool has_mail_from(const mmps::mmps_name& process) const override {
    return endpoint_.has_mail_from(process);
  }
  bool keeps_messages() const override { return endpoint_.has_to_send() || endpoint_.holds_mail(); }
  bool all_arrived() const override {
    return !keeps_messages() && (!endpoint_.has_network() || endpoint_.all_arrived());
  }
  void note_up(const mmps::mmps_name& process, const std::string& address) override {
    endpoint_.note_up(process, address);
  }
  void forget(const mmps::mmps_name& process) override { endpoint_.forget(process); }
  mmps::shm::doorbell& own_page() override { return endpoint_.bell(); }
  const mmps::shm::doorbell* page_of(const mmps::mmps_name& process) override {
    return endpoint_.page_of(process);
  }

 private:
  node::endpoint& endpoint_;
};

}  // namespace mentat::loader
