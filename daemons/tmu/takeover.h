// What a token-matching unit that takes the place of an ended one waits for: each process of the
// session tells which units of the ended one it executes, its **claims**. Until then nothing is
// delivered, because it might be in a process already (docs/custody.md). A process that does not
// tell in time may execute a unit a second time, as after a death; but those that its page lists as
// begun wait until it tells.
// Thread-safety: none. Ownership: values. Errors: claims that nobody waits for, or too many, change
// nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::tmu {

class takeover {
 public:
  struct claim {
    mmps::mmps_name process;
    std::uint8_t attempt = 0;
  };
  static constexpr base::duration longest = base::second;

  // `is_wanted`: there was a unit before. Else nothing is awaited. `most`: claims of a process.
  takeover(bool is_wanted, std::size_t most) : is_wanted_(is_wanted), most_(most) {}

  [[nodiscard]] bool is_open() const { return is_wanted_ && !is_closed_; }
  // A process that may execute units, and call them. The last one that is announced is the driver.
  void note_up(base::instant now, const mmps::mmps_name& process, bool is_driver);
  [[nodiscard]] bool is_up(const mmps::mmps_name& process) const { return up_.contains(process); }
  // The processes that have not told. When the time is over, only units that have begun there wait.
  [[nodiscard]] const std::set<mmps::mmps_name>& awaited() const { return awaited_; }
  [[nodiscard]] bool is_due(base::instant now) const {
    return is_open() && begun_ && now >= *begun_ + longest;
  }
  // An awaited process executes units with these origins, in ascending order.
  void presume(const mmps::mmps_name& process, std::vector<std::uint64_t> origins);
  enum class hearing : std::uint8_t { taken, unexpected, malformed };  // malformed: or too many
  hearing on_claims(base::instant now, const mmps::mmps_name& process,
                    std::span<const std::byte> body);
  // Its claims are void, too: returns them.
  std::vector<mmps::tag> process_ended(const mmps::mmps_name& process);
  void tick(base::instant now) {
    if (is_due(now)) close();
  }
  [[nodiscard]] base::instant next_deadline() const {
    return is_open() && begun_ ? *begun_ + longest : base::instant::never();
  }

  // Whether a process executes the unit that is not known to have told so yet.
  [[nodiscard]] bool may_be_claimed(const mmps::tag& unit) const {
    return is_open() || std::ranges::any_of(presumed_, [&](const auto& one) {
             return std::ranges::binary_search(one.second, unit.origin);
           });
  }
  [[nodiscard]] bool is_claimed(const mmps::tag& unit) const { return claims_.contains(unit); }
  // Forgets the claim.
  std::optional<claim> take(const mmps::tag& unit);
  // The same, if it is one of this process.
  bool take(const mmps::tag& unit, const mmps::mmps_name& process);

 private:
  void close_if_all_told();
  void close();

  const bool is_wanted_;
  const std::size_t most_;
  bool is_closed_ = false;
  bool knows_driver_ = false;
  std::optional<base::instant> begun_;
  std::set<mmps::mmps_name> up_, awaited_, told_;
  std::map<mmps::mmps_name, std::vector<std::uint64_t>> presumed_;
  std::map<mmps::tag, claim> claims_;
};

}  // namespace mentat::tmu
