#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// An option of a verb, as its help describes it.
struct verb_option {
  std::vector<std::string> names;  // "-f", "--follow"
  std::string value;               // "FILE"; empty: takes no value
  std::string help;                // one paragraph

  /// The allowed values: "always", "never"; empty if any value fits.
  std::vector<std::string> choices() const;
  bool operator==(const verb_option&) const = default;
};

/// The help of a verb.
struct verb_usage {
  std::string name, group, summary;
  std::string text;  // as printed

  std::vector<verb_option> options() const;
  /// The allowed arguments of the verb: "bash", "zsh", "fish".
  std::vector<std::string> choices() const;
  /// The part after this line, up to the next empty line.
  std::string section(std::string_view title) const;
};

/// The table of all verbs, verbs.txt, which a checkout's launcher reads, too. A value.
class usage_table {
 public:
  static expected<usage_table> parse(const std::string& text);

  /// The text of `mentat --help`.
  std::string overview() const;
  /// Null if there is no such verb.
  const verb_usage* find(std::string_view name) const;
  const std::vector<verb_usage>& verbs() const { return verbs_; }
  /// The options that precede the verb.
  std::vector<verb_option> general_options() const;
  const std::string& foot() const { return foot_; }

 private:
  std::string head_, foot_;
  std::vector<verb_usage> verbs_;
};

}  // namespace mentat::command
