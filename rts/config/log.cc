#include "rts/config/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <mutex>

#include "mmps/base/clock.h"
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

std::mutex repeating;
repeated_lines& repeats() {
  static repeated_lines all;
  return all;
}

}  // namespace

void start_log(const std::string& level) { the_log().set_level(spdlog::level::from_str(level)); }
bool logs_info() { return the_log().should_log(spdlog::level::info); }
bool logs_debug() { return the_log().should_log(spdlog::level::debug); }
void log_debug(const std::string& text) { the_log().debug(base::shown(text)); }
void log_info(const std::string& text) { the_log().info(base::shown(text)); }
void log_warning(const std::string& text) {
  const std::lock_guard guard(repeating);
  if (const auto line = repeats().note(text, base::machine_clock().coarse()))
    the_log().warn(base::shown(*line));
}
void log_left_out_warnings() {
  const std::lock_guard guard(repeating);
  for (const std::string& line : repeats().take_left_out()) the_log().warn(base::shown(line));
}
void log_error(const std::string& text) { the_log().error(base::shown(text)); }

}  // namespace mentat::node
