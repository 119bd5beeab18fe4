// The measurements of today. REQUIRES, of all: no threads in this process.
#pragma once

#include <functional>

#include "bench/papers/command/options.h"
#include "bench/papers/command/record.h"

namespace mentat::bench::papers {

// The applications of [DSM92 5] by each way of sharing. Calls `found` with each row as soon as it
// is measured. Errors: one line about a file that was named; a missing one of Debian's is skipped.
tl::expected<void, std::string> measure_applications(
    const options& chosen, record& into, const std::function<void(const application_row&)>& found);

// The rows of a table of [LINDA86], [RLINDA] or [DSM92] that are not those of an application. Those
// of a quotient of applications come from `into.applications`. A row whose program failed is
// missing, with a line on standard error.
std::vector<measured_row> measure_table(const std::string& table, const options& chosen,
                                        const record& into);

}  // namespace mentat::bench::papers
