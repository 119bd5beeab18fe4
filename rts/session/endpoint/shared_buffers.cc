#include "rts/session/endpoint/shared_buffers.h"

#include <mentat/buffer.h>

#include <atomic>
#include <cstddef>

#include "mmps/shm/shared_blocks.h"
#include "rts/executor/last_words.h"

namespace mentat::node {
namespace {

using detail::block_maker;
using mmps::shm::shared_blocks;

static_assert(block_maker::least == shared_blocks::least);

std::atomic<int> users{0};

// Buffers may outlive the session: the maker stays.
constexpr block_maker in_shared_blocks{
    [](std::size_t size, bool zeroed) -> std::shared_ptr<void> {
      if (users.load(std::memory_order_relaxed) == 0) return nullptr;
      return shared_blocks::here().make(size, zeroed);
    },
    [](const void* block) { shared_blocks::here().seal(static_cast<const std::byte*>(block)); },
    [](const void* memory, std::size_t size) noexcept {
      shared_blocks::here().forget(static_cast<const std::byte*>(memory), size);
    }};

}  // namespace

shared_buffers::shared_buffers() {
  users.fetch_add(1);
  shared_blocks::here();  // it is made before a signal handler asks it
  block_maker::current.store(&in_shared_blocks, std::memory_order_release);
  explain_writes_to(
      [](const void* address) { return shared_blocks::here().is_read_only(address); });
}

shared_buffers::~shared_buffers() { users.fetch_sub(1); }

}  // namespace mentat::node
