#include "rts/node/exchange.h"

#include <stdio_ext.h>
#include <cstdio>

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

// How long counts that do not agree stay the same before nothing can be on its way between hosts.
constexpr base::duration settling = 1 * base::second;
constexpr std::size_t usual_body = 256;  // bytes; room that most bodies do not pass

message_header header_for(message_type type, const mmps_name& to) {
  message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = to;
  return header;
}

base::instant now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
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

// Tells the processes of a session apart: the object's bits of a process are free for its host.
std::uint64_t number_of(const mmps_name& process) {
  return std::uint64_t{process.slot | (process.host & mmps_name::most_objects)} << 32 |
         process.generation | (process.incarnation & (mmps_name::most_objects >> 1)) << 1;
}

// Calls of one process arrive in the order in which they were sent: to order them it is one caller.
std::uint64_t caller_of(const mmps_name& process) { return number_of(process) | 1; }

void read_name(computation_instance& call, std::span<const std::byte> value, bool) {
  mmps_name name;
  if (value.size() != sizeof name) throw marshal_error("a name has 16 bytes");
  std::memcpy(&name, value.data(), sizeof name);
  static_cast<typed_instance<mmps_name>&>(call).set_value(name);
}
// A location hint, as the instantiation manager reads it (daemons/im/hint.h).
constexpr std::byte im_hint_apart_from{3};
void write_hint(bytes& to, std::byte kind, const mmps_name& name) {
  to.push_back(std::byte{1});
  to.push_back(kind);
  const auto part = std::as_bytes(std::span(&name, 1));
  to.insert(to.end(), part.begin(), part.end());
}

constexpr method_description creation_of_object{
    0, "create", 0, nullptr, {nullptr, nullptr, nullptr, &read_name}};

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
    return large_future.empty() ? std::span(small_future).first(header.future_length)
                                : std::span<const std::byte>(large_future);
  }
  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<reply> self(static_cast<reply*>(&along));
    if (ended.result() == computation_instance::outcome::error)
      return self->on->answer_error(self->header, self->future(), ended.error());
    bytes value;
    try {
      value.reserve(usual_body);
      if (self->method) self->method->wire.write_result(ended, value);
    } catch (...) {
      return self->on->answer_error(self->header, self->future(), describe_exception(self->place));
    }
    self->on->answer(self->header, self->future(), false, value);
  }
};

// Making an object for another process: it runs like a call, because the constructor may call and
// wait.
class exchange::creation final : public computation_instance {
 public:
  creation(exchange& on, const class_info& of_class, const message_header& request)
      : computation_instance(&how, 0, true), on_(on), made_of_(of_class), request_(request) {}

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
      on_.answer_instantiate(request_, false, std::as_bytes(std::span(&name, 1)));
    } catch (...) {
      const error_place place{made_of_.description->name, "create", on_.runtime_->host()};
      on_.answer_instantiate(request_, true, error_to_bytes(describe_exception(place), place));
    }
  }
  static constexpr class_description described{"mentat::creation", kind::regular, 0};
  static constexpr class_info how{
      &described, {},
      nullptr,    [](work_unit& unit) { static_cast<creation&>(unit.instance()).run(); },
      nullptr,    nullptr};

  exchange& on_;
  const class_info& made_of_;
  const message_header request_;
};

exchange::exchange(const options& chosen, endpoint& through)
    : chosen_(chosen),
      endpoint_(through),
      far_(chosen.self),
      pending_(number_of(chosen.self)) {
  handler_ = [this](const message_header& header, std::span<const std::byte> body) {
    handle(header, body);
  };
  if (chosen.driver.bound()) printed_.emplace();
  if (!chosen.is_driver) {
    end_ = new typed_instance<void>(nullptr, end_of_session);
    static_cast<void>(end_->claim());
  }
}

exchange::~exchange() {
  if (end_) end_->release();
}

std::atomic<std::uint32_t>& exchange::word(unsigned worker) {
  return endpoint_.bell().words[mmps::shm::bell_page::place_of(worker)];
}

// --- news of processes

