#include "mmps/net/shared_pieces.h"

#include <sys/mman.h>

#include <cstring>

#include "mmps/base/crc32c.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t line = 64;

std::array<std::uint64_t, 6> words_of(const shared_pieces::key& of, std::size_t size) {
  std::array<std::uint64_t, 6> words{};
  std::memcpy(words.data(), &of.sender, sizeof of.sender);
  std::memcpy(words.data() + 2, &of.receiver, sizeof of.receiver);
  words[4] = of.sequence;
  words[5] = size;
  return words;
}

}  // namespace

std::shared_ptr<shared_pieces> shared_pieces::make() {
  void* const at = mmap(nullptr, sizeof(content), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  return std::shared_ptr<shared_pieces>(new shared_pieces(static_cast<content*>(at)));
}

shared_pieces::~shared_pieces() { munmap(content_, sizeof(content)); }

// The pieces of one link are neighbours, and never in each other's place as long as they fit.
shared_pieces::entry& shared_pieces::place_of(const key& of) const {
  constexpr std::uint64_t mixer = 0x9e3779b97f4a7c15;
  const auto words = words_of(of, 0);
  std::uint64_t mixed = 0;
  for (std::size_t i = 0; i < 4; ++i) mixed = (mixed ^ words[i]) * mixer;
  return content_->index[((mixed >> 32) + of.sequence) % entries];
}

// The position of so many bytes, which do not cross the end of the memory.
std::uint64_t shared_pieces::reserve(std::size_t size) {
  const std::size_t whole = (size + line - 1) / line * line;
  std::uint64_t end = content_->end.load(std::memory_order_relaxed);
  for (;;) {
    const std::size_t used = end % capacity;
    const std::uint64_t at = capacity - used < whole ? end + (capacity - used) : end;
    if (content_->end.compare_exchange_weak(end, at + whole)) return at;
  }
}

void shared_pieces::put(const key& of, std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes.size() > largest) return;
  entry& place = place_of(of);
  place.behind.store(0);
  const std::uint64_t at = reserve(bytes.size());
  const std::size_t offset = at % capacity;
  if (bytes.size() > capacity - offset) return;  // another process has written garbage
  std::memcpy(content_->bytes.data() + offset, bytes.data(), bytes.size());
  const auto words = words_of(of, bytes.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    place.words[i].store(words[i], std::memory_order_relaxed);
  place.behind.store(at + bytes.size(), std::memory_order_release);
}

std::optional<mentat_message> shared_pieces::find(const key& of, std::size_t size,
                                                  std::uint32_t crc) const {
  if (size == 0 || size > largest) return std::nullopt;
  const entry& place = place_of(of);
  const std::uint64_t behind = place.behind.load(std::memory_order_acquire);
  if (behind < size) return std::nullopt;
  const auto words = words_of(of, size);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (place.words[i].load(std::memory_order_relaxed) != words[i]) return std::nullopt;
  const std::size_t offset = (behind - size) % capacity;
  if (size > capacity - offset) return std::nullopt;
  const std::shared_ptr<std::byte[]> copy(new std::byte[size]);
  std::memcpy(copy.get(), content_->bytes.data() + offset, size);
  if (base::crc32c({copy.get(), size}) != crc) return std::nullopt;
  return std::optional<mentat_message>(std::in_place, copy, size);
}

}  // namespace mentat::mmps::net
