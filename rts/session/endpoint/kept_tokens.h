// The messages that this process has sent to token-matching units, each until the unit has settled
// its tag. If a token-matching unit ends, another one takes its place and gets them again
// (docs/custody.md). Values beyond fixed.kept_tokens are not kept; then an error is sent again in
// their place. Thread-safety: all functions; those that are given are called without the lock.
// Ownership: large values that the message lends are shared, not copied.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/function_ref.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"
#include "rts/api/borrowed_bytes.h"

namespace mentat::node {

struct kept_token {
  mmps::message_header header;
  base::byte_buffer body;
  std::vector<borrowed_bytes> lent;

  // About what it takes in memory.
  [[nodiscard]] std::size_t size() const { return sizeof *this + body.size() + size_of(lent); }
  [[nodiscard]] kept_token again() const {
    kept_token made{header, {}, lent};
    made.body.append(body.data(), body.size());
    return made;
  }
};

class kept_tokens {
 public:
  explicit kept_tokens(std::size_t most_bytes = fixed::kept_tokens.value)
      : most_bytes_(most_bytes) {}

  // Whether messages of this type are kept.
  [[nodiscard]] static bool keeps(const mmps::message_header& header);
  // Keeps the message, and puts the living unit of the host into header.destination, which may name
  // an ended one.
  void keep(mmps::message_header& header, std::span<const std::byte> body,
            const std::vector<borrowed_bytes>& lent);
  // That token-matching unit has done with those tags. A body that makes no sense changes nothing.
  void settle(const mmps::mmps_name& unit, std::span<const std::byte> body);
  // The call has failed here: nobody needs its unit.
  void drop(const mmps::tag& unit);
  // From now on `next` gets all messages for the unit of its host. Gives those that the ones before
  // it have got, of each tag in order. False, and nothing: it did so before.
  bool take_over(const mmps::mmps_name& next, base::function_ref<void(kept_token&& again)> give);
  // The unit has ended, and none takes its place: nothing is kept for its host any more.
  void forget(const mmps::mmps_name& ended);
  // The tags for which something is kept.
  [[nodiscard]] std::size_t size() const;
  // The living unit of the host of that one.
  [[nodiscard]] mmps::mmps_name living(const mmps::mmps_name& named) const;

 private:
  using host = std::pair<std::uint32_t, std::uint32_t>;  // with its incarnation

  using all_kept = std::map<mmps::tag, std::vector<kept_token>>;
  static host host_of(const mmps::mmps_name& process) {
    return {process.host, process.incarnation};
  }

  [[nodiscard]] mmps::mmps_name living_locked(const mmps::mmps_name& named) const;
  // Moves what is for that host to `dropped`, which is to be freed without the lock. True: nothing
  // is left of the tag.
  bool drop_for(const host& of, std::vector<kept_token>& all, std::vector<kept_token>& dropped);

  const std::size_t most_bytes_;
  mutable std::mutex lock_;
  all_kept all_;
  std::size_t bytes_ = 0;
  std::map<host, mmps::mmps_name> living_;  // where one has taken another one's place
  std::set<host> given_up_;
};

}  // namespace mentat::node
