// The rules of the model that a simulation can be told to break, one at a time: seeded bugs, by
// which the sweep shows that it would find real ones. The harness breaks them; the machines have no
// switch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mentat::sim {

enum class mutant : std::uint8_t {
  none,
  acknowledge_before_custody,  // a token-matching unit acknowledges before it has the token
  finished_before_custody,     // FINISHED goes out before the results are in custody
  no_dedup_at_objects,         // a persistent object executes a repeated call again
  no_cached_result,            // a persistent object drops a repeated call and answers nothing
  tags_by_counter,             // tag = name of the caller and a counter, as in the paper
  no_reissue_on_death,         // token-matching units do not hear that a process has ended
  no_replay_number,            // the driver emits again with the same replay number
  no_error_for_lost_objects,   // callers do not hear that the process of an object has ended
  no_news_for_newcomers,       // a new process does not hear who ended before
  places_kept,                 // places in processes are not given back
  no_second_routing,           // a token to a unit that has ended is not sent to the next owner
  guards_ignored,              // an mselect accepts what its guards do not let in
  passed_over_forgotten,       // a call that an mselect does not accept at once is dropped
  priority_ignored,            // an mselect enables its functions in the wrong order
  unwound_unanswered,          // objects that select are not ended with their session
};

struct mutant_description {
  mutant which;
  std::string_view name;
};

inline constexpr std::array all_mutants{
    mutant_description{mutant::acknowledge_before_custody, "acknowledge_before_custody"},
    mutant_description{mutant::finished_before_custody, "finished_before_custody"},
    mutant_description{mutant::no_dedup_at_objects, "no_dedup_at_objects"},
    mutant_description{mutant::no_cached_result, "no_cached_result"},
    mutant_description{mutant::tags_by_counter, "tags_by_counter"},
    mutant_description{mutant::no_reissue_on_death, "no_reissue_on_death"},
    mutant_description{mutant::no_replay_number, "no_replay_number"},
    mutant_description{mutant::no_error_for_lost_objects, "no_error_for_lost_objects"},
    mutant_description{mutant::no_news_for_newcomers, "no_news_for_newcomers"},
    mutant_description{mutant::places_kept, "places_kept"},
    mutant_description{mutant::no_second_routing, "no_second_routing"},
    mutant_description{mutant::guards_ignored, "guards_ignored"},
    mutant_description{mutant::passed_over_forgotten, "passed_over_forgotten"},
    mutant_description{mutant::priority_ignored, "priority_ignored"},
    mutant_description{mutant::unwound_unanswered, "unwound_unanswered"},
};

[[nodiscard]] constexpr std::optional<mutant> mutant_named(std::string_view name) {
  for (const mutant_description& each : all_mutants)
    if (each.name == name) return each.which;
  return std::nullopt;
}

}  // namespace mentat::sim
