#include "daemons/tmu/takeover.h"

#include <utility>

#include "mmps/wire/unit_claims.h"

namespace mentat::tmu {

void takeover::await(base::instant now, const mmps::mmps_name& process, bool is_driver) {
  if (!is_open_) return;
  if (!begun_) begun_ = now;
  knows_driver_ = knows_driver_ || is_driver;
  if (!told_.contains(process)) awaited_.insert(process);
  close_if_due(now);
}

bool takeover::on_claims(base::instant now, const mmps::mmps_name& process,
                         std::span<const std::byte> body) {
  const auto all = mmps::read_claims(body);
  if (!all) return false;
  if (!begun_) begun_ = now;
  for (const mmps::unit_claim& one : *all)
    if (one.attempt == mmps::already_answered)
      answered_.push_back(one.tag);
    else
      claims_.insert_or_assign(one.tag, claim{process, one.attempt});
  told_.insert(process);
  awaited_.erase(process);
  close_if_due(now);
  return true;
}

void takeover::process_ended(base::instant now, const mmps::mmps_name& process) {
  std::erase_if(claims_, [&](const auto& one) { return one.second.process == process; });
  awaited_.erase(process);
  close_if_due(now);
}

void takeover::close_if_due(base::instant now) {
  if (!is_open_ || !begun_) return;
  if ((awaited_.empty() && knows_driver_) || now >= *begun_ + longest) is_open_ = false;
}

std::vector<mmps::tag> takeover::take_answered() {
  if (is_open_) return {};
  std::vector<mmps::tag> all = std::exchange(answered_, {});
  std::erase_if(all, [this](const mmps::tag& one) { return claims_.contains(one); });
  return all;
}

std::optional<takeover::claim> takeover::find(const mmps::tag& unit) const {
  const auto found = claims_.find(unit);
  return found == claims_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<takeover::claim> takeover::take(const mmps::tag& unit) {
  const auto found = find(unit);
  if (found) claims_.erase(unit);
  return found;
}

}  // namespace mentat::tmu
