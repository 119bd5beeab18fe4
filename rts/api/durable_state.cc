#include "rts/api/durable_state.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/run_time_system.h"
#include "rts/core/work_unit.h"

namespace mentat::detail {
namespace {

std::vector<base::byte_buffer> members_of(const durable_form& form, void* self) {
  std::vector<base::byte_buffer> all(form.cells);
  for (std::uint32_t i = 0; i < form.cells; ++i) form.save(self, i, all[i]);
  return all;
}

void check_round_trip(const class_info& of_class, void* self, work_unit& unit,
                      void (*dispatch)(void* self, work_unit&)) {
  const durable_form& form = *of_class.durable;
  const auto before = members_of(form, self);
  dispatch(self, unit);
  const auto after = members_of(form, self);
  for (std::uint32_t i = 0; i < form.cells; ++i)
    form.load(self, i, {after[i].data(), after[i].size()}, false);
  const method_description* const method = find_function(of_class, unit.function());
  if (!method || !method->is_read) return;
  for (std::uint32_t i = 0; i < form.cells; ++i)
    if (!std::ranges::equal(before[i], after[i]))
      throw std::logic_error(std::string("const function ") + method->name + " of durable class " +
                             of_class.description->name +
                             " has changed a data member, which no record would have");
}

}  // namespace

void run_durable(const class_info& of_class, void* self, work_unit& unit,
                 void (*dispatch)(void* self, work_unit&)) {
  activation& here = *current_activation;
  here.depth = makes_no_calls;
  durable_call* const recorded =
      here.runtime ? here.runtime->begin_durable(unit.instance()) : nullptr;
  if (!recorded)
    return unit.round_trip() ? check_round_trip(of_class, self, unit, dispatch)
                             : dispatch(self, unit);
  try {
    dispatch(self, unit);
  } catch (...) {
    recorded->end();
    throw;
  }
  recorded->end();
}

}  // namespace mentat::detail
