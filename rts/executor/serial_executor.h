// Mode `serial`: each call runs at once, on the thread and stack of its caller. This is the meaning of a Mentat program; every other
// executor must give the same answers.
// A call of a persistent object that is running already waits until that object is free; if its value is needed before, that is a
// deadlock, and an error. Thread-safety: none; one thread.
#pragma once

#include <functional>
#include <string>

#include "rts/core/runtime.h"
#include "rts/executor/object_table.h"

namespace mentat {

class serial_executor final : public runtime {
 public:
  serial_executor(const mentat::limits& limits, std::string host, std::function<void(const std::string&)> warn);
  ~serial_executor() = default;

  void run(const std::function<void()>& program);

  void submit(computation_instance& call) override;
  void wait(computation_instance& call) override;
  void force() override {}
  mmps::mmps_name adopt(const class_info& of_class, void* self) override;
  server_object* find(const mmps::mmps_name& name) override { return objects_.find(name); }
  void ended(server_object& object) override { objects_.recycle(object); }
  std::uint64_t new_caller() override { return ++callers_ << 1 | 1; }
  const mentat::limits& limits() const override { return limits_; }
  const std::string& host() const override { return host_; }
  void warn(const std::string& text) override { warn_(text); }
  void ready(computation_instance& call) override;
  void ready(server_object& object) override;

 private:
  mentat::limits limits_;
  std::string host_;
  std::function<void(const std::string&)> warn_;
  std::uint64_t callers_ = 0;
  object_table objects_;
};

}  // namespace mentat
