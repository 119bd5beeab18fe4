#include "daemons/loader/daemon.h"

#include <algorithm>
#include <set>
#include <utility>

#include "mmps/base/arrived_blocks.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/session/endpoint/counted.h"
#include "rts/session/members/termination_detector.h"

namespace mentat::loader {
namespace {

using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

// Time until receivers without room are tried again.
constexpr base::duration until_room = 10 * base::millisecond;
// Time until the next check whether everything that an ended process had sent was handled.
constexpr base::duration until_handled = 1 * base::millisecond;

}  // namespace

base::instant daemon::turn(base::instant now) {
  const base::instant next = work(now);
  const dropped_messages by_machine = dropped_by_machine();
  malformed_.store(by_machine.malformed, std::memory_order_relaxed);
  unexpected_.store(by_machine.unexpected, std::memory_order_relaxed);
  early_.store(by_machine.early, std::memory_order_relaxed);
  tombstones_.store(by_machine.tombstones, std::memory_order_relaxed);
  return next;
}

dropped_messages daemon::dropped() const {
  return {.malformed = malformed_.load(std::memory_order_relaxed),
          .unexpected = unexpected_.load(std::memory_order_relaxed),
          .forbidden = forbidden_.load(std::memory_order_relaxed) + authority_.refused(),
          .early = early_.load(std::memory_order_relaxed),
          .tombstones = tombstones_.load(std::memory_order_relaxed)};
}

base::instant daemon::work(base::instant now) {
  // News first: a machine that knows of an end does not send to that process again.
  const bool had_news = take_news(now);
  const bool had_mail =
      access_.receive([&](const message_header& header, std::span<const std::byte> body) {
        receive(now, header, body);
      });
  take_undelivered();
  if (next_deadline() <= now) tick(now);
  send_output();
  if (had_news || had_mail) return now;
  base::instant next = next_deadline();
  if (!held_.empty() || !settled_.empty()) next = std::min(next, now + until_room);
  if (!news_.empty()) next = std::min(next, now + until_handled);
  return next;
}

// --- news

bool daemon::take_news(base::instant now) {
  std::vector<news> ripe;
  std::erase_if(news_, [&](news& one) {
    const auto* ended = std::get_if<ended_process>(&one);
    if (ended && access_.has_mail_from(ended->name)) return false;
    ripe.push_back(std::move(one));
    return true;
  });
  for (const news& one : ripe) std::visit([&](const auto& what) { handle_news(now, what); }, one);
  return !ripe.empty();
}

void daemon::handle_news(base::instant now, const reachable_process& process) {
  access_.note_up(process.name, process.address);
  const bool is_known = std::ranges::any_of(living_, [&](const auto& one) {
    return node::is_later_unit_of_host(process.name, one.first);
  });
  // Its predecessor had ended before this daemon began.
  if (node::is_token_matching_unit(process.name) && process.name.life() > 1 && !is_known)
    take_over(process.name);
  living_.insert_or_assign(process.name, process.role);
  process_up(now, process);
}

void daemon::handle_news(base::instant now, const ended_process& process) {
  access_.forget(process.name);
  const auto known = living_.find(process.name);
  const bool held_objects = known != living_.end() && known->second == node::role::object;
  if (known != living_.end()) living_.erase(known);
  mentat_message down(std::as_bytes(std::span(process.cause.data(), process.cause.size())));
  down.header.type = static_cast<std::uint8_t>(message_type::down);
  down.header.source = process.name;
  // Unfinished regular calls of that process are executed again; calls of objects are not.
  if (!held_objects) down.header.flags = mmps::flag::replayable;
  process_down(now, std::move(down), process.suspects);
  if (node::is_token_matching_unit(process.name)) note_unit_ended(process.name);
}

void daemon::handle_news(base::instant now, const refused_process& process) {
  start_refused(now, process.wanted, process.cause);
}

// --- messages

void daemon::receive(base::instant now, const message_header& header,
                     std::span<const std::byte> body) {
  if (!authority_.allows(header)) return;
  const auto type = static_cast<message_type>(header.type);
  if (type == message_type::query) return answer_query(header, body);
  // Only the supervisor reports the end of a process; the end of an object is reported by its
  // process.
  if (type == message_type::down && header.source.is_process()) {
    forbidden_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  if (type == message_type::settled && node::is_token_matching_unit(header.source))
    return kept_.settle(header.source, body);
  if (node::is_counted(header)) ++received_;
  mentat_message arrived(header, body);
  arrived.set_apart(base::arrived_blocks::in(body));
  step(now, std::move(arrived));
  send_output();
}

void daemon::answer_query(const message_header& query, std::span<const std::byte> body) {
  // The driver knows of the end of a process, and this daemon does not yet: the end may still lead
  // to messages.
  const bool news_to_come = living_.contains(node::last_ended_in(body));
  const bool runs =
      is_busy() || access_.has_mail() || access_.keeps_messages() || !held_.empty() || news_to_come;
  const node::activity here{sent_, received_, 0, runs ? 1u : 0u};
  message_header reply;
  reply.type = static_cast<std::uint8_t>(message_type::pong);
  reply.destination = query.source;
  reply.tag = query.tag;
  static_cast<void>(access_.send(reply, mmps::bytes_of_words(here)));  // asked again
}

void daemon::take_undelivered() {
  for (const message_header& one : access_.take_undelivered())
    if (node::is_counted(one)) --sent_;
}

void daemon::send_output() {
  for (mentat_message& message : take_output()) {
    // Tokens without a destination go to the token-matching unit of this host.
    mmps_name& to = message.header.destination;
    if (!to.bound()) to = node::token_matching_unit_of(self_);
    if (to != self_ && node::kept_tokens::keeps(message.header))
      kept_.keep(message.header, message.body(), {});
    else if (node::is_token_matching_unit(to))
      to = kept_.living(to);
    hold(std::move(message));
  }
  send_held();
  if (settled_.empty() || !settled_.front().after.expired()) return;
  for (; !settled_.empty() && settled_.front().after.expired(); settled_.pop_front())
    held_.push_back({std::move(settled_.front().message), nullptr});
  send_held();
}

void daemon::hold(mentat_message&& message) {
  const auto type = static_cast<message_type>(message.header.type);
  if (type == message_type::settled) {
    settled_.push_back({std::move(message), std::exchange(errors_, nullptr)});
    return;
  }
  const bool is_error = type == message_type::token && !message.has_apart();
  if (is_error && !errors_) errors_ = std::make_shared<const char>();
  held_.push_back({std::move(message), is_error ? errors_ : nullptr});
}

// The next token-matching unit of the host gets again what this ended one has got.
void daemon::note_unit_ended(const mmps_name& ended) {
  const auto next = std::ranges::find_if(
      living_, [&](const auto& one) { return node::is_later_unit_of_host(one.first, ended); });
  if (next == living_.end()) return kept_.forget(ended);
  take_over(next->first);
}

void daemon::take_over(const mmps_name& next) {
  kept_.take_over(next, [&](node::kept_token&& one) { hold({one.header, one.body}); });
}

// Sends in order: a message that cannot be sent holds back later messages to its process, until
// that has room or has ended.
void daemon::send_held() {
  std::set<mmps_name> full;
  std::erase_if(held_, [&](held_message& held) {
    const mmps_name to = held.message.header.destination.process();
    if (full.contains(to)) return false;
    if (send(held)) {
      if (node::is_counted(held.message.header)) ++sent_;
      return true;
    }
    if (!living_.contains(to)) return true;
    full.insert(to);
    return false;
  });
}

bool daemon::send(held_message& held) {
  mentat_message& message = held.message;
  if (message.has_apart()) return access_.send_with_blocks(message);
  if (!held.among) return access_.send(message.header, message.body());
  return access_.send(message.header, message.body(), [among = held.among] {});
}

}  // namespace mentat::loader
