#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/mentat/cxx_arguments.h"
#include "tools/mentat/cxx_build.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/process.h"

namespace mentat::command {

/// <mentat/server.h>, precompiled by g++ and kept for the next translated source: it is half of the
/// time that one takes.
///
/// Each has a folder in $XDG_CACHE_HOME/mentat/precompiled or ~/.cache/mentat/precompiled, or in
/// MENTAT_PRECOMPILED (`off`: none is used), which nobody else may write to. It appears whole, by
/// renaming. It is used only with the compiler and the options with which it was made, as long as
/// every header in it is as it was, and if no folder of the user's comes between; g++ checks its
/// part again, and reads the header itself if it does not agree. It is made when the same options
/// come the second time. Errors: none; what cannot be read or written is not there.
class precompiled_header {
 public:
  /// Nothing if there is none to be used or made.
  static std::optional<precompiled_header> find(const installation& here,
                                                const installed_options& installed,
                                                const cxx_request& request,
                                                const std::string& compiler);
  precompiled_header(precompiled_header&& other) noexcept;
  precompiled_header& operator=(precompiled_header&&) = delete;
  ~precompiled_header();

  /// Where the compiler is to look before it looks in the installation's headers; empty: it is to
  /// be made first.
  std::filesystem::path folder() const { return making_ ? "" : folder_ / "include"; }
  /// The call that makes it, which may run beside others; nothing if it is there.
  const std::optional<program_call>& making() const { return making_; }
  /// After that call has succeeded: for the next command.
  void keep();

 private:
  enum class state { fresh, stale, hidden };  // hidden: a folder of the user's comes between

  precompiled_header(std::filesystem::path folder, std::string key)
      : folder_(std::move(folder)), key_(std::move(key)) {}
  state look(const std::vector<std::filesystem::path>& users_folders) const;
  bool begin_making(std::vector<std::string> compilation);
  std::filesystem::path beside(const char* ending) const { return folder_.string() + ending; }

  std::filesystem::path folder_;
  std::string key_;  // all that it depends on, but for the headers
  std::optional<program_call> making_;
  std::filesystem::path made_;  // a folder, until it is renamed
  int lock_ = -1;
};

}  // namespace mentat::command
