#include "rts/session/endpoint/kept_tokens.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>

#include "mmps/wire/message_type.h"
#include "mmps/wire/unit_claims.h"
#include "rts/core/error_token.h"
#include "rts/core/errors.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

namespace {

// For the consumers of a unit a value of which was not kept.
kept_token lost(const message_header& header, std::span<const std::byte> body) {
  kept_token made{header, {}, {}};
  if (static_cast<message_type>(header.type) == message_type::exec) {
    made.header.type = static_cast<std::uint8_t>(message_type::token);
    made.header.attempt = 0;
    made.header.argument = 0;
    made.header.argument_count = std::max<std::uint16_t>(header.argument_count, 1);
  }
  made.header.flags =
      static_cast<std::uint16_t>((header.flags | mmps::flag::error) & ~mmps::flag::swapped);
  const auto why = std::make_exception_ptr(remote_error(
      {}, "mentat::data_lost",
      "the token-matching unit has ended, and the value that it had was too large to be kept by "
      "its sender (fixed.kept_tokens)"));
  const std::vector<std::byte> error = error_to_bytes(why, {});
  made.body.append(body.first(header.future_length));
  made.body.append(error);
  return made;
}

}  // namespace

bool kept_tokens::keeps(const message_header& header) {
  if (!is_token_matching_unit(header.destination)) return false;
  switch (static_cast<message_type>(header.type)) {
    case message_type::token:
    case message_type::exec:
    case message_type::arcs:
    case message_type::finished:
      return true;
    default:
      return false;
  }
}

void kept_tokens::keep(message_header& header, std::span<const std::byte> body,
                       const std::vector<borrowed_bytes>& lent) {
  const auto type = static_cast<message_type>(header.type);
  const bool has_value = type == message_type::token || type == message_type::exec;
  const std::size_t size = sizeof(kept_token) + body.size() + size_of(lent);
  kept_token made{header, {}, {}};
  std::lock_guard guard(lock_);
  header.destination = made.header.destination = living_locked(header.destination);
  if (given_up_.contains(host_of(header.destination))) return;
  if (has_value && bytes_ + size > most_bytes_) {
    made = lost(made.header, body);
  } else {
    made.body.append(body);
    made.lent = lent;
  }
  bytes_ += made.size();
  all_[header.tag].push_back(std::move(made));
}

bool kept_tokens::drop_for(const host& of, std::vector<kept_token>& all,
                           std::vector<kept_token>& dropped) {
  std::erase_if(all, [&](kept_token& one) {
    if (host_of(one.header.destination) != of) return false;
    bytes_ -= one.size();
    dropped.push_back(std::move(one));
    return true;
  });
  return all.empty();
}

void kept_tokens::settle(const mmps_name& unit, std::span<const std::byte> body) {
  const auto done = mmps::read_claims(body);
  if (!done) return;
  std::vector<kept_token> dropped;
  std::lock_guard guard(lock_);
  for (const mmps::unit_claim& one : *done) {
    const auto found = all_.find(one.tag);
    if (found != all_.end() && drop_for(host_of(unit), found->second, dropped)) all_.erase(found);
  }
}

void kept_tokens::drop(const mmps::tag& unit) {
  all_kept::node_type dropped;
  std::lock_guard guard(lock_);
  dropped = all_.extract(unit);
  if (dropped.empty()) return;
  for (const kept_token& one : dropped.mapped()) bytes_ -= one.size();
}

bool kept_tokens::take_over(const mmps_name& next,
                            base::function_ref<void(kept_token&& again)> give) {
  const auto is_due = [&](const kept_token& one) {
    return is_later_unit_of_host(next, one.header.destination);
  };
  std::vector<mmps::tag> tags;
  {
    std::lock_guard guard(lock_);
    mmps_name& living = living_[host_of(next)];
    if (living.bound() && living.life() >= next.life()) return false;
    living = next;
    for (const auto& [tag, all] : all_)
      if (std::ranges::any_of(all, is_due)) tags.push_back(tag);
  }
  for (const mmps::tag& tag : tags) {
    std::vector<kept_token> again;
    {
      std::lock_guard guard(lock_);
      const auto found = all_.find(tag);
      if (found == all_.end()) continue;
      for (kept_token& one : found->second) {
        if (!is_due(one)) continue;
        one.header.destination = next;
        again.push_back(one.again());
      }
    }
    for (kept_token& one : again) give(std::move(one));
  }
  return true;
}

void kept_tokens::forget(const mmps_name& ended) {
  std::vector<kept_token> dropped;
  std::lock_guard guard(lock_);
  given_up_.insert(host_of(ended));
  for (auto at = all_.begin(); at != all_.end();)
    at = drop_for(host_of(ended), at->second, dropped) ? all_.erase(at) : std::next(at);
}

std::size_t kept_tokens::size() const {
  std::lock_guard guard(lock_);
  return all_.size();
}

mmps_name kept_tokens::living(const mmps_name& named) const {
  std::lock_guard guard(lock_);
  return living_locked(named);
}

mmps_name kept_tokens::living_locked(const mmps_name& named) const {
  const auto found = living_.find(host_of(named));
  return found == living_.end() || found->second.life() < named.life() ? named : found->second;
}

}  // namespace mentat::node
