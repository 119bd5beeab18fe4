#include "rts/session/custody/executed_units.h"

#include "mmps/wire/message_type.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;

executed_unit& executed_units::begin(const message_header& unit) {
  return *new executed_unit(*this, unit);
}

void executed_units::on_arcs(const message_header& header, std::span<const std::byte> future) {
  const bool abandoned = (header.flags & mmps::flag::abandoned) != 0;
  std::lock_guard guard(lock_);
  if (header.flags & mmps::flag::partial) {  // the unit follows
    to_follow_[header.tag] = header.source;
    return added_.begin(header.tag, header.arcs_number(), abandoned, future);
  }
  const auto unit = all_.find(header.tag.origin);
  if (unit == all_.end() || !unit->second->takes_arcs_) return;
  if (!future.empty()) added_.add(header.tag, header.arcs_number(), future);
  if (abandoned) added_.abandon(header.tag, header.arcs_number());
}

void executed_units::process_ended(const mmps::mmps_name& process) {
  std::lock_guard guard(lock_);
  std::erase_if(to_follow_, [&](const auto& one) {
    if (one.second != process) return false;
    added_.take(one.first);
    return true;
  });
}

std::vector<std::uint64_t> executed_units::some(std::size_t most) const {
  std::lock_guard guard(lock_);
  std::vector<std::uint64_t> some;
  for (auto at = all_.begin(); at != all_.end() && some.size() < most; ++at)
    some.push_back(at->first);
  return some;
}

executed_unit::executed_unit(executed_units& in, const message_header& unit)
    : in_(in), unit_(unit) {
  in_.count_.fetch_add(1, std::memory_order_relaxed);
  std::lock_guard guard(in_.lock_);
  listed_ = in_.all_.emplace(unit.tag.origin, this);
  if (!in_.to_follow_.empty()) in_.to_follow_.erase(unit.tag);
  if (in_.bug_ == base::seeded_bug::finished_when_begun) say_finished();
}

std::optional<added_arcs::added> executed_unit::take_arcs() {
  std::lock_guard guard(in_.lock_);
  if (takes_arcs_ && in_.bug_ == base::seeded_bug::finished_when_answered) say_finished();
  takes_arcs_ = false;
  return in_.added_.empty() ? std::nullopt : in_.added_.take(unit_.tag);
}

void executed_unit::over() {
  take_arcs();
  {
    std::lock_guard guard(in_.lock_);
    in_.all_.erase(listed_);
  }
  in_.count_.fetch_sub(1, std::memory_order_relaxed);
  if (in_.bug_ != base::seeded_bug::finished_when_begun &&
      in_.bug_ != base::seeded_bug::finished_when_answered)
    say_finished();
  delete this;
}

void executed_unit::say_finished() {
  message_header header = header_for(message_type::finished, unit_.source);
  header.tag = unit_.tag;
  header.attempt = unit_.attempt;
  in_.out_.send(header, {});
}

}  // namespace mentat::node
