#include "mmps/net/mailbox.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "mmps/wire/codec.h"

namespace mentat::mmps::net {
namespace {

std::size_t size_of(const mentat_message& message) { return header_size + message.body().size(); }

}  // namespace

std::size_t mailbox::put(const mmps_name& from, mentat_message&& message) {
  const std::lock_guard guard(lock_);
  std::size_t& bytes = bytes_[from];
  bytes += size_of(message);
  letters_.push_back({from, std::move(message)});
  waiting_.store(letters_.size(), std::memory_order_seq_cst);
  return bytes;
}

void mailbox::take(std::vector<letter>& to, std::size_t most) {
  const std::lock_guard guard(lock_);
  const auto end = letters_.begin() + static_cast<std::ptrdiff_t>(std::min(most, letters_.size()));
  std::move(letters_.begin(), end, std::back_inserter(to));
  letters_.erase(letters_.begin(), end);
  waiting_.store(letters_.size(), std::memory_order_seq_cst);
}

std::size_t mailbox::done(const letter& handled) {
  const std::lock_guard guard(lock_);
  return bytes_[handled.from] -= size_of(handled.message);
}

void mailbox::forget(const mmps_name& peer) {
  const std::lock_guard guard(lock_);
  const auto found = bytes_.find(peer);
  if (found != bytes_.end() && found->second == 0) bytes_.erase(found);
}

std::size_t mailbox::bytes_of(const mmps_name& from) const {
  const std::lock_guard guard(lock_);
  const auto found = bytes_.find(from);
  return found == bytes_.end() ? 0 : found->second;
}

}  // namespace mentat::mmps::net
