#pragma once

#include "mmps/base/instant.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// SIGINT, SIGTERM and SIGHUP of a process that waits for them together with other events: they
/// are blocked and read as events, so that none is lost between two waits. One that this process
/// was started to ignore, as SIGHUP by nohup, stays ignored. Held until the end of the process.
class held_signals {
 public:
  static expected<held_signals> hold();

  /// Can be read when one has arrived.
  int events() const { return events_.get(); }
  /// One that has arrived; 0: none.
  int take() const;
  /// Waits until that stream (-1: none) can be read. False: a signal has come first, which take()
  /// returns, or the time is over.
  bool wait_for(int stream, base::instant last) const;

 private:
  mmps::trust::descriptor events_;
};

}  // namespace mentat::command
