// The time after which an object tests the guards of its waiting calls again, because one of them
// waits for a limited time. Set by the fiber that runs the object
// (run_time_system::set_alarm()); its owner cancels it before it ends. Thread-safety: any thread
// may read `rung`.
#pragma once

#include <atomic>

namespace mentat {

class server_object;

struct alarm {
  explicit alarm(server_object& of) : object(of) {}
  alarm(const alarm&) = delete;
  alarm& operator=(const alarm&) = delete;

  server_object& object;
  std::atomic<bool> rung{false};
};

}  // namespace mentat
