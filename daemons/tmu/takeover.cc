#include "daemons/tmu/takeover.h"

#include <utility>

#include "mmps/wire/unit_claims.h"

namespace mentat::tmu {

void takeover::note_up(base::instant now, const mmps::mmps_name& process, bool is_driver) {
  if (!is_wanted_) return;
  up_.insert(process);
  if (is_closed_) return;
  if (!begun_) begun_ = now;
  knows_driver_ = knows_driver_ || is_driver;
  if (!told_.contains(process)) awaited_.insert(process);
  close_if_all_told();
}

void takeover::presume(const mmps::mmps_name& process, std::vector<std::uint64_t> origins) {
  if (is_open() && awaited_.contains(process) && !origins.empty())
    presumed_.insert_or_assign(process, std::move(origins));
}

takeover::hearing takeover::on_claims(base::instant now, const mmps::mmps_name& process,
                                      std::span<const std::byte> body) {
  const bool is_expected = (is_open() && !told_.contains(process)) || presumed_.contains(process);
  if (!is_expected) return hearing::unexpected;
  if (body.size() / mmps::claim_size > most_) return hearing::malformed;
  const auto all = mmps::read_claims(body);
  if (!all) return hearing::malformed;
  if (!begun_) begun_ = now;
  for (const mmps::unit_claim& one : *all) claims_.insert({one.tag, {process, one.attempt}});
  told_.insert(process);
  awaited_.erase(process);
  presumed_.erase(process);
  close_if_all_told();
  return hearing::taken;
}

std::vector<mmps::tag> takeover::process_ended(const mmps::mmps_name& process) {
  std::vector<mmps::tag> void_now;
  std::erase_if(claims_, [&](const auto& one) {
    if (one.second.process != process) return false;
    void_now.push_back(one.first);
    return true;
  });
  up_.erase(process);
  awaited_.erase(process);
  presumed_.erase(process);
  close_if_all_told();
  return void_now;
}

void takeover::close_if_all_told() {
  if (is_open() && begun_ && awaited_.empty() && knows_driver_) close();
}

// A process can tell before it is announced here. One that is not announced has executed nothing
// for the ended unit.
void takeover::close() {
  is_closed_ = true;
  std::erase_if(claims_, [&](const auto& one) { return !up_.contains(one.second.process); });
  awaited_.clear();
}

std::optional<takeover::claim> takeover::take(const mmps::tag& unit) {
  const auto found = claims_.find(unit);
  if (found == claims_.end()) return std::nullopt;
  const claim was = found->second;
  claims_.erase(found);
  return was;
}

bool takeover::take(const mmps::tag& unit, const mmps::mmps_name& process) {
  const auto found = claims_.find(unit);
  if (found == claims_.end() || found->second.process != process) return false;
  claims_.erase(found);
  return true;
}

}  // namespace mentat::tmu
