// Programs of the simulated world: each answers in text, the same in every mode, and uses no
// variables of the process.
#pragma once

#include <string>

namespace mentat::sim {

std::string delayed_sums();     // regular calls in chains and in a tree
std::string kept_accounts();    // persistent objects, and calls of theirs with delayed arguments
std::string mixed_work();       // objects that call regular classes, and objects that are passed on
std::string posted_entries();   // regular classes that change an object
std::string relayed_entries();  // objects that call an object; errors as arguments
std::string copied_cells();     // objects that read and write replicated objects
std::string ordered_cells();    // litmus tests of such objects
std::string tuple_bag();        // regular classes that share a tuple space

std::string spread_tuples();  // spaces whose tuples are in several hosts
std::string copied_tuples();  // a space of which every process has a copy

std::string gated_visits();  // regular classes that wait for a guard, which opens late

std::string read_buffers();  // large buffers for objects and regular calls everywhere

std::string durable_counts();  // durable objects that check the order of their calls

std::string no_calls();      // ends before the driver has heard of all workers
std::string left_waiting();  // calls that wait for closed guards when the program ends

std::string withdrawn_calls();  // calls whose guards nothing can open
std::string mutual_waits();     // objects that wait for each other in circles
std::string handed_on_waits();  // functions that hand their results on to such calls

std::string failed_waits();  // regular calls that wait for a guard which nothing opens
std::string many_failed_waits();

// Regular classes that return before their regular calls have run. Main polls until all have: not
// with limits, which fail some.
std::string posted_units();

std::string spread_units();   // regular calls with effects, in rounds
std::string late_units();     // 600 regular calls that five values make complete
std::string many_units();     // 200 regular calls that main makes at once
std::string produced_sums();  // regular calls with values of two objects, which may be lost

// Regular calls that change an object, and go on for 200 s: not for mode serial, which would wait.
std::string long_units();
inline constexpr const char* answer_of_long_units = "7 2:3";
std::string waiting_units();
inline constexpr const char* answer_of_waiting_units = "7";

struct named_program {
  const char* name;
  std::string (*run)();
};
inline constexpr named_program all_programs[] = {{"durable_counts", &durable_counts},
                                                 {"delayed_sums", &delayed_sums},
                                                 {"kept_accounts", &kept_accounts},
                                                 {"mixed_work", &mixed_work},
                                                 {"posted_entries", &posted_entries},
                                                 {"relayed_entries", &relayed_entries},
                                                 {"copied_cells", &copied_cells},
                                                 {"ordered_cells", &ordered_cells},
                                                 {"tuple_bag", &tuple_bag},
                                                 {"spread_tuples", &spread_tuples},
                                                 {"copied_tuples", &copied_tuples},
                                                 {"gated_visits", &gated_visits},
                                                 {"no_calls", &no_calls},
                                                 {"left_waiting", &left_waiting},
                                                 {"spread_units", &spread_units}};
// Of which a call fails with a deadlock: not for deaths, which may end a wait, too.
inline constexpr named_program deadlocked_programs[] = {{"withdrawn_calls", &withdrawn_calls},
                                                        {"mutual_waits", &mutual_waits},
                                                        {"handed_on_waits", &handed_on_waits}};
// For four hosts. A run takes longer.
inline constexpr named_program large_programs[] = {{"read_buffers", &read_buffers}};

}  // namespace mentat::sim