void exchange::note_up(const mmps_name& process, role what, const std::string& address) {
  endpoint_.note_up(process, address);
  if (process == instantiation_manager_of(chosen_.self))
    manager_page_.store(endpoint_.page_of(process));
  std::lock_guard guard(lock_);
  if (process != chosen_.self) others_.push_back({process, what, {}});
  if (process.host != chosen_.self.host) quiet_.settle_for(settling);
}

void exchange::note_down(const mmps_name& process, role what, const std::string& cause) {
  {
    std::lock_guard guard(lock_);
    std::erase_if(others_, [&](const news& one) { return one.process == process; });
    news_.push_back({process, what, cause});
    has_news_.store(true, std::memory_order_seq_cst);
  }
  endpoint_.bell().ring();
}

// What an ended process had written is taken in before its end is.
void exchange::take_news() {
  std::vector<news> ripe;
  {
    std::lock_guard guard(lock_);
    std::erase_if(news_, [&](news& one) {
      if (endpoint_.has_mail_from(one.process)) return false;
      ended_.push_back(one);
      ripe.push_back(std::move(one));
      return true;
    });
    has_news_.store(!news_.empty(), std::memory_order_seq_cst);
  }
  for (const news& one : ripe) {
    endpoint_.forget(one.process);
    {
      std::lock_guard guard(lock_);
      quiet_.ended(now(), one.process);
    }
    const bool daemon =
        one.process == instantiation_manager_of(chosen_.self) ||
        one.process == token_matching_unit_of(chosen_.self);  // of another host: it is not asked
    if (daemon) {
      std::lock_guard guard(lock_);
      broken_ = std::string("the ") +
                (one.role == role::instantiation_manager ? "instantiation manager"
                                                         : "token-matching unit") +
                " of this session has ended: " + one.cause;
      is_broken_.store(true, std::memory_order_seq_cst);
    }
    for (const pending_call& lost :
         daemon ? pending_.take_all() : pending_.take_all_from(one.process))
      call_lost(lost, one.cause);
  }
}

std::exception_ptr exchange::session_lost(const computation_instance& call) const {
  std::lock_guard guard(lock_);
  return std::make_exception_ptr(remote_error(place_of(call, *runtime_), "mentat::session_lost",
                                              broken_ + "; run the program again"));
}

std::string exchange::cause_of_end(const mmps_name& process) {
  std::lock_guard guard(lock_);
  for (const news& one : ended_)
    if (one.process == process) return one.cause;
  return "its process is not there";
}

void exchange::call_lost(const pending_call& lost, const std::string& cause) {
  computation_instance& call = *lost.call;
  if (is_broken_.load(std::memory_order_relaxed)) return fail_call(call, session_lost(call));
  fail_call(call, std::make_exception_ptr(object_lost(place_of(call, *runtime_), cause)));
}

void exchange::fail_call(computation_instance& call, std::exception_ptr error) {
  call.set_error(std::move(error));
  settle(call, *runtime_);
}

// --- placing

// The instantiation manager chooses the process; that one makes the object and answers.
mmps_name exchange::create(const class_info& of_class) {
  if (!of_class.construct || ending_.load(std::memory_order_relaxed)) return {};
  const mmps_name manager = instantiation_manager_of(chosen_.self);
  auto* made = new typed_instance<mmps_name>(&of_class, 0);
  static_cast<void>(made->claim());
  const cip<mmps_name> held(made);
  made->start_with(2);
  message_header header = header_for(message_type::instantiate, manager);
  header.flags = mmps::flag::persistent;
  set_class(header, of_class);
  header.tag = pending_.add({made, &creation_of_object, manager});
  bytes hint;
  if (chosen_.placement == exchange_placement::elsewhere)
    write_hint(hint, im_hint_apart_from, chosen_.self);
  flush_output();
  if (!transmit(header, hint))
    if (const auto lost = pending_.take(header.tag)) call_lost(*lost, cause_of_end(manager));
  runtime_->wait(*made);
  if (made->result() == computation_instance::outcome::error) {
    made->note_error_seen();
    std::rethrow_exception(made->error());
  }
  return made->value();
}

bool exchange::takes_all() const {
  return chosen_.placement == exchange_placement::elsewhere &&
         !ending_.load(std::memory_order_relaxed);
}

