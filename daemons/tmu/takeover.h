// What a token-matching unit that takes the place of an ended one waits for: each process of the
// session tells which units of the ended one it executes, its **claims**. Until then nothing is
// delivered, because it might be in a process already (docs/custody.md). A process that does not
// tell in time may execute a unit a second time, as after a death.
// Thread-safety: none. Ownership: values.
#pragma once

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

  // `is_wanted`: there was a unit before. Else nothing is awaited.
  explicit takeover(bool is_wanted) : is_open_(is_wanted) {}

  [[nodiscard]] bool is_open() const { return is_open_; }
  // A process that may execute units. The last one that is announced is the driver.
  void await(base::instant now, const mmps::mmps_name& process, bool is_driver);
  // False: the body is malformed.
  bool on_claims(base::instant now, const mmps::mmps_name& process,
                 std::span<const std::byte> body);
  // Its claims are void, too.
  void process_ended(base::instant now, const mmps::mmps_name& process);
  void tick(base::instant now) { close_if_due(now); }
  [[nodiscard]] base::instant next_deadline() const {
    return is_open_ && begun_ ? *begun_ + longest : base::instant::never();
  }

  [[nodiscard]] std::optional<claim> find(const mmps::tag& unit) const;
  // Once it is closed: units that have been answered and are not being executed. Returns each once.
  std::vector<mmps::tag> take_answered();
  // Forgets the claim.
  std::optional<claim> take(const mmps::tag& unit);

 private:
  void close_if_due(base::instant now);

  bool is_open_;
  bool knows_driver_ = false;
  std::optional<base::instant> begun_;
  std::set<mmps::mmps_name> awaited_, told_;
  std::map<mmps::tag, claim> claims_;
  std::vector<mmps::tag> answered_;
};

}  // namespace mentat::tmu
