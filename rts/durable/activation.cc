#include "rts/durable/activation.h"

#include <algorithm>
#include <utility>

namespace mentat::durable {

activation::judgement activation::arrive(const call& one) {
  caller& from = callers_[one.origin];
  const std::uint64_t settled =
      bug_ == base::seeded_bug::settled_too_early ? one.number - 1 : one.settled;
  calls_.settle(one.origin, settled);
  from.reads.erase(from.reads.begin(), from.reads.upper_bound(settled));
  from.admitted = std::max({from.admitted, calls_.last(one.origin), one.settled});
  if (const answer* kept = calls_.find(one.name)) {
    // A repetition by a unit that is executed again has another number.
    from.admitted = std::max(from.admitted, one.number);
    return {verdict::repeated, kept};
  }
  if (one.number <= one.settled) return {verdict::running};
  if (const answer* kept = calls_.find(one.origin, one.number)) return {verdict::repeated, kept};
  if (const auto read = from.reads.find(one.number); read != from.reads.end())
    return {verdict::repeated, &read->second};
  if (one.number <= calls_.last(one.origin)) return {verdict::forgotten};
  if (one.number <= from.admitted) return {verdict::running};
  if (one.number > from.admitted + 1 && bug_ != base::seeded_bug::gap_accepted)
    return {verdict::early};
  return admit(from, one);
}

activation::judgement activation::admit(caller& from, const call& one) {
  from.admitted = one.number;
  if (one.name.possible() && !one.is_read) {
    const auto [running, is_first] = units_.try_emplace(one.name);
    if (!is_first) {
      running->second.push_back({one.origin, one.number});
      return {verdict::running};
    }
  }
  ++from.running;
  return {verdict::admitted};
}

effect activation::end(const call& one, answer given, std::vector<cell> changed, bool ends_object,
                       std::vector<release>& now) {
  effect made;
  made.object = object_;
  made.epoch = epoch_;
  made.sequence = ++sequence_;
  made.origin = one.origin;
  made.settled = one.settled;
  made.ends = ends_object;
  made.cells = std::move(changed);
  unsafe_effect pending{made.sequence, false, {}};
  pending.waiting.push_back({one.origin, one.number, given});
  if (one.name.possible()) {
    for (const place& each : units_[one.name])
      pending.waiting.push_back({each.origin, each.number, given});
    units_.erase(one.name);
  }
  for (auto& [number, read] : callers_[one.origin].reads)
    made.answers.push_back({number, {}, std::move(read)});
  callers_[one.origin].reads.clear();
  made.answers.push_back({one.number, one.name, std::move(given)});
  calls_.apply(made);
  note_ended(one);
  if (bug_ == base::seeded_bug::origin_outside_record) made.answers.clear();
  if (bug_ == base::seeded_bug::answer_before_safe)
    std::ranges::move(std::exchange(pending.waiting, {}), std::back_inserter(now));
  unsafe_.push_back(std::move(pending));
  return made;
}

void activation::end_read(const call& one, answer given, std::vector<release>& now) {
  release made{one.origin, one.number, given};
  callers_[one.origin].reads.insert_or_assign(one.number, std::move(given));
  note_ended(one);
  if (unsafe_.empty() || bug_ == base::seeded_bug::answer_before_safe)
    now.push_back(std::move(made));
  else
    unsafe_.back().waiting.push_back(std::move(made));
}

std::vector<activation::release> activation::safe(std::uint64_t sequence) {
  const auto found = std::ranges::find(unsafe_, sequence, &unsafe_effect::sequence);
  if (found != unsafe_.end()) found->is_safe = true;
  std::vector<release> now;
  for (; !unsafe_.empty() && unsafe_.front().is_safe; unsafe_.pop_front())
    std::ranges::move(unsafe_.front().waiting, std::back_inserter(now));
  return now;
}

void activation::note_ended(const call& one) {
  caller& from = callers_[one.origin];
  if (--from.running == 0 && from.has_ended) forget(one.origin);
}

void activation::forget(origin of) {
  const auto found = callers_.find(of);
  if (found != callers_.end() && found->second.running != 0) {
    found->second.has_ended = true;
    return;
  }
  if (found != callers_.end()) callers_.erase(found);
  calls_.forget(of);
}

std::size_t activation::kept_reads() const {
  std::size_t sum = 0;
  for (const auto& [of, from] : callers_) sum += from.reads.size();
  return sum;
}

std::size_t activation::held() const {
  std::size_t sum = 0;
  for (const unsafe_effect& one : unsafe_) sum += one.waiting.size();
  return sum;
}

}  // namespace mentat::durable
