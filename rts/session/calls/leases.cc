#include "rts/session/calls/leases.h"

#include <algorithm>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

using base::instant;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using mmps::tag;

message_header leases::to_manager(message_type type) const {
  message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = instantiation_manager_of(self_);
  return header;
}

void leases::want(std::uint64_t class_hash) {
  std::vector<tag> fresh;
  {
    const std::lock_guard guard(lock_);
    const instant now = clock_.now();
    if (now < not_before_) return;
    std::erase_if(asked_, [&](const request& one) { return now - one.since > patience; });
    const std::size_t at_once = pause_ != 0 ? 1 : std::max(first_requests, held_.size());
    const std::size_t most = std::min(at_once, most_places - held_.size());
    while (asked_.size() < most) {
      asked_.push_back({{++last_number_, mark_of(self_)}, now});
      fresh.push_back(asked_.back().tag);
    }
    if (!fresh.empty()) last_asked_.store(now.ns, std::memory_order_relaxed);
    asking_.store(asked_.size(), std::memory_order_relaxed);
  }
  for (const tag& one : fresh) ask(one, class_hash);
}

void leases::ask(const tag& under, std::uint64_t class_hash) {
  message_header header = to_manager(message_type::instantiate);
  header.flags = mmps::flag::lease;
  header.set_class_hash(class_hash);
  header.tag = under;
  if (send_(header, {})) return;
  const std::lock_guard guard(lock_);
  std::erase_if(asked_, [&](const request& one) { return one.tag == under; });
  asking_.store(asked_.size(), std::memory_order_relaxed);
}

void leases::pause(instant now) {
  if (now < not_before_) return;  // requests that went together
  pause_ = std::clamp(2 * pause_, shortest_pause, longest_pause);
  not_before_ = now + pause_;
}

// A place in a process that executes nothing would never answer.
void leases::on_answer(const message_header& header, std::span<const std::byte> body) {
  const bool is_refused = (header.flags & mmps::flag::error) != 0;
  mmps_name process;
  if (!is_refused) {
    if (body.size() != sizeof process) return;
    process = mmps::get_name(body.data());
    if (!process.is_process() || header.source != instantiation_manager_of(process) ||
        process == header.source || is_token_matching_unit(process))
      return;
  }
  bool is_taken = false;
  {
    const std::lock_guard guard(lock_);
    const auto asked = std::ranges::find(asked_, header.tag, &request::tag);
    const bool is_awaited = asked != asked_.end();
    const instant since = is_awaited ? asked->since : instant{};
    if (is_awaited) asked_.erase(asked);
    asking_.store(asked_.size(), std::memory_order_relaxed);
    is_taken = !is_refused && is_awaited && take({header.tag, process, since});
    if (is_taken)
      pause_ = 0;
    else if (is_awaited)
      pause(clock_.now());
  }
  if (!is_taken && !is_refused) return_place({header.tag, process, {}});
}

bool leases::take(const place& lent) {
  if (lent.process.host == self_.host || !lives_(lent.process) || held_.size() >= most_places ||
      !takers_.note_lent(lent.process))
    return false;
  held_.push_back(lent);
  note_held();
  return true;
}

void leases::note_held() {
  instant oldest = instant::never();
  for (const place& one : held_) oldest = std::min(oldest, one.since);
  oldest_.store(oldest.ns, std::memory_order_relaxed);
  holding_.store(held_.size(), std::memory_order_relaxed);
}

bool leases::may_come() {
  const std::lock_guard guard(lock_);
  return is_asking() || clock_.now() < not_before_;
}

bool leases::is_due(place& held, instant now, base::duration idle) {
  if (now - held.since > longest_held || takers_.is_drained(held.process)) return true;
  if (!takers_.has_surplus(held.process))
    held.idle_since = instant::never();
  else if (held.idle_since == instant::never())
    held.idle_since = now;
  return held.idle_since != instant::never() && now - held.idle_since >= idle;
}

void leases::give_back(base::duration idle) {
  if (holding_.load(std::memory_order_relaxed) == 0) return;
  std::vector<place> unused;
  {
    const instant now = clock_.now();
    if (idle != 0 && now.ns < next_look_.load(std::memory_order_relaxed)) return;
    next_look_.store(now.ns + idle / 2, std::memory_order_relaxed);
    const std::lock_guard guard(lock_);
    std::erase_if(held_, [&](place& one) {
      if (!is_due(one, now, idle)) return false;
      takers_.note_given_back(one.process);
      unused.push_back(one);
      return true;
    });
    note_held();
  }
  for (const place& one : unused) return_place(one);
}

// Its host would never lend again a place that cannot be given back now, so this process keeps it.
void leases::return_place(const place& lent) {
  message_header header = to_manager(message_type::finished);
  header.tag = lent.tag;
  if (send_(header, mmps::bytes_of(lent.process))) return;
  const std::lock_guard guard(lock_);
  if (lives_(lent.process) && takers_.note_lent(lent.process)) held_.push_back(lent);
  note_held();
}

void leases::process_ended(const mmps_name& process) {
  const std::lock_guard guard(lock_);
  takers_.note_down(process);
  std::erase_if(held_, [&](const place& one) { return one.process == process; });
  note_held();
  if (process != instantiation_manager_of(process)) return;
  asked_.clear();  // one of them may be lost
  asking_.store(0, std::memory_order_relaxed);
}

}  // namespace mentat::node
