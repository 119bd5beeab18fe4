#include "rts/session/custody/executed_units.h"

#include <algorithm>

#include "mmps/wire/message_type.h"
#include "rts/executor/this_worker.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;

executed_unit& executed_units::begin(const kept_unit& unit) {
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
  finished_.forget(process);
  std::lock_guard guard(lock_);
  std::erase_if(to_follow_, [&](const auto& one) {
    if (one.second != process) return false;
    added_.take(one.first);
    return true;
  });
}

std::vector<mmps::unit_claim> executed_units::of_units_before(const mmps::mmps_name& next) const {
  std::vector<mmps::unit_claim> all;
  std::lock_guard guard(lock_);
  for (const auto& [origin, unit] : all_)
    if (is_later_unit_of_host(next, unit->unit_.keeper))
      all.push_back({unit->unit_.tag, unit->unit_.attempt});
  return all;
}

std::vector<std::uint64_t> executed_units::some(std::size_t most) const {
  std::vector<std::uint64_t> some;
  {
    std::lock_guard guard(lock_);
    for (auto at = all_.begin(); at != all_.end() && some.size() < most; ++at)
      some.push_back(at->first);
  }
  std::lock_guard guard(of_callers_lock_);
  for (const executed_unit* at = of_callers_; at && some.size() < most; at = at->after_)
    some.push_back(at->unit_.tag.origin);
  return some;
}

executed_unit::executed_unit(executed_units& in, const kept_unit& unit)
    : custody_scope(unit.tag.origin),
      in_(in),
      unit_(unit),
      is_measured_(in.begun_.fetch_add(1, std::memory_order_relaxed) % units_per_measure == 0) {
  in_.count_.fetch_add(1, std::memory_order_relaxed);
  enter_page();
  list();
  if (in_.bug_ == base::seeded_bug::finished_when_begun) say_finished();
}

void executed_unit::enter_page() {
  const std::uint32_t threads = in_.page_.workers.load(std::memory_order_relaxed);
  const std::uint32_t thread = is_worker() ? this_worker().index : threads;
  begun_at_ = in_.page_.begun.enter(unit_.tag.origin, thread, threads);
}

void executed_unit::leave_page() {
  if (begun_at_ != nowhere) in_.page_.begun.leave(std::exchange(begun_at_, nowhere));
}

void executed_unit::list() {
  if (unit_.is_with_caller) {
    std::lock_guard guard(in_.of_callers_lock_);
    after_ = in_.of_callers_;
    if (after_) after_->before_ = this;
    in_.of_callers_ = this;
    return;
  }
  std::lock_guard guard(in_.lock_);
  listed_ = in_.all_.emplace(unit_.tag.origin, this);
  if (!in_.to_follow_.empty()) in_.to_follow_.erase(unit_.tag);
}

void executed_unit::unlist() {
  if (unit_.is_with_caller) {
    std::lock_guard guard(in_.of_callers_lock_);
    (before_ ? before_->after_ : in_.of_callers_) = after_;
    if (after_) after_->before_ = before_;
    return;
  }
  std::lock_guard guard(in_.lock_);
  in_.all_.erase(listed_);
}

std::optional<added_arcs::added> executed_unit::take_arcs() {
  if (unit_.is_with_caller) {
    if (std::exchange(takes_arcs_, false) && in_.bug_ == base::seeded_bug::finished_when_answered)
      say_finished();
    return in_.added_.empty() ? std::nullopt : in_.added_.take(unit_.waiting);
  }
  std::lock_guard guard(in_.lock_);
  if (takes_arcs_ && in_.bug_ == base::seeded_bug::finished_when_answered) say_finished();
  takes_arcs_ = false;
  return in_.added_.empty() ? std::nullopt : in_.added_.take(unit_.tag);
}

// Its own function begins before any call made on its behalf.
void executed_unit::note_begun() {
  if (begun_at_ == nowhere) enter_page();
  if (is_measured_ && begun_ == base::instant{}) begun_ = in_.clock_.now();
}

std::uint32_t executed_unit::run_time() const {
  if (begun_ == base::instant{}) return 0;
  if (in_.run_time_) return in_.run_time_();
  return static_cast<std::uint32_t>(
      std::clamp<base::duration>(in_.clock_.now() - begun_, 1, UINT32_MAX));
}

void executed_unit::over() {
  if (!unit_.is_with_caller) take_arcs();
  // Before it is unlisted: a token-matching unit that takes over hears of the one or of the other.
  if (in_.bug_ != base::seeded_bug::finished_when_begun &&
      in_.bug_ != base::seeded_bug::finished_when_answered)
    say_finished();
  unlist();
  leave_page();
  in_.count_.fetch_sub(1, std::memory_order_relaxed);
  delete this;
}

void executed_unit::say_finished() {
  if (unit_.is_with_caller) return in_.finished_.add(unit_.keeper, unit_.waiting.number);
  message_header header = header_for(message_type::finished, unit_.keeper);
  header.tag = unit_.tag;
  header.attempt = unit_.attempt;
  header.set_run_time(run_time());
  in_.out_.send(header, {});
}

}  // namespace mentat::node
