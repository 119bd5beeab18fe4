// The messages of durable and of replicated objects.
#include "rts/durable/messages.h"
#include "rts/session/exchange.h"
#include "rts/session/replicas/update_message.h"

namespace mentat::node {

using mmps::message_header;

void exchange::on_durable(const message_header& header, std::span<const std::byte> body) {
  switch (static_cast<durable::message>(header.attempt)) {
    case durable::message::call:
      return durable_objects_.on_call(header, body);
    case durable::message::answer:
      return durable_callers_.on_answer(header, body);
    case durable::message::located:
      return is_instantiation_manager(header.source) ? durable_callers_.on_located(header, body)
                                                     : void();
    default:
      return;
  }
}

void exchange::on_update(const message_header& header, std::span<const std::byte> body) {
  const auto what = decode(header, body);
  if (!what || !copies_) return;
  copies_->apply(*what, [&](std::uint64_t number) {
    endpoint_.order().note_position(number, {&header.source, 1});
  });
}

}  // namespace mentat::node
