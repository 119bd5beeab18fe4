#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include "mmps/base/shown_text.h"
#include "tools/mentat/recording_file.h"
#include "tools/mentat/verbs.h"
#include "tools/record/chrome_trace.h"
#include "tools/record/otlp_trace.h"
#include "tools/record/perfetto_trace.h"

namespace mentat::command {
namespace {

std::string format_of_file(const std::string& output) {
  return output.ends_with(".pftrace") || output.ends_with(".perfetto-trace") ? "perfetto"
                                                                             : "chrome";
}

std::string as_otlp(const trace& of) {
  const char* const parent = std::getenv("TRACEPARENT");
  otlp_trace made = as_otlp_trace(of, parent ? parent : "");
  if (made.spans < of.calls.size())
    std::cerr << "mentat: " << made.spans << " of " << of.calls.size()
              << " calls are spans: those of 1 ms or more, and one in 1,000 others\n";
  return std::move(made.text);
}

}  // namespace

int run_trace(const installation&, const arguments& given) {
  command_line line("trace");
  std::string format, output, action, file;
  line.option("--format", format);
  line.option("--output", output);
  line.positional("export", action, true);
  line.positional("FILE", file, true);
  if (const auto done = line.parse(given)) return *done;
  if (action != "export")
    return report({"expected 'export', not '" + base::shown_value(action) + "'", 2});
  if (format.empty()) format = format_of_file(output);
  if (format != "chrome" && format != "perfetto" && format != "otlp")
    return report(
        {"--format: expected chrome, perfetto or otlp, not '" + base::shown_value(format) + "'",
         2});
  if (const auto good = check_output(file, output); !good) return report(good.error());
  const auto read = read_recording(file);
  if (!read) return report(read.error());
  if (format == "perfetto")
    return write_result([&](const text_sink& to) { write_perfetto_trace(*read, to); }, output);
  return write_result(format == "otlp" ? as_otlp(*read) : as_chrome_trace(*read), output);
}

}  // namespace mentat::command
