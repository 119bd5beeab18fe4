// The simulator's model of the process of the main program; no program links it, and its protocol
// is not the product's (docs/simulator.md). It emits the graphs of its roots, waits for their
// results, and is the only one that emits a graph again.
//
// A root is a value that the main program may need: the calls that lead to it, and the tag under
// which the driver waits for its result. The future of the calls has an arc to this process with
// argument to_waiting_caller and that tag.
//
// In:  token         with argument to_waiting_caller: the result of a root
//      instantiated  of a persistent object that was asked for
//      finished      from the process of an object that was called directly
//      down          a process has ended
// Rules: 1. The first value or error of a root counts. 2. When something that kept tokens has ended
// (note_custody_lost), the calls of every root without a result are emitted again with a higher
// replay; after limits.replays of them the root fails with task_poisoned. 3. A direct call of an
// object is kept until FINISHED; if the object's process ends before, the root fails with
// object_lost; a process that is known to be down is sent
// nothing. 4. Every root ends once. Ownership: calls until their root has ended. Thread-safety:
// none. Errors: never throws at a peer's bytes. Cost: linear in the roots that wait, at down and
// note_custody_lost; else a look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/wire/error_value.h"
#include "mmps/wire/mentat_message.h"
#include "tests/sim/model/computation_tag.h"

namespace mentat {

struct driver_identity {
  mmps::mmps_name self;
  std::string host;  // as errors call it
};

struct driver_limits {
  std::size_t roots = 65'536;  // that wait
  std::uint8_t replays = 5;
  std::size_t dead = 4'096;  // processes that are known to be down; the oldest is forgotten
};

struct root_result {
  computation_tag tag{};
  bool is_error = false;
  std::vector<std::byte> result;  // an error value if is_error; the name of an object that was made
};

struct driver_output {
  std::vector<mmps::mentat_message> messages;
  std::vector<root_result> results;
};

struct driver_counts {
  std::uint64_t replayed = 0;      // roots that were emitted again
  std::uint64_t late = 0;          // results of roots that had one, or are none of ours
  std::uint64_t routed_again = 0;  // tokens whose token-matching unit has ended
  std::uint64_t lost_calls = 0;    // of objects whose process has ended
  std::uint64_t malformed = 0, unexpected = 0;
};

class driver {
 public:
  driver(driver_identity identity, const driver_limits& limits);

  // Emits the calls. Each has all of its header but source, replay and the flag replayable. False,
  // and nothing happens: limits.roots. REQUIRES: no root waits under this tag.
  [[nodiscard]] bool begin(base::instant now, const computation_tag& tag,
                           std::vector<mmps::mentat_message>&& calls);
  // Asks the instantiation manager named by the destination for a persistent object. As begin().
  [[nodiscard]] bool create(base::instant now, mmps::mentat_message&& request);

  void step(base::instant now, mmps::mentat_message&& message);
  // A process that keeps tokens for others, or a host, has ended.
  void note_custody_lost(base::instant now, std::string_view cause);
  // The message's receiver has ended before it had it in custody.
  void undelivered(base::instant now, mmps::mentat_message&& message);
  [[nodiscard]] driver_output take_output() { return std::exchange(output_, {}); }

  [[nodiscard]] std::size_t waiting() const { return roots_.size(); }
  [[nodiscard]] const driver_counts& counted() const { return counts_; }

 private:
  struct kept_call {
    mmps::mentat_message message;
    bool finished = false;  // by the object to which it went
  };
  struct root {
    std::vector<kept_call> calls;
    std::uint8_t replay = 0;
    bool makes_object = false;
  };
  using root_map = std::map<computation_tag, root>;

  // Emits the calls of the root, or ends it if one of them is for an object that is gone.
  root_map::iterator emit(root_map::iterator at);
  void on_token(const mmps::mentat_message& message);
  void on_instantiated(const mmps::mentat_message& message);
  void on_finished(const mmps::message_header& header);
  void on_down(const mmps::mentat_message& message);
  root_map::iterator end_root(root_map::iterator at, bool is_error,
                              std::span<const std::byte> result);
  [[nodiscard]] std::vector<std::byte> describe(mmps::error_kind kind, std::string_view text,
                                                std::string_view limit) const;

  driver_identity identity_;
  driver_limits limits_;
  root_map roots_;
  std::multimap<computation_tag, computation_tag> direct_calls_;  // of objects, to their roots
  std::map<mmps::mmps_name, std::string> dead_;                   // with their causes
  std::deque<mmps::mmps_name> dead_in_order_;
  driver_output output_;
  driver_counts counts_;
};

}  // namespace mentat
