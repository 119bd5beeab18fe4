#include "daemons/host/wire/founder_line.h"

#include <string_view>

#include "daemons/host/wire/session_question.h"

namespace mentat::host {
namespace {

constexpr std::string_view scheme = "mentat-founder://";

}  // namespace

std::string founder_line::text() const { return std::string(scheme) + secret + "/" + guests; }

std::optional<founder_line> founder_line::parse(const std::string& text) {
  const std::size_t slash = scheme.size() + key_digits;
  if (!text.starts_with(scheme) || text.size() != slash + 1 + key_digits || text[slash] != '/')
    return std::nullopt;
  founder_line line{text.substr(scheme.size(), key_digits), text.substr(slash + 1)};
  if (!is_key(line.secret) || !is_key(line.guests)) return std::nullopt;
  return line;
}

}  // namespace mentat::host
