#include "daemons/host/membership/invitations.h"

#include <algorithm>

namespace mentat::host {

using base::instant;

std::optional<std::uint32_t> invitations::add(instant now, const std::string& public_key) {
  if (open_.size() >= limits_.open) return std::nullopt;
  open_[++last_] = {public_key, now + limits_.lasts, {}};
  return last_;
}

std::string invitations::check(instant now, std::uint32_t guest,
                               const std::string& host_key) const {
  const auto found = open_.find(guest);
  if (found == open_.end() || found->second.until <= now)
    return "the invitation is too old; `mentat invite` makes a new one";
  if (!found->second.used_by.empty() && found->second.used_by != host_key)
    return "the invitation was used by another host; `mentat invite` makes a new one";
  return {};
}

std::string invitations::use(std::uint32_t guest, const std::string& host_key) {
  invitation& used = open_.at(guest);
  used.used_by = host_key;
  return used.public_key;
}

std::vector<std::string> invitations::expire(instant now) {
  std::vector<std::string> keys;
  std::erase_if(open_, [&](const auto& one) {
    if (one.second.until > now) return false;
    keys.push_back(one.second.public_key);
    return true;
  });
  return keys;
}

instant invitations::next_deadline() const {
  instant next = instant::never();
  for (const auto& [guest, one] : open_) next = std::min(next, one.until);
  return next;
}

}  // namespace mentat::host
