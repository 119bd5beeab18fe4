// The invitations that a founder has given out. Each is a key that may connect as a guest until so
// many hosts have joined with it, until it expires, or until it is revoked. A pure machine.
// Invariant: an invitation for N hosts serves N; one of these may ask again before it expires, if
// the answer was lost. An invitation may be for one host alone, whose own key it then is
// (daemons/launch/hello.h). Limits: `open` invitations at a time that still serve hosts.
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"

namespace mentat::host {

struct invitation_limits {
  std::size_t open = fixed::invitations.value;
};

struct invitation_wish {
  std::uint32_t hosts = 1;
  base::duration lasts = 600 * base::second;
  std::string only_for{};   // the key of the one host that may come; empty: any host
  std::string host_name{};  // its name in the session; empty: as the host says
};

class invitations {
 public:
  explicit invitations(const invitation_limits& limits = {}) : limits_(limits) {}

  // Returns the number of the guest with this key. None: too many invitations are open.
  [[nodiscard]] std::optional<std::uint32_t> add(base::instant now, const std::string& public_key,
                                                 const invitation_wish& wish = {});
  // Returns why this guest may not join as the host with that key; empty: it may.
  [[nodiscard]] std::string check(base::instant now, std::uint32_t guest,
                                  const std::string& host_key) const;
  // The name that a guest who may join is to have; empty: as it says.
  [[nodiscard]] std::string name_for(std::uint32_t guest) const;
  // The guest has joined as that host. Returns the guest's key if it may not connect any more; the
  // key of a host that has joined is not barred.
  [[nodiscard]] std::optional<std::string> use(std::uint32_t guest, const std::string& host_key);
  // Returns the key that may not connect any more. None: there is no such invitation.
  [[nodiscard]] std::optional<std::string> revoke(std::uint32_t guest);
  // Returns the keys that have expired.
  [[nodiscard]] std::vector<std::string> expire(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

  struct row {
    std::uint32_t number = 0, hosts = 0, joined = 0;
    base::duration left = 0;
  };
  // Those that still serve hosts.
  [[nodiscard]] std::vector<row> rows(base::instant now) const;

 private:
  struct invitation {
    std::string public_key;
    base::instant until;
    invitation_wish wish;
    std::set<std::string> used_by{};  // the keys of the hosts

    [[nodiscard]] bool serves() const { return used_by.size() < wish.hosts; }
  };
  invitation_limits limits_;
  std::map<std::uint32_t, invitation> open_;
  std::uint32_t last_ = 0;
};

}  // namespace mentat::host
