// The facts about the mselects of one function [TOCS96 3.2.4, Figure 9].
//
// Invariant: text positions are offsets in the original text. Thread-safety: plain data.
#pragma once

#include <string>
#include <vector>

#include "mplc/lower/select_marks.h"

namespace mentat::mplc {

// A parameter of an entry that its statements use: they see a copy of the argument.
struct arm_parameter {
  text_range before, after;  // the declarator around the name
  std::string name;
  unsigned number = 0;
};

struct arm_facts {
  const entry_mark* mark = nullptr;
  unsigned number = 0;  // case 1, 2, ...
  std::string tag;      // "::ns::counter_impl__::op_tag__", of the function that is accepted
  std::vector<arm_parameter> used;
  bool open_end = false;  // the statements do not leave the select themselves
};

struct select_facts {
  const select_mark* mark = nullptr;
  std::vector<arm_facts> arms;  // those that the preprocessor left in
};

}  // namespace mentat::mplc
