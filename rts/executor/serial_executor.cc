#include "rts/executor/serial_executor.h"

#include "rts/core/activation.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"

namespace mentat {

serial_executor::serial_executor(const mentat::limits& limits, std::string host,
                                 std::function<void(const std::string&)> warn)
    : limits_(limits), host_(std::move(host)), warn_(std::move(warn)), objects_(limits.objects) {}

void serial_executor::run(const std::function<void()>& program) {
  activation main_program;
  main_program.runtime = this;
  main_program.caller = new_caller();
  main_program.outer = current_activation;
  current_activation = &main_program;
  program();
  for (auto living = objects_.living(); !living.empty(); living = objects_.living())
    for (server_object* object : living) end_living(*object, *this);
  current_activation = main_program.outer;
}

void serial_executor::submit(computation_instance& call) {
  if (server_object* object = call.target()) {
    if (object->post(call)) ready(*object);
  } else if (call.complete()) {
    ready(call);
  }
}

void serial_executor::wait(computation_instance& call) {
  const computation_instance& at = result_of(call);
  if (at.future.now() != future::state::closed) throw deadlock(place_of(at, *this));
}

mmps::mmps_name serial_executor::adopt(const class_info& of_class, void* self) {
  mmps::mmps_name name;
  if (!objects_.add(of_class, self, name))
    throw limit_error({of_class.description->name, "create", host_}, "limits.objects",
                      "more than " + std::to_string(limits_.objects) + " persistent objects live at the same time");
  return name;
}

void serial_executor::ready(computation_instance& call) {
  if (call.claim()) execute(call, nullptr, *this, false);
}

void serial_executor::ready(server_object& object) {
  while (object.begin() && run_object(object, {}, *this, false)) {
  }
}

}  // namespace mentat
