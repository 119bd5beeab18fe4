#include "tests/sim/model/driver.h"

#include <algorithm>
#include <span>

#include "mmps/base/check.h"
#include "mmps/wire/message_type.h"

namespace mentat {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

bool is_error(const message_header& header) { return (header.flags & mmps::flag::error) != 0; }

std::string_view text_of(const mentat_message& message) {
  const auto body = message.body();
  return {reinterpret_cast<const char*>(body.data()), std::min<std::size_t>(body.size(), 1024)};
}

}  // namespace

driver::driver(driver_identity identity, const driver_limits& limits)
    : identity_(std::move(identity)), limits_(limits) {
  MENTAT_CHECK(identity_.self.is_process(), "the driver is a process");
}

bool driver::begin(instant, const computation_tag& tag, std::vector<mentat_message>&& calls) {
  if (roots_.size() >= limits_.roots) return false;
  const auto [at, is_new] = roots_.try_emplace(tag);
  MENTAT_CHECK(is_new, "a root for each tag");
  for (mentat_message& call : calls) {
    call.header.source = identity_.self;
    call.header.flags |= mmps::flag::replayable;
    if (call.header.destination.bound()) direct_calls_.emplace(call.header.tag, tag);
    at->second.calls.push_back({std::move(call)});
  }
  emit(at);
  return true;
}

bool driver::create(instant, mentat_message&& request) {
  if (roots_.size() >= limits_.roots) return false;
  const auto [at, is_new] = roots_.try_emplace(request.header.tag);
  MENTAT_CHECK(is_new, "a root for each tag");
  request.header.source = identity_.self;
  at->second.makes_object = true;
  at->second.calls.push_back({std::move(request)});
  emit(at);
  return true;
}

driver::root_map::iterator driver::emit(root_map::iterator at) {
  root& of = at->second;
  for (const kept_call& call : of.calls) {
    const auto cause = dead_.find(call.message.header.destination.process());
    if (call.finished || cause == dead_.end()) continue;
    ++counts_.lost_calls;
    const std::string text = "the process of the object has ended: " + cause->second;
    return end_root(at, true, describe(mmps::error_kind::object_lost, text, {}));
  }
  for (const kept_call& call : of.calls) {
    if (call.finished) continue;
    mentat_message& sent = output_.messages.emplace_back(call.message.again());
    sent.header.replay = of.replay;
  }
  return ++at;
}

void driver::step(instant, mentat_message&& message) {
  switch (static_cast<message_type>(message.header.type)) {
    case message_type::token:
      on_token(message);
      break;
    case message_type::instantiated:
      on_instantiated(message);
      break;
    case message_type::finished:
      on_finished(message.header);
      break;
    case message_type::down:
      on_down(message);
      break;
    default:
      ++counts_.unexpected;
  }
}

void driver::on_token(const mentat_message& message) {
  const message_header& header = message.header;
  if (header.argument != mmps::to_waiting_caller || header.future_length > header.body_length) {
    ++counts_.malformed;
    return;
  }
  const auto at = roots_.find(header.tag);
  if (at == roots_.end() || at->second.makes_object) {
    ++counts_.late;
    return;
  }
  end_root(at, is_error(header), message.body().subspan(header.future_length));
}

void driver::on_instantiated(const mentat_message& message) {
  const auto at = roots_.find(message.header.tag);
  if (at == roots_.end() || !at->second.makes_object) {
    ++counts_.late;
    return;
  }
  if (is_error(message.header)) {
    const std::string why(text_of(message));
    end_root(at, true, describe(mmps::error_kind::resource_exhausted, why, "limits.processes"));
  } else if (message.body().size() == sizeof(mmps_name)) {
    end_root(at, false, message.body());
  } else {
    ++counts_.malformed;
  }
}

void driver::on_finished(const message_header& header) {
  const auto [first, last] = direct_calls_.equal_range(header.tag);
  for (auto direct = first; direct != last; ++direct) {
    for (kept_call& call : roots_.at(direct->second).calls) {
      const message_header& kept = call.message.header;
      if (kept.tag != header.tag || kept.destination.process() != header.source.process()) continue;
      call.finished = true;
      return;
    }
  }
  ++counts_.unexpected;
}

void driver::on_down(const mentat_message& message) {
  const mmps_name process = message.header.source.process();
  if (!process.bound()) {
    ++counts_.malformed;
    return;
  }
  if (!dead_.emplace(process, text_of(message)).second) return;
  dead_in_order_.push_back(process);
  if (dead_in_order_.size() > limits_.dead) {
    dead_.erase(dead_in_order_.front());
    dead_in_order_.pop_front();
  }
  const std::string text = "the process of the object has ended: " + std::string(text_of(message));
  for (auto at = roots_.begin(); at != roots_.end();) {
    const bool is_lost = std::ranges::any_of(at->second.calls, [&](const kept_call& call) {
      return !call.finished && call.message.header.destination.process() == process;
    });
    if (!is_lost || at->second.makes_object) {
      ++at;
      continue;
    }
    ++counts_.lost_calls;
    at = end_root(at, true, describe(mmps::error_kind::object_lost, text, {}));
  }
}

void driver::note_custody_lost(instant, std::string_view cause) {
  const std::string text =
      "after " + std::to_string(limits_.replays) +
      " repetitions what kept its tokens ended once more: " + std::string(cause.substr(0, 1024));
  for (auto at = roots_.begin(); at != roots_.end();) {
    root& waiting = at->second;
    if (waiting.makes_object) {
      ++at;
    } else if (waiting.replay >= limits_.replays) {
      at = end_root(at, true, describe(mmps::error_kind::task_poisoned, text, "limits.replays"));
    } else {
      ++counts_.replayed;
      ++waiting.replay;
      for (kept_call& call : waiting.calls) call.finished = false;  // its result may be lost
      at = emit(at);
    }
  }
}

void driver::undelivered(instant, mentat_message&& message) {
  if (message.header.destination.bound()) return;  // of an object: `down` says what is to be done
  ++counts_.routed_again;
  output_.messages.push_back(std::move(message));
}

driver::root_map::iterator driver::end_root(root_map::iterator at, bool is_error,
                                            std::span<const std::byte> result) {
  output_.results.push_back({at->first, is_error, {result.begin(), result.end()}});
  for (const kept_call& call : at->second.calls) {
    const auto [first, last] = direct_calls_.equal_range(call.message.header.tag);
    const auto direct =
        std::find_if(first, last, [&](const auto& entry) { return entry.second == at->first; });
    if (direct != last) direct_calls_.erase(direct);
  }
  return roots_.erase(at);
}

std::vector<std::byte> driver::describe(mmps::error_kind kind, std::string_view text,
                                        std::string_view limit) const {
  const std::string type = "mentat::" + std::string(mmps::name_of(kind));
  return mmps::encode_error(mmps::error_view{
      .kind = kind, .host = identity_.host, .type_name = type, .text = text, .limit = limit});
}

}  // namespace mentat
