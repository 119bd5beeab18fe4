#include <string>

#include "mmps/base/shown_text.h"
#include "tools/mentat/recording_file.h"
#include "tools/mentat/verbs.h"
#include "tools/record/chrome_trace.h"

namespace mentat::command {

int run_trace(const installation&, const arguments& given) {
  command_line line("trace");
  std::string format = "chrome", output, action, file;
  line.option("--format", format);
  line.option("--output", output);
  line.positional("export", action, true);
  line.positional("FILE", file, true);
  if (const auto done = line.parse(given)) return *done;
  if (action != "export")
    return report({"expected 'export', not '" + base::shown_value(action) + "'", 2});
  if (format != "chrome")
    return report({"--format: expected chrome, not '" + base::shown_value(format) + "'", 2});
  if (const auto good = check_output(file, output); !good) return report(good.error());
  const auto read = read_recording(file);
  if (!read) return report(read.error());
  return write_result(as_chrome_trace(*read), output);
}

}  // namespace mentat::command
