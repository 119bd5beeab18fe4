#include "daemons/host/network/host_links.h"

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::host {

using base::instant;
using mmps::mentat_message;
using mmps::mmps_name;

mentat_message message_of(host_message_kind kind, std::span<const std::byte> body) {
  mentat_message message(body);
  message.header.type = static_cast<std::uint8_t>(mmps::message_type::query);
  message.header.function = static_cast<std::uint16_t>(kind);
  mmps::protect_body(message);
  return message;
}

bool is_host_message(const mentat_message& message) {
  return message.header.type == static_cast<std::uint8_t>(mmps::message_type::query);
}

void host_links::enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
                       std::uint64_t seed) {
  session_ = session;
  self_ = name_of(number, incarnation);
  mmps::link_table_limits limits;
  limits.link.queue_messages = 4096;
  links_ = std::make_unique<mmps::link_table>(limits, seed);
}

void host_links::remove(std::uint32_t number) {
  const auto found = others_.find(number);
  if (found == others_.end()) return;
  links_->close(found->second);
  others_.erase(found);
}

void host_links::connected(instant now, std::uint32_t number) {
  const auto found = others_.find(number);
  if (found == others_.end()) return;
  links_->pipe_up(now, found->second);
  collect();
}

bool host_links::send(instant now, std::uint32_t number, host_message_kind kind,
                      std::span<const std::byte> body) {
  const auto found = others_.find(number);
  if (found == others_.end()) return false;
  const bool queued =
      links_->send(now, found->second, message_of(kind, body)) == mmps::link_table::queued::yes;
  collect();
  return queued;
}

void host_links::send_loosely(std::uint32_t number, host_message_kind kind,
                              std::span<const std::byte> body) {
  const auto found = others_.find(number);
  if (found == others_.end()) return;
  mentat_message message = message_of(kind, body);
  message.header.destination = found->second;
  sign(message);
  frames_.push_back({number, std::move(message)});
}

void host_links::sign(mentat_message& message) const {
  message.header.cluster = session_;
  message.header.source = self_;
}

bool host_links::take(instant now, std::uint32_t number, mentat_message&& message) {
  const auto known = others_.find(number);
  if (known == others_.end() || message.header.source != known->second ||
      message.header.cluster != session_ || message.header.destination != self_)
    return false;
  if (is_host_message(message) &&
      static_cast<host_message_kind>(message.header.function) == host_message_kind::beat) {
    put_arrival(known->second, std::move(message));
    return true;
  }
  links_->step(now, known->second, std::move(message));
  collect();
  return true;
}

void host_links::tick(instant now) {
  if (!links_) return;
  links_->tick(now);
  collect();
}

instant host_links::next_deadline() const {
  return links_ ? links_->next_deadline() : instant::never();
}

std::size_t host_links::unacknowledged(std::uint32_t number) const {
  const auto found = others_.find(number);
  const auto* link = found == others_.end() ? nullptr : links_->find(found->second);
  return link ? link->unacknowledged() : 0;
}

void host_links::put_arrival(const mmps_name& from, mentat_message&& message) {
  const auto kind = static_cast<host_message_kind>(message.header.function);
  arrivals_.push_back({kind, from.host, from.incarnation, 0, {}, std::move(message), 0});
}

void host_links::collect() {
  mmps::link_table_output output = links_->take_output();
  for (auto& [peer, message] : output.frames) {
    const auto found = others_.find(peer.host);
    if (found == others_.end() || found->second != peer) continue;
    message.header.destination = peer;
    sign(message);
    frames_.push_back({peer.host, std::move(message)});
  }
  for (auto& [peer, message] : output.delivered)
    if (is_host_message(message)) put_arrival(peer, std::move(message));
}

}  // namespace mentat::host
