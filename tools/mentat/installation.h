#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The places of Mentat's own files. An installation is one tree:
///   bin/mentat bin/mplc        this program and the translator
///   bin/mentat-host            the daemon of a host
///   bin/mentat-dashboard       pages for a browser, with share/mentat/dashboard/
///   bin/mentat-clangd          clangd for Mentat sources, with lib/mentat/libmentat_clangd.so
///   include/                   the headers of translated programs
///   lib/libmentat.a            the run-time system
///   lib/mentat/                compile_options, link_options: one option a line;
///                              libmentat.so.VERSION, the run-time system of Python's modules
///   share/mentat/              verbs.txt, packages.txt, compile_commands.sh, gdb/mentat.py,
///                              new/ (the templates of projects), python/ (the package mentat),
///                              changes.txt (for `mentat upgrade-check`),
///                              commit (from `mentat install`), mentat.spdx.json (of packages)
///   share/man/man1/, share/bash-completion/..., share/zsh/..., share/fish/...
///                              from `mentat install`
/// In a checkout, //tools/sdk builds the tree, and the launcher `./mentat` passes the checkout's
/// path.
struct installation {
  std::filesystem::path prefix;

  /// The checkout and its bazel-bin, if the launcher `./mentat` of a checkout started this process.
  std::optional<std::filesystem::path> checkout;
  std::filesystem::path built;
  /// The launcher's command for Bazel.
  std::string bazel;

  std::filesystem::path translator() const { return prefix / "bin/mplc"; }
  std::filesystem::path include() const { return prefix / "include"; }
  std::filesystem::path library(const std::string& name) const {
    return prefix / "lib" / ("lib" + name + ".a");
  }
  std::filesystem::path options(const std::string& kind) const {
    return prefix / "lib/mentat" / (kind + "_options");
  }
  std::filesystem::path shared(const std::string& name) const {
    return prefix / "share/mentat" / name;
  }
};

/// Finds it through the path of this executable and MENTAT_CHECKOUT, MENTAT_BUILT and MENTAT_BAZEL.
expected<installation> find_installation();

/// Returns a problem unless there is a checkout, which `verb` needs.
expected<void> needs_checkout(const installation& here, const std::string& verb);

}  // namespace mentat::command
