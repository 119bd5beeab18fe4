#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/mentat/missing_package.h"
#include "tools/mentat/recording_file.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

// This process becomes mentat-dashboard. Returns only if it cannot.
int become_dashboard(const installation& here, std::vector<std::string> words) {
  const std::string program = here.prefix / "bin/mentat-dashboard";
  std::error_code unknown;
  if (!std::filesystem::exists(program, unknown))
    return report({"there is no " + program + "; " + what_to_install("mentat-dashboard")});
  words.insert(words.begin(), program);
  std::vector<char*> given;
  for (std::string& one : words) given.push_back(one.data());
  given.push_back(nullptr);
  ::execv(program.c_str(), given.data());
  return report({program + ": " + std::strerror(errno), 126});
}

}  // namespace

int run_dashboard(const installation& here, const arguments& given) {
  command_line line("dashboard");
  std::string session, file, token_file;
  int port = 0;
  line.option("--open", file);
  line.option("--session", session);
  line.option("--port", port, 0, 65535);
  line.option("--metrics", token_file);
  if (const auto done = line.parse(given)) return *done;
  if (!file.empty() && !session.empty())
    return report({"--open and --session exclude each other", 2});
  if (!file.empty() && !token_file.empty())
    return report({"--open and --metrics exclude each other: a recording has no metrics", 2});
  const std::string number = std::to_string(port);
  if (!file.empty()) return become_dashboard(here, {"open", number, file});
  return become_dashboard(here, {"live", number, session, token_file});
}

int run_report(const installation& here, const arguments& given) {
  command_line line("report");
  std::string output, file;
  line.option("-o,--output", output);
  line.positional("FILE", file, true);
  if (const auto done = line.parse(given)) return *done;
  if (output.empty()) return report({"--output: expected the name of an HTML file", 2});
  if (const auto good = check_output(file, output); !good) return report(good.error());
  return become_dashboard(here, {"report", file, output});
}

}  // namespace mentat::command
