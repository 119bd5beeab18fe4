#include "rts/session/endpoint/kept_tokens.h"

#include <algorithm>
#include <exception>
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
  const std::size_t size = body.size() + size_of(lent);
  kept_token made{header, {}, {}};
  std::lock_guard guard(lock_);
  header.destination = made.header.destination = living_locked(header.destination);
  if (has_value && bytes_ + size > most_bytes_) {
    made = lost(made.header, body);
  } else {
    made.body.append(body);
    made.lent = lent;
  }
  bytes_ += made.size();
  all_[header.tag].push_back(std::move(made));
}

void kept_tokens::drop(const std::vector<kept_token>& all) {
  for (const kept_token& one : all) bytes_ -= one.size();
}

void kept_tokens::settle(std::span<const std::byte> body) {
  const auto done = mmps::read_claims(body);
  if (!done) return;
  std::vector<std::vector<kept_token>> dropped;  // freed without the lock
  std::lock_guard guard(lock_);
  for (const mmps::unit_claim& one : *done) {
    const auto found = all_.find(one.tag);
    if (found == all_.end()) continue;
    drop(found->second);
    dropped.push_back(std::move(found->second));
    all_.erase(found);
  }
}

std::vector<kept_token> kept_tokens::take_over(const mmps_name& next) {
  std::vector<kept_token> again;
  std::lock_guard guard(lock_);
  living_[{next.host, next.incarnation}] = next;
  for (auto& [tag, all] : all_)
    for (kept_token& one : all) {
      const mmps_name& had = one.header.destination;
      if (had.host != next.host || had.incarnation != next.incarnation || had == next) continue;
      one.header.destination = next;
      again.push_back(one.again());
    }
  return again;
}

void kept_tokens::forget(const mmps_name& ended) {
  std::lock_guard guard(lock_);
  std::erase_if(all_, [&](auto& entry) {
    if (entry.second.front().header.destination != ended) return false;
    drop(entry.second);
    return true;
  });
}

mmps_name kept_tokens::living(const mmps_name& named) const {
  std::lock_guard guard(lock_);
  return living_locked(named);
}

mmps_name kept_tokens::living_locked(const mmps_name& named) const {
  const auto found = living_.find({named.host, named.incarnation});
  return found == living_.end() || found->second.life() < named.life() ? named : found->second;
}

}  // namespace mentat::node
