#include "tools/mentat/brought_copy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "mplc/version.h"
#include "tools/mentat/files.h"
#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

// Those of a host fit its loader and its kernel.
bool is_of_c_library(std::string_view name) {
  constexpr std::array of_glibc{"libc.so.",  "libm.so.",    "libpthread.so.",
                                "libdl.so.", "librt.so.",   "libresolv.so.",
                                "ld-",       "linux-vdso.", "libnss_"};
  return std::ranges::any_of(of_glibc, [&](const char* one) { return name.starts_with(one); });
}

// The lines of ldd: "libzmq.so.5 => /lib/x86_64-linux-gnu/libzmq.so.5 (0x00007f...)".
expected<std::vector<fs::path>> libraries_of(const fs::path& program) {
  const auto lines = output_of({.arguments = {"ldd", program.string()}});
  if (!lines) return tl::unexpected(lines.error());
  std::vector<fs::path> found;
  std::istringstream text(*lines);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string name, arrow, path;
    if (words >> name >> arrow >> path && arrow == "=>" && path.starts_with('/') &&
        !is_of_c_library(name))
      found.emplace_back(path);
  }
  return found;
}

// As links: the archive has the files.
expected<void> link_into(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::create_symlink(file, folder / file.filename(), error);
  if (error && error != std::errc::file_exists)
    return fail("--bring: " + folder.string() + ": " + error.message());
  return {};
}

expected<void> stage(const installation& here, const fs::path& root) {
  for (const char* const name : {"mentat", "mentat-host"}) {
    const fs::path program = here.prefix / "bin" / name;
    if (const auto done = link_into(root / "bin", program); !done) return done;
    const auto libraries = libraries_of(program);
    if (!libraries) return tl::unexpected(libraries.error());
    for (const fs::path& one : *libraries)
      if (const auto done = link_into(root / "lib", one); !done) return done;
  }
  return link_into(root / "share/mentat", here.shared("verbs.txt"));
}

}  // namespace

expected<brought_copy> make_brought_copy(const installation& here) {
  const auto root = temporary_folder::create("bring");
  if (!root) return tl::unexpected(root.error());
  if (const auto staged = stage(here, root->path()); !staged) return tl::unexpected(staged.error());
  auto archive =
      output_of({.arguments = {"tar", "--create", "--gzip", "--dereference", "--sort=name",
                               "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner",
                               "--mode=u=rwX,go=", "--directory=" + root->path().string(), "bin",
                               "lib", "share"}});
  if (!archive) return tl::unexpected(archive.error());
  const fs::path file = root->path() / "archive";
  if (const auto written = write_file(file, *archive); !written)
    return tl::unexpected(written.error());
  const auto sum = output_of({.arguments = {"sha256sum", file.string()}});
  if (!sum) return tl::unexpected(sum.error());
  return brought_copy{std::move(*archive), version + ("-" + sum->substr(0, 16))};
}

// One line without a backslash or an exclamation mark, which some login shells change. Two hosts
// may share the home: each unpacks into a folder of its own, and the first one to name it `copy`
// wins. `head` may read more than its bytes, because nothing follows before the host has greeted.
std::vector<std::string> brought_copy::words() const {
  const std::string script =
      "p=${XDG_CACHE_HOME:-${HOME:?is not set}/.cache}/mentat/" + name +
      "; d=$p/copy; if [ ! -x \"$d/bin/mentat\" ]; then "
      "umask 077; mkdir -p \"$p\" && t=$(mktemp -d \"$p/XXXXXX\") || exit 1; "
      "echo; echo MENTAT-BRING; if head -c " +
      std::to_string(archive.size()) +
      " | tar -xzf - -C \"$t\" && [ -x \"$t/bin/mentat\" ]; then "
      "ln -sn \"${t##*/}\" \"$d\" 2>/dev/null || rm -rf \"$t\"; else "
      "rm -rf \"$t\"; echo the copy of Mentat did not arrive >&2; exit 1; fi; fi; "
      "case $(ldd \"$d/bin/mentat-host\" 2>&1) in *not?found*) "
      "LD_LIBRARY_PATH=$d/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}; export LD_LIBRARY_PATH;; esac; "
      "exec \"$d/bin/mentat\" \"$@\"";
  return {"sh", "-c", script, "mentat"};
}

}  // namespace mentat::command
