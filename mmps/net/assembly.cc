#include "mmps/net/assembly.h"

#include <cstring>
#include <utility>

#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t max_kept = std::size_t{256} << 20;   // bytes
constexpr std::size_t worth_pages = std::size_t{4} << 20;  // bytes
constexpr base::duration longest_kept = base::second;

}  // namespace

bool assembly::holds_incomplete(const mmps_name& from) const {
  const std::lock_guard guard(lock_);
  return incomplete_.contains(from);
}

std::optional<assembly::message> assembly::add(const mmps_name& from, const mentat_message& piece) {
  const std::lock_guard guard(lock_);
  const auto [place, is_new] = incomplete_.try_emplace(from);
  message& whole = place->second;
  if (is_new) {
    whole.header = piece.header;
    any_incomplete_.store(true, std::memory_order_release);
  }
  const auto bytes = piece.body();
  if (bytes.size() > mentat_message::max_body - whole.size) {
    whole.too_long = true;
    whole.memory = {};
  }
  // Reuses the pages of the last message: few at once, many only for a message that has grown
  // large.
  const bool comes_to_much = whole.size < worth_pages && whole.size + bytes.size() >= worth_pages;
  if (spare_.data() && (is_new ? spare_.occupied() <= worth_pages : comes_to_much))
    whole.memory.take_over(whole.size, std::exchange(spare_, {}));
  if (!whole.too_long && !whole.memory.make_room(whole.size, bytes.size())) {
    whole.too_long = true;
    whole.memory = {};
  }
  if (!whole.too_long) {
    if (!bytes.empty()) std::memcpy(whole.memory.data() + whole.size, bytes.data(), bytes.size());
    whole.size += bytes.size();
  }
  if ((piece.header.flags & flag::more) != 0) return std::nullopt;
  std::optional<message> complete(std::move(whole));
  incomplete_.erase(place);
  any_incomplete_.store(!incomplete_.empty(), std::memory_order_release);
  complete->header.flags &= static_cast<std::uint16_t>(~flag::more);
  complete->header.body_length = static_cast<std::uint32_t>(complete->size);
  return complete;
}

void assembly::give_back(base::instant now, message&& handled) {
  if (handled.size > max_kept) return;
  const std::lock_guard guard(lock_);
  spare_ = std::move(handled.memory);
  spare_until_ = now + longest_kept;
}

void assembly::tidy(base::instant now) {
  const std::lock_guard guard(lock_);
  if (now < spare_until_) return;
  spare_ = {};
  spare_until_ = base::instant::never();
}

void assembly::forget(const mmps_name& from) {
  const std::lock_guard guard(lock_);
  incomplete_.erase(from);
  any_incomplete_.store(!incomplete_.empty(), std::memory_order_release);
}

}  // namespace mentat::mmps::net
