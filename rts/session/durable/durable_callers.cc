#include "rts/session/durable/durable_callers.h"

#include <algorithm>
#include <utility>

#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/durable/bytes.h"
#include "rts/durable/messages.h"
#include "rts/executor/execute.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {

using durable::byte_cursor;
using durable::byte_sink;
using mmps::message_header;
using mmps::mmps_name;

namespace {

// Where the body of a call has the number up to which its origin has answers.
constexpr std::size_t settled_at = mmps::name_size;

mmps_name keeper_of(const mmps_name& object) {
  return instantiation_manager_of(durable::home_of(object));
}

}  // namespace

durable_callers::durable_callers(outbox& out, members& others, bool holds_results)
    : out_(out), members_(others), holds_results_(holds_results) {
  out_.set_await_durable([this](std::function<void()> then) { await_answers(std::move(then)); });
}

// --- rule 5: a result leaves behind the calls before it

std::uint64_t durable_callers::note_made() {
  pending_.fetch_add(1, std::memory_order_relaxed);
  if (!holds_results_) return 0;
  out_.hold_for_durable();
  members_.restraints().fetch_add(members::awaits_durable, std::memory_order_relaxed);
  const std::lock_guard guard(counting_);
  is_over_.push_back(false);
  return over_ + is_over_.size() - 1;
}

void durable_callers::note_over(std::uint64_t place) {
  pending_.fetch_sub(1, std::memory_order_relaxed);
  if (!holds_results_) return;
  members_.restraints().fetch_sub(members::awaits_durable, std::memory_order_relaxed);
  std::vector<std::function<void()>> go_on;
  {
    const std::lock_guard guard(counting_);
    is_over_[place - over_] = true;
    for (; !is_over_.empty() && is_over_.front(); is_over_.pop_front()) ++over_;
    std::erase_if(waiting_, [&](auto& one) {
      if (one.first > over_) return false;
      go_on.push_back(std::move(one.second));
      return true;
    });
  }
  for (const auto& then : go_on) then();
}

void durable_callers::await_answers(std::function<void()> then) {
  {
    const std::lock_guard guard(counting_);
    const std::uint64_t all = over_ + is_over_.size();
    if (all != over_) {
      waiting_.emplace_back(all, std::move(then));
      return;
    }
  }
  then();
}

// --- calls

durable_callers::object_called& durable_callers::called(const mmps_name& object) {
  const std::lock_guard guard(lock_);
  std::shared_ptr<object_called>& found = objects_[object];
  if (!found) {
    found = std::make_shared<object_called>();
    found->name = object;
  }
  return *found;
}

std::vector<std::shared_ptr<durable_callers::object_called>> durable_callers::all() {
  const std::lock_guard guard(lock_);
  std::vector<std::shared_ptr<object_called>> found;
  for (const auto& [name, one] : objects_) found.push_back(one);
  return found;
}

// Encodes the call. False: it has failed.
bool durable_callers::prepare(const mmps_name& object, computation_instance& call,
                              kept_call& made) {
  const found_function what = function_of(*call.of_class(), call.function());
  made.call = &call;
  made.method = what.method;
  made.header = durable::header_of(durable::message::call, {});
  made.header.set_class_hash(call.of_class()->description->interface_hash);
  made.header.function = what.place;
  made.header.argument_count = what.method ? static_cast<std::uint16_t>(what.method->arity) : 0;
  made.header.depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  made.header.tag.origin = call.caller();
  try {
    byte_sink into(made.body);
    into.put(object);
    into.put(std::uint64_t{0});
    into.put(call.lineage());
    if (what.method) what.method->wire.write_arguments(call, made.body, nullptr);
    if (made.body.size() > mmps::mentat_message::max_body)
      throw limit_error(place_of(call, *runtime_), "fixed.message",
                        "the arguments of a call to another process are longer than 1 GiB");
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
    settle(call, *runtime_);
    return false;
  }
  return true;
}

void durable_callers::send(const mmps_name& object, computation_instance& call) {
  kept_call made;
  if (!prepare(object, call, made)) return;
  object_called& to = called(object);
  std::string why_gone;
  const std::uint64_t place = made.place = note_made();
  {
    const std::lock_guard guard(to.lock);
    why_gone = members_.broken() ? members_.why_broken() : to.why_gone;
    if (why_gone.empty()) {
      const std::uint64_t number = to.calls.add(std::move(made));
      if (!to.calls.place().bound() || !transmit(to, number, to.calls.newest())) locate(to);
    }
  }
  if (why_gone.empty()) return;
  made.place = place;
  end(
      made, members_.broken() ? session_lost() : [&](const error_place& place) {
        return std::make_exception_ptr(object_lost(place, why_gone));
      });
}

