#include "rts/node/incoming_calls.h"

#include <algorithm>
#include <array>
#include <cstring>
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
#include "rts/node/exported_arc.h"
#include "rts/node/message_body.h"
#include "rts/node/notice.h"
#include "rts/node/wire_call.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

// A result of so many bytes: to send a smaller one twice costs less than to look for mail.
constexpr std::size_t worth_a_look = 256;

constexpr std::size_t most_handed_on = 32 * mmps::future_arc_size;

// The tag under which the caller waits: in the first arc of the future.
partial_calls::tag waiting_tag_of(std::span<const std::byte> future) {
  if (future.size() < mmps::future_arc_size) return {};
  return {mmps::get_little_endian<std::uint64_t>(future.data() + 16),
          mmps::get_little_endian<std::uint64_t>(future.data() + 24)};
}

// Somebody waits for the result: the first arc says who.
bool waits_for(std::span<const std::byte> future) {
  mmps::future_reader reader(future);
  mmps::future_arc first;
  return reader.next(first) && first.argument == mmps::to_waiting_caller;
}

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

std::uint64_t caller_of(const mmps_name& process, std::uint64_t inside) {
  return lineage_of(mark_of(process), inside) | 1;
}

// The unit, until everything that was called on its behalf is over.
class incoming_calls::executed_unit final : public custody_scope {
 public:
  executed_unit(incoming_calls& in, const message_header& unit) : in_(in), unit_(unit) {
    in_.units_.fetch_add(1, std::memory_order_relaxed);
    std::lock_guard guard(in_.units_lock_);
    listed_ = in_.in_execution_.emplace(unit.tag[1], this);
  }

  // With the lock. Not once its result has gone out: then its caller serves what comes.
  [[nodiscard]] bool takes_arcs() const { return takes_arcs_; }
  // The arcs that have come; its result goes out.
  std::optional<added_arcs::added> take_arcs() {
    std::lock_guard guard(in_.units_lock_);
    takes_arcs_ = false;
    return in_.added_.empty() ? std::nullopt : in_.added_.take(unit_.tag);
  }

 private:
  void over() override {
    take_arcs();
    {
      std::lock_guard guard(in_.units_lock_);
      in_.in_execution_.erase(listed_);
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
  std::multimap<std::uint64_t, executed_unit*>::iterator listed_;
  bool takes_arcs_ = true;
};

namespace {

// The result or error of a call that has ended, as bytes behind others; true: an error. `place()`
// is asked for errors only.
template <class Place>
bool write_outcome(const computation_instance& ended, const method_description* method,
                   Place&& place, std::vector<std::byte>& behind) {
  const std::size_t before = behind.size();
  std::exception_ptr failed;
  try {
    if (ended.result() == computation_instance::outcome::error)
      failed = ended.error();
    else if (method)
      method->wire.write_result(const_cast<computation_instance&>(ended), behind);
    if (behind.size() > mmps::mentat_message::max_body - mmps::most_future_bytes)
      throw limit_error(place(), "limits.message",
                        "a result that goes to another process is longer than 1 GiB");
  } catch (...) {
    failed = describe_exception(place());
  }
  if (!failed) return false;
  const std::vector<std::byte> error = error_to_bytes(failed, {"", "", place().host});
  behind.resize(before);
  behind.insert(behind.end(), error.begin(), error.end());
  return true;
}

}  // namespace

// What goes along arcs: a result, or an error, as bytes. A token-matching unit gets it behind the
// future of the consumer: where there is room for that, nothing is copied.
struct incoming_calls::sent_value {
  static constexpr std::size_t most_room = mmps::future_arc_size;  // what most consumers have

  explicit sent_value(std::span<const std::byte> value) : bytes(value) {}
  // What lies in the body behind so much room.
  sent_value(std::vector<std::byte>& body, std::size_t free)
      : bytes(std::span(body).subspan(free)),
        room(std::span(body).first(free)),
        whole(free == 0 ? &body : nullptr) {}

  // REQUIRES: `copy` lives until it was sent.
  [[nodiscard]] std::span<const std::byte> behind(std::span<const std::byte> future,
                                                  std::vector<std::byte>& copy) const {
    if (future.empty()) return bytes;
    if (future.size() <= room.size()) {
      const std::span<std::byte> place = room.last(future.size());
      std::ranges::copy(future, place.begin());
      return {place.data(), future.size() + bytes.size()};
    }
    copy.assign(future.begin(), future.end());
    copy.insert(copy.end(), bytes.begin(), bytes.end());
    return copy;
  }

  std::span<const std::byte> bytes;
  std::span<std::byte> room{};              // right before them
  std::vector<std::byte>* whole = nullptr;  // the bytes are all of it, and it may be given away
};

// The arc of a call of an object that was made here and may be repeated.
struct incoming_calls::keeper : arc {
  incoming_calls* in;
  const method_description* method;
  kept_results::key key;

  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<keeper> self(static_cast<keeper*>(&along));
    message_body body;
    const bool error = write_outcome(
        ended, self->method, [&] { return place_of(ended, *self->in->runtime_); }, body.bytes());
    self->in->kept_.end(steady_now(), self->key, error, body.bytes());
  }
};

// A result on its way along the arcs of a future, from the last to the first. A caller that waits
// gets it when everything before is out: from then on it trusts that all of it was served.
class incoming_calls::answers {
 public:
  answers(incoming_calls& in, const message_header& call, std::span<const std::byte> future,
          executed_unit* unit, bool error)
      : in_(in),
        attempt_(call.attempt),
        future_(future.begin(), future.end()),
        unit_(unit),
        error_(error) {
    mmps::future_reader reader(future_);
    for (mmps::future_arc one; reader.next(one);) arcs_.push_back(one);
    if (unit_) unit_->hold();
  }
  answers(const answers&) = delete;
  answers& operator=(const answers&) = delete;

