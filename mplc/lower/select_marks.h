// The record that stage 1 keeps of an mselect: the places of its parts in the user's text, and the
// switch and cases by which Clang knows it in the lowered text. Plain data.
//
// Invariant: ranges are in the original text; `..._lowered` are offsets of the lowered text.
#pragma once

#include <string>
#include <vector>

#include "mplc/text/edits.h"

namespace mentat::mplc {

enum class entry_kind { accept, after, otherwise };  // maccept, mafter, melse

struct entry_parameter {
  text_range before, after;  // the declarator around the name, without its reference
  text_range name;           // empty when the user gave none
  bool lvalue = false;       // T& or const T&
};

struct entry_mark {
  entry_kind kind = entry_kind::accept;
  text_range head;             // guard, colon and entry, up to the statements
  text_range guard;            // empty when there is none
  bool parenthesised = false;  // the guard is one pair of parentheses
  text_range keyword;          // maccept, mafter or melse
  text_range name;             // name of the accepted member function, or the duration of mafter
  std::vector<entry_parameter> parameters;
  text_offset end = 0;  // behind the statements
  text_offset case_lowered = 0;
};

struct select_mark {
  text_range keyword;  // mselect
  text_range whole;
  text_offset switch_lowered = 0;
  std::vector<entry_mark> entries;  // the first is case 1
};

}  // namespace mentat::mplc
