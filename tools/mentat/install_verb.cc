#include <cstdio>

#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace fs = std::filesystem;

int run_install(const installation& here, const arguments& given) {
  command_line line("install",
                    "Copies the command, the translator, the headers and the library to "
                    "PREFIX/bin, include, lib and share.");
  std::string prefix;
  line.positional(
      "PREFIX", prefix, true,
      "A folder such as /usr/local or ~/.local; what is there is replaced file by file");
  if (const auto done = line.parse(given)) return *done;
  std::error_code error;
  fs::create_directories(prefix, error);
  if (!error)
    fs::copy(here.prefix, prefix,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  if (error)
    return report({"cannot install to " + prefix + ": " + error.message() +
                   "; give a folder that you may write to"});
  std::printf("installed; the command is %s\n", (fs::path(prefix) / "bin/mentat").c_str());
  return 0;
}

}  // namespace mentat::command
