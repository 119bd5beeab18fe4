// The requests that an instantiation manager cannot answer yet: requests for which no process has
// room, and requests for a host that takes part and has not come. The former wait in the order of
// arrival, but units that begin again, because their process has ended, come first: they are the
// oldest, and what needs their results waits for the longest time.
//
// Invariants: (1) a request waits once, by its tag and its sender. (2) At most max_bytes of bodies
// wait; the caller limits the number. Ownership: the messages. Thread-safety: none. Errors: none.
// Cost: a look-up to add or to remove; else linear in the waiting requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "daemons/falcon/scheduler.h"
#include "daemons/im/location_wish.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/tag.h"

namespace mentat::im {

struct waiting_request {
  mmps::mentat_message message;
  location_wish wanted;
  bool isolated = false;  // it needs a process of its own
};

struct absent_request {
  mmps::mentat_message message;
  falcon::host_id on;  // this host: any other will do
  base::instant deadline;
};

class waiting_requests {
 public:
  explicit waiting_requests(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // All requests; then those that wait for a process of this host, for a process of their own, or
  // for something other than room.
  [[nodiscard]] std::size_t size() const { return waiting_.size() + absent_.size(); }
  [[nodiscard]] std::size_t for_process() const { return waiting_.size(); }
  [[nodiscard]] std::size_t isolated() const { return isolated_; }
  [[nodiscard]] bool some_need_no_room() const { return need_no_room_ > 0; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool has_room_for(std::size_t body) const { return body <= max_bytes_ - bytes_; }
  [[nodiscard]] bool contains(const mmps::message_header& asked) const {
    return asking_.contains({asked.tag, asked.source});
  }
  // REQUIRES: for_process() > 0.
  [[nodiscard]] const mmps::message_header& first() const {
    return waiting_.front().message.header;
  }

  // REQUIRES: has_room_for() its body.
  void add(waiting_request&& request);
  void add_absent(absent_request&& request);

  enum class verdict { stays, goes, enough };  // enough: it stays, and so do all behind it
  // Asks `judge` for each request that waits for a process. `judge` may take the message of a
  // request that goes.
  void judge_each(const std::function<verdict(waiting_request&)>& judge);
  void drop(const std::function<bool(const mmps::message_header&)>& which);

  // Takes the requests for hosts that `which` names, and those whose deadline is over.
  std::vector<absent_request> take_absent(const std::function<bool(falcon::host_id)>& which);
  std::vector<absent_request> take_late(base::instant now);
  [[nodiscard]] std::optional<base::instant> next_deadline() const {
    return absent_.empty() ? std::nullopt : std::optional(absent_.front().deadline);
  }

 private:
  using key = std::pair<mmps::tag, mmps::mmps_name>;  // tag and sender

  void forget(const mmps::message_header& asked, std::size_t bytes);
  static bool is_repeated(const mmps::message_header& asked);
  static bool needs_no_room(const mmps::message_header& asked, const location_wish& wanted);

  const std::size_t max_bytes_;
  std::deque<waiting_request> waiting_;
  std::deque<absent_request> absent_;  // in the order of deadlines
  std::set<key> asking_;               // of both
  std::size_t bytes_ = 0;
  std::size_t need_no_room_ = 0;
  std::size_t isolated_ = 0;
};

}  // namespace mentat::im
