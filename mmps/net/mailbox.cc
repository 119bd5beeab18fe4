#include "mmps/net/mailbox.h"

#include <utility>

#include "mmps/wire/codec.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t max_kept = 1024;  // messages; more are given back after a flood

std::size_t size_of(const mentat_message& message) { return header_size + message.body().size(); }

}  // namespace

std::size_t mailbox::put(const mmps_name& from, mentat_message&& message) {
  const std::lock_guard guard(lock_);
  std::size_t& bytes = bytes_[from];
  bytes += size_of(message);
  messages_.push_back({from, std::move(message)});
  waiting_.fetch_add(1, std::memory_order_seq_cst);
  return bytes;
}

mailbox::inbound_message* mailbox::take() {
  if (next_ == oldest_.size()) {
    if (empty()) return nullptr;
    oldest_.clear();
    if (oldest_.capacity() > max_kept) std::vector<inbound_message>().swap(oldest_);
    next_ = 0;
    const std::lock_guard guard(lock_);
    oldest_.swap(messages_);
  }
  waiting_.fetch_sub(1, std::memory_order_seq_cst);
  return &oldest_[next_++];
}

std::size_t mailbox::done(const inbound_message& handled) {
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
