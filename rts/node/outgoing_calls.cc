#include "rts/node/outgoing_calls.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/call.h"
#include "rts/api/marshal_error.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/node/message_body.h"
#include "rts/node/wire_call.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

std::uint64_t number_of(const mmps_name& process) {
  return std::uint64_t{process.slot} << 32 | process.generation;
}

void read_name(computation_instance& call, std::span<const std::byte> value, bool) {
  mmps_name name;
  if (value.size() != sizeof name) throw marshal_error("a name has 16 bytes");
  std::memcpy(&name, value.data(), sizeof name);
  static_cast<typed_instance<mmps_name>&>(call).set_value(name);
}

constexpr method_description creation_of_object{
    create_function, "create", 0, nullptr, {nullptr, nullptr, nullptr, &read_name}};

}  // namespace

outgoing_calls::outgoing_calls(const mmps_name& self, outbox& out, const members& others)
    : self_(self),
      out_(out),
      members_(others),
      pending_(number_of(self) ^ lineage_of(self.host, self.incarnation)) {}

void outgoing_calls::send_to_object(const mmps_name& object, computation_instance& call) {
  message_header header = header_for(message_type::exec, object);
  header.tag = {call.lineage(), 0};
  if (call.lineage() != 0) header.flags = mmps::flag::replayable;
  send(header, object, call);
}

void outgoing_calls::send_to_matching(computation_instance& call) {
  const mmps_name unit = token_matching_unit_of(self_);
  message_header header = header_for(message_type::exec, unit);
  header.tag = {call.lineage(), 0};  // the rest follows
  send(header, unit, call);
}

// `answers`: whose end means that no answer will come.
void outgoing_calls::send(message_header& header, const mmps_name& answers,
                          computation_instance& call) {
  if (members_.broken()) return fail_call(call, session_lost(call));
  const bool to_unit = header.destination.is_process();
  const class_info& of_class = *call.of_class();
  const found_function function = function_of(of_class, call.function());
  set_class(header, of_class);
  header.function = function.place;
  header.argument_count = function.method ? static_cast<std::uint16_t>(function.method->arity) : 0;
  header.depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  message_body body;
  body.bytes().resize(mmps::future_arc_size);  // the future, which is known below
  header.future_length = mmps::future_arc_size;
  try {
    if (function.method) function.method->wire.write_arguments(call, body.bytes());
    if (body.bytes().size() > mmps::mentat_message::max_body)
      throw limit_error(place_of(call, *runtime_), "limits.message",
                        "the arguments of a call to another process are longer than 1 GiB");
  } catch (...) {
    return fail_call(call, describe_exception(place_of(call, *runtime_)));
  }
  if (to_unit) call.drop_arguments();  // the token-matching unit has them now
  // From here on whoever hears that the receiver has ended may end the call.
  const tag under = pending_.add({&call, function.method, answers});
  if (to_unit) {
    const std::uint64_t unique = unit_tag(under);
    header.tag = {header.tag[0] != 0 ? header.tag[0] : unique, unique};
  }
  message_body future;
  mmps::write_arc_to_caller(future.bytes(), self_, under);
  std::ranges::copy(future.bytes(), body.bytes().begin());
  transmit(header, under, answers, body.bytes());
}

void outgoing_calls::transmit(message_header& header, const tag& under, const mmps_name& answers,
                              std::span<const std::byte> body) {
  // A session that broke before the call was noted has not failed it.
  if (!members_.broken() && out_.send(header, body)) return;
  if (const auto lost = pending_.take(under))
    call_lost(*lost, members_.cause_of_end(answers.process()));
}

void outgoing_calls::create(computation_instance& creation, std::uint16_t constructor,
                            std::span<const mmps::hint> wanted) {
  const mmps_name manager = instantiation_manager_of(self_);
  const class_info& of_class = *creation.of_class();
  std::vector<std::byte> body = mmps::encode(wanted);
  body.resize(body.size() + sizeof constructor);
  mmps::put_little_endian(body.data() + body.size() - sizeof constructor, constructor);
  if (constructor != no_constructor)
    of_class.constructors[constructor].write_arguments(creation, body);
  message_header header = header_for(message_type::instantiate, manager);
  header.flags = mmps::flag::persistent;
  set_class(header, of_class);
  static_cast<void>(creation.claim());
  creation.retain();
  header.tag = pending_.add({&creation, &creation_of_object, manager});
  transmit(header, header.tag, manager, body);
  runtime_->wait(creation);
}

void outgoing_calls::send_bye(const mmps_name& process) {
  auto* ended = new typed_instance<void>(nullptr, 0);
  static_cast<void>(ended->claim());
  const cip<void> held(ended);
  ended->start_with(2);
  ended->note_error_seen();
  message_header header = header_for(message_type::bye, process);
  header.tag = pending_.add({ended, nullptr, process});
  if (!out_.send(header, {}))
    if (const auto lost = pending_.take(header.tag)) call_lost(*lost, "it has ended");
  runtime_->wait(*ended);
}

// --- answers

void outgoing_calls::on_result(const message_header& header, std::span<const std::byte> body) {
  if (header.argument != mmps::to_waiting_caller) return;
  const auto waiting = pending_.take(header.tag);
  if (!waiting) return;  // answered before, by an earlier attempt
  computation_instance& call = *waiting->call;
  const auto value = body.subspan(header.future_length);
  const bool swapped = (header.flags & mmps::flag::swapped) != 0;
  try {
    if (header.flags & mmps::flag::error)
      call.set_error(error_from_bytes(value, place_of(call, *runtime_)));
    else if (waiting->method)
      waiting->method->wire.read_result(call, value, swapped);
    else
      call.set_value_outcome();
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  if (call.function() == destroy_function && call.target())
    call.target()->unbind_far(call.generation());
  settle(call, *runtime_);
}

// From the process that made the object; or from the instantiation manager, in words, why there is
// none.
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
                       {reinterpret_cast<const char*>(body.data()), body.size()})));
    } else {
      call.set_error(error_from_bytes(body, place_of(call, *runtime_)));
    }
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  settle(call, *runtime_);
}

void outgoing_calls::on_bye(const message_header& header) {
  if (const auto waiting = pending_.take(header.tag, nullptr)) {
    waiting->call->set_value_outcome();
    settle(*waiting->call, *runtime_);
  }
}

// --- failures

void outgoing_calls::process_ended(const ended_process& news) {
  for (const pending_call& lost :
       members_.broken() ? pending_.take_all() : pending_.take_all_from(news.process))
    call_lost(lost, news.cause);
}

std::exception_ptr outgoing_calls::session_lost(const computation_instance& call) const {
  return std::make_exception_ptr(remote_error(place_of(call, *runtime_), "mentat::session_lost",
                                              members_.why_broken() + "; run the program again"));
}

void outgoing_calls::call_lost(const pending_call& lost, const std::string& cause) {
  computation_instance& call = *lost.call;
  if (members_.broken()) return fail_call(call, session_lost(call));
  fail_call(call, std::make_exception_ptr(object_lost(place_of(call, *runtime_), cause)));
}

void outgoing_calls::fail_call(computation_instance& call, std::exception_ptr error) {
  call.set_error(std::move(error));
  settle(call, *runtime_);
}

}  // namespace mentat::node
