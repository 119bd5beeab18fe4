#include "rts/session/calls/replies.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/token_for.h"
#include "rts/api/buffers_leaving.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/record/recorded_call.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/endpoint/lent_blocks.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using mmps::shm::compact_header;

// In bytes: sending a smaller result twice costs less than checking for mail.
constexpr std::size_t min_bytes_to_poll = 256;

constexpr std::uint16_t no_flags = 0;
constexpr std::size_t max_handed_on = 32 * mmps::future_arc_size;

// Appends the result or error of an ended call as bytes; true: an error. Calls `place()` only for
// errors. `lent`: where a buffers_leaving puts buffers, if there is one.
template <class Place>
bool write_outcome(const computation_instance& ended, const method_description* method,
                   Place&& place, base::byte_buffer& behind,
                   std::vector<borrowed_bytes>* lent = nullptr) {
  const std::size_t before = behind.size();
  std::exception_ptr failed;
  try {
    if (ended.result() == computation_instance::outcome::error)
      failed = ended.error();
    else if (method)
      method->wire.write_result(const_cast<computation_instance&>(ended), behind);
    if (behind.size() + (lent ? size_of(*lent) : 0) >
        mmps::mentat_message::max_body - mmps::max_future_bytes)
      throw limit_error(place(), "fixed.message",
                        "a result that goes to another process is longer than 1023 MiB");
  } catch (...) {
    failed = describe_exception(place());
  }
  if (!failed) [[likely]]
    return false;
  const std::vector<std::byte> error = error_to_bytes(failed, {"", "", place().host});
  behind.resize(before);
  behind.append(error);
  if (lent) lent->clear();
  return true;
}

// `run_time`: as in on_result().
message_header token_to_caller(const mmps_name& caller, const mmps::tag& waiting, bool error,
                               std::uint8_t attempt, std::uint32_t run_time) {
  message_header header = header_for(message_type::token, caller);
  header.flags = error ? mmps::flag::error : 0;
  header.argument = mmps::to_waiting_caller;
  header.tag = waiting;
  header.attempt = attempt;
  header.set_run_time(run_time);
  return header;
}

message_header token_along(const mmps::future_arc& arc, bool error, std::uint8_t attempt,
                           std::uint32_t run_time) {
  if (arc.argument == mmps::to_waiting_caller) {
    message_header header = token_to_caller(arc.destination, arc.tag, error, attempt, run_time);
    header.set_arcs_number(arc.arcs_number());
    if (arc.abandons_value()) header.flags |= mmps::flag::no_value;
    return header;
  }
  message_header header = mmps::token_for(arc, mmps::blank_header);
  if (error) header.flags |= mmps::flag::error;
  header.attempt = attempt;
  return header;
}

}  // namespace

// The value that goes along arcs: a result, or an error, as bytes. A token-matching unit gets it
// after the future of the consumer: if there is room for that, nothing is copied.
struct replies::sent_value {
  static constexpr std::size_t max_room = mmps::future_arc_size;  // enough for most consumers

  explicit sent_value(std::span<const std::byte> value) : bytes(value) {}
  // The bytes of the body behind so much room.
  sent_value(base::byte_buffer& body, std::size_t free)
      : bytes(std::span(body).subspan(free)),
        room(std::span(body).first(free)),
        whole(free == 0 ? &body : nullptr) {}
  // The same without the buffers that are lent, whose places are those in the body.
  sent_value(base::byte_buffer& body, std::size_t free, std::vector<borrowed_bytes>& buffers)
      : sent_value(body, free) {
    if (!buffers.empty()) lent = &buffers;
  }

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

  // REQUIRES: there are lent buffers.
  [[nodiscard]] std::vector<borrowed_bytes> lent_behind(std::span<const std::byte> future) const {
    std::vector<borrowed_bytes> moved = *lent;
    for (borrowed_bytes& one : moved) one.at = one.at - room.size() + future.size();
    return moved;
  }

  std::span<const std::byte> bytes;
  std::span<std::byte> room{};         // right before them
  base::byte_buffer* whole = nullptr;  // the bytes are all of it, and it may be given away
  // Whatever is sent of it is not complete without them. Null: there are none.
  std::vector<borrowed_bytes>* lent = nullptr;
};

