#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// Where Mentat's own files are. An installation is one tree:
///   bin/mentat bin/mplc        this program and the translator
///   bin/mentat-host            the daemon of a host
///   bin/mentat-clangd          clangd for Mentat sources, with lib/mentat/libmentat_clangd.so
///   include/                   what a translated program includes
///   lib/libmentat.a            the run-time system
///   lib/mentat/                compile_options, link_options: one option a line
///   share/mentat/              verbs.txt, packages.txt, compile_commands.sh, gdb/mentat.py,
///                              new/ (the templates of projects), commit (from `mentat install`)
///   share/man/man1/, share/bash-completion/..., share/zsh/..., share/fish/...
///                              from `mentat install`
/// In a checkout the tree is built by //tools/sdk, and the launcher `./mentat` says where the
/// checkout is.
struct installation {
  std::filesystem::path prefix;

  /// The checkout and its bazel-bin, if `./mentat` of a checkout started us.
  std::optional<std::filesystem::path> checkout;
  std::filesystem::path built;
  /// The command that starts Bazel, as the launcher used it.
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

/// Found from the place of this very program and from MENTAT_CHECKOUT, MENTAT_BUILT and
/// MENTAT_BAZEL.
expected<installation> find_installation();

/// A problem unless there is a checkout: `verb` works on one.
expected<void> needs_checkout(const installation& here, const std::string& verb);

}  // namespace mentat::command
