#include <cstdio>
#include <utility>

#include "mplc/version.h"
#include "tools/mentat/completion.h"
#include "tools/mentat/files.h"
#include "tools/mentat/manual.h"
#include "tools/mentat/origin.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace fs = std::filesystem;

namespace {

expected<void> write_below(const fs::path& share, const std::string& place,
                           const std::string& text) {
  std::error_code error;
  fs::create_directories((share / place).parent_path(), error);
  return write_file(share / place, text);
}

/// Writes the texts generated from the table of verbs where shells and man(1) find them.
expected<void> write_texts(const installation& here, const fs::path& share) {
  const auto table = read_file(here.shared("verbs.txt")).and_then(&usage_table::parse);
  if (!table) return tl::unexpected(table.error());
  for (const manual_page& page : manual_pages(*table, version))
    if (const auto done = write_below(share, "man/man1/" + page.file, page.text); !done)
      return done;
  const std::pair<const char*, const char*> shells[] = {
      {"bash", "bash-completion/completions/mentat"},
      {"zsh", "zsh/site-functions/_mentat"},
      {"fish", "fish/vendor_completions.d/mentat.fish"}};
  for (const auto& [shell, place] : shells) {
    const auto script = completion_for(shell, *table);
    if (!script) return tl::unexpected(script.error());
    if (const auto done = write_below(share, place, *script); !done) return done;
  }
  return write_below(share, "mentat/commit", line_of(origin_of(here)));
}

}  // namespace

int run_install(const installation& here, const arguments& given) {
  command_line line("install");
  std::string prefix;
  line.positional("PREFIX", prefix, true);
  if (const auto done = line.parse(given)) return *done;
  std::error_code error;
  fs::create_directories(prefix, error);
  if (!error)
    fs::copy(here.prefix, prefix,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  if (error)
    return report({"cannot install to " + prefix + ": " + error.message() +
                   "; give a folder that you may write to"});
  if (const auto done = write_texts(here, fs::path(prefix) / "share"); !done)
    return report(done.error());
  tell("installed; the command is %s\n", (fs::path(prefix) / "bin/mentat").c_str());
  return 0;
}

}  // namespace mentat::command