// The arc of a call of an object that was made here and may be repeated.
struct replies::keeper : arc {
  replies* in;
  const method_description* method;
  reply_cache::key key;

  static void arrive(arc& along, computation_instance& ended, bool, scheduler&) {
    const std::unique_ptr<keeper> self(static_cast<keeper*>(&along));
    base::byte_buffer body;
    const bool error = write_outcome(
        ended, self->method, [&] { return place_of(ended, *self->in->runtime_); }, body);
    self->in->kept_.end(self->key, error, body);
  }
};

// Sends a result along the arcs of a future, from the last to the first. A waiting caller gets it
// once all earlier messages are out: from then on it relies on all arcs having been served.
class replies::answers {
 public:
  answers(outbox& out, std::span<const std::byte> future, std::uint8_t attempt, bool error,
          std::uint32_t run_time, executed_unit* unit, bool caller_first)
      : out_(out),
        attempt_(attempt),
        run_time_(run_time),
        future_(future.begin(), future.end()),
        unit_(unit),
        error_(error) {
    mmps::future_reader reader(future_);
    for (mmps::future_arc one; reader.next(one);) arcs_.push_back(one);
    if (caller_first) std::ranges::reverse(arcs_);
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
        message_header header = token_along(next, error_, attempt_, run_time_);
        const bool unwanted = (header.flags & mmps::flag::no_value) != 0 && !error_;
        if (!send_along(header, unwanted ? nullptr : &value, next.future))
          one_is_out();  // gone: nobody waits any more
      }
      // The thread that learns that the last message is out sends the rest, perhaps now.
      if (!arcs_.empty() && value.bytes.data() != value_.data()) value = keep(value);
      if (outside_.fetch_sub(1) != 1) return;
      if (arcs_.empty()) {
        if (unit_) unit_->release();
        delete this;
        return;
      }
    }
  }

 private:
  // `value`: null if the receiver does not want it. False: the receiver is gone.
  bool send_along(message_header& header, const sent_value* value,
                  std::span<const std::byte> future) {
    const auto when_out = [this] { one_is_out(); };
    if (!value) return out_.send_result(header, {}, when_out);
    if (value->lent) {
      base::byte_buffer body;
      body.append(future);
      body.append(value->bytes);
      return out_.give_result(header, body, when_out, value->lent_behind(future));
    }
    std::vector<std::byte> copy;
    return out_.send_result(header, value->behind(future, copy), when_out);
  }
  sent_value keep(const sent_value& value) {
    if (value.lent) lent_ = value.lent_behind({});
    value_.clear();
    value_.append(value.bytes);
    return {value_, 0, lent_};
  }
  void one_is_out() {
    if (outside_.fetch_sub(1) == 1) send({value_, 0, lent_});
  }

  outbox& out_;
  const std::uint8_t attempt_;
  const std::uint32_t run_time_;
  const std::vector<std::byte> future_;
  std::vector<mmps::future_arc> arcs_;
  executed_unit* const unit_;
  const bool error_;
  base::byte_buffer value_;  // when not everything could be sent at once
  std::vector<borrowed_bytes> lent_;
  std::atomic<std::size_t> outside_{0};
};

error_place reply::place() const {
  return {of_class ? of_class->description->name : "",
          method     ? method->name
          : of_class ? "destroy"
                     : "",
          in_.runtime_->host()};
}

// A reply whose answer needs state of this process stays here, and so does a long future: each call
// that hands it on adds to it. So does a result that would have to wait for calls.
std::span<const std::byte> reply::forward(const mmps_name& to) {
  if (is_repeatable() || future_.bytes().size() > max_handed_on || in_.out_.would_hold(to))
    return {};
  take_added();
  return mmps::check_future(future_.bytes()).fault == mmps::future_fault::none
             ? future_.bytes()
             : std::span<const std::byte>();
}

// Parts of the answer may have left when memory runs out.
void reply::serve(computation_instance& ended) {
  try {
    serve_now(ended);
  } catch (const std::bad_alloc&) {
    in_.out_.end_for_want_of_memory("a result");
  }
}

