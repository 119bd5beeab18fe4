#include "rts/session/endpoint/causal_order.h"

#include <algorithm>

namespace mentat::node {

using mmps::mmps_name;

void causal_order::prepare(const mmps_name& named, teller tell) {
  const mmps_name to = named.process();
  const std::lock_guard guard(lock_);
  // A message sent from here on is noted by its sender, or counted below.
  current_.store(0, std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  forget_handled();
  std::map<link, told>& known = told_[to];
  if (const std::vector<cause> causes = untold(to, known); !causes.empty()) {
    tell(causes);
    const std::uint64_t next = links_.sent_to(to) + 1;
    for (const cause& one : causes) known[{one.from, one.to}] = {one.number, next};
  }
  open_.insert(to);  // a message to the current receiver is not noted
  current_.store(key_of(to), std::memory_order_seq_cst);
}

std::vector<cause> causal_order::untold(const mmps_name& to, std::map<link, told>& known) const {
  std::vector<cause> causes;
  if (bug_ == base::seeded_bug::causes_untold) return causes;
  const auto add = [&](const link& of, std::uint64_t number) {
    const auto last = known.find(of);
    if (last == known.end() || last->second.number < number)
      causes.push_back({of.first, of.second, number});
  };
  for (const mmps_name& other : open_)
    if (other != to) add({self_, other}, links_.sent_to(other));
  for (const auto& [of, number] : learned_) {
    const bool is_step = of == link{};
    if (bug_ ==
        (is_step ? base::seeded_bug::positions_untold : base::seeded_bug::learned_causes_untold))
      continue;
    if (of.first != to) add(of, number);
  }
  return causes;
}

void causal_order::forget_handled() {
  std::erase_if(open_, [&](const mmps_name& other) {
    return links_.handled_by(other) >= links_.sent_to(other);
  });
  // A process that has handled the message after the news of a cause has handled that cause.
  std::erase_if(learned_, [&](const auto& one) {
    const mmps_name& receiver = one.first.second;
    const auto known = told_.find(receiver);
    if (known == told_.end()) return false;
    const auto last = known->second.find(one.first);
    return last != known->second.end() && last->second.number >= one.second &&
           links_.handled_by(receiver) >= last->second.handled_with;
  });
}

void causal_order::note_sent(const mmps_name& named) {
  const mmps_name to = named.process();
  const std::lock_guard guard(lock_);
  open_.insert(to);
  if (current_.load(std::memory_order_relaxed) != key_of(to))
    current_.store(0, std::memory_order_seq_cst);
}

std::vector<cause> causal_order::learn(std::span<const cause> told) {
  std::vector<cause> here;
  const std::lock_guard guard(lock_);
  for (const cause& one : told) {
    if (one.to == self_) {
      here.push_back(one);
      continue;
    }
    if (one.from == self_ || ended(one.to)) continue;
    std::uint64_t& number = learned_[{one.from, one.to}];
    if (number >= one.number) continue;
    number = one.number;
    if (!one.from.bound()) position_.store(number, std::memory_order_release);
    // Its sender need not be told.
    if (current_.load(std::memory_order_relaxed) != key_of(one.from))
      current_.store(0, std::memory_order_seq_cst);
  }
  if (learned_.size() > max_learned)
    std::erase_if(learned_, [this](const auto& one) { return ended(one.first.first); });
  return here;
}

void causal_order::note_position(std::uint64_t number, std::span<const mmps_name> known_by) {
  const std::lock_guard guard(lock_);
  const std::uint32_t current = current_.load(std::memory_order_relaxed);
  bool current_knows = false;
  for (const mmps_name& process : known_by) {
    std::uint64_t& known = told_[process][link{}].number;
    known = std::max(known, number);
    current_knows = current_knows || key_of(process) == current;
  }
  std::uint64_t& highest = learned_[link{}];
  if (highest >= number) return;
  highest = number;
  position_.store(number, std::memory_order_release);
  if (!current_knows) current_.store(0, std::memory_order_seq_cst);
}

void causal_order::forget(const mmps_name& process) {
  const std::lock_guard guard(lock_);
  open_.erase(process);
  told_.erase(process);
  std::erase_if(learned_, [&](const auto& one) { return one.first.second == process; });
  for (auto& [whom, known] : told_)
    std::erase_if(known, [&](const auto& one) {
      return one.first.first == process || one.first.second == process;
    });
  if (bug_ == base::seeded_bug::messages_of_the_ended_awaited) return;
  std::uint32_t& newest = ended_[number_of(process)];
  newest = std::max(newest, process.generation);
}

bool causal_order::has_ended(const mmps_name& process) const {
  const std::lock_guard guard(lock_);
  return ended(process);
}

bool causal_order::ended(const mmps_name& process) const {
  const auto found = ended_.find(number_of(process));
  return found != ended_.end() && process.generation <= found->second;
}

}  // namespace mentat::node
