#include "rts/session/members/members.h"

#include <algorithm>
#include <utility>

namespace mentat::node {

void members::note_up(const mmps::mmps_name& process, role what) {
  if (process == self_) return;
  std::lock_guard guard(lock_);
  others_.push_back({process, what});
}

void members::note_down(ended_process news) {
  std::lock_guard guard(lock_);
  std::erase_if(others_, [&](const member_process& one) { return one.process == news.process; });
  news_.push_back(std::move(news));
  has_waiting_news_.store(true, std::memory_order_seq_cst);
  has_news_.store(true, std::memory_order_seq_cst);
}

std::vector<ended_process> members::take_ended(
    const std::function<bool(const mmps::mmps_name&)>& has_mail_from) {
  std::vector<ended_process> ripe;
  std::lock_guard guard(lock_);
  has_news_.store(false, std::memory_order_seq_cst);  // before the looks: see has_waiting_news()
  std::erase_if(news_, [&](ended_process& one) {
    if (has_mail_from(one.process)) return false;
    ended_.push_back(one);
    if (ended_.size() > max_remembered) ended_.pop_front();
    ripe.push_back(std::move(one));
    return true;
  });
  has_waiting_news_.store(!news_.empty(), std::memory_order_seq_cst);
  for (const ended_process& one : ripe) {
    if (one.role != role::instantiation_manager && one.role != role::token_matching_unit) continue;
    if (one.process.host != self_.host || one.process.incarnation != self_.incarnation) continue;
    if (one.role == role::token_matching_unit && successor_locked(one.process)) continue;
    // Another host leaves the program together with its daemons, so this host is the driver's.
    why_broken_ = std::string("the ") +
                  (one.role == role::instantiation_manager ? "instantiation manager"
                                                           : "token-matching unit") +
                  " of the driver's host has ended: " + one.cause;
    if (bug_ == base::seeded_bug::broken_session_goes_on) continue;
    restraints_.fetch_or(is_broken, std::memory_order_seq_cst);
  }
  return ripe;
}

std::optional<mmps::mmps_name> members::successor_locked(const mmps::mmps_name& unit) const {
  std::optional<mmps::mmps_name> next;
  const auto consider = [&](const mmps::mmps_name& one) {
    if (is_later_unit_of_host(one, unit) && (!next || one.life() < next->life())) next = one;
  };
  for (const member_process& one : others_) consider(one.process);
  for (const ended_process& one : news_) consider(one.process);
  return next;
}

std::optional<mmps::mmps_name> members::successor_of(const mmps::mmps_name& unit) const {
  if (!is_token_matching_unit(unit)) return std::nullopt;
  std::lock_guard guard(lock_);
  return successor_locked(unit);
}

bool members::knew_predecessor_of(const mmps::mmps_name& unit) const {
  const auto is_one = [&](const mmps::mmps_name& process) {
    return is_later_unit_of_host(unit, process);
  };
  std::lock_guard guard(lock_);
  return std::ranges::any_of(others_, is_one, &member_process::process) ||
         std::ranges::any_of(news_, is_one, &ended_process::process);
}

std::vector<mmps::mmps_name> members::others() const {
  std::lock_guard guard(lock_);
  std::vector<mmps::mmps_name> all;
  for (const member_process& one : others_) all.push_back(one.process);
  return all;
}

bool members::believes_alive(const mmps::mmps_name& process) const {
  std::lock_guard guard(lock_);
  return std::ranges::any_of(others_,
                             [&](const member_process& one) { return one.process == process; });
}

std::vector<mmps::mmps_name> members::workers() const {
  std::lock_guard guard(lock_);
  std::vector<mmps::mmps_name> all;
  for (const member_process& one : others_)
    if (one.role == role::worker || one.role == role::object) all.push_back(one.process);
  std::ranges::sort(all);
  return all;
}

std::vector<mmps::mmps_name> members::executing() const {
  std::vector<mmps::mmps_name> all = workers();
  std::lock_guard guard(lock_);
  for (const member_process& one : others_)
    if (one.role == role::driver) all.push_back(one.process);
  return all;
}

std::string members::cause_of_end(const mmps::mmps_name& process) const {
  std::lock_guard guard(lock_);
  for (const ended_process& one : ended_)
    if (one.process == process) return one.cause;
  for (const ended_process& one : news_)
    if (one.process == process) return one.cause;
  if (std::ranges::any_of(others_,
                          [&](const member_process& one) { return one.process == process; }))
    return "its process does not receive, or cannot be reached: fixed.link_queue, or the "
           "descriptors of this process";
  return "its process, number " + std::to_string(process.process_number()) + " of host " +
         std::to_string(process.host) + ", has ended, and this one never heard of it";
}

std::string members::why_broken() const {
  std::lock_guard guard(lock_);
  return why_broken_;
}

}  // namespace mentat::node
