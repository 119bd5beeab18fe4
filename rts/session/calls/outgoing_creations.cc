// Objects that are made elsewhere: a call whose result is the object's name.
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "mmps/wire/little_endian.h"
#include "rts/api/buffers_leaving.h"
#include "rts/api/call.h"
#include "rts/api/marshal_error.h"
#include "rts/core/error_token.h"
#include "rts/executor/execute.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

void read_name(computation_instance& call, std::span<const std::byte> value, bool) {
  if (value.size() != mmps::name_size) throw marshal_error("a name has 16 bytes");
  static_cast<typed_instance<mmps_name>&>(call).set_value(mmps::get_name(value.data()));
}

constexpr method_description creation_of_object{
    create_function, "create", 0, nullptr, {nullptr, nullptr, nullptr, &read_name}};

}  // namespace

void outgoing_calls::create(computation_instance& creation, std::uint16_t constructor,
                            std::span<const mmps::hint> wanted, const mmps_name& by) {
  const class_info& of_class = *creation.of_class();
  base::byte_buffer body;
  body.append(mmps::encode(wanted));
  body.resize(body.size() + sizeof constructor);
  mmps::put_little_endian(body.data() + body.size() - sizeof constructor, constructor);
  static_cast<void>(creation.claim());
  creation.retain();
  std::vector<borrowed_bytes> lent;
  try {
    if (constructor != no_constructor) {
      std::optional<buffers_leaving> shared;
      if (!of_class.durable) shared.emplace(body, lent);  // its keeper has bytes alone
      of_class.constructors[constructor].write_arguments(creation, body, nullptr);
    }
    if (body.size() + size_of(lent) > mmps::mentat_message::max_body - mmps::max_future_bytes)
      throw limit_error(place_of(creation, *runtime_), "fixed.message",
                        "the arguments of a constructor in another process are longer than 1023 "
                        "MiB");
  } catch (...) {
    creation.set_error(describe_exception(place_of(creation, *runtime_)));
    return settle(creation, *runtime_);
  }
  message_header header = header_for(message_type::instantiate, by);
  header.flags = mmps::flag::persistent;
  if (of_class.durable) header.flags |= mmps::flag::durable;
  header.set_class_hash(of_class.description->interface_hash);
  header.tag = pending_.add({&creation, &creation_of_object, by});
  transmit(header, header.tag, by, body, std::move(lent));
}

// The answer of the process that made the object; or of the instantiation manager, with the reason
// in words why there is none.
void outgoing_calls::on_instantiated(const message_header& header,
                                     std::span<const std::byte> body) {
  const auto waiting = pending_.take(header.tag, &creation_of_object);
  if (!waiting) return;
  computation_instance& call = *waiting->call;
  try {
    if ((header.flags & mmps::flag::error) == 0) {
      read_name(call, body, false);
    } else if (header.source == instantiation_manager_of(header.source)) {
      call.set_error(std::make_exception_ptr(
          remote_error(place_of(call, *runtime_), "mentat::no_place",
                       std::string(call.of_class()->description->name) + ": " +
                           std::string(reinterpret_cast<const char*>(body.data()), body.size()))));
    } else {
      call.set_error(received_error(body, place_of(call, *runtime_)));
    }
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  settle(call, *runtime_);
}

}  // namespace mentat::node
