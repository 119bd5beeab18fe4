#include "rts/node/incoming_calls.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mmps/base/block_pool.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/call.h"
#include "rts/core/class_registry.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/core/work_unit.h"
#include "rts/executor/execute.h"
#include "rts/node/clock.h"
#include "rts/node/message_body.h"
#include "rts/node/notice.h"
#include "rts/node/wire_call.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

kept_results::key key_of(const message_header& call) { return {call.destination, call.tag[0]}; }

bool may_repeat(const message_header& call) {
  return (call.flags & mmps::flag::replayable) != 0 && call.destination.object_number() != 0;
}

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

}  // namespace

std::uint64_t caller_of(const mmps_name& process) {
  return lineage_of(std::uint64_t{process.slot} << 32 | process.generation,
                    std::uint64_t{process.host} << 32 | process.incarnation) |
         1;
}

// The unit, until everything that was called on its behalf is over.
class incoming_calls::executed_unit final : public custody_scope {
 public:
  executed_unit(incoming_calls& in, const message_header& unit) : in_(in), unit_(unit) {
    in_.units_.fetch_add(1, std::memory_order_relaxed);
    std::lock_guard guard(in_.units_lock_);
    listed_ = in_.unit_tags_.insert(in_.unit_tags_.end(), unit.tag[1]);
  }

 private:
  void over() override {
    {
      std::lock_guard guard(in_.units_lock_);
      in_.unit_tags_.erase(listed_);
    }
    in_.units_.fetch_sub(1, std::memory_order_relaxed);
    message_header header = header_for(message_type::finished, unit_.source);
    header.tag = unit_.tag;
    header.attempt = unit_.attempt;
    header.replay = unit_.replay;
    header.graph = unit_.graph;
    in_.out_.send(header, {});
    delete this;
  }

  incoming_calls& in_;
  const message_header unit_;
  std::list<std::uint64_t>::iterator listed_;
};

namespace {

// The result or error of a call that has ended, as bytes; true: an error.
bool write_outcome(const computation_instance& ended, const method_description* method,
                   const error_place& place, std::vector<std::byte>& to) {
  try {
    if (ended.result() == computation_instance::outcome::error) {
      to = error_to_bytes(ended.error(), {"", "", place.host});
      return true;
    }
    if (method) method->wire.write_result(const_cast<computation_instance&>(ended), to);
    if (to.size() > mmps::mentat_message::max_body)
      throw limit_error(place, "limits.message",
                        "a result that goes to another process is longer than 1 GiB");
    return false;
  } catch (...) {
    to = error_to_bytes(describe_exception(place), {"", "", place.host});
    return true;
  }
}

}  // namespace

// The arc of a call of an object that was made here and may be repeated.
struct incoming_calls::keeper : arc {
  incoming_calls* in;
  const method_description* method;
  kept_results::key key;

  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<keeper> self(static_cast<keeper*>(&along));
    message_body body;
    const bool error =
        write_outcome(ended, self->method, place_of(ended, *self->in->runtime_), body.bytes());
    self->in->kept_.end(steady_now(), self->key, error, body.bytes());
  }
};

// The arc of a call that came from outside: along it the result goes into messages.
struct incoming_calls::reply : arc {
  incoming_calls* in;
  const method_description* method;  // null: there is no result but that it has ended
  error_place place;
  message_header header;
  std::array<std::byte, 64> small_future;
  std::vector<std::byte> large_future;

  [[nodiscard]] std::span<const std::byte> future() const {
    return large_future.empty() ? std::span(small_future).first(header.future_length)
                                : std::span<const std::byte>(large_future);
  }
  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<reply> self(static_cast<reply*>(&along));
    message_body body;
    const bool error = write_outcome(ended, self->method, self->place, body.bytes());
    if (may_repeat(self->header))
      self->in->kept_.end(steady_now(), key_of(self->header), error, body.bytes());
    self->in->answer(self->header, self->future(), static_cast<executed_unit*>(self->scope), error,
                     body.bytes());
    if (self->scope) self->scope->release();
  }

  custody_scope* scope = nullptr;  // of a unit

  static void* operator new(std::size_t size) { return base::block_pool::take(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    base::block_pool::give_back(block, size);
  }
};

