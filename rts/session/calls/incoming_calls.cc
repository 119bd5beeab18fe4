#include "rts/session/calls/incoming_calls.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/call.h"
#include "rts/core/class_registry.h"
#include "rts/core/error_token.h"
#include "rts/core/executing_unit.h"
#include "rts/core/program_graph.h"
#include "rts/core/work_unit.h"
#include "rts/executor/execute.h"
#include "rts/record/recorded_call.h"
#include "rts/session/calls/mixed_arguments.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

// Behind the hints of a request for an object.
struct asked_constructor {
  std::uint16_t number = no_constructor;
  std::span<const std::byte> arguments;
};
std::optional<asked_constructor> constructor_asked(std::span<const std::byte> body) {
  const auto hints = mmps::hints::decode(body);
  asked_constructor asked;
  if (!hints || body.size() - hints->length() < sizeof asked.number) return std::nullopt;
  body = body.subspan(hints->length());
  asked.number = mmps::get_little_endian<std::uint16_t>(body.data());
  asked.arguments = body.subspan(sizeof asked.number);
  return asked;
}

std::exception_ptr mismatch(const error_place& place, const char* what) {
  return std::make_exception_ptr(remote_error(place, "mentat::interface_mismatch", what));
}

// The caller knows the names that belong to the numbers (received_error.h).
std::exception_ptr unknown_class(std::uint64_t hash, const std::string& function,
                                 const std::string& host) {
  char name[20];
  std::snprintf(name, sizeof name, "#%llx", static_cast<unsigned long long>(hash));
  return mismatch({name, function, host},
                  "a process of the program does not know this class, because the library that "
                  "has it was loaded after the processes were made: load it before the "
                  "mentat::runtime is made, or link it to the program");
}

}  // namespace

// Makes an object for another process: runs like a call, because the constructor may call and wait.
class incoming_calls::creation final : public computation_instance {
 public:
  // REQUIRES: of_class.constructs_elsewhere(constructor).
  creation(incoming_calls& in, const class_info& of_class, const message_header& request,
           std::uint16_t constructor, std::span<const std::byte> arguments)
      : computation_instance(&creation_in(of_class), create_function, true),
        in_(in),
        made_of_(of_class),
        request_(request),
        constructor_(constructor),
        arguments_(arguments.begin(), arguments.end()),
        apart_(base::arrived_blocks::in(arguments)) {}

 private:
  void run() {
    const error_place place{made_of_.description->name, "create", in_.runtime_->host()};
    try {
      void* self = construct();
      mmps_name name;
      try {
        name = in_.runtime_->adopt(made_of_, self);
      } catch (...) {
        made_of_.destroy(self);
        throw;
      }
      in_.answer_instantiate(request_, false, mmps::bytes_of(name));
    } catch (...) {
      in_.answer_instantiate(request_, true, error_to_bytes(describe_exception(place), place));
    }
  }
  void* construct() {
    if (constructor_ == no_constructor) return made_of_.construct();
    return made_of_.constructors[constructor_].construct(
        std::exchange(arguments_, {}), (request_.flags & mmps::flag::swapped) != 0,
        std::exchange(apart_, {}));
  }
  static void run_unit(work_unit& unit);
  // A class of the same name as the one that is made, for errors and lists.
  struct named_creation {
    explicit named_creation(const class_info& made)
        : described{made.description->name, kind::regular, 0} {}
    class_description described;
    class_info how{&described, {}, nullptr, &run_unit, nullptr, nullptr};
  };
  static const class_info& creation_in(const class_info& made);

  incoming_calls& in_;
  const class_info& made_of_;
  const message_header request_;
  const std::uint16_t constructor_;
  std::vector<std::byte> arguments_;
  base::blocks_apart apart_;
};

const class_info& incoming_calls::creation::creation_in(const class_info& made) {
  static std::mutex adding;
  static auto& all = *new std::map<const class_info*, named_creation>;  // beyond the end of main
  const std::lock_guard guard(adding);
  return all.try_emplace(&made, made).first->second.how;
}

void incoming_calls::creation::run_unit(work_unit& unit) {
  static_cast<creation&>(unit.instance()).run();
}

