// A wait_graph in words: for `mentat why`, and for the deadlock that the run-time system finds
// itself. Pure. Texts of the program (names, places) are printed as they are: the caller has made
// them harmless.
#pragma once

#include <map>
#include <string>

#include "rts/why/wait_graph.h"

namespace mentat::why {

// What matches `asked`: an object by its name ("1.0.3.1"), a class ("tally", "app::tally"), a
// function of one ("tally::add"), or a call by its place ("a.mpl.cc:12").
struct explanation {
  std::string text;  // lines; the last ones say whether something is stuck
  bool found = false;
};
explanation explain(const wait_graph& graph, const std::string& asked);
// Of all waits, without the circles and the verdict.
std::string explain_waits(const wait_graph& graph);
// Of all waits.
std::string explain_all(const wait_graph& graph);
// Only the circles, each with what usually helps; empty: there is none.
std::string explain_circles(const wait_graph& graph);

// The graphs of programs, by their titles, for Graphviz: a cluster for each.
std::string as_dot(const std::map<std::string, wait_graph>& programs);
// "the main program", "serve() of 1.0.1.1", "tally::add".
std::string text_of_node(const wait_graph& graph, const std::string& node);
// How a node stands: "runs on vm 1.3", "has not begun".
std::string state_of_node(const wait_graph& graph, const std::string& node);
std::string text_of_reason(const edge& one);
// Which processes were busy; empty: none.
std::string text_of_busy(const wait_graph& graph);

}  // namespace mentat::why