// Making an object for another process: it runs like a call, because the constructor may call and
// wait.
class incoming_calls::creation final : public computation_instance {
 public:
  // REQUIRES: of_class.constructs_elsewhere(constructor).
  creation(incoming_calls& in, const class_info& of_class, const message_header& request,
           std::uint16_t constructor, std::span<const std::byte> arguments)
      : computation_instance(&how, 0, true),
        in_(in),
        made_of_(of_class),
        request_(request),
        constructor_(constructor),
        arguments_(arguments.begin(), arguments.end()) {}

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
      in_.answer_instantiate(request_, false, std::as_bytes(std::span(&name, 1)));
    } catch (...) {
      in_.answer_instantiate(request_, true, error_to_bytes(describe_exception(place), place));
    }
  }
  void* construct() {
    if (constructor_ == no_constructor) return made_of_.construct();
    return made_of_.constructors[constructor_].construct(
        std::exchange(arguments_, {}), (request_.flags & mmps::flag::swapped) != 0);
  }
  static constexpr class_description described{"mentat::creation", kind::regular, 0};
  static void run_unit(work_unit& unit);
  static constexpr class_info how{&described, {}, nullptr, &run_unit, nullptr, nullptr};

  incoming_calls& in_;
  const class_info& made_of_;
  const message_header request_;
  const std::uint16_t constructor_;
  std::vector<std::byte> arguments_;
};

void incoming_calls::creation::run_unit(work_unit& unit) {
  static_cast<creation&>(unit.instance()).run();
}

void incoming_calls::on_exec(const message_header& header, std::span<const std::byte> body) {
  const auto future = body.first(header.future_length);
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  const bool to_object = header.destination.object_number() != 0;
  executed_unit* const unit = to_object ? nullptr : new executed_unit(*this, header);
  const auto refused = [&](const std::exception_ptr& error) {
    refuse(header, future, unit, error);
  };

  const class_info* of_class = class_registry::find(class_hash(header));
  server_object* object = to_object ? runtime_->find(header.destination) : nullptr;
  if (!of_class || to_object != (of_class->description->kind == kind::persistent) ||
      (object && object->of_class() != of_class &&
       object->of_class()->description->interface_hash != class_hash(header)))
    return refused(mismatch(
        {"", "", runtime_->host()},
        "the class that was called is not the one that is here: build both programs anew"));
  const method_description* method = function_at(*of_class, header.function);
  const error_place place{of_class->description->name, method ? method->name : "destroy",
                          runtime_->host()};
  // Before anything else: the object may have ended since the call was executed.
  if (may_repeat(header)) {
    const auto repeated = [this, header,
                           kept = std::vector<std::byte>(future.begin(), future.end())](
                              bool error, std::span<const std::byte> result) {
      answer(header, kept, nullptr, error, result);
    };
    if (!kept_.begin(steady_now(), key_of(header), repeated)) return;
  }
  if (to_object && !object)
    return refused(std::make_exception_ptr(object_lost(place, "the object was destroyed")));
  if (method ? header.argument_count != method->arity
             : header.function != destroy_on_wire || !to_object)
    return refused(mismatch(place, "there is no such function"));

  computation_instance* call = nullptr;
  try {
    if (method)
      call = method->wire.read_call(*of_class, body.subspan(header.future_length),
                                    (header.flags & mmps::flag::swapped) != 0);
    else
      call = new computation_instance(of_class, destroy_function, true);
  } catch (...) {
    return refused(describe_exception(place));
  }
  call->set_depth(header.depth);
  call->note_error_seen();  // it goes to the caller
  if (object) {
    call->set_target(object, header.destination.generation);
    call->set_caller(caller_of(header.source.process()));
  } else {
    call->belong_to(*unit, header.tag[0]);
  }
  auto* back = new reply;
  back->deliver = &reply::arrive;
  back->in = this;
  back->method = method;
  back->place = place;
  back->header = header;
  back->scope = unit;
  if (future.size() <= back->small_future.size())
    std::ranges::copy(future, back->small_future.begin());
  else
    back->large_future.assign(future.begin(), future.end());
  draw_arc(*call, *back, *runtime_);
  runtime_->accept(*call);
}

