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

/// <mentat/server.h>, precompiled by g++ and cached for later translated sources; it takes half of
/// the compilation time of each.
///
/// Each header has a folder in $XDG_CACHE_HOME/mentat/precompiled or ~/.cache/mentat/precompiled,
/// or in MENTAT_PRECOMPILED (`off` disables them). Nobody else may write to the folder. It appears
/// complete, by renaming. It is used only with the compiler and options that made it, while all its
/// headers are unchanged, and if no user folder shadows one of them. g++ checks its part again, and
/// falls back to the plain header. It is made on the second request with the same options. No
/// errors: unreadable or unwritable files count as absent.
class precompiled_header {
 public:
  /// Nothing if none can be used or made.
  static std::optional<precompiled_header> find(const installation& here,
                                                const installed_options& installed,
                                                const cxx_request& request,
                                                const std::string& compiler);
  precompiled_header(precompiled_header&& other) noexcept;
  precompiled_header& operator=(precompiled_header&&) = delete;
  ~precompiled_header();

  /// The folder to search before the installation's headers; empty while it must be made first.
  std::filesystem::path folder() const { return making_ ? "" : folder_ / "include"; }
  /// The call that makes it, which may run beside others; nothing if it exists.
  const std::optional<program_call>& making() const { return making_; }
  /// Publishes it for later commands. REQUIRES: that call has succeeded.
  void keep();

 private:
  enum class state { fresh, stale, hidden };  // hidden: a user folder shadows a header

  precompiled_header(std::filesystem::path folder, std::string key)
      : folder_(std::move(folder)), key_(std::move(key)) {}
  state inspect(const std::vector<std::filesystem::path>& users_folders) const;
  bool begin_making(std::vector<std::string> compilation);
  std::filesystem::path beside(const char* ending) const { return folder_.string() + ending; }

  std::filesystem::path folder_;
  std::string key_;  // everything it depends on, except the headers
  std::optional<program_call> making_;
  std::filesystem::path made_;  // a folder, until renamed
  int lock_ = -1;
};

}  // namespace mentat::command
