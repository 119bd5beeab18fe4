#include "tools/dashboard/answer.h"

#include <nlohmann/json.hpp>

namespace mentat::dashboard {

answer refusal(unsigned status, std::string_view why) {
  const nlohmann::json body = {{"error", why}};
  answer made = answer::of(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  made.status = status;
  return made;
}

}  // namespace mentat::dashboard
