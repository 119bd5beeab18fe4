// Large values on their way to an object of another process or host.
#include "bench/driver/workload.h"

namespace mentat::bench {

void measure_values(const plan& with, figures& into) {
  const std::vector<std::string> arguments = {with.how_much == extent::smoke ? "4" : "64",
                                              std::to_string(with.rounds(1, 3, 7))};
  std::vector<measured_program> programs = in_every_mode(with, "values/values", arguments, true);
  into.add("values",
           measure_in_rounds(programs, {.rounds = with.rounds(1, 2, 3),
                                        .longest = 60,
                                        .budget = with.budget(40, 150),
                                        .load = with.under.load}),
           with.under.load);
}

}  // namespace mentat::bench