bool exchange::takes_one(std::size_t queued) const {
  if (queued < chosen_.threshold) return false;
  const auto* page = manager_page_.load(std::memory_order_acquire);
  return page && page->room.load(std::memory_order_relaxed) > 0 &&
         !ending_.load(std::memory_order_relaxed) && !is_broken_.load(std::memory_order_relaxed);
}

void exchange::send_elsewhere(computation_instance& call) {
  if (auto* page = manager_page_.load(std::memory_order_acquire))
    page->room.fetch_sub(1, std::memory_order_relaxed);
  const mmps_name unit = token_matching_unit_of(chosen_.self);
  send_call({.host = 0}, unit, call);
}

void exchange::note_load(unsigned worker, std::size_t queued) {
  auto& mine = endpoint_.bell().runnable[mmps::shm::bell_page::place_of(worker)];
  const auto now = static_cast<std::uint32_t>(queued);
  const std::uint32_t units = units_.load(std::memory_order_relaxed);
  if (mine.load(std::memory_order_relaxed) == now &&
      units_noted_.load(std::memory_order_relaxed) == units)
    return;
  mine.store(now, std::memory_order_relaxed);
  units_noted_.store(units, std::memory_order_relaxed);
  // Units that have come and are not to run: they wait, or their results are still to come from
  // others.
  mmps::shm::bell_page& page = endpoint_.bell();
  const std::uint32_t runnable = page.all_runnable();
  page.parked.store(units > runnable ? units - runnable : 0, std::memory_order_relaxed);
  auto* manager = now == 0 ? manager_page_.load(std::memory_order_acquire) : nullptr;
  if (manager && manager->wants_news.load(std::memory_order_relaxed) != 0) manager->ring();
}

// The instantiation manager counts the objects of its host.
void exchange::ended(const mmps_name& object) {
  if (ending_.load(std::memory_order_relaxed) || is_broken_.load(std::memory_order_relaxed)) return;
  message_header header = header_for(message_type::down, instantiation_manager_of(chosen_.self));
  header.source = object;
  transmit(header, {});
}

server_object* exchange::find(const mmps_name& name) { return far_.find(name); }

// --- calls that go out

void exchange::send(server_object& far, computation_instance& call) {
  send_call(far.name(), far.name(), call);
}

// To an object, or unbound: to the token-matching unit. `answers`: whose end means that no answer
// will come.
void exchange::send_call(const mmps_name& to, const mmps_name& answers,
                         computation_instance& call) {
  if (is_broken_.load(std::memory_order_relaxed)) return fail_call(call, session_lost(call));
  const class_info& of_class = *call.of_class();
  const found_function function = function_of(of_class, call.function());
  message_header header = header_for(message_type::exec, to.bound() ? to : answers);
  set_class(header, of_class);
  header.function = function.place;
  header.argument_count = function.method ? static_cast<std::uint16_t>(function.method->arity) : 0;
  header.depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  const tag under = pending_.add({&call, function.method, answers});
  header.tag = under;
  bytes body;
  body.reserve(usual_body);
  write_future(body, chosen_.self, under);
  header.future_length = static_cast<std::uint32_t>(body.size());
  try {
    if (function.method) function.method->wire.write_arguments(call, body);
  } catch (...) {
    if (const auto mine = pending_.take(under))
      fail_call(*mine->call, describe_exception(place_of(call, *runtime_)));
    return;
  }
  if (!to.bound()) call.drop_arguments();  // the token-matching unit has them now
  flush_output();
  if (!transmit(header, body))
    if (const auto lost = pending_.take(under)) call_lost(*lost, cause_of_end(answers.process()));
}

// --- answers