bool incoming_calls::take_repeated(computation_instance& call) {
  const found_function function = function_of(*call.of_class(), call.function());
  const auto repeated = [this, &call, method = function.method](bool error,
                                                                std::span<const std::byte> result) {
    try {
      if (error)
        call.set_error(error_from_bytes(result, place_of(call, *runtime_)));
      else if (method)
        method->wire.read_result(call, result, false);
      else
        call.set_value_outcome();
    } catch (...) {
      call.set_error(describe_exception(place_of(call, *runtime_)));
    }
    settle(call, *runtime_);
  };
  mmps_name object = call.target()->name();
  object.generation = call.generation();
  const kept_results::key key{object, call.lineage()};
  if (!kept_.begin(steady_now(), key, repeated)) return true;
  auto* keeps = new keeper;
  keeps->deliver = &keeper::arrive;
  keeps->in = this;
  keeps->method = function.method;
  keeps->key = key;
  draw_arc(call, *keeps, *runtime_);
  return false;
}

void incoming_calls::refuse(const message_header& header, std::span<const std::byte> future,
                            executed_unit* unit, const std::exception_ptr& error) {
  const std::vector<std::byte> bytes = error_to_bytes(error, {"", "", runtime_->host()});
  if (may_repeat(header)) kept_.end(steady_now(), key_of(header), true, bytes);
  answer(header, future, unit, true, bytes);
  if (unit) unit->release();
}

void incoming_calls::answer(const message_header& call, std::span<const std::byte> future,
                            executed_unit* unit, bool error, std::span<const std::byte> value) {
  mmps::future_reader arcs(future);
  mmps::future_arc arc;
  while (arcs.next(arc)) {
    message_header header = header_for(message_type::token, arc.destination);
    header.flags = error ? mmps::flag::error : 0;
    header.argument = arc.argument;
    header.argument_count = arc.argument_count;
    header.tag = arc.tag;
    header.attempt = call.attempt;
    if (!unit) {
      out_.send(header, value);  // gone: nobody waits any more
      continue;
    }
    unit->hold();  // until it is out
    if (!out_.send(header, value, [unit] { unit->release(); })) unit->release();
  }
}

void incoming_calls::on_instantiate(const message_header& header, std::span<const std::byte> body) {
  const class_info* of_class = class_registry::find(class_hash(header));
  const auto asked = constructor_asked(body);
  if (of_class && asked && of_class->constructs_elsewhere(asked->number))
    return runtime_->accept(
        *new creation(*this, *of_class, header, asked->number, asked->arguments));
  const error_place place{of_class ? of_class->description->name : "", "create", runtime_->host()};
  answer_instantiate(
      header, true,
      error_to_bytes(
          mismatch(place, "the class of a new object, or its constructor, is not known here"),
          place));
}

void incoming_calls::answer_instantiate(const message_header& request, bool error,
                                        std::span<const std::byte> body) {
  for (const mmps_name& whom : {request.source, instantiation_manager_of(self_)}) {
    message_header header = request;
    header.future_length = 0;
    header.type = static_cast<std::uint8_t>(message_type::instantiated);
    header.flags =
        static_cast<std::uint16_t>(mmps::flag::persistent | (error ? mmps::flag::error : 0));
    header.source = self_;
    header.destination = whom;
    out_.send(header, body);
  }
}

}  // namespace mentat::node
