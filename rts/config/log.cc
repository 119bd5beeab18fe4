#include "rts/config/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>

#include "mmps/base/clock.h"
#include "mmps/base/json_string.h"
#include "mmps/base/shown_text.h"
#include "rts/config/repeated_lines.h"

namespace mentat::node {
namespace {

spdlog::logger& the_log() {
  static const auto log = [] {
    auto made = std::make_shared<spdlog::logger>("mentat",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("mentat: %v");
    made->set_level(spdlog::level::warn);
    return made;
  }();
  return *log;
}

bool is_json = false;

void write(spdlog::level::level_enum level, const std::string& text) {
  if (!the_log().should_log(level)) return;
  const std::string shown = base::shown(text);
  the_log().log(level, spdlog::string_view_t(is_json ? base::json_string(shown) : shown));
}

// For a pattern, in which % begins what is replaced.
std::string constant(const std::string& text) {
  std::string made;
  for (const char one : base::json_string(base::shown_value(text)))
    made += one == '%' ? std::string("%%") : std::string(1, one);
  return made;
}

std::string pattern_of_json() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","host":)" + constant(host.data()) +
         R"(,"process":%P,"program":)" + constant(program_invocation_short_name) + R"(,"what":%v})";
}

std::mutex repeating;
repeated_lines& repeats() {
  static repeated_lines all;
  return all;
}

}  // namespace

void start_log(const std::string& level, const std::string& format) {
  the_log().set_level(spdlog::level::from_str(level));
  is_json = format == "json";
  if (is_json) the_log().set_pattern(pattern_of_json(), spdlog::pattern_time_type::utc);
}

bool logs_info() { return the_log().should_log(spdlog::level::info); }
bool logs_debug() { return the_log().should_log(spdlog::level::debug); }
void log_debug(const std::string& text) { write(spdlog::level::debug, text); }
void log_info(const std::string& text) { write(spdlog::level::info, text); }
void log_warning(const std::string& text) {
  const std::lock_guard guard(repeating);
  if (const auto line = repeats().note(text, base::machine_clock().coarse()))
    write(spdlog::level::warn, *line);
}
void log_left_out_warnings() {
  const std::lock_guard guard(repeating);
  for (const std::string& line : repeats().take_left_out()) write(spdlog::level::warn, line);
}
void log_error(const std::string& text) { write(spdlog::level::err, text); }

}  // namespace mentat::node