void exchange::answer(const message_header& to, std::span<const std::byte> future, bool error,
                      std::span<const std::byte> value) {
  flush_output();
  // A unit is finished when its last result is out.
  std::shared_ptr<std::atomic<std::size_t>> left;
  if (to.destination.is_process()) left = std::make_shared<std::atomic<std::size_t>>(1);
  const auto one_is_out = [this, to, left] {
    if (left->fetch_sub(1, std::memory_order_acq_rel) == 1) say_finished(to);
  };
  mmps::future_reader arcs(future);
  mmps::future_arc arc;
  while (arcs.next(arc)) {
    message_header header = header_for(message_type::token, arc.destination);
    header.flags = error ? mmps::flag::error : 0;
    header.argument = arc.argument;
    header.argument_count = arc.argument_count;
    header.tag = arc.tag;
    header.attempt = to.attempt;
    if (!left) {
      transmit(header, value);  // gone: nobody waits any more
      continue;
    }
    left->fetch_add(1, std::memory_order_relaxed);
    if (!transmit(header, value, one_is_out)) one_is_out();
  }
  if (left) one_is_out();
}

// The unit of a regular class was executed, and its result lies where the receiver finds it.
void exchange::say_finished(const message_header& unit) {
  units_.fetch_sub(1, std::memory_order_relaxed);
  message_header header = header_for(message_type::finished, unit.source);
  header.tag = unit.tag;
  header.attempt = unit.attempt;
  header.replay = unit.replay;
  header.graph = unit.graph;
  transmit(header, {});
}

void exchange::answer_instantiate(const message_header& request, bool error,
                                  std::span<const std::byte> body) {
  for (const mmps_name& whom : {request.source, instantiation_manager_of(chosen_.self)}) {
    message_header header = request;
    header.type = static_cast<std::uint8_t>(message_type::instantiated);
    header.flags =
        static_cast<std::uint16_t>(mmps::flag::persistent | (error ? mmps::flag::error : 0));
    header.source = chosen_.self;
    header.destination = whom;
    flush_output();
    transmit(header, body);
  }
}

void exchange::answer_error(const message_header& to, std::span<const std::byte> future,
                            const std::exception_ptr& error) {
  answer(to, future, true, error_to_bytes(error, {"", "", runtime_->host()}));
}

// --- what comes in

bool exchange::has_mail() const {
  return has_news_.load(std::memory_order_seq_cst) || endpoint_.has_mail();
}

bool exchange::receive() {
  const bool any = endpoint_.receive(handler_);
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
    case message_type::exec:
      return on_exec(header, body);
    case message_type::token:
      return on_result(header, body);
    case message_type::instantiate:
      return on_instantiate(header);
    case message_type::instantiated:
      return on_instantiated(header, body);
    case message_type::bye:
      return on_bye(header);
    case message_type::output:
      if (chosen_.is_driver) std::fwrite(body.data(), 1, body.size(), stdout);
      return;
    default:
      return;
  }
}

