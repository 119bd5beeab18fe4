#include "mmps/shm/released_blocks.h"

#include <sys/mman.h>

#include <new>

namespace mentat::mmps::shm {
namespace {

// The oldest are the most likely ones that nobody reads; a question costs some 6 us.
constexpr int questions = 4;
constexpr std::size_t waste = 4;  // at most one part in so many

void end(const released_blocks::block& one) {
  munmap(one.at, one.size);
  one.file.close_if_intact();
}

}  // namespace

void released_blocks::set_limit(std::size_t bytes) {
  limit_ = bytes;
  while (bytes_ > limit_) drop_oldest();
}

bool released_blocks::add(const block& one) noexcept {
  if (one.size > limit_ || !open_file::tells_readers() || !one.file.is_intact()) return false;
  while (bytes_ > limit_ - one.size) drop_oldest();
  try {
    all_.push_back(one);
  } catch (const std::bad_alloc&) {
    return false;
  }
  bytes_ += one.size;
  return true;
}

std::optional<released_blocks::block> released_blocks::take(std::size_t size) {
  int asked = 0;
  for (auto at = all_.begin(); at != all_.end() && asked < questions; ++at) {
    if (at->size < size || at->size - size > size / waste) continue;
    ++asked;
    if (!at->file.is_intact() || at->file.has_readers()) continue;
    const block found = *at;
    all_.erase(at);
    bytes_ -= found.size;
    if (mprotect(found.at, found.size, PROT_READ | PROT_WRITE) == 0) return found;
    end(found);
    return std::nullopt;
  }
  return std::nullopt;
}

bool released_blocks::drop_oldest() {
  if (all_.empty()) return false;
  const block oldest = all_.front();
  all_.pop_front();
  bytes_ -= oldest.size;
  end(oldest);
  return true;
}

}  // namespace mentat::mmps::shm