void incoming_calls::on_exec(const received_call& message) {
  const bool to_object = message.is_to_object();
  auto answer = std::make_unique<reply>(replies_, message);
  const mmps::tag& waiting_under = answer->future().waiting();
  if (!answer->future().sound() ||
      (!to_object && message.is_from_caller() && waiting_under.origin != message.mark)) [[unlikely]]
    return note_malformed();
  partial_calls::waiting_call waiting;
  if ((message.flags & mmps::flag::partial) != 0 && !take_missing(message, *answer, waiting))
      [[unlikely]]
    return note_malformed();
  const unit_executes decodes(to_object ? 0 : message.tag.origin);  // as far as others can tell
  if (!to_object)
    answer->unit = &units_.begin(
        {message.from, message.tag, message.attempt, message.is_from_caller(), waiting_under});
  const auto refused = [&](const std::exception_ptr& error) {
    std::vector<partial_calls::early_token> dropped;
    if (waiting.missing != 0) partial_.add(answer->future().waiting(), waiting, dropped);
    replies_.refuse(std::move(answer), error);
  };

  server_object* object = to_object ? runtime_->find(message.to) : nullptr;
  if (std::exception_ptr error = classify(message, to_object, object, *answer)) [[unlikely]]
    return refused(error);
  // Before anything else: the object may have ended since the call was executed.
  if (answer->is_repeatable() && !(answer = replies_.first(std::move(answer)))) return;
  if (std::exception_ptr error = refusal(message, to_object, object, *answer)) [[unlikely]]
    return refused(error);

  computation_instance* call = nullptr;
  try {
    call = decode(message, *answer, waiting.missing);
  } catch (...) {
    return refused(describe_exception(answer->place()));
  }
  call->set_depth(message.depth);
  call->note_error_seen();  // it goes to the caller
  if (object) {
    call->set_target(object, message.to.generation);
    call->set_caller(caller_of(message.mark, message.tag.origin));
  } else {
    const bool differs = bug_ == base::seeded_bug::lineages_of_attempts;
    call->belong_to(*answer->unit, message.tag.number + (differs ? message.attempt : 0));
    answer->unit->note_decoded();
  }
  if (record::is_on()) [[unlikely]]
    note_came(*call, *answer);
  if (waiting.missing != 0) [[unlikely]]
    return accept_partial(*call, waiting, std::move(answer));
  call->future.begin_with(*answer.release());
  runtime_->accept(*call);
}

void incoming_calls::note_came(const computation_instance& call, reply& answer) const {
  const mmps_name& caller = answer.future().caller();
  if (!caller.bound() || !record::notes_ends(caller.host != self_.host)) return;
  answer.is_recorded = true;
  record::note_end(record::event_kind::call_came, call, answer.future().waiting().number,
                   caller.host, caller.process_number());
}

// Finds the called class and function. Returns an error if the two programs differ in them.
std::exception_ptr incoming_calls::classify(const received_call& message, bool to_object,
                                            const server_object* object, reply& answer) {
  const class_info* const of_class = class_called(object, message.class_hash);
  answer.of_class = of_class;
  if (!of_class && !class_registry::find(message.class_hash)) [[unlikely]]
    return unknown_class(message.class_hash, "#" + std::to_string(message.function),
                         runtime_->host());
  if (!of_class || to_object != (of_class->description->kind != kind::regular)) [[unlikely]]
    return mismatch(
        {"", "", runtime_->host()},
        "the class that was called is not the one that is here: build both programs anew");
  answer.method = function_at(*of_class, message.function);
  return nullptr;
}

// Why a call of a known class cannot be executed here; null if it can.
std::exception_ptr incoming_calls::refusal(const received_call& message, bool to_object,
                                           const server_object* object, const reply& answer) {
  if (to_object && !object) [[unlikely]]
    return std::make_exception_ptr(object_lost(answer.place(), "the object was destroyed"));
  const bool is_known = answer.method ? message.argument_count == answer.method->arity
                                      : message.function == destroy_on_wire && to_object;
  if (is_known) [[likely]]
    return nullptr;
  return mismatch(answer.place(), "there is no such function");
}

// Decodes the call with the arguments that came; `missing` has a bit for each that did not. Throws
// exceptions of the types of the arguments. REQUIRES: classify() and refusal() found no error.
computation_instance* incoming_calls::decode(const received_call& message, const reply& answer,
                                             std::uint64_t missing) {
  const class_info& of_class = *answer.of_class;
  const method_description* const method = answer.method;
  const bool swapped = (message.flags & mmps::flag::swapped) != 0;
  if (missing != 0) [[unlikely]] {
    if (!method || (method->arity < 64 && missing >> method->arity != 0))
      throw remote_error(answer.place(), "mentat::interface_mismatch", "there is no such argument");
    return method->wire.read_partial(of_class, missing, message.arguments.subspan(sizeof missing),
                                     swapped);
  }
  if (!method) return new computation_instance(&of_class, destroy_function, true);
  if ((message.flags & mmps::flag::mixed) != 0) [[unlikely]]
    return read_mixed(of_class, *method, message.arguments);
  const bool is_partial = (message.flags & mmps::flag::partial) != 0;
  return method->wire.read_call(
      of_class, message.arguments.subspan(is_partial ? sizeof missing : 0), swapped);
}