void reply::serve_now(computation_instance& ended) {
  if (is_recorded) [[unlikely]]
    record::note_end(record::event_kind::result_sent, ended, future_.waiting().number,
                     future_.caller().host, future_.caller().process_number());
  base::byte_buffer body;
  // Most are only for the caller; others need room for the future of a consumer.
  const bool is_only_for_caller = future_.is_only_for_caller();
  const std::size_t room = is_only_for_caller ? 0 : replies::sent_value::max_room;
  if (method && method->wire.result_may_lend && !is_repeatable()) return serve_lending(ended, room);
  if (room != 0)
    body.resize(room);
  else
    in_.out_.expect_send(future_.caller());  // a guess: most results are short
  const bool error = write_outcome(ended, method, [this] { return place(); }, body);
  const replies::sent_value value(body, room);
  if (is_repeatable()) [[unlikely]]
    in_.kept_.end(repeatable_, error, value.bytes);
  look_for_arcs(value.bytes.size() >= min_bytes_to_poll);
  in_.answer(*this, error, value);
}

// Buffers in the result are not copied.
void reply::serve_lending(computation_instance& ended, std::size_t room) {
  base::byte_buffer body;
  std::vector<borrowed_bytes> lent;
  if (room != 0)
    body.resize(room);
  else
    in_.out_.expect_send(future_.caller());
  bool error = false;
  {
    const buffers_leaving shared(body, lent);
    error = write_outcome(ended, method, [this] { return place(); }, body, &lent);
  }
  look_for_arcs(body.size() - room >= min_bytes_to_poll || !lent.empty());
  in_.answer(*this, error, replies::sent_value(body, room, lent));
}

// Arcs may have come while the function ran; `polls`: nobody may have looked.
void reply::look_for_arcs(bool polls) {
  if (polls) in_.runtime_->take_in_now();
  if ((unit && !unit->is_with_caller()) || !in_.added_.empty()) [[unlikely]]
    take_added();
}

// The arcs that were drawn since the call was sent.
void reply::take_added() {
  std::optional<added_arcs::added> added;
  if (unit)
    added = unit->take_arcs();
  else if (!in_.added_.empty())
    added = in_.added_.take(future_.waiting());
  if (added && future_.caller().bound())
    future_.add(added->future, added->messages, added->abandoned);
}

// The caller is executed again, and the first result of its call is no longer kept.
static limit_error result_dropped(error_place place) {
  return {std::move(place), "fixed.kept_results",
          "the call took effect before its caller's process died, and its result is not kept any "
          "more"};
}

std::unique_ptr<reply> replies::first(std::unique_ptr<reply> call) {
  call->repeatable_.function = call->method ? call->method->number : destroy_function;
  const reply_cache::key key = call->repeatable_;
  const auto held = std::make_shared<std::unique_ptr<reply>>(std::move(call));
  const auto repeated = [this, held](bool error, std::span<const std::byte> result) {
    if (!added_.empty()) (*held)->take_added();
    answer(**held, error, sent_value(result));
  };
  const reply_cache::begun begun = kept_.begin(key, repeated);
  if (begun == reply_cache::begun::first) return std::move(*held);
  if (begun == reply_cache::begun::dropped) {
    const auto error = std::make_exception_ptr(result_dropped((*held)->place()));
    refuse(std::move(*held), error);
  }
  return nullptr;
}

static reply_cache::key key_of(const computation_instance& call) {
  mmps_name object = call.target()->name();
  object.generation = call.generation();
  return {object, call.lineage(), call.function()};
}

bool replies::is_repeated(const computation_instance& call) const {
  return kept_.knows(key_of(call));
}

