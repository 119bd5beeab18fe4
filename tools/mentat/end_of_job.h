#pragma once

#include <map>
#include <string>
#include <vector>

#include "daemons/launch/job_end.h"
#include "mmps/base/instant.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

/// What the launcher does before its batch job ends: it drains the hosts, says so in one line, and
/// later says what was not done. One thread. Its questions to the founder's daemon and to the
/// engine have limits.
class end_of_job {
 public:
  explicit end_of_job(const launch_options& options) : options_(options) {}

  void begin(base::instant now);
  [[nodiscard]] base::instant next_deadline() const { return plan_.next_deadline(); }
  launch::job_end::step take(base::instant now) { return plan_.take(now); }

  /// Asks the engine whether the job has to leave early. True: it has, and it is drained.
  bool leaves_early(base::instant now);
  [[nodiscard]] bool drains() const { return plan_.drains(); }

  /// `folder`: of the founder's session.
  void drain(base::instant now, const std::string& folder, const std::vector<std::string>& hosts);
  /// Says how many calls have been executed, and how many have not.
  void report_unfinished(const std::string& folder);

 private:
  void count_calls(const std::string& folder);

  const launch_options& options_;
  launch::job_end plan_;
  std::string why_ends_;
  std::map<std::string, unsigned long long> done_;  // by class and process
};

}  // namespace mentat::command
