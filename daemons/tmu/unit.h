// One work unit in the token-matching unit [TOCS96 3.2.5]: the tokens of one tag that have arrived,
// in memory or on disk, and the state of the unit. This is the index entry: it stays in memory
// while its tokens may be on disk. Plain data of the token database; the machine changes the
// protocol state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daemons/tmu/granted_place.h"
#include "daemons/tmu/linked_list.h"
#include "daemons/tmu/spill_store.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::tmu {

using mmps::tag;

// In memory, or on disk, or not here yet.
struct held_token {
  std::unique_ptr<mmps::mentat_message> message;
  spill_handle spilled;

  [[nodiscard]] bool present() const { return message || spilled; }
  // Without the values apart from the body. REQUIRES: present.
  [[nodiscard]] std::size_t body_length() const {
    return message ? message->header.body_length : spilled.length - sizeof(mmps::message_header);
  }
  [[nodiscard]] std::size_t length_apart() const {
    return message ? message->whole_length() - message->header.body_length : 0;
  }
};

// Arcs that the caller has drawn since its call, from so many messages; they are not among the
// tokens.
struct more_arcs {
  std::vector<std::byte> future;
  std::uint16_t messages = 0;
  bool abandoned = false;  // the caller does not want the value
};

enum class unit_state : std::uint8_t {
  partial,    // tokens are missing
  queued,     // complete; waits until the instantiation manager is asked for fewer
  acquiring,  // the instantiation manager has been asked for a process
  running,    // delivered to `process`; kept until the process sends FINISHED
};

struct unit {
  tmu::tag tag{};
  std::uint64_t class_hash = 0;
  std::uint16_t function = 0;
  std::uint16_t argument_count = 0;
  std::uint16_t depth = 0;
  std::uint16_t missing = 0;  // tokens
  unit_state state = unit_state::partial;
  std::uint8_t attempt = 1;
  std::uint8_t asked = 0;  // how often the instantiation manager was asked again
  bool whole = false;      // all arguments are in one message
  base::instant ask_again = base::instant::never();  // while acquiring
  mmps::mmps_name caller;   // while tokens are missing: the process that waits for the result
  mmps::mmps_name process;  // the process that executes it
  std::uint32_t expected_time = 0;  // there, in ns
  std::uint64_t swapped = 0;  // bit k: token k, which is there, is not in this machine's order
  std::shared_ptr<granted_place> place;  // in `process`; null: of an ended token-matching unit
  std::unique_ptr<held_token[]> tokens;  // by argument number; if whole, one
  std::vector<std::byte> future;    // once a token is on disk: what a failed read must not lose
  std::unique_ptr<more_arcs> more;  // null: none
  std::vector<std::shared_ptr<const std::string>>
      deaths;  // causes of the ends of processes that were executing it

  std::vector<mmps::mmps_name> senders;  // processes that keep messages for it, until it is settled

  list_link<unit> phase;   // in the list of its state: those of one caller, those that wait equally
                           // long, or those in one process
  list_link<unit> warmth;  // among those with tokens in memory
  bool warm = false;       // it is in the list of warmth

  void note_sender(const mmps::mmps_name& process) {
    if (process.bound() && std::ranges::find(senders, process) == senders.end())
      senders.push_back(process);
  }
  [[nodiscard]] std::span<held_token> held() const {
    return {tokens.get(), whole ? std::size_t{1} : std::size_t{argument_count}};
  }
};

}  // namespace mentat::tmu
