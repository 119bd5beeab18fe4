#include "rts/node/exchange.h"

#include <cstdio>
#include <stdio_ext.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"
#include "rts/api/call.h"
#include "rts/api/marshal_error.h"
#include "rts/core/class_registry.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/core/work_unit.h"
#include "rts/executor/execute.h"
#include "rts/node/wire_call.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using bytes = std::vector<std::byte>;

constexpr std::size_t usual_body = 256;  // bytes; room that most bodies do not pass

message_header header_for(message_type type, const mmps_name& to) {
  message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = to;
  return header;
}

base::instant now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count()};
}

// What this process has printed is to be seen before what the receiver prints.
void flush_output() {
  if (__fpending(stdout) != 0) std::fflush(stdout);
}

void write_future(bytes& to, const mmps_name& waiting, const tag& under) {
  mmps::future_writer future;
  mmps::future_arc arc;
  arc.destination = waiting;
  arc.tag = under;
  arc.argument = mmps::to_waiting_caller;
  future.add(arc);
  to.insert(to.end(), future.bytes().begin(), future.bytes().end());
}

// Calls of one process arrive in the order in which they were sent: to order them it is one caller.
std::uint64_t caller_of(const mmps_name& process) {
  return std::uint64_t{process.slot} << 32 | process.generation | 1;
}

void read_name(computation_instance& call, std::span<const std::byte> value, bool) {
  mmps_name name;
  if (value.size() != sizeof name) throw marshal_error("a name has 16 bytes");
  std::memcpy(&name, value.data(), sizeof name);
  static_cast<typed_instance<mmps_name>&>(call).set_value(name);
}
constexpr method_description creation_of_object{0, "create", 0, nullptr, {nullptr, nullptr, nullptr, &read_name}};

}  // namespace

// The arc of a call that came from outside: along it the result goes into messages.
struct exchange::reply : arc {
  exchange* on;
  const method_description* method;  // null: there is no result but that it has ended
  error_place place;
  message_header header;
  std::array<std::byte, 64> small_future;
  bytes large_future;

  [[nodiscard]] std::span<const std::byte> future() const {
    return large_future.empty() ? std::span(small_future).first(header.future_length) : std::span<const std::byte>(large_future);
  }
  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<reply> self(static_cast<reply*>(&along));
    if (ended.result() == computation_instance::outcome::error)
      return self->on->answer_error(self->header, self->future(), ended.error());
    bytes value;
    try {
      if (self->method) self->method->wire.write_result(ended, value);
    } catch (...) {
      return self->on->answer_error(self->header, self->future(), describe_exception(self->place));
    }
    self->on->answer(self->header, self->future(), false, value);
  }
};

// Making an object for another process: it runs like a call, because the constructor may call and wait.
class exchange::creation final : public computation_instance {
 public:
  creation(exchange& on, const class_info& of_class, const message_header& header, std::span<const std::byte> future)
      : computation_instance(&how, 0, true), on_(on), made_of_(of_class), header_(header), future_(future.begin(), future.end()) {}

 private:
  void run() {
    try {
      void* self = made_of_.construct();
      mmps_name name;
      try {
        name = on_.runtime_->adopt(made_of_, self);
      } catch (...) {
        made_of_.destroy(self);
        throw;
      }
      on_.answer(header_, future_, false, std::as_bytes(std::span(&name, 1)));
    } catch (...) {
      on_.answer_error(header_, future_, describe_exception({made_of_.description->name, "create", on_.runtime_->host()}));
    }
  }
  static constexpr class_description described{"mentat::creation", kind::regular, 0};
  static constexpr class_info how{&described, {}, nullptr, [](work_unit& unit) { static_cast<creation&>(unit.instance()).run(); },
                                  nullptr, nullptr};

  exchange& on_;
  const class_info& made_of_;
  const message_header header_;
  const bytes future_;
};