// REQUIRES: the lock of `to`. False: the process has ended.
bool durable_callers::transmit(const object_called& to, std::uint64_t number, kept_call& one) {
  one.header.destination = to.calls.place();
  one.header.tag.number = number;
  mmps::put_little_endian(one.body.data() + settled_at, to.calls.settled());
  return out_.send(one.header, one.body);
}

// Asks the keeper, unless it is asked already. REQUIRES: the lock of `for_it`.
void durable_callers::locate(object_called& for_it) {
  static_cast<void>(for_it.calls.lost(for_it.calls.place().process()));
  if (std::exchange(for_it.is_asked, true)) return;
  message_header header = durable::header_of(durable::message::locate, keeper_of(for_it.name));
  base::byte_buffer body;
  byte_sink into(body);
  into.put(for_it.name);
  into.put(for_it.calls.epoch());
  out_.send(header, body);
}

void durable_callers::on_answer(const message_header& header, std::span<const std::byte> body) {
  byte_cursor from(body);
  const mmps_name object = from.name();
  if (!from.ok()) return;
  object_called& of = called(object);
  kept_call answered;
  {
    const std::lock_guard guard(of.lock);
    kept_call* const found = of.calls.answer(header.tag.number);
    if (!found) return;  // it has come before
    answered.call = std::exchange(found->call, nullptr);
    answered.method = found->method;
    answered.place = found->place;
    of.calls.settle();
  }
  computation_instance& call = *answered.call;
  const bool swapped = (header.flags & mmps::flag::swapped) != 0;
  try {
    if ((header.flags & mmps::flag::error) != 0)
      call.set_error(received_error(from.left(), place_of(call, *runtime_)));
    else if (answered.method)
      answered.method->wire.read_result(call, from.left(), swapped);
    else
      call.set_value_outcome();
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  settle(call, *runtime_);
  note_over(answered.place);
}

void durable_callers::on_located(const message_header& header, std::span<const std::byte> body) {
  byte_cursor from(body);
  const mmps_name object = from.name();
  const auto epoch = from.number<std::uint64_t>();
  if (!from.ok()) return;
  object_called& of = called(object);
  if ((header.flags & mmps::flag::error) != 0) {
    const std::string why(reinterpret_cast<const char*>(from.left().data()), from.left().size());
    const auto error = [&](const error_place& place) {
      return std::make_exception_ptr(object_lost(place, why));
    };
    {
      const std::lock_guard guard(of.lock);
      of.why_gone = why;
    }
    return fail_all(of, error, epoch == 0);
  }
  const mmps_name place = from.name();
  if (!from.at_end()) return;
  const std::lock_guard guard(of.lock);
  of.is_asked = false;
  if (!of.calls.located(place, epoch)) return;
  bool is_sent = true;
  of.calls.again([&](std::uint64_t number, kept_call& one) {
    is_sent = is_sent && transmit(of, number, one);
  });
  if (!is_sent) locate(of);  // its process has ended since
}

void durable_callers::process_ended(const ended_process& news) {
  const bool is_keeper = news.role == role::instantiation_manager;
  for (const std::shared_ptr<object_called>& one : all()) {
    if (members_.broken()) {
      fail_all(*one, session_lost(), false);
      continue;
    }
    if (is_keeper && keeper_of(one->name) == news.process) {
      const std::string why = "the host that keeps it is gone: " + news.cause;
      {
        const std::lock_guard guard(one->lock);
        one->why_gone = why;
      }
      fail_all(
          *one,
          [&](const error_place& place) {
            return std::make_exception_ptr(object_lost(place, why));
          },
          false);
      continue;
    }
    const std::lock_guard guard(one->lock);
    if (one->calls.lost(news.process) && !one->calls.empty()) locate(*one);
  }
}

durable_callers::failure durable_callers::session_lost() const {
  return [this](const error_place& place) {
    return std::make_exception_ptr(
        remote_error(place, "mentat::session_lost",
                     members_.why_broken() +
                         "; values that were not computed yet are lost: run the program again"));
  };
}

// `destroyed`: a call that destroys the object has done what it should.
void durable_callers::fail_all(object_called& of, const failure& error, bool destroyed) {
  std::vector<kept_call> failed;
  {
    const std::lock_guard guard(of.lock);
    of.calls.fail_all([&](kept_call& one) {
      failed.push_back({std::exchange(one.call, nullptr), one.method, one.place, {}, one.header});
    });
  }
  for (const kept_call& one : failed)
    end(one, destroyed && one.call->function() == destroy_function ? failure() : error);
}

void durable_callers::end(const kept_call& one, const failure& error) {
  if (error)
    one.call->set_error(error(place_of(*one.call, *runtime_)));
  else
    one.call->set_value_outcome();
  settle(*one.call, *runtime_);
  note_over(one.place);
}

}  // namespace mentat::node
