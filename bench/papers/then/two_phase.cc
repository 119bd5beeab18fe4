#include "bench/papers/then/two_phase.h"

namespace mentat::bench::then {

using kind = copy_message::kind;

void primary_copy::write(std::uint64_t operation, copy_outbox& out) {
  waiting_.push_back(operation);
  if (phase_ == phase::idle && !copies_.empty()) begin(out);
}

bool primary_copy::begin(copy_outbox& out) {
  if (phase_ != phase::idle || waiting_.empty()) return false;
  present_ = waiting_.front();
  waiting_.pop_front();
  if (copies_.empty()) return true;
  phase_ = phase::updating;
  unanswered_ = copies_.size();
  for (const std::uint32_t copy : copies_) out.push_back({kind::update, copy, present_});
  return false;
}

bool primary_copy::receive(const copy_message& received, copy_outbox& out) {
  const kind expected = phase_ == phase::updating ? kind::updated : kind::unlocked;
  if (phase_ == phase::idle || received.what != expected || received.write != present_)
    return false;
  if (--unanswered_ > 0) return false;
  if (phase_ == phase::updating) {
    phase_ = phase::unlocking;
    unanswered_ = copies_.size();
    for (const std::uint32_t copy : copies_) out.push_back({kind::unlock, copy, present_});
    return false;
  }
  phase_ = phase::idle;
  return true;
}

void secondary_copy::receive(const copy_message& received, copy_outbox& out) {
  if (received.what == kind::update) {
    locked_ = true;
    last_ = received.write;
    out.push_back({kind::updated, received.copy, received.write});
  } else if (received.what == kind::unlock) {
    locked_ = false;
    out.push_back({kind::unlocked, received.copy, received.write});
  }
}

}  // namespace mentat::bench::then
