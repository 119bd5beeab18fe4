#include <cstdio>
#include <filesystem>
#include <string>

#include "daemons/host/session/session_door.h"
#include "mmps/base/clock.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/files.h"
#include "tools/mentat/held_signals.h"
#include "tools/mentat/metrics.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

constexpr int longest_pause = 86'400;  // seconds

// Sessions come and go, while the file is kept up to date.
bool has_session(const std::string& session) {
  const auto place = session_named(session);
  if (!place) return false;
  const auto door = host::connect_to_daemon(*place);
  return door && *door;
}

expected<metrics_look> look(const std::string& session) {
  return metrics_now(session, has_session(session));
}

int print_once(const std::string& session, const std::string& output) {
  const auto now = look(session);
  if (!now) return report(now.error());
  const std::string text = metrics().text_of(*now);
  if (!output.empty()) {
    const auto done = write_file(output, text);
    return done ? 0 : report(done.error());
  }
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return 0;
  return report({"the metrics cannot be printed"});
}

// A disk that is full, for example, may have room later: that is said once, and tried again. The
// first file has to be written.
int keep_up_to_date(const std::string& session, const std::string& output, int pause) {
  const auto signals = held_signals::hold();
  if (!signals) return report(signals.error());
  metrics counted;
  bool is_first = true, was_written = true;
  for (;;) {
    const auto last = base::machine_clock().now() + pause * base::second;
    const auto now = look(session);
    const auto done = write_file(output, now ? counted.text_of(*now) : metrics::text_of_failure());
    if (!done && is_first) return report(done.error());
    if (!done && was_written) report(done.error());
    is_first = false, was_written = done.has_value();
    signals->wait_for(-1, last);
    if (signals->take() == 0) continue;
    std::error_code ignored;
    std::filesystem::remove(output, ignored);  // old numbers would look like new ones
    return 0;
  }
}

}  // namespace

int run_metrics(const installation&, const arguments& given) {
  command_line line("metrics");
  std::string session, output;
  int pause = 0;
  line.option("-o,--output", output);
  line.option("--every", pause, 1, longest_pause);
  line.option("--session", session);
  if (const auto done = line.parse(given)) return *done;
  if (pause != 0 && output.empty()) return report({"--every needs --output=FILE", 2});
  std::error_code unknown;
  if (!output.empty() && std::filesystem::exists(output, unknown) &&
      !std::filesystem::is_regular_file(output, unknown))
    return report({"--output: " + base::shown_value(output) + " is no file", 2});
  return pause == 0 ? print_once(session, output) : keep_up_to_date(session, output, pause);
}

}  // namespace mentat::command
