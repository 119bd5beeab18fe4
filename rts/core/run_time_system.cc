#include "rts/core/run_time_system.h"

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/computation_instance.h"
#include "rts/core/server_object.h"

namespace mentat {

namespace {

error_place place_of(const computation_instance& call, const std::string& host) {
  if (!call.of_class()) return {"", "", host, text_of(call.called_at())};
  return {call.of_class()->description->name, function_name(*call.of_class(), call.function()),
          host, text_of(call.called_at())};
}

}  // namespace

void run_time_system::release_object(server_object& held, bool changed) {
  held.note_answered();
  if (!(changed && held.retest_guards()) && held.end()) return;
  held.reschedule();
  ready(held);
}

void run_time_system::expect(const class_info& of_class, std::int64_t calls) {
  count_calls();
  if (expected_.add(of_class, calls) == 1)
    warn("mentat::expect was told of more than " + std::to_string(expected_calls::max_classes) +
         " classes; further ones show no progress");
}

error_place place_of(const computation_instance& call, const run_time_system& in) {
  return place_of(call, in.host());
}

error_place place_of(const computation_instance& call) {
  const run_time_system* here = current_activation->runtime;
  return place_of(call, here ? here->host() : std::string());
}

}  // namespace mentat