exchange::exchange(const options& chosen, mmps::shm::shm_transport& transport)
    : chosen_(chosen), transport_(transport), pending_(std::uint64_t{chosen.self.slot} << 32 | chosen.self.generation) {
  handler_ = [this](const message_header& header, std::span<const std::byte> body) { handle(header, body); };
  if (!chosen.is_driver) {
    end_ = new typed_instance<void>(nullptr, end_of_session);
    static_cast<void>(end_->claim());
  }
}

exchange::~exchange() {
  if (end_) end_->release();
}

std::atomic<std::uint32_t>& exchange::word(unsigned worker) {
  return transport_.bell().words[mmps::shm::bell_page::place_of(worker)];
}

// --- news of processes

void exchange::note_up(const mmps_name& process) {
  std::lock_guard guard(lock_);
  if (process != chosen_.self) others_.push_back(process);
}

void exchange::note_down(const mmps_name& process, const std::string& cause) {
  {
    std::lock_guard guard(lock_);
    std::erase(others_, process);
    news_.push_back({process, false, cause});
    has_news_.store(true, std::memory_order_seq_cst);
  }
  transport_.bell().ring();
}

// What an ended process had written is taken in before its end is.
void exchange::take_news() {
  std::vector<news> ripe;
  {
    std::lock_guard guard(lock_);
    std::erase_if(news_, [&](news& one) {
      if (transport_.has_mail_from(one.process)) return false;
      ended_.push_back(one);
      ripe.push_back(std::move(one));
      return true;
    });
    has_news_.store(!news_.empty(), std::memory_order_seq_cst);
  }
  for (const news& one : ripe) {
    transport_.forget(one.process);
    {
      std::lock_guard guard(lock_);
      quiet_.ended(now(), one.process);
    }
    for (const pending_call& lost : pending_.take_all_from(one.process)) call_lost(lost, one.cause);
  }
}

std::string exchange::cause_of_end(const mmps_name& process) {
  std::lock_guard guard(lock_);
  for (const news& one : ended_)
    if (one.process == process) return one.cause;
  return "its process is not there";
}

void exchange::call_lost(const pending_call& lost, const std::string& cause) {
  computation_instance& call = *lost.call;
  if (call.of_class() && call.of_class()->description->kind == kind::regular) {  // it may be executed again
    if (lost.attempt + 1u < chosen_.attempts) {
      const mmps_name again = choose(true);
      if (again.bound()) return send_call(again, call, static_cast<std::uint8_t>(lost.attempt + 1));
      call.give_up_claim();
      return runtime_->ready(call);
    }
    return fail_call(call, std::make_exception_ptr(task_poisoned(
                               place_of(call, *runtime_), place_of(call, *runtime_).class_name + "::" +
                                                              place_of(call, *runtime_).function_name + ": " +
                                                              std::to_string(chosen_.attempts) +
                                                              " processes died while they executed it; the last one: " + cause)));
  }
  fail_call(call, std::make_exception_ptr(object_lost(place_of(call, *runtime_), cause)));
}

void exchange::fail_call(computation_instance& call, std::exception_ptr error) {
  call.set_error(std::move(error));
  settle(call, *runtime_);
}

// --- placing

// A process to make an object in, or to execute a call; unbound: here.
mmps_name exchange::choose(bool here_too) {
  std::lock_guard guard(lock_);
  if (others_.empty()) return {};
  const std::size_t places = others_.size() + (here_too && chosen_.placement == exchange_placement::share ? 1 : 0);
  const std::size_t at = turn_.fetch_add(1, std::memory_order_relaxed) % places;
  return at < others_.size() ? others_[at] : mmps_name{};
}

