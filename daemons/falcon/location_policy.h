// The location policy [TOCS96 3.2.6] chooses the host for a request that does not stay. This is the
// interface, with three implementations beside it, and the hosts among which a policy chooses.
//
// Thread-safety: none; one policy belongs to one instantiation manager. Ownership: arguments are
// borrowed for the call. Errors: "no host is eligible" is an answer, not an error.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "daemons/falcon/load.h"
#include "daemons/falcon/load_view.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"

namespace mentat::falcon {

// The hosts of a session without the hosts to avoid, in ascending order, without a copy of the
// list.
class eligible_hosts {
 public:
  static constexpr std::size_t max_avoided = 16;

  // REQUIRES: `hosts` ascending, and alive as long as this is; avoid.size() <= max_avoided. Hosts
  // of `avoid` may be unknown or repeated.
  eligible_hosts(std::span<const host_id> hosts, std::span<const host_id> avoid);

  [[nodiscard]] std::size_t size() const { return hosts_.size() - skipped_; }
  // REQUIRES: position < size(). Cost: linear in the number of avoided positions.
  [[nodiscard]] host_id at(std::size_t position) const;
  [[nodiscard]] bool contains(host_id host) const;
  // The first eligible host above `host`, or the lowest if there is none above. REQUIRES: size() >
  // 0.
  [[nodiscard]] host_id after(host_id host) const;

 private:
  [[nodiscard]] bool avoided(std::size_t index) const;

  std::span<const host_id> hosts_;
  std::array<std::size_t, max_avoided> skip_{};  // ascending indices into hosts_
  std::size_t skipped_ = 0;
};

class location_policy {
 public:
  virtual ~location_policy() = default;
  // Returns nothing if no host is eligible.
  virtual std::optional<host_id> choose(base::instant now, const load_view& view,
                                        const eligible_hosts& hosts, base::random& chance) = 0;
};

}  // namespace mentat::falcon