// Reads which arguments follow as tokens. Only the waiting caller may send a call that way, and
// only to an object.
bool incoming_calls::take_missing(const received_call& message, const reply& answer,
                                  partial_calls::waiting_call& waiting) {
  if (!message.is_to_object() || answer.is_repeatable() ||
      message.arguments.size() < sizeof waiting.missing ||
      answer.future().waiting().origin != message.mark)
    return false;
  waiting = {nullptr,
             message.to,
             message.class_hash,
             message.function,
             mmps::get_little_endian<std::uint64_t>(message.arguments.data()),
             message.arguments.size()};
  return true;
}

// The class of that hash, and of the object if there is one. Null: there is none.
const class_info* incoming_calls::class_called(const server_object* object, std::uint64_t hash) {
  if (!object) return class_registry::find(hash);
  const class_info* of_object = object->of_class();
  return of_object && of_object->description->interface_hash == hash ? of_object : nullptr;
}

void incoming_calls::accept_partial(computation_instance& call, partial_calls::waiting_call waiting,
                                    std::unique_ptr<reply> answer) {
  std::vector<partial_calls::early_token> early;
  waiting.call = &call;
  if (partial_.add(answer->future().waiting(), waiting, early) != partial_calls::outcome::waits) {
    call.release();
    const auto error = std::make_exception_ptr(
        limit_error(answer->place(), "fixed.partial_calls",
                    "too many calls, or too large ones, wait in one process for arguments"));
    return replies_.refuse(std::move(answer), error);
  }
  call.future.begin_with(*answer.release());
  runtime_->accept(call);
  for (const auto& token : early)
    token.has_value ? take_early_argument(call, token)
                    : fail_argument_without_room(call, token.argument);
  argument_arrived(call, *runtime_);
}

void incoming_calls::on_token(const message_header& header, std::span<const std::byte> body) {
  const auto value = body.subspan(header.future_length);
  const partial_calls::token_header token{header.destination, header.class_hash(), header.function,
                                          header.argument, header.flags};
  if (computation_instance* call = partial_.take(header.tag, token, value))
    take_argument(*call, token.argument, token.flags, value);
}

// The call may be executed and deleted when this returns.
void incoming_calls::take_argument(computation_instance& call, std::size_t argument,
                                   std::uint16_t flags, std::span<const std::byte> value) {
  const method_description& method = *function_of(*call.of_class(), call.function()).method;
  const error_place place = place_of(call, *runtime_);
  try {
    if (flags & mmps::flag::error) std::rethrow_exception(received_error(value, place));
    method.wire.read_argument(call, argument, value, (flags & mmps::flag::swapped) != 0, nullptr);
  } catch (...) {
    call.fail_argument(argument, describe_exception(place));
  }
  argument_arrived(call, *runtime_);
}

void incoming_calls::take_early_argument(computation_instance& call,
                                         const partial_calls::early_token& token) {
  const base::arrived_blocks found_by_reader(token.value, token.apart);
  take_argument(call, token.argument, token.flags, token.value);
}

void incoming_calls::fail_argument_without_room(computation_instance& call, std::size_t argument) {
  call.fail_argument(argument, std::make_exception_ptr(
                                   limit_error(place_of(call, *runtime_), "fixed.partial_calls",
                                               "too many values wait in one process")));
  argument_arrived(call, *runtime_);
}

void incoming_calls::on_arcs(const message_header& header, std::span<const std::byte> future) {
  if (mmps::check_future(future).fault != mmps::future_fault::none) return note_malformed();
  if (is_token_matching_unit(header.source)) return units_.on_arcs(header, future);
  if (header.tag.origin != mark_of(header.source.process())) return note_malformed();
  const bool abandoned = (header.flags & mmps::flag::abandoned) != 0;
  if (future.empty() && !abandoned) added_.take(header.tag);
  if (!future.empty()) added_.add(header.tag, header.arcs_number(), future);
  if (abandoned) added_.abandon(header.tag, header.arcs_number());
}

// --- calls that are to fail