mmps_name exchange::create(const class_info& of_class) {
  const mmps_name where = choose(true);
  if (!where.bound() || !of_class.construct || ending_.load(std::memory_order_relaxed)) return {};
  auto* made = new typed_instance<mmps_name>(&of_class, 0);
  static_cast<void>(made->claim());
  const cip<mmps_name> held(made);
  made->start_with(2);
  const tag under = pending_.add({made, &creation_of_object, where, 0});
  message_header header = header_for(message_type::instantiate, where);
  header.flags = mmps::flag::persistent;
  set_class(header, of_class);
  bytes body;
  write_future(body, chosen_.self, under);
  header.future_length = static_cast<std::uint32_t>(body.size());
  flush_output();
  if (!transmit(header, body))
    if (const auto lost = pending_.take(under)) call_lost(*lost, cause_of_end(where));
  runtime_->wait(*made);
  if (made->result() == computation_instance::outcome::error) {
    made->note_error_seen();
    std::rethrow_exception(made->error());
  }
  return made->value();
}

server_object* exchange::find(const mmps_name& name) { return far_.find(name); }

// --- calls that go out

void exchange::send(server_object& far, computation_instance& call) { send_call(far.name(), call, 0); }

bool exchange::take_away(computation_instance& call) {
  if (chosen_.placement != exchange_placement::elsewhere || ending_.load(std::memory_order_relaxed)) return false;
  const mmps_name where = choose(false);
  if (!where.bound() || call.argument_failed() || !call.claim()) return false;
  send_call(where, call, 0);
  return true;
}

void exchange::send_call(const mmps_name& to, computation_instance& call, std::uint8_t attempt) {
  const class_info& of_class = *call.of_class();
  const found_function function = function_of(of_class, call.function());
  message_header header = header_for(message_type::exec, to);
  set_class(header, of_class);
  header.function = function.place;
  header.argument_count = function.method ? static_cast<std::uint16_t>(function.method->arity) : 0;
  header.depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  header.attempt = attempt;
  const tag under = pending_.add({&call, function.method, to, attempt});
  header.tag = under;
  bytes body;
  body.reserve(usual_body);
  write_future(body, chosen_.self, under);
  header.future_length = static_cast<std::uint32_t>(body.size());
  try {
    if (function.method) function.method->wire.write_arguments(call, body);
  } catch (...) {
    if (const auto mine = pending_.take(under)) fail_call(*mine->call, describe_exception(place_of(call, *runtime_)));
    return;
  }
  flush_output();
  if (!transmit(header, body))
    if (const auto lost = pending_.take(under)) call_lost(*lost, cause_of_end(to.process()));
}

// --- answers

void exchange::answer(const message_header& to, std::span<const std::byte> future, bool error, std::span<const std::byte> value) {
  flush_output();
  mmps::future_reader arcs(future);
  mmps::future_arc arc;
  while (arcs.next(arc)) {
    message_header header = header_for(message_type::token, arc.destination);
    header.flags = error ? mmps::flag::error : 0;
    header.argument = arc.argument;
    header.argument_count = arc.argument_count;
    header.tag = arc.tag;
    header.attempt = to.attempt;
    transmit(header, value);  // gone: nobody waits any more
  }
}

void exchange::answer_error(const message_header& to, std::span<const std::byte> future, const std::exception_ptr& error) {
  answer(to, future, true, error_to_bytes(error, {"", "", runtime_->host()}));
}

// --- what comes in

bool exchange::has_mail() const { return has_news_.load(std::memory_order_seq_cst) || transport_.has_mail(); }

bool exchange::receive() {
  const bool any = transport_.receive(handler_);
  if (!has_news_.load(std::memory_order_relaxed)) return any;
  take_news();
  return true;
}

void exchange::handle(const message_header& header, std::span<const std::byte> body) {
  if (header.destination.process() != chosen_.self) return;
  const auto type = static_cast<message_type>(header.type);
  if (type == message_type::query) return on_query(header);
  if (type == message_type::pong) return on_pong(header, body);
  if (type == message_type::cancel) return to_break_.store(true, std::memory_order_seq_cst);
  received_.fetch_add(1, std::memory_order_relaxed);
  switch (type) {
    case message_type::exec: return on_exec(header, body);
    case message_type::token: return on_result(header, body);
    case message_type::instantiate: return on_instantiate(header, body);
    case message_type::bye: return on_bye(header);
    default: return;
  }
}

