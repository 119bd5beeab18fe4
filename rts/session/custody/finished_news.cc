#include "rts/session/custody/finished_news.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/executor/this_worker.h"

namespace mentat::node {

void finished_news::add(const mmps::mmps_name& caller, std::uint64_t number) {
  std::optional<batch> full;
  {
    std::lock_guard guard(lock_);
    auto of_caller = std::ranges::find(batches_, caller, &batch::caller);
    if (of_caller == batches_.end()) of_caller = batches_.insert(batches_.end(), {caller, 0, {}});
    of_caller->numbers[of_caller->size++] = number;
    untold_.fetch_add(1, std::memory_order_relaxed);
    if (of_caller->size < most_at_once && is_worker()) return;
    full = *of_caller;
    untold_.fetch_sub(of_caller->size, std::memory_order_relaxed);
    of_caller->size = 0;
  }
  send(*full);
}

void finished_news::tell() {
  while (!empty()) {
    std::optional<batch> next;
    {
      std::lock_guard guard(lock_);
      const auto some = std::ranges::find_if(batches_, [](const batch& one) { return one.size; });
      if (some == batches_.end()) return;
      next = *some;
      some->size = 0;
      untold_.fetch_sub(next->size, std::memory_order_relaxed);
    }
    send(*next);
  }
}

void finished_news::forget(const mmps::mmps_name& caller) {
  std::lock_guard guard(lock_);
  std::erase_if(batches_, [&](const batch& one) {
    if (one.caller != caller) return false;
    untold_.fetch_sub(one.size, std::memory_order_relaxed);
    return true;
  });
}

void finished_news::send(const batch& full) {
  const mmps::shm::compact_header header = mmps::shm::compact_header::of(
      {.type = mmps::message_type::finished, .destination = full.caller});
  std::array<std::byte, sizeof full.numbers> bytes;
  const std::size_t size = full.size * sizeof full.numbers[0];
  for (std::size_t i = 0; i < full.size; ++i)
    mmps::put_little_endian(bytes.data() + i * sizeof full.numbers[0], full.numbers[i]);
  const auto numbers = std::span<const std::byte>(bytes).first(size);
  if (!out_.send(full.caller, header, numbers)) forget(full.caller);
}

}  // namespace mentat::node
