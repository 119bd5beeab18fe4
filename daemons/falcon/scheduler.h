// FALCON's decision about one request [TOCS96 3.2.6]: whether it stays, and otherwise its next
// host. The transfer policy decides first, then the location policy.
//
// Values in, a value out; the only state is that of the location policy. Thread-safety: none.
// Ownership: owns its location policy. Errors: none; a request without an eligible host is accepted
// here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "daemons/falcon/location_policy.h"
#include "daemons/falcon/transfer_policy.h"

namespace mentat::falcon {

enum class reason : std::uint8_t {
  local,     // accepted: this host is below its threshold
  reuse,     // the same, and a process here has served the class before
  transfer,  // sent on: this host is not below its threshold
  forced,  // accepted: the transfer limit is reached, there is no other host, or a hint names this
           // one
};

struct decision {
  std::optional<host_id> transfer_to;  // none: accept here
  reason why = reason::local;
};

struct request {
  std::uint8_t hops = 0;
  bool served_here = false;  // a process of this host has served the class
  bool leave = false;        // go elsewhere if possible and allowed, at any load
};

enum class location { random, round_robin, best_most_recently };
// The words of the configuration, im.location_policy.
std::optional<location> location_named(std::string_view name);
std::string_view name_of(location which);

struct settings {
  transfer_policy transfer;
  location where = location::best_most_recently;
  base::duration fresh = 200 * base::millisecond;  // age up to which a load report is used
};

class scheduler {
 public:
  scheduler(host_id self, const settings& chosen);
  decision decide(base::instant now, const request& asked, const load_view& view,
                  const eligible_hosts& others, base::random& chance);
  [[nodiscard]] const transfer_policy& transfer() const { return transfer_; }

 private:
  transfer_policy transfer_;
  std::unique_ptr<location_policy> location_;
};

}  // namespace mentat::falcon
