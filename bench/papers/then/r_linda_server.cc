#include "bench/papers/then/r_linda_server.h"

#include <utility>

namespace mentat::bench::then {

void r_linda_server::out(const tuple& one) {
  for (auto asker = wanted_.begin(); asker != wanted_.end();) {
    if (!asker->second.wanted.matches(one)) {
      ++asker;
      continue;
    }
    const bool takes = asker->second.takes;
    found_.emplace(asker->first, one);
    asker = wanted_.erase(asker);
    if (takes) return;
  }
  local_.push_back(one);
}

std::optional<tuple> r_linda_server::in(const pattern& wanted, bool takes, std::uint64_t& id) {
  for (auto one = local_.begin(); one != local_.end(); ++one) {
    if (!wanted.matches(*one)) continue;
    tuple given = *one;
    if (takes) local_.erase(one);
    return given;
  }
  id = next_++;
  wanted_.emplace(id, request{wanted, takes});
  return std::nullopt;
}

std::optional<tuple> r_linda_server::get(std::uint64_t id) {
  auto node = found_.extract(id);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

}  // namespace mentat::bench::then
