#include "mmps/net/unknown_peers.h"

#include <algorithm>
#include <iterator>

#include "mmps/base/call_both.h"
#include "mmps/wire/codec.h"

namespace mentat::mmps::net {

std::size_t unknown_peers::outbound_message::size() const {
  std::size_t size = header_size + message.body().size();
  for (const mentat_message& piece : rest) size += header_size + piece.body().size();
  return size;
}

bool unknown_peers::put(base::instant now, const mmps_name& to, outbound_message&& what) {
  const std::size_t size = what.size();
  if (messages_ == max_messages || bytes_ >= max_bytes) return false;
  const auto [found, is_new] = all_.try_emplace(to);
  if (is_new) found->second.until = now + longest_wait;
  first_deadline_ = std::min(first_deadline_, found->second.until);
  found->second.messages.push_back(std::move(what));
  ++messages_;
  bytes_ += size;
  return true;
}

void unknown_peers::add_when_out(const mmps_name& to, std::function<void()>&& out) {
  base::call_both(all_.at(to).messages.back().when_out, std::move(out));
}

void unknown_peers::take(place from, std::vector<outbound_message>& to) {
  for (const outbound_message& one : from->second.messages) bytes_ -= one.size();
  messages_ -= from->second.messages.size();
  std::ranges::move(from->second.messages, std::back_inserter(to));
  all_.erase(from);
}

std::vector<unknown_peers::outbound_message> unknown_peers::take(const mmps_name& to) {
  std::vector<outbound_message> taken;
  if (const auto found = all_.find(to); found != all_.end()) take(found, taken);
  return taken;
}

std::vector<unknown_peers::outbound_message> unknown_peers::take_overdue(base::instant now) {
  std::vector<outbound_message> taken;
  if (now < first_deadline_) return taken;
  first_deadline_ = base::instant::never();
  for (auto next = all_.begin(); next != all_.end();) {
    const auto one = next++;
    if (one->second.until <= now)
      take(one, taken);
    else
      first_deadline_ = std::min(first_deadline_, one->second.until);
  }
  return taken;
}

}  // namespace mentat::mmps::net
