#include "daemons/tmu/owner.h"

namespace mentat::tmu {
namespace {

// The finaliser of MurmurHash3 (Appleby): every bit of the answer depends on every bit given.
std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccdull;
  bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53ull;
  return bits ^ (bits >> 33);
}

std::uint64_t weight(const std::array<std::uint64_t, 2>& tag, const mmps::mmps_name& name) {
  const std::uint64_t host = (std::uint64_t{name.host} << 32) | name.incarnation;
  const std::uint64_t slot = (std::uint64_t{name.slot} << 32) | name.generation;
  return mix(mix(mix(mix(tag[0]) ^ tag[1]) ^ host) ^ slot);
}

}  // namespace

mmps::mmps_name tag_owner(const std::array<std::uint64_t, 2>& tag,
                          std::span<const member> members) {
  mmps::mmps_name owner;
  std::uint64_t greatest = 0;
  for (const member& candidate : members) {
    if (!candidate.alive) continue;
    const std::uint64_t its = weight(tag, candidate.name);
    // Equal weights: the greater name, so that the order of the list does not matter.
    if (owner.bound() && (its < greatest || (its == greatest && candidate.name < owner))) continue;
    owner = candidate.name;
    greatest = its;
  }
  return owner;
}

}  // namespace mentat::tmu
