// What programs and hosts do, as metrics in the text format 0.0.4 of Prometheus, which its server
// and the textfile collector of node_exporter read.
//
// Invariants: counters never fall while this object lives, and count nothing twice, also when
// programs or processes end or do not answer. At most most_classes classes get a series of their
// own; later ones are added up as "other". Names are escaped, whatever they contain. Pure but for
// metrics_now(). One thread.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemons/host/wire/session_rows.h"
#include "tools/mentat/class_activity.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// The answers at one time.
struct metrics_look {
  std::vector<class_activity> classes;
  std::vector<host::session_row> executed;  // calls by class and process
  std::vector<host::session_row> programs, hosts, drops;
  std::size_t silent = 0;           // processes that did not answer
  unsigned long long left_out = 0;  // rows
};

class metrics {
 public:
  static constexpr std::size_t most_classes = 200, most_hosts = 200;
  static constexpr std::string_view type = "text/plain; version=0.0.4; charset=utf-8";

  /// Adds what has happened since the last look, and returns all metrics.
  std::string text_of(const metrics_look& look);
  /// The metrics when nobody answers.
  static std::string text_of_failure();

 private:
  // The program; its process, and the class or what was dropped.
  using key = std::pair<std::string, std::string>;
  /// What has been counted under those keys at the last look, and the sums over all programs.
  struct counter {
    std::map<key, unsigned long long> last;
    std::map<std::string, unsigned long long> sums;

    void set(const key& what, const std::string& label, unsigned long long now);
    void forget_ended(const std::set<std::string>& programs);
  };

  std::string label_of(const std::string& name);

  std::set<std::string> named_;  // classes with a series of their own
  counter calls_, drops_;
};

/// A value of a label: no control characters, and escaped as the format wants it.
std::string label_value(std::string_view text);

/// Asks as ask_all_programs() does. `has_hosts`: there is a session to ask for its hosts.
expected<metrics_look> metrics_now(const std::string& session, bool has_hosts);

}  // namespace mentat::command
