#include "mmps/shm/block_channel.h"

#include <unistd.h>

#include <cerrno>
#include <span>
#include <vector>

namespace mentat::mmps::shm {

std::uint64_t block_channel::send(const shared_blocks::place& block) {
  if (!open() || !file_.is_intact() || !block.file.is_intact()) return 0;
  const std::uint64_t number = number_ + 1;
  const int descriptors[] = {block.file.descriptor};
  if (!socket_.send_now(std::as_bytes(std::span(&number, 1)), descriptors)) return 0;
  return number_ = number;
}

block_channel::taken block_channel::take(const block_reference& block) {
  if (!open()) return {nullptr, "a block of a process that passes none"};
  if (!file_.is_intact())
    return {nullptr, "this process has closed descriptors that it had not opened", true};
  std::uint64_t number = 0;
  std::vector<int> descriptors;
  const auto size = socket_.receive_now(std::as_writable_bytes(std::span(&number, 1)), descriptors);
  if (!size && errno == EMFILE) return {nullptr, "it has no descriptor left (ulimit -n)", true};
  const bool is_right = size == sizeof number && number == number_ + 1 && number == block.number &&
                        descriptors.size() == 1;
  if (!is_right) {
    for (const int one : descriptors) close(one);
    return {nullptr, "a block without its descriptor"};
  }
  number_ = number;
  auto bytes = shared_blocks::here().open(descriptors[0], block.offset, block.size);
  return {bytes, bytes ? nullptr : "a block that is no sealed memory, or too short"};
}

}  // namespace mentat::mmps::shm