bool replies::answer_if_repeated(computation_instance& call) {
  const found_function function = function_of(*call.of_class(), call.function());
  const auto repeated = [this, &call, method = function.method](bool error,
                                                                std::span<const std::byte> result) {
    try {
      if (error)
        call.set_error(received_error(result, place_of(call, *runtime_)));
      else if (method)
        method->wire.read_result(call, result, false);
      else
        call.set_value_outcome();
    } catch (...) {
      call.set_error(describe_exception(place_of(call, *runtime_)));
    }
    settle(call, *runtime_);
  };
  const reply_cache::key key = key_of(call);
  const reply_cache::begun begun = kept_.begin(key, repeated);
  if (begun == reply_cache::begun::repeated) return true;
  if (begun == reply_cache::begun::dropped) {
    call.set_error(std::make_exception_ptr(result_dropped(place_of(call, *runtime_))));
    settle(call, *runtime_);
    return true;
  }
  auto* keeps = new keeper;
  keeps->deliver = &keeper::arrive;
  keeps->in = this;
  keeps->method = function.method;
  keeps->key = key;
  draw_arc(call, *keeps, *runtime_);
  return false;
}

void replies::refuse(std::unique_ptr<reply> call, const std::exception_ptr& error) {
  const std::vector<std::byte> bytes = error_to_bytes(error, {"", "", runtime_->host()});
  if (call->is_repeatable()) kept_.end(call->repeatable_, true, bytes);
  answer(*call, true, sent_value(std::span(bytes)));
}

void replies::answer(reply& call, bool error, const sent_value& value) {
  // The caller may send the next unit as soon as it has the answer. After a brief one it is not
  // worth to write to a page that others read.
  constexpr std::uint32_t least_noted = 5'000;  // ns
  const std::uint32_t run_time = call.unit ? call.unit->run_time() : 0;
  if (run_time >= least_noted) runtime_->note_unit_over();
  incoming_future& future = call.future_;
  if (future.is_only_for_caller()) [[likely]] {
    // Else the message FINISHED follows on the same link.
    executed_unit* const until_out =
        call.unit && (!call.unit->is_with_caller() || out_.may_hold(future.caller())) ? call.unit
                                                                                      : nullptr;
    if (!until_out && !value.lent && value.bytes.size() <= compact_header::max_body) [[likely]] {
      const compact_header header =
          compact_header::of(compact_header::parts{.flags = error ? mmps::flag::error : no_flags,
                                                   .argument = mmps::to_waiting_caller,
                                                   .attempt = call.attempt_,
                                                   .destination = future.caller(),
                                                   .class_hash = run_time,
                                                   .tag = future.waiting()});
      out_.send_result(future.caller(), header, value.bytes);  // gone: nobody waits any more
      return;
    }
    message_header header =
        token_to_caller(future.caller(), future.waiting(), error, call.attempt_, run_time);
    return send(header, error, value, until_out);
  }
  const std::span<const std::byte> bytes = future.bytes();
  if (bytes.size() != mmps::future_arc_size) {
    if (!bytes.empty())
      (new answers(out_, bytes, call.attempt_, error, run_time,
                   bug_ == base::seeded_bug::finished_before_custody ? nullptr : call.unit,
                   bug_ == base::seeded_bug::caller_answered_first))
          ->send(value);
    return;
  }
  mmps::future_arc arc;
  if (!mmps::future_reader(bytes).next(arc)) return;
  message_header header = token_along(arc, error, call.attempt_, run_time);
  send(header, error, value, call.unit);
}

void replies::send(message_header& header, bool error, const sent_value& value,
                   executed_unit* unit) {
  const bool unwanted = (header.flags & mmps::flag::no_value) != 0 && !error;
  const auto send = [&](std::function<void()> when_out) {
    if (unwanted) return out_.send_result(header, {}, std::move(when_out));
    if (value.lent) {
      // It goes to the caller alone.
      base::byte_buffer body;
      body.append(value.bytes);
      return out_.give_result(header, body, std::move(when_out), value.lent_behind({}));
    }
    if (value.whole) return out_.give_result(header, *value.whole, std::move(when_out));
    return out_.send_result(header, value.bytes, std::move(when_out));
  };
  if (!unit || bug_ == base::seeded_bug::finished_before_custody) {
    send({});  // gone: nobody waits any more
    return;
  }
  unit->hold();  // until it is out
  if (!send([unit] { unit->release(); })) unit->release();
}

}  // namespace mentat::node
