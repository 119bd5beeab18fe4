#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "tools/mentat/problem.h"

namespace mentat::command {

expected<std::string> read_file(const std::filesystem::path& path);

/// Writes a file atomically: a reader sees the old or the complete new file. A link of that name is
/// replaced, not followed.
expected<void> write_file(const std::filesystem::path& path, std::string_view text,
                          mode_t mode = 0666);

/// Moves a finished file to its final place atomically, also across file systems.
expected<void> move_into_place(const std::filesystem::path& from, const std::filesystem::path& to);

/// A private folder, deleted with its contents on destruction. Movable, owned by one thread.
class temporary_folder {
 public:
  /// Creates it in $TMPDIR, else in /tmp.
  static expected<temporary_folder> create(std::string_view purpose);

  /// Removes those that exist now, because a signal ends the process. Not beside other threads.
  static void remove_all() noexcept;

  temporary_folder(temporary_folder&& other) noexcept;
  temporary_folder& operator=(temporary_folder&&) = delete;
  ~temporary_folder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit temporary_folder(std::filesystem::path path);
  std::filesystem::path path_;
};

}  // namespace mentat::command
