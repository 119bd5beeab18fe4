// What the program graph asks of the one who executes it. The core knows nothing of threads: an
// executor, or a test, implements it. Thread-safety: all functions may be called by several threads
// at once.
#pragma once

namespace mentat {

class computation_instance;
class server_object;

class scheduler {
 public:
  // A call of a regular class whose arguments are all there. Takes over one reference.
  virtual void ready(computation_instance&) = 0;
  // A persistent object that has just become the caller's to run (server_object::notify() returned
  // true).
  virtual void ready(server_object&) = 0;

 protected:
  ~scheduler() = default;
};

}  // namespace mentat
