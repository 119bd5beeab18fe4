#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/mentat/nearest.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

/// The launcher has built every program of bench/.
std::vector<std::string> benchmarks(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool program = entry.is_regular_file(error) &&
                         ::access(entry.path().c_str(), X_OK) == 0 && !entry.path().has_extension();
    if (program && !entry.path().filename().string().ends_with("_test"))
      names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

int run_bench(const installation& here, const arguments& given) {
  command_line line(
      "bench",
      "Measures, and prints medians, spread and ratios that were measured in the same run.");
  arguments options;
  line.rest("NAME", options, false,
            "What to measure, and its options; all take --json FILE, each explains the others with "
            "--help");
  if (const auto done = line.parse(given)) return *done;
  if (const auto checkout = needs_checkout(here, "bench"); !checkout)
    return report(checkout.error());

  const std::vector<std::string> known = benchmarks(here.built / "bench");
  if (options.empty()) {
    std::printf("mentat bench NAME measures:\n");
    for (const std::string& each : known) std::printf("  %s\n", each.c_str());
    return 2;
  }
  if (std::find(known.begin(), known.end(), options.front()) == known.end())
    return report({"there is no benchmark '" + options.front() + "'" +
                       suggestion(options.front(), known) + "; 'mentat bench' lists them",
                   2});
  program_call call{options};
  call.arguments.front() = (here.built / "bench" / options.front()).string();
  const auto end = run(call);
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
