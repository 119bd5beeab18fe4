#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// An option of a verb, as its help describes it.
struct verb_option {
  std::vector<std::string> names;  // "-f", "--follow"
  std::string value;               // "FILE"; empty: it takes none
  std::string help;                // one paragraph

  /// The words between which one chooses: "always", "never"; none if any value fits.
  std::vector<std::string> choices() const;
  bool operator==(const verb_option&) const = default;
};

/// The help of a verb.
struct verb_usage {
  std::string name, group, summary;
  std::string text;  // as printed

  std::vector<verb_option> options() const;
  /// The words between which the verb chooses: "bash", "zsh", "fish".
  std::vector<std::string> choices() const;
  /// The part that begins behind this line, and ends before the next empty one.
  std::string section(std::string_view title) const;
};

/// The table of all verbs, verbs.txt, which the launcher of a checkout reads too. A value.
class usage_table {
 public:
  static expected<usage_table> parse(const std::string& text);

  /// What `mentat --help` prints.
  std::string overview() const;
  /// Null if there is no such verb.
  const verb_usage* find(std::string_view name) const;
  const std::vector<verb_usage>& verbs() const { return verbs_; }
  /// The options in front of the verb.
  std::vector<verb_option> general_options() const;
  const std::string& foot() const { return foot_; }

 private:
  std::string head_, foot_;
  std::vector<verb_usage> verbs_;
};

}  // namespace mentat::command
