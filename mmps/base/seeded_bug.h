// Rules of the product that a simulated process breaks on purpose: a simulation that misses such a
// bug would miss a real one (docs/simulator.md). No usual call tests for them on its path. Programs
// have none. Thread-safety: a value.
#pragma once

#include <cstdint>

namespace mentat::base {

enum class seeded_bug : std::uint8_t {
  none,
  // outgoing calls
  calls_outlive_their_receiver,
  refused_calls_wait,
  all_arcs_believed_served,
  answers_not_confirmed,
  undelivered_calls_wait,
  // incoming calls
  partial_calls_outlive_their_caller,
  repeated_arguments_kept,
  // results
  caller_answered_first,
  arcs_counted_not_kept,
  results_not_kept,
  repetitions_not_answered,
  results_before_calls,
  // custody of units
  finished_when_begun,
  finished_when_answered,
  finished_before_custody,
  lineages_of_attempts,
  handed_over_anew,
  // the end of a session
  quiet_after_one_round,
  ended_processes_asked,
  stale_orders_carried_out,
  // membership
  broken_session_goes_on,
  custody_of_the_ended_awaited,
  // links
  lost_frames_stay_lost,
  repeated_frames_delivered,
  early_frames_delivered,
  repeated_frames_unacknowledged,
  // pieces of large buffers
  missing_pieces_named_again,
  unanswered_pieces_awaited,
  // causal order
  causes_untold,
  causes_not_awaited,
  learned_causes_untold,
  messages_of_the_ended_awaited,
  // copies of replicated objects
  positions_untold,
  positions_not_awaited,
  steps_told_late,
  gaps_ignored,
  joined_without_tail,
  // objects with guards, and spaces
  guards_not_tested_again,
  taken_tuples_stay,
  full_spaces_unsaid,
  // spaces of several homes
  lost_homes_untold,
  last_homes_forgotten,
  probed_outs_not_awaited,
  // the token-matching unit
  units_not_delivered_again,
  tombstones_not_kept,
  places_kept,
  errors_of_arguments_dropped,
  delivered_to_the_ended,
  arcs_without_errors,
  kept_tokens_not_sent_again,
  errors_sent_to_itself,
  // the instantiation manager
  objects_being_made_forgotten,
  early_requests_dropped,
  remote_objects_being_made_forgotten,
  // durable objects
  answer_before_safe,
  origin_outside_record,
  settled_too_early,
  gap_accepted,
  // draining
  drained_hosts_stay,
  // the daemons of hosts
  silent_hosts_kept,
  returned_hosts_not_renewed,
  lost_hosts_kept_out,
  lost_hosts_not_told,
  news_sent_back,
  ended_branches_untold,
  branches_outlive_their_driver,
  // the store of durable objects
  torn_tail_kept,
  damage_taken_for_tail,
  fdatasync_retried,
  directory_not_synced,
  segment_freed_before_image_safe,
};

}  // namespace mentat::base
