#pragma once

#include <string>

#include "tools/dashboard/front_end.h"
#include "tools/dashboard/recording_answers.h"

namespace mentat::dashboard {

/// The pages about a recording as one HTML text, which needs no network and no server: the answers
/// are in it, as far as they are there without a further question.
[[nodiscard]] std::string report_page(const front_end& pages, recording_answers& answers);

}  // namespace mentat::dashboard