void exchange::on_exec(const message_header& header, std::span<const std::byte> body) {
  const auto future = body.first(header.future_length);
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  const auto refuse = [&](std::exception_ptr error) { answer_error(header, future, error); };

  const bool to_object = header.destination.object_number() != 0;
  const class_info* of_class = class_registry::find(class_hash(header));
  server_object* object = to_object ? runtime_->find(header.destination) : nullptr;
  if (!of_class || to_object != (of_class->description->kind == kind::persistent) || (object && object->of_class() != of_class && object->of_class()->description->interface_hash != class_hash(header))) {
    return refuse(std::make_exception_ptr(remote_error({"", "", runtime_->host()}, "mentat::interface_mismatch",
                                                       "the class that was called is not the one that is here: build both programs anew")));
  }
  const method_description* method = function_at(*of_class, header.function);
  const error_place place{of_class->description->name, method ? method->name : "destroy", runtime_->host()};
  if (to_object && !object) return refuse(std::make_exception_ptr(object_lost(place, "the object was destroyed")));
  if (method ? header.argument_count != method->arity : header.function != destroy_on_wire || !to_object)
    return refuse(std::make_exception_ptr(remote_error(place, "mentat::interface_mismatch", "there is no such function")));

  computation_instance* call = nullptr;
  try {
    if (method) call = method->wire.read_call(*of_class, body.subspan(header.future_length), (header.flags & mmps::flag::swapped) != 0);
    else call = new computation_instance(of_class, destroy_function, true);
  } catch (...) {
    return refuse(describe_exception(place));
  }
  call->set_depth(header.depth);
  call->note_error_seen();  // it goes to the caller
  if (object) {
    call->set_target(object, header.destination.generation);
    call->set_caller(caller_of(header.source.process()));
  }
  auto* back = new reply;
  back->deliver = &reply::arrive;
  back->on = this;
  back->method = method;
  back->place = place;
  back->header = header;
  if (future.size() <= back->small_future.size()) std::ranges::copy(future, back->small_future.begin());
  else back->large_future.assign(future.begin(), future.end());
  draw_arc(*call, *back, *runtime_);
  runtime_->accept(*call);
}