void exchange::on_exec(const message_header& header, std::span<const std::byte> body) {
  const auto future = body.first(header.future_length);
  if (mmps::check_future(future).fault != mmps::future_fault::none) return;
  const auto refuse = [&](std::exception_ptr error) { answer_error(header, future, error); };

  const bool to_object = header.destination.object_number() != 0;
  if (!to_object) units_.fetch_add(1, std::memory_order_relaxed);
  const class_info* of_class = class_registry::find(class_hash(header));
  server_object* object = to_object ? runtime_->find(header.destination) : nullptr;
  if (!of_class || to_object != (of_class->description->kind == kind::persistent) ||
      (object && object->of_class() != of_class &&
       object->of_class()->description->interface_hash != class_hash(header))) {
    return refuse(std::make_exception_ptr(remote_error(
        {"", "", runtime_->host()}, "mentat::interface_mismatch",
        "the class that was called is not the one that is here: build both programs anew")));
  }
  const method_description* method = function_at(*of_class, header.function);
  const error_place place{of_class->description->name, method ? method->name : "destroy",
                          runtime_->host()};
  if (to_object && !object)
    return refuse(std::make_exception_ptr(object_lost(place, "the object was destroyed")));
  if (method ? header.argument_count != method->arity
             : header.function != destroy_on_wire || !to_object)
    return refuse(std::make_exception_ptr(
        remote_error(place, "mentat::interface_mismatch", "there is no such function")));

  computation_instance* call = nullptr;
  try {
    if (method)
      call = method->wire.read_call(*of_class, body.subspan(header.future_length),
                                    (header.flags & mmps::flag::swapped) != 0);
    else
      call = new computation_instance(of_class, destroy_function, true);
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
  if (future.size() <= back->small_future.size())
    std::ranges::copy(future, back->small_future.begin());
  else
    back->large_future.assign(future.begin(), future.end());
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
    if (header.flags & mmps::flag::error)
      call.set_error(error_from_bytes(value, place_of(call, *runtime_)));
    else if (waiting->method)
      waiting->method->wire.read_result(call, value, swapped);
    else
      call.set_value_outcome();
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  if (call.function() == destroy_function && call.target()) call.target()->unbind_far();
  settle(call, *runtime_);
}

void exchange::on_instantiate(const message_header& header) {
  const class_info* of_class = class_registry::find(class_hash(header));
  if (of_class && of_class->construct)
    return runtime_->accept(*new creation(*this, *of_class, header));
  const error_place place{"", "create", runtime_->host()};
  answer_instantiate(header, true,
                     error_to_bytes(std::make_exception_ptr(remote_error(
                                        place, "mentat::interface_mismatch",
                                        "the class of a new object is not known here")),
                                    place));
}

// From the process that made the object; or from the instantiation manager, in words, why there is
// none.
void exchange::on_instantiated(const message_header& header, std::span<const std::byte> body) {
  const auto waiting = pending_.take(header.tag);
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

// --- the end

bool exchange::transmit(message_header& header, std::span<const std::byte> body,
                        std::function<void()> when_out) {
  const bool there = endpoint_.send(header, body, std::move(when_out)) == endpoint::sent::yes;
  if (there) sent_.fetch_add(1, std::memory_order_relaxed);
  return there;
}

// What this process has printed is to be seen before what the receiver prints.
void exchange::flush_output() {
  if (!printed_) {
    if (__fpending(stdout) != 0) std::fflush(stdout);
    return;
  }
  for (bytes text = printed_->take(); !text.empty(); text = printed_->take()) {
    message_header header = header_for(message_type::output, chosen_.driver);
    transmit(header, text);
  }
}

activity exchange::activity_here() const {
  const bool runs = !runtime_->nothing_runs() || has_mail() || endpoint_.has_to_send();
  return {sent_.load(), received_.load(), runtime_->waiting_fibers(), runs ? 1u : 0u};
}

void exchange::on_query(const message_header& header) {
  if (header.tag[1] != 0) runtime_->forget_timers_of_control();
  message_header reply = header_for(message_type::pong, header.source);
  reply.tag = header.tag;
  const activity here = activity_here();
  endpoint_.send(reply, std::as_bytes(std::span(&here, 1)));
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
  // The session was quiet, and who is told to end answers, or ends; or it cannot go on, and no
  // answer is waited for.
  if (ending_.load(std::memory_order_relaxed) || is_broken_.load(std::memory_order_relaxed)) {
    if (pending_.size() != 0) return 0;
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
    std::vector<mmps_name> all;
    for (const news& one : others_) all.push_back(one.process);
    if (quiet_.begin(at, all, {sent_.load(), received_.load(), 0, 0})) asked = all;
    round = quiet_.round();
    if (others_.empty() && quiet_.take_quiet()) return std::nullopt;
    patience = quiet_.patience(at);
  }
  if (breaks.bound()) {
    message_header header = header_for(message_type::cancel, breaks);
    endpoint_.send(header, {});
  }
  for (const mmps_name& process : asked) {
    message_header header = header_for(message_type::query, process);
    header.tag = {round, runtime_->main_has_ended() ? 1u : 0u};
    endpoint_.send(header, {});
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
    for (const news& one : others_)
      if (one.role == role::worker) all.push_back(one.process);
  }
  std::ranges::sort(all);
  for (const mmps_name& process : all) {
    auto* ended = new typed_instance<void>(nullptr, 0);
    static_cast<void>(ended->claim());
    const cip<void> held(ended);
    ended->start_with(2);
    ended->note_error_seen();
    message_header header = header_for(message_type::bye, process);
    header.tag = pending_.add({ended, nullptr, process});
    flush_output();
    if (!transmit(header, {}))
      if (const auto lost = pending_.take(header.tag)) call_lost(*lost, "it has ended");
    runtime_->wait(*ended);
  }
}

}  // namespace mentat::node
