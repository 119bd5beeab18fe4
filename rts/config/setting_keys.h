// The table of settings: for each key how its value is read, written and described. Everything that
// is known of settings comes from here: errors, `mentat config show`, `mentat config list`, and the
// tables of docs/configuration.md. Immutable; any thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rts/config/settings.h"

namespace mentat::node {

// How a setting is read from a text, and written as one that reads the same.
struct setting_access {
  // Errors: what was expected, as in "expected true or false".
  std::function<tl::expected<void, std::string>(settings&, const std::string&)> set;
  std::function<std::string(const settings&)> get;  // empty: the program chooses a value
  std::string values;                               // the possible ones, in words
};

struct setting_key {
  const char* name;
  setting_access value;
  value_kind kind = value_kind::word;
  bool for_branches = true;  // it holds on all hosts of a program
  const char* meaning = "";
  const char* chosen = "";  // the default, where the program chooses it
};

const std::vector<setting_key>& setting_keys();
const setting_key* find_setting_key(const std::string& name);

// The number of edits that make one text from the other.
std::size_t edit_distance(const std::string& a, const std::string& b);

}  // namespace mentat::node