  // Ends its own life, at once if nothing is left on its way.
  void send(sent_value value) {
    for (;;) {
      outside_.store(1, std::memory_order_relaxed);  // this loop's
      while (!arcs_.empty() &&
             (arcs_.back().argument != mmps::to_waiting_caller || outside_.load() == 1)) {
        const mmps::future_arc next = arcs_.back();
        arcs_.pop_back();
        outside_.fetch_add(1);
        message_header header = in_.token_along(next, error_, attempt_);
        const bool unwanted = (header.flags & mmps::flag::no_value) != 0 && !error_;
        std::vector<std::byte> copy;
        if (!in_.out_.send(
                header, unwanted ? std::span<const std::byte>() : value.behind(next.future, copy),
                [this] { one_is_out(); }))
          one_is_out();  // gone: nobody waits any more
      }
      // What is still to be sent is sent by who hears that the last one is out, perhaps now.
      if (!arcs_.empty() && value.bytes.data() != value_.data()) {
        value_.assign(value.bytes.begin(), value.bytes.end());
        value = sent_value(std::span<const std::byte>(value_));
      }
      if (outside_.fetch_sub(1) != 1) return;
      if (arcs_.empty()) {
        if (unit_) unit_->release();
        delete this;
        return;
      }
    }
  }

 private:
  void one_is_out() {
    if (outside_.fetch_sub(1) == 1) send(sent_value(std::span<const std::byte>(value_)));
  }

  incoming_calls& in_;
  const std::uint8_t attempt_;
  const std::vector<std::byte> future_;
  std::vector<mmps::future_arc> arcs_;
  executed_unit* const unit_;
  const bool error_;
  std::vector<std::byte> value_;  // when not everything could be sent at once
  std::atomic<std::size_t> outside_{0};
};

// The arc of a call that came from outside: along it the result goes into messages.
class incoming_calls::reply final : public exported_arc {
 public:
  reply(incoming_calls& in, const message_header& header, std::span<const std::byte> future,
        const class_info& of_class, const method_description* method, executed_unit* unit)
      : in_(in), class_(of_class), method_(method), header_(header), unit_(unit) {
    if (future.size() == mmps::future_arc_size)
      std::memcpy(small_future_.data(), future.data(), mmps::future_arc_size);
    else
      large_future_.assign(future.begin(), future.end());
  }

  // The unit is not FINISHED before whoever got its future has answered.
  ~reply() override {
    if (unit_) unit_->release();
  }

  // What must be known here when it is answered stays here, and a long future: each call that hands
  // it on adds to it.
  std::span<const std::byte> hand_on() override {
    if (may_repeat(header_) || future().size() > most_handed_on) return {};
    take_added();
    return mmps::check_future(future()).fault == mmps::future_fault::none
               ? future()
               : std::span<const std::byte>();
  }

