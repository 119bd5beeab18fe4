// A set of recently noted keys, limited in age and in number; the oldest leaves first. A lifetime
// of 0 has no end. Thread-safety: none.
#pragma once

#include <cstddef>
#include <deque>
#include <set>
#include <utility>

#include "mmps/base/instant.h"

namespace mentat::tmu {

template <class Key>
class recent_set {
 public:
  recent_set(std::size_t max_keys, base::duration life) : max_keys_(max_keys), life_(life) {}

  [[nodiscard]] bool contains(const Key& key) const { return keys_.contains(key); }
  [[nodiscard]] bool empty() const { return keys_.empty(); }

  void note(const Key& key, base::instant now) {
    if (max_keys_ == 0 || !keys_.insert(key).second) return;
    if (order_.size() == max_keys_) forget_oldest();
    order_.push_back({now + life_, key});
  }

  void expire(base::instant now) {
    while (!order_.empty() && life_ != 0 && order_.front().first <= now) forget_oldest();
  }
  [[nodiscard]] base::instant next_expiry() const {
    return order_.empty() || life_ == 0 ? base::instant::never() : order_.front().first;
  }

 private:
  void forget_oldest() {
    keys_.erase(order_.front().second);
    order_.pop_front();
  }

  std::size_t max_keys_;
  base::duration life_;
  std::set<Key> keys_;
  std::deque<std::pair<base::instant, Key>> order_;
};

}  // namespace mentat::tmu
