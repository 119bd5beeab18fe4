#include "daemons/host/membership/invitations.h"

#include <algorithm>

namespace mentat::host {

using base::instant;

std::optional<std::uint32_t> invitations::add(instant now, const std::string& public_key,
                                              const invitation_wish& wish) {
  const auto open =
      std::ranges::count_if(open_, [](const auto& one) { return one.second.serves(); });
  if (static_cast<std::size_t>(open) >= limits_.open) return std::nullopt;
  open_[++last_] = {public_key, now + wish.lasts, wish};
  return last_;
}

std::string invitations::check(instant now, std::uint32_t guest,
                               const std::string& host_key) const {
  const auto found = open_.find(guest);
  if (found == open_.end() || found->second.until <= now)
    return "the invitation is too old, or was revoked; `mentat invite` makes a new one";
  const invitation& one = found->second;
  if (!one.wish.only_for.empty() && one.wish.only_for != host_key)
    return "it shows the key of another host";
  if (one.serves() || one.used_by.contains(host_key)) return {};
  return one.wish.hosts == 1
             ? "the invitation was used by another host; `mentat invite` makes a new one"
             : "the invitation was used by " + std::to_string(one.wish.hosts) +
                   " hosts; `mentat invite` makes a new one";
}

std::string invitations::name_for(std::uint32_t guest) const {
  const auto found = open_.find(guest);
  return found == open_.end() ? std::string() : found->second.wish.host_name;
}

std::optional<std::string> invitations::use(std::uint32_t guest, const std::string& host_key) {
  invitation& used = open_.at(guest);
  used.used_by.insert(host_key);
  if (used.serves() || used.public_key == host_key) return std::nullopt;
  return used.public_key;
}

std::optional<std::string> invitations::revoke(std::uint32_t guest) {
  const auto found = open_.find(guest);
  if (found == open_.end() || !found->second.serves()) return std::nullopt;
  const std::string key = found->second.public_key;
  open_.erase(found);
  return key;
}

std::vector<std::string> invitations::expire(instant now) {
  std::vector<std::string> keys;
  std::erase_if(open_, [&](const auto& one) {
    if (one.second.until > now) return false;
    if (one.second.serves()) keys.push_back(one.second.public_key);
    return true;
  });
  return keys;
}

instant invitations::next_deadline() const {
  instant next = instant::never();
  for (const auto& [guest, one] : open_) next = std::min(next, one.until);
  return next;
}

std::vector<invitations::row> invitations::rows(instant now) const {
  std::vector<row> all;
  for (const auto& [number, one] : open_)
    if (one.serves() && one.until > now)
      all.push_back({number, one.wish.hosts, static_cast<std::uint32_t>(one.used_by.size()),
                     one.until - now});
  return all;
}

}  // namespace mentat::host
