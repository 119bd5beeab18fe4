#include "rts/session/calls/spreading.h"

#include <algorithm>

namespace mentat::node {
namespace {

// A call moves on to the next process when so much brief work waits in this one: about the latency
// of a wake-up.
constexpr std::int64_t step_of_queue = 50'000;  // ns
constexpr std::size_t asked_for_place = 4;

}  // namespace

struct spreading::state {
  state(const taker& of, const mmps::shm::doorbell& page) {
    places = page.places.load(std::memory_order_relaxed);
    const std::uint32_t sent = of.unanswered.load(std::memory_order_relaxed);
    awake = sent - std::min(sent, page.parked.load(std::memory_order_relaxed));
    runnable = page.runnable_of(page.workers.load(std::memory_order_relaxed));
    queued = of.queued.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t used() const { return std::max(awake, runnable); }
  [[nodiscard]] bool has_place() const { return used() < places; }
  [[nodiscard]] bool has_time(std::uint32_t expected) const {
    return places != 0 && queued + expected <= longest_queue && runnable < awake + places;
  }

  std::uint32_t places, awake, runnable;
  std::int64_t queued;
};

void spreading::note_up(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  const std::size_t used = takers();
  std::size_t at = 0;
  while (at < used && takers_[at].lives.load(std::memory_order_relaxed)) ++at;
  if (at == max_takers) return;  // it gets units by the token-matching unit
  taker& fresh = takers_[at];
  fresh.process.store(process.slot | std::uint64_t{process.generation} << 32,
                      std::memory_order_relaxed);
  fresh.page.store(nullptr, std::memory_order_relaxed);
  fresh.unanswered.store(0, std::memory_order_relaxed);
  fresh.queued.store(0, std::memory_order_relaxed);
  fresh.lives.store(true, std::memory_order_release);
  if (at == used) takers_used_.store(used + 1, std::memory_order_release);
}

void spreading::note_down(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  for (std::size_t at = 0; at < takers(); ++at)
    if (takers_[at].lives.load(std::memory_order_relaxed) && name_of(takers_[at]) == process)
      takers_[at].lives.store(false, std::memory_order_release);
}

bool spreading::connect(taker& to) {
  to.page.store(endpoint_.page_of(name_of(to)), std::memory_order_release);
  if (to.page.load(std::memory_order_relaxed)) return true;
  to.lives.store(false, std::memory_order_release);
  return false;
}

std::optional<spreading::choice> spreading::choose(const function& called) {
  const std::uint32_t known = costs_.of(called.class_hash, called.number);
  const bool may_queue = known != 0 && known <= brief;
  const std::size_t used = takers(), first = last_.load(std::memory_order_relaxed);
  taker *best = nullptr, *unconnected = nullptr;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < used && !(best && least == 0); ++i) {
    taker& one = takers_[(first + i) % used];
    if (!one.lives.load(std::memory_order_acquire)) continue;
    const mmps::shm::doorbell* page = one.page.load(std::memory_order_acquire);
    if (!page) {
      unconnected = &one;
      continue;
    }
    const state now(one, *page);
    if (!now.has_place() && !(may_queue && now.has_time(known))) continue;
    const std::int64_t rank = may_queue ? now.queued / step_of_queue : now.used();
    if (best && rank >= least) continue;
    best = &one;
    least = rank;
  }
  if (unconnected && (!best || least != 0) && connect(*unconnected)) best = unconnected;
  if (!best) return std::nullopt;
  const auto at = static_cast<std::size_t>(best - takers_.data());
  last_.store(at, std::memory_order_relaxed);
  // Nothing brief is to wait behind a call of unknown length.
  const auto expected = known != 0 ? known : static_cast<std::uint32_t>(longest_queue);
  best->unanswered.fetch_add(1, std::memory_order_relaxed);
  best->queued.fetch_add(expected, std::memory_order_relaxed);
  return choice{name_of(*best), static_cast<std::uint16_t>(at), expected};
}

void spreading::note_answered(std::uint16_t taker_number, std::uint32_t expected_time) {
  taker& by = takers_[taker_number];
  by.unanswered.fetch_sub(1, std::memory_order_relaxed);
  by.queued.fetch_sub(expected_time, std::memory_order_relaxed);
}

bool spreading::has_place() {
  const std::size_t used = takers(), first = last_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < std::min(used, asked_for_place); ++i) {
    taker& one = takers_[(first + i) % used];
    if (!one.lives.load(std::memory_order_acquire)) continue;
    const mmps::shm::doorbell* page = one.page.load(std::memory_order_acquire);
    if (!page) return true;
    if (state(one, *page).has_place()) return true;
  }
  return false;
}

}  // namespace mentat::node
