#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tools/mentat/problem.h"

namespace mentat::command {

expected<std::string> read_file(const std::filesystem::path& path);

/// Writes a file in one step: a reader sees the old one or the whole new one.
expected<void> write_file(const std::filesystem::path& path, std::string_view text);

/// Puts a finished file where the user wants it, in one step, also from another file system.
expected<void> move_into_place(const std::filesystem::path& from, const std::filesystem::path& to);

/// A private folder that goes away with its contents. Movable, owned by one thread.
class temporary_folder {
 public:
  /// Under $TMPDIR, else /tmp.
  static expected<temporary_folder> create(std::string_view purpose);

  temporary_folder(temporary_folder&& other) noexcept;
  temporary_folder& operator=(temporary_folder&&) = delete;
  ~temporary_folder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit temporary_folder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace mentat::command