void incoming_calls::on_withdraw(const message_header& header, std::span<const std::byte> body) {
  if (header.tag.origin != mark_of(header.source.process())) return note_malformed();
  ask_to_withdraw(header.destination, header.tag, body.subspan(header.future_length));
}

bool incoming_calls::withdraw_asked(const withdraw_sent_fn& withdraw_sent) {
  const std::vector<withdrawal_queue::order> all = withdrawals_.take();
  for (const withdrawal_queue::order& one : all) {
    const call_test is_wanted = [&one](const computation_instance& call) {
      for (arc* at = call.future.arcs(); at; at = at->next)
        if (const auto* answer = dynamic_cast<const reply*>(exported_arc::from(*at)))
          if (answer->future().waiting() == one.of) return true;
      return false;
    };
    const std::exception_ptr error = received_error(one.error, {});
    server_object* const object = one.to.is_process() ? nullptr : runtime_->find(one.to);
    if (object && withdraw(*object, is_wanted, error, *runtime_)) continue;
    if (!runtime_->withdraw_one(is_wanted, error)) withdraw_sent(is_wanted, error);
  }
  if (!all.empty()) withdrawals_.note_done();
  return !all.empty();
}

void incoming_calls::process_ended(const mmps_name& process) {
  const std::uint64_t mark = mark_of(process);
  added_.forget_all_of(mark);
  units_.process_ended(process);
  if (bug_ == base::seeded_bug::partial_calls_outlive_their_caller) return;
  for (const auto& [call, argument] : partial_.caller_ended(mark)) {
    call->fail_argument(
        argument, std::make_exception_ptr(object_lost(place_of(*call, *runtime_),
                                                      "the process that called it has ended")));
    argument_arrived(*call, *runtime_);
  }
}

void incoming_calls::on_instantiate(const message_header& header, std::span<const std::byte> body) {
  const class_info* of_class = class_registry::find(header.class_hash());
  const auto asked = constructor_asked(body);
  if (of_class && asked && of_class->constructs_elsewhere(asked->number))
    return runtime_->accept(
        *new creation(*this, *of_class, header, asked->number, asked->arguments));
  const error_place place{of_class ? of_class->description->name : "", "create", runtime_->host()};
  const auto error = of_class ? mismatch(place, "the constructor of a new object is not known here")
                              : unknown_class(header.class_hash(), place.function_name, place.host);
  answer_instantiate(header, true, error_to_bytes(error, place));
}

// Answers the caller first. Until that answer would survive the end of this process, the
// instantiation manager treats the object as being made: if this process ends, it answers instead.
void incoming_calls::answer_instantiate(const message_header& request, bool error,
                                        std::span<const std::byte> body) {
  // Then its home was asked, not the instantiation manager.
  const class_info* const of_class = class_registry::find(request.class_hash());
  const bool is_replicated = of_class && of_class->replica;
  message_header header = request;
  header.future_length = 0;
  header.type = static_cast<std::uint8_t>(message_type::instantiated);
  header.flags =
      static_cast<std::uint16_t>(mmps::flag::persistent | (error ? mmps::flag::error : 0));
  header.source = self_;
  mmps_name object;
  if (!error) object = mmps::get_name(body.data());
  if (object.bound() && !is_replicated) {
    const std::lock_guard guard(unannounced_lock_);
    unannounced_.emplace(object, false);
  }
  const std::function<void()> announce =
      [this, header, object, text = std::vector<std::byte>(body.begin(), body.end())]() mutable {
        header.destination = instantiation_manager_of(self_);
        out_.send(header, text);
        if (object.bound()) note_announced(object);
      };
  header.destination = request.source;
  if (is_replicated) return static_cast<void>(out_.send(header, body));
  if (!out_.send_result(header, body, announce)) announce();
}

void incoming_calls::note_announced(const mmps_name& object) {
  bool has_ended = false;
  {
    const std::lock_guard guard(unannounced_lock_);
    const auto found = unannounced_.find(object);
    has_ended = found->second;
    unannounced_.erase(found);
  }
  if (has_ended) object_ended(object);
}

// The instantiation manager counts the objects of its host: it must learn of an object before it
// learns of the object's end.
void incoming_calls::object_ended(const mmps_name& object) {
  {
    const std::lock_guard guard(unannounced_lock_);
    if (const auto found = unannounced_.find(object); found != unannounced_.end()) {
      found->second = true;
      return;
    }
  }
  message_header header = header_for(message_type::down, instantiation_manager_of(self_));
  header.source = object;
  out_.send(header, {});
}

}  // namespace mentat::node
