// Mode `serial`: each call runs at once, on the thread and stack of its caller. This defines the
// meaning of a Mentat program; every other executor must give the same answers. A call of a
// persistent object that is already running waits until that object is free; a need for its value
// before then is a deadlock, and an error. Objects that accept by themselves (mselect, serve())
// have fibers of their own, suspended while the objects wait; a call runs them until they wait
// again. A call that they do not accept stays queued, and a use of its value is an error. The time
// of an mafter, or of a guard that waits for one, passes only when a needed value cannot come
// otherwise.
//
// In a program with guards every call has a fiber of its own. A function that waits for a value
// that is not there is suspended, and its caller goes on. When a function waits, the one suspended
// first of those whose values are there goes on, unless a chooser is installed (open_choice.h). If
// there is none, the wait at the end of the chain of waits is an error. Beyond limits.fibers a call
// runs on the stack of its caller, and its wait is an error. Thread-safety: none; one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rts/core/run_time_system.h"
#include "rts/executor/call_counts.h"
#include "rts/executor/execute.h"
#include "rts/executor/fiber.h"
#include "rts/executor/object_table.h"
#include "rts/replica/replica_home.h"

namespace mentat {

class serial_executor final : public run_time_system {
 public:
  serial_executor(const mentat::limits& limits, std::string host,
                  std::function<void(const std::string&)> warn,
                  const mmps::mmps_name& self = {});  // the names of its objects begin with it
  ~serial_executor();

  void run(const std::function<void()>& program);
  // As executor::visit_objects(), from any thread.
  template <class Visitor>
  void visit_objects(Visitor&& visit) const {
    objects_.visit_living(visit);
  }

  // As executor::visit_counts(), from any thread.
  template <class Visitor>
  void visit_counts(Visitor&& visit) const {
    counts_.visit(visit);
  }

  void submit(computation_instance& call) override;
  void wait(computation_instance& call, source_place at) override;
  using run_time_system::wait;
  void force() override {}
  mmps::mmps_name adopt(const class_info& of_class, void* self) override;
  server_object* find(const mmps::mmps_name& name) override { return objects_.find(name); }
  void send(server_object& far, computation_instance& call) override;
  void ended(server_object& object) override;
  std::uint64_t new_caller() override { return ++callers_ << 1 | 1; }
  const mentat::limits& limits() const override { return limits_; }
  const std::string& host() const override { return host_; }
  void warn(const std::string& text) override { warn_(text); }
  void ready(computation_instance& call) override;
  void ready(server_object& object) override;
  std::optional<predicate_manager::accepted> select(server_object& object,
                                                    const predicate_manager& predicate,
                                                    std::optional<std::int64_t> longest) override;
  void serve(server_object& object, computation_instance& accepted) override;
  void resume(selection& over) override;
  void set_alarm(alarm& set, std::int64_t longest) override;
  void cancel_alarm(alarm& set) override;

 private:
  void count_calls() override { counts_calls_ = true; }
  struct side_fiber;
  struct suspended_selection;
  struct suspended_function;
  static void side_entry(void* side);
  void reserve_side(const class_info& of_class);
  void add_side();
  void run_on_the_side(server_object& object);
  void run_on_the_side(computation_instance& call);
  side_fiber& take_side();
  template <class Run>
  void run_unsuspendable(Run&& run);
  unsigned& unsuspendable();
  [[nodiscard]] bool may_suspend() const;
  void suspend(computation_instance& wanted);
  bool resume_ready();
  static std::string describe(const suspended_function& waiting);
  suspended_function* last_in_chain(computation_instance& wanted);
  [[nodiscard]] bool waits_for_begun(const suspended_function& waiting) const;
  void end_wait(suspended_function& lost);
  bool end_lost_wait();
  bool refuse_waiting_calls();
  void end_newest_wait();
  bool fail_maker(computation_instance& wanted);
  [[nodiscard]] std::exception_ptr error_of(const computation_instance& wanted) const;
  void switch_to(side_fiber& side);
  void switch_back();
  bool ring_first_timer();
  bool ring_first_alarm();
  bool call_waits_for_time() const;  // false if only threads of control wait

  mentat::limits limits_;
  std::string host_;
  std::function<void(const std::string&)> warn_;
  const manner how_;
  std::uint64_t callers_ = 0;
  object_table objects_;
  replica_home home_{*this};
  std::unique_ptr<fiber> native_;  // the thread's own stack
  side_fiber* current_ = nullptr;  // null: on the thread's own stack
  std::vector<std::unique_ptr<side_fiber>> sides_;
  side_fiber* idle_ = nullptr;
  std::size_t living_apart_ = 0;
  std::vector<suspended_selection*> timed_;
  struct set_time;
  std::vector<set_time> alarms_;
  // Suspended functions, by their tickets: without and with their values.
  std::map<std::uint64_t, suspended_function*> suspended_, ready_;
  std::uint64_t tickets_ = 0;
  std::size_t used_ = 0;        // side fibers that are not idle
  unsigned unsuspendable_ = 0;  // on the thread's own stack
  bool counts_calls_ = false;
  call_counts counts_;  // of regular classes and ended objects
};

}  // namespace mentat
