// The invitations that a founder has given out. Each is a key that may connect as a guest until a
// host has joined with it, or until it expires. A pure machine. Invariant: an invitation serves one
// host; the same host may ask again before it expires, if the answer was lost. Limits: `open`
// invitations at a time. Thread-safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"

namespace mentat::host {

struct invitation_limits {
  std::size_t open = fixed::invitations.value;
  base::duration lasts = 600 * base::second;
};

class invitations {
 public:
  explicit invitations(const invitation_limits& limits = {}) : limits_(limits) {}

  // Returns the number of the guest with this key. None: too many invitations are open.
  [[nodiscard]] std::optional<std::uint32_t> add(base::instant now, const std::string& public_key);
  // Returns why this guest may not join as the host with that key; empty: it may.
  [[nodiscard]] std::string check(base::instant now, std::uint32_t guest,
                                  const std::string& host_key) const;
  // The guest has joined as that host. Returns the guest's key, which may not connect any more.
  [[nodiscard]] std::string use(std::uint32_t guest, const std::string& host_key);
  // Returns the keys that have expired.
  [[nodiscard]] std::vector<std::string> expire(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

 private:
  struct invitation {
    std::string public_key;
    base::instant until;
    std::string used_by;  // the key of the host; empty: not used
  };
  invitation_limits limits_;
  std::map<std::uint32_t, invitation> open_;
  std::uint32_t last_ = 0;
};

}  // namespace mentat::host