void exchange::on_result(const message_header& header, std::span<const std::byte> body) {
  if (header.argument != mmps::to_waiting_caller) return;
  const auto waiting = pending_.take(header.tag);
  if (!waiting) return;  // answered before, by an earlier attempt
  computation_instance& call = *waiting->call;
  const auto value = body.subspan(header.future_length);
  const bool swapped = (header.flags & mmps::flag::swapped) != 0;
  try {
    if (header.flags & mmps::flag::error) call.set_error(error_from_bytes(value, place_of(call, *runtime_)));
    else if (waiting->method) waiting->method->wire.read_result(call, value, swapped);
    else call.set_value_outcome();
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  if (call.function() == destroy_function && call.target()) call.target()->unbind_far();
  settle(call, *runtime_);
}

// The answer is the name of a new object, as the value of a token.
void exchange::on_instantiate(const message_header& header, std::span<const std::byte> body) {
  const auto future = body.first(header.future_length);
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  const class_info* of_class = class_registry::find(class_hash(header));
  if (!of_class || !of_class->construct)
    return answer_error(header, future,
                        std::make_exception_ptr(remote_error({"", "create", runtime_->host()}, "mentat::interface_mismatch",
                                                             "the class of a new object is not known here")));
  runtime_->accept(*new creation(*this, *of_class, header, future));
}

// --- the end

bool exchange::transmit(message_header& header, std::span<const std::byte> body) {
  const bool there = transport_.send(header, body) == mmps::shm::shm_transport::sent::yes;
  if (there) sent_.fetch_add(1, std::memory_order_relaxed);
  return there;
}

activity exchange::activity_here() const {
  const bool runs = !runtime_->nothing_runs() || has_mail() || transport_.has_to_send();
  return {sent_.load(), received_.load(), runtime_->waiting_fibers(), runs ? 1u : 0u};
}

void exchange::on_query(const message_header& header) {
  message_header reply = header_for(message_type::pong, header.source);
  reply.tag = header.tag;
  const activity here = activity_here();
  transport_.send(reply, std::as_bytes(std::span(&here, 1)));
}

void exchange::on_pong(const message_header& header, std::span<const std::byte> body) {
  activity there;
  if (body.size() != sizeof there) return;
  std::memcpy(&there, body.data(), sizeof there);
  std::lock_guard guard(lock_);
  quiet_.answer(now(), header.tag[0], header.source, there);
}

std::optional<std::int64_t> exchange::all_asleep() {
  if (!chosen_.is_driver) {
    if (to_break_.exchange(false, std::memory_order_seq_cst)) return std::nullopt;
    if (end_->future.now() == future::state::open || pending_.size() != 0) return 0;
    return std::nullopt;
  }
  std::vector<mmps_name> asked;
  mmps_name breaks;
  std::optional<std::int64_t> patience;
  std::uint64_t round = 0;
  {
    std::lock_guard guard(lock_);
    const base::instant at = now();
    if (quiet_.take_quiet()) {
      breaks = quiet_.somebody_waits();
      if (!breaks.bound()) return std::nullopt;
    }
    if (quiet_.begin(at, others_, {sent_.load(), received_.load(), 0, 0})) asked = others_;
    round = quiet_.round();
    if (others_.empty() && quiet_.take_quiet()) return std::nullopt;
    patience = quiet_.patience(at);
  }
  if (breaks.bound()) {
    message_header header = header_for(message_type::cancel, breaks);
    transport_.send(header, {});
  }
  for (const mmps_name& process : asked) {
    message_header header = header_for(message_type::query, process);
    header.tag = {round, 0};
    transport_.send(header, {});
  }
  return patience;
}

void exchange::wait_for_end() { runtime_->wait(*end_); }

void exchange::on_bye(const message_header& header) {
  if (chosen_.is_driver) {  // a worker process says that it has ended
    if (const auto waiting = pending_.take(header.tag)) {
      waiting->call->set_value_outcome();
      settle(*waiting->call, *runtime_);
    }
    return;
  }
  if (end_->future.now() != future::state::open) return;
  driver_ = header.source;
  ending_.store(true, std::memory_order_relaxed);
  end_tag_ = header.tag;
  end_->set_value_outcome();
  complete(*end_, *runtime_);
}

void exchange::say_ended() {
  flush_output();
  message_header header = header_for(message_type::bye, driver_);
  header.tag = end_tag_;
  transmit(header, {});
}

void exchange::main_ended() {
  if (!chosen_.is_driver) return;
  ending_.store(true, std::memory_order_relaxed);
  std::vector<mmps_name> all;
  {
    std::lock_guard guard(lock_);
    all = others_;
  }
  std::ranges::sort(all);
  for (const mmps_name& process : all) {
    auto* ended = new typed_instance<void>(nullptr, 0);
    static_cast<void>(ended->claim());
    const cip<void> held(ended);
    ended->start_with(2);
    ended->note_error_seen();
    message_header header = header_for(message_type::bye, process);
    header.tag = pending_.add({ended, nullptr, process, 0});
    flush_output();
    if (!transmit(header, {}))
      if (const auto lost = pending_.take(header.tag)) call_lost(*lost, "it has ended");
    runtime_->wait(*ended);
  }
}

}  // namespace mentat::node
