// The interface through which the program graph starts work. The core knows nothing of threads: an
// executor, or a test, implements it. Thread-safety: several threads may call all functions at
// once.
#pragma once

namespace mentat {

class computation_instance;
class server_object;

class scheduler {
 public:
  // Schedules a call of a regular class whose arguments are all there. Takes over one reference.
  virtual void ready(computation_instance&) = 0;
  // Schedules a persistent object. REQUIRES that the caller has just made it active
  // (server_object::notify() returned true).
  virtual void ready(server_object&) = 0;

 protected:
  ~scheduler() = default;
};

}  // namespace mentat
