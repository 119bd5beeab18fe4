#include "rts/session/calls/spreading.h"

#include <algorithm>

namespace mentat::node {
namespace {

// A call moves on to the next process when so much brief work waits in this one. A process that
// sleeps is woken once the waits behind others add up to the latency of a wake-up.
constexpr std::int64_t step_of_queue = 5'000;     // ns
constexpr std::int64_t wake_up_latency = 50'000;  // ns
constexpr std::size_t asked_for_place = 4;

}  // namespace

struct spreading::state {
  // `page`: null if it is of another host. The counts of that are not known here.
  state(const taker& of, const mmps::shm::doorbell* its_page) : page(its_page), is_far(!page) {
    const std::uint32_t sent = of.unanswered.load(std::memory_order_relaxed);
    places = page ? page->places.load(std::memory_order_relaxed)
                  : of.lent.load(std::memory_order_relaxed);
    const std::uint32_t parked = page ? page->parked.load(std::memory_order_relaxed) : 0;
    awake = sent - std::min(sent, parked);
    runnable = page ? page->runnable_of(page->workers.load(std::memory_order_relaxed)) : 0;
    queued = of.queued.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool sleeps() const {
    return page && page->listening.load(std::memory_order_relaxed) != 0;
  }
  [[nodiscard]] std::uint32_t used() const { return std::max(awake, runnable); }
  [[nodiscard]] bool has_place() const { return used() < places; }
  [[nodiscard]] bool has_time(std::uint32_t expected) const {
    return places != 0 && queued + expected <= longest_queue && runnable < awake + places;
  }
  // The least is best. `waited`: as waited_. A process of this host comes before another one that
  // has as much to do.
  [[nodiscard]] std::int64_t rank(bool by_time, std::int64_t waited) const {
    const std::int64_t wake_up = sleeps() ? std::max<std::int64_t>(wake_up_latency - waited, 0) : 0;
    return (by_time ? (queued + wake_up) / step_of_queue : used()) * 2 + (is_far ? 1 : 0);
  }

  const mmps::shm::doorbell* const page;
  bool is_far;
  std::uint32_t places, awake, runnable;
  std::int64_t queued;
};

spreading::taker* spreading::find(const mmps::mmps_name& process) {
  for (std::size_t at = 0; at < takers(); ++at)
    if (takers_[at].lives.load(std::memory_order_relaxed) && name_of(takers_[at]) == process)
      return &takers_[at];
  return nullptr;
}

spreading::taker* spreading::add(const mmps::mmps_name& process) {
  const std::size_t used = takers();
  std::size_t at = 0;
  // Answers of an ended process may still come.
  const auto is_free = [](const taker& one) {
    return !one.lives.load(std::memory_order_relaxed) &&
           one.unanswered.load(std::memory_order_relaxed) == 0;
  };
  while (at < used && !is_free(takers_[at])) ++at;
  if (at == max_takers) return nullptr;
  taker& fresh = takers_[at];
  fresh.host.store(host_of(process), std::memory_order_relaxed);
  fresh.drains.store(drained_hosts_.contains(host_of(process)), std::memory_order_relaxed);
  fresh.process.store(process.slot | std::uint64_t{process.generation} << 32,
                      std::memory_order_relaxed);
  fresh.page.store(nullptr, std::memory_order_relaxed);
  fresh.lent.store(0, std::memory_order_relaxed);
  if (at == used) takers_used_.store(used + 1, std::memory_order_release);
  return &fresh;
}

void spreading::note_up(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  // Without a place in the table it gets units by the token-matching unit.
  if (taker* const fresh = add(process)) fresh->lives.store(true, std::memory_order_release);
}

void spreading::note_drains(const mmps::mmps_name& manager) {
  std::lock_guard guard(changing_);
  drained_hosts_.insert(host_of(manager));
  for (std::size_t at = 0; at < takers(); ++at)
    if (takers_[at].host.load(std::memory_order_relaxed) == host_of(manager))
      takers_[at].drains.store(true, std::memory_order_relaxed);
}

bool spreading::is_drained(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  return drained_hosts_.contains(host_of(process));
}

void spreading::note_down(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  if (taker* const ended = find(process)) ended->lives.store(false, std::memory_order_release);
}

bool spreading::note_lent(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  taker* of = find(process);
  if (!of) of = add(process);
  if (!of || drained_hosts_.contains(host_of(process))) return false;
  of->lent.fetch_add(1, std::memory_order_relaxed);
  of->lives.store(true, std::memory_order_release);
  return true;
}

void spreading::note_given_back(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  taker* const of = find(process);
  // One without places would look like a process of this host.
  if (of && of->lent.load(std::memory_order_relaxed) == 1)
    of->lives.store(false, std::memory_order_release);
  else if (of)
    of->lent.fetch_sub(1, std::memory_order_relaxed);
}

bool spreading::has_surplus(const mmps::mmps_name& process) {
  std::lock_guard guard(changing_);
  const taker* const of = find(process);
  return of &&
         of->unanswered.load(std::memory_order_relaxed) < of->lent.load(std::memory_order_relaxed);
}

bool spreading::connect(taker& to) {
  const mmps::mmps_name process = name_of(to);
  mmps::shm::doorbell* const page = page_of_(process);
  std::lock_guard guard(changing_);
  if (!to.lives.load(std::memory_order_relaxed) || name_of(to) != process) return false;
  to.page.store(page, std::memory_order_release);
  if (!page) to.lives.store(false, std::memory_order_release);
  return page != nullptr;
}

spreading::choice spreading::choose(const function& called) {
  const std::uint32_t known = costs_.of(called.class_hash, called.number);
  const bool may_queue = known != 0 && known <= brief, far_too = may_go_far(called);
  const std::size_t used = takers(), first = last_.load(std::memory_order_relaxed);
  const std::int64_t waited = waited_.load(std::memory_order_relaxed);
  taker *best = nullptr, *unconnected = nullptr;
  bool any = false, one_sleeps = false, best_sleeps = false;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < used && !(best && least == 0); ++i) {
    taker& one = takers_[(first + i) % used];
    if (!one.lives.load(std::memory_order_acquire) || one.drains.load(std::memory_order_relaxed))
      continue;
    const mmps::shm::doorbell* page = one.page.load(std::memory_order_acquire);
    if (!page && one.lent.load(std::memory_order_relaxed) == 0) {
      unconnected = &one;
      continue;
    }
    if (!page && !far_too) continue;
    const state now(one, page);
    any = any || now.places != 0;
    if (!now.has_place() && !(may_queue && now.has_time(known))) continue;
    // The last one comes first. While hardly anything waits there, the others are not looked at.
    const bool is_last = i == 0 && may_queue && now.queued < step_of_queue && !now.is_far;
    const std::int64_t rank = is_last ? 0 : now.rank(may_queue, waited);
    const bool sleeps = !is_last && now.sleeps();
    one_sleeps = one_sleeps || sleeps;
    if (best && rank >= least) continue;
    best = &one;
    best_sleeps = sleeps;
    least = rank;
  }
  if (unconnected && (!best || least != 0) && connect(*unconnected)) {
    const state now(*unconnected, unconnected->page.load(std::memory_order_acquire));
    any = any || now.places != 0;
    if (now.has_place() || (may_queue && now.has_time(known))) best = unconnected;
  }
  if (!best) return {any ? choice::outcome::all_full : choice::outcome::nobody};
  if (may_queue && one_sleeps) {
    const std::int64_t wait = best->queued.load(std::memory_order_relaxed);
    waited_.store(best_sleeps ? 0 : waited + std::max<std::int64_t>(wait, 0),
                  std::memory_order_relaxed);
  }
  const auto at = static_cast<std::size_t>(best - takers_.data());
  last_.store(at, std::memory_order_relaxed);
  // Nothing brief is to wait behind a call of unknown length.
  const auto expected = known != 0 ? known : static_cast<std::uint32_t>(longest_queue);
  const mmps::mmps_name process = name_of(*best);
  best->unanswered.fetch_add(1, std::memory_order_seq_cst);
  if (!best->lives.load(std::memory_order_acquire) || name_of(*best) != process) [[unlikely]] {
    best->unanswered.fetch_sub(1, std::memory_order_relaxed);
    return {choice::outcome::all_full};  // the process has ended
  }
  best->queued.fetch_add(expected, std::memory_order_relaxed);
  return {choice::outcome::found, static_cast<std::uint16_t>(at), expected, process};
}

void spreading::note_bytes(choice& chosen, std::size_t bytes) {
  const auto more =
      static_cast<std::uint32_t>(std::min<std::size_t>(bytes, UINT32_MAX - chosen.expected_time));
  chosen.expected_time += more;
  takers_[chosen.taker].queued.fetch_add(more, std::memory_order_relaxed);
}

void spreading::note_transfer(std::size_t bytes, base::duration took) {
  if (bytes < least_measured || took <= 0) return;
  const std::uint64_t before = transfer_time_.load(std::memory_order_relaxed);
  const std::uint64_t measured = static_cast<std::uint64_t>(took) * 1024 / bytes;
  // One that waited behind others counts at most eight times the mean.
  transfer_time_.store(
      static_cast<std::uint32_t>((before * 7 + std::min(measured, before * 8)) / 8 + 1),
      std::memory_order_relaxed);
}

bool spreading::may_go_far(const function& called) const {
  // One goes all the same when those that stayed have run for so many times as long as its transfer
  // takes: networks change.
  constexpr std::uint64_t between_exceptions = 20;
  const std::uint32_t time = costs_.of(called.class_hash, called.number);
  if (time == 0 || only_far_) return true;
  if (time < least_worth_transfer) return false;
  const std::uint64_t bytes = costs_.bytes_of(called.class_hash, called.number);
  const std::uint64_t transfer = bytes * transfer_time_.load(std::memory_order_relaxed) / 1024;
  if (time >= transfer) return true;
  const std::uint64_t stayed = stayed_.fetch_add(time, std::memory_order_relaxed) + time;
  if (stayed < between_exceptions * transfer) return false;
  stayed_.store(0, std::memory_order_relaxed);
  return true;
}

void spreading::note_answered(std::uint16_t taker_number, std::uint32_t expected_time) {
  taker& by = takers_[taker_number];
  by.unanswered.fetch_sub(1, std::memory_order_relaxed);
  by.queued.fetch_sub(expected_time, std::memory_order_relaxed);
  answered_.fetch_add(1, std::memory_order_relaxed);
}

bool spreading::has_idle() {
  const std::size_t used = takers(), first = last_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < std::min(used, asked_for_place); ++i) {
    const taker& one = takers_[(first + i) % used];
    const mmps::shm::doorbell* page = one.page.load(std::memory_order_acquire);
    if (!one.lives.load(std::memory_order_acquire)) continue;
    if (!page && one.lent.load(std::memory_order_relaxed) == 0) return true;
    if (!page) continue;
    const state now(one, page);
    if (now.places != 0 && now.used() == 0) return true;
  }
  return false;
}

bool spreading::run_units() {
  for (std::size_t at = 0; at < takers(); ++at) {
    const mmps::shm::doorbell* page = takers_[at].page.load(std::memory_order_acquire);
    if (page && takers_[at].lives.load(std::memory_order_acquire) &&
        page->runnable_of(page->workers.load(std::memory_order_relaxed)) != 0)
      return true;
  }
  return false;
}

bool spreading::has_place_for(bool far_too) {
  const std::size_t used = takers(), first = last_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < std::min(used, asked_for_place); ++i) {
    taker& one = takers_[(first + i) % used];
    if (!one.lives.load(std::memory_order_acquire) || one.drains.load(std::memory_order_relaxed))
      continue;
    const mmps::shm::doorbell* page = one.page.load(std::memory_order_acquire);
    const bool is_far = one.lent.load(std::memory_order_relaxed) != 0;
    if (!page && !is_far) return true;
    if ((page || far_too) && state(one, page).has_place()) return true;
  }
  return false;
}

}  // namespace mentat::node