  static void* operator new(std::size_t size) { return base::block_pool::take(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    base::block_pool::give_back(block, size);
  }

 private:
  void serve(computation_instance& ended) override {
    message_body body;
    // Most are for the caller alone; others want room for the future of a consumer.
    const bool to_caller = future().size() == mmps::future_arc_size;
    const std::size_t room = to_caller ? 0 : sent_value::most_room;
    body.bytes().resize(room);
    const bool error = write_outcome(
        ended, method_, [this] { return in_.place_of_call(class_, method_); }, body.bytes());
    const sent_value value(body.bytes(), room);
    if (may_repeat(header_)) in_.kept_.end(steady_now(), key_of(header_), error, value.bytes);
    // Arcs may have come while the function ran, and nobody looked.
    if (value.bytes.size() >= worth_a_look) in_.runtime_->take_in_now();
    take_added();
    in_.answer(header_, future(), unit_, error, value);
  }
  [[nodiscard]] std::span<const std::byte> future() const {
    if (header_.future_length == mmps::future_arc_size && large_future_.empty())
      return small_future_;
    return large_future_;
  }
  // The arcs that were drawn since the call was sent.
  void take_added() {
    std::optional<added_arcs::added> added;
    if (unit_)
      added = unit_->take_arcs();
    else if (!in_.added_.empty())
      added = in_.added_.take(waiting_tag_of(future()));
    if (!added || !waits_for(future())) return;
    std::vector<std::byte> whole(future().begin(), future().end());
    whole.insert(whole.end(), added->future.begin(), added->future.end());
    large_future_ = std::move(whole);
    mmps::note_messages_of_caller(large_future_, added->messages, added->let_go);
  }

  incoming_calls& in_;
  const class_info& class_;
  const method_description* const method_;  // null: there is no result but that it has ended
  const message_header header_;
  executed_unit* const unit_;
  std::array<std::byte, mmps::future_arc_size> small_future_;  // of one arc
  std::vector<std::byte> large_future_;
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

error_place incoming_calls::place_of_call(const class_info& of_class,
                                          const method_description* method) const {
  return {of_class.description->name, method ? method->name : "destroy", runtime_->host()};
}

void incoming_calls::on_exec(const message_header& header, std::span<const std::byte> body) {
  const auto future = body.first(header.future_length);
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  body = body.subspan(header.future_length);
  const bool to_object = header.destination.object_number() != 0;
  partial_calls::waiting_call waiting;
  const partial_calls::tag waiting_tag = waiting_tag_of(future);
  if (header.flags & mmps::flag::partial) {
    if (!to_object || may_repeat(header) || body.size() < sizeof waiting.missing ||
        waiting_tag[1] != mark_of(header.source.process()))
      return;
    waiting = {nullptr,
               header.destination,
               class_hash(header),
               header.function,
               mmps::get_little_endian<std::uint64_t>(body.data()),
               body.size()};
    body = body.subspan(sizeof waiting.missing);
  }
  executed_unit* const unit = to_object ? nullptr : new executed_unit(*this, header);
  const auto refused = [&](const std::exception_ptr& error) {
    std::vector<partial_calls::early_token> dropped;
    if (waiting.missing != 0) partial_.add(waiting_tag, waiting, dropped);
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
  const auto place = [&] { return place_of_call(*of_class, method); };
  // Before anything else: the object may have ended since the call was executed.
  if (may_repeat(header)) {
    const auto repeated = [this, header,
                           kept = std::vector<std::byte>(future.begin(), future.end())](
                              bool error, std::span<const std::byte> result) {
      answer(header, kept, nullptr, error, sent_value(result));
    };
    if (!kept_.begin(steady_now(), key_of(header), repeated)) return;
  }
  if (to_object && !object)
    return refused(std::make_exception_ptr(object_lost(place(), "the object was destroyed")));
  if (method ? header.argument_count != method->arity
             : header.function != destroy_on_wire || !to_object)
    return refused(mismatch(place(), "there is no such function"));

  computation_instance* call = nullptr;
  const bool swapped = (header.flags & mmps::flag::swapped) != 0;
  try {
    if (waiting.missing != 0) [[unlikely]] {
      if (!method || (method->arity < 64 && waiting.missing >> method->arity != 0))
        throw remote_error(place(), "mentat::interface_mismatch", "there is no such argument");
      call = method->wire.read_partial(*of_class, waiting.missing, body, swapped);
    } else if (method) {
      call = method->wire.read_call(*of_class, body, swapped);
    } else {
      call = new computation_instance(of_class, destroy_function, true);
    }
  } catch (...) {
    return refused(describe_exception(place()));
  }
  call->set_depth(header.depth);
  call->note_error_seen();  // it goes to the caller
  if (object) {
    call->set_target(object, header.destination.generation);
    call->set_caller(caller_of(header.source.process(), header.tag[1]));
  } else {
    call->belong_to(*unit, header.tag[0]);
  }
  std::vector<partial_calls::early_token> early;
  if (waiting.missing != 0) [[unlikely]] {
    partial_calls::waiting_call added = waiting;
    added.call = call;
    const auto noted = partial_.add(waiting_tag, added, early);
    if (noted != partial_calls::outcome::waits) {
      call->release();
      waiting.missing = 0;
      return refused(std::make_exception_ptr(
          limit_error(place(), "limits.partial_calls",
                      "too many calls, or too large ones, wait in one process for arguments")));
    }
  }
  draw_arc(*call, *new reply(*this, header, future, *of_class, method, unit), *runtime_);
  runtime_->accept(*call);
  if (waiting.missing == 0) return;
  for (const auto& token : early) take_argument(*call, token.argument, token.flags, token.value);
  argument_arrived(*call, *runtime_);
}

void incoming_calls::on_token(const message_header& header, std::span<const std::byte> body) {
  const auto value = body.subspan(header.future_length);
  const partial_calls::token_header token{header.destination, class_hash(header), header.function,
                                          header.argument, header.flags};
  if (computation_instance* call = partial_.take(header.tag, token, value))
    take_argument(*call, token.argument, token.flags, value);
}

// The call may be executed, and be gone, when this comes back.
void incoming_calls::take_argument(computation_instance& call, std::size_t argument,
                                   std::uint16_t flags, std::span<const std::byte> value) {
  const method_description& method = *function_of(*call.of_class(), call.function()).method;
  const error_place place = place_of(call, *runtime_);
  try {
    if (flags & mmps::flag::no_value)
      throw limit_error(place, "limits.partial_calls", "too many values wait in one process");
    if (flags & mmps::flag::error) std::rethrow_exception(error_from_bytes(value, place));
    method.wire.read_argument(call, argument, value, (flags & mmps::flag::swapped) != 0);
  } catch (...) {
    call.fail_argument(argument, describe_exception(place));
  }
  argument_arrived(call, *runtime_);
}

void incoming_calls::on_arcs(const message_header& header, std::span<const std::byte> future) {
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  if (header.source == token_matching_unit_of(header.source))
    return on_arcs_of_unit(header, future);
  if (header.tag[1] != mark_of(header.source.process())) return;
  const bool let_go = (header.flags & mmps::flag::no_value) != 0;
  if (future.empty() && !let_go) added_.take(header.tag);
  if (!future.empty()) added_.add(header.tag, header.depth, future);
  if (let_go) added_.let_go(header.tag, header.depth);
}

void incoming_calls::on_arcs_of_unit(const message_header& header,
                                     std::span<const std::byte> future) {
  const bool let_go = (header.flags & mmps::flag::no_value) != 0;
  std::lock_guard guard(units_lock_);
  if (header.flags & mmps::flag::partial)  // the unit follows
    return added_.begin(header.tag, header.depth, let_go, future);
  const auto unit = in_execution_.find(header.tag[1]);
  if (unit == in_execution_.end() || !unit->second->takes_arcs()) return;
  if (!future.empty()) added_.add(header.tag, header.depth, future);
  if (let_go) added_.let_go(header.tag, header.depth);
}

void incoming_calls::process_ended(const mmps_name& process) {
  const std::uint64_t mark = mark_of(process);
  added_.forget_all_of(mark);
  for (const auto& [call, argument] : partial_.caller_ended(mark)) {
    call->fail_argument(
        argument, std::make_exception_ptr(object_lost(place_of(*call, *runtime_),
                                                      "the process that called it has ended")));
    argument_arrived(*call, *runtime_);
  }
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
  answer(header, future, unit, true, sent_value(std::span(bytes)));
  if (unit) unit->release();
}

void incoming_calls::answer(const message_header& call, std::span<const std::byte> future,
                            executed_unit* unit, bool error, sent_value value) {
  if (future.size() != mmps::future_arc_size) {
    if (!future.empty()) (new answers(*this, call, future, unit, error))->send(value);
    return;
  }
  mmps::future_reader arcs(future);
  mmps::future_arc arc;
  if (!arcs.next(arc)) return;
  message_header header = token_along(arc, error, call.attempt);
  const bool unwanted = (header.flags & mmps::flag::no_value) != 0 && !error;
  const auto send = [&](auto... when_out) {
    if (unwanted) return out_.send(header, {}, when_out...);
    if (value.whole) return out_.give(header, *value.whole, when_out...);
    return out_.send(header, value.bytes, when_out...);
  };
  if (!unit) {
    send();  // gone: nobody waits any more
    return;
  }
  unit->hold();  // until it is out
  if (!send([unit] { unit->release(); })) unit->release();
}

message_header incoming_calls::token_along(const mmps::future_arc& arc, bool error,
                                           std::uint8_t attempt) {
  message_header header = header_for(message_type::token, arc.destination);
  header.flags = error ? mmps::flag::error : 0;
  header.argument = arc.argument;
  header.argument_count = arc.argument_count;
  header.depth = arc.depth;
  header.tag = arc.tag;
  header.attempt = attempt;
  header.future_length = static_cast<std::uint32_t>(arc.future.size());
  if (arc.argument == mmps::to_waiting_caller) {
    if (arc.function != 0) header.flags |= mmps::flag::no_value;
  } else {
    header.class_id = static_cast<std::uint32_t>(arc.class_hash);
    header.interface_hash = static_cast<std::uint32_t>(arc.class_hash >> 32);
    header.function = arc.function;
  }
  return header;
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
