#pragma once

#include <memory>
#include <string>

#include "daemons/launch/launched_copy.h"
#include "mmps/base/instant.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// Where the copies of a program that a launcher has started leave values for each other: each
/// puts, all enter a fence, and behind it each gets what the others have put. What is put goes
/// through the launcher's network unencrypted: nothing secret may be.
///
/// A copy that ends without end() or abort() has failed in the eyes of the launcher, which then
/// ends all. One thread. Errors: texts that name the launcher; after one nothing else is usable.
class rendezvous {
 public:
  virtual ~rendezvous() = default;

  virtual expected<void> put(const std::string& name, const std::string& value) = 0;
  /// Does not wait.
  virtual expected<void> enter_fence() = 0;
  /// Can be read when is_fence_over() may have changed, or the launcher is gone.
  virtual int events() const = 0;
  /// Whether all copies have entered it. Error: the launcher is gone.
  virtual expected<bool> is_fence_over() = 0;
  /// What that copy has put in front of an earlier fence.
  virtual expected<std::string> get(unsigned copy, const std::string& name) = 0;

  /// This copy has done its part, and ends.
  virtual void end() = 0;
  /// The launcher ends all copies, with that status. The object stays until the process ends: a
  /// thread of the launcher's library may use it.
  virtual void abort(int status) = 0;
};

/// Waits for the launcher's answers as long as `longest`.
expected<std::unique_ptr<rendezvous>> meet_by_pmi1(const launch::launched_copy& self,
                                                   base::duration longest);
expected<std::unique_ptr<rendezvous>> meet_by_pmix(const launch::launched_copy& self,
                                                   base::duration longest);

/// Why copies of Open MPI cannot meet on this machine; empty: they can.
std::string why_no_pmix();

}  // namespace mentat::command
