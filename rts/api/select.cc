#include "rts/api/select.h"

#include <algorithm>
#include <utility>

#include "rts/core/activation.h"
#include "rts/core/run_time_system.h"

namespace mentat {
namespace {

error_place here() {
  const activation& now = *current_activation;
  return now.instance && now.runtime ? place_of(*now.instance, *now.runtime) : error_place{};
}

}  // namespace

select::select() {
  if (!current_activation->object || !current_activation->runtime)
    throw remote_error(here(), "mentat::no_object",
                       "mselect is used outside of the member functions of a persistent object");
}

select::~select() {
  computation_instance* unserved = std::exchange(accepted_, nullptr);
  if (!unserved) return;
  run_time_system& in = *current_activation->runtime;
  fail(*unserved,
       std::make_exception_ptr(remote_error(place_of(*unserved, in), "mentat::not_served",
                                            "the call was accepted, but not served")),
       in);
  unserved->drop_arguments();
  unserved->release();
}

bool select::enable_after_nanoseconds(int operation, std::int64_t longest) {
  longest = std::max<std::int64_t>(longest, 0);
  if (longest_ && *longest_ <= longest) return true;
  longest_ = longest;
  when_over_ = operation;
  return true;
}

int select::block_predicate__() {
  if (predicate_.nothing_enabled() && !longest_)
    throw remote_error(
        here(), "mentat::nothing_enabled",
        "the guards of an mselect are all false: it can accept no call, and would wait for ever");
  activation& now = *current_activation;
  const auto found = now.runtime->select(*now.object, predicate_, longest_);
  if (!found) return when_over_;
  accepted_ = found->unit;
  return found->operation;
}

void select::serve__() {
  computation_instance& unit = *std::exchange(accepted_, nullptr);
  activation& now = *current_activation;
  now.runtime->serve(*now.object, unit);
}

}  // namespace mentat
