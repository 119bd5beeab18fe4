// The folder with the durable state of a session: who may use it, in which format it is, and that
// one process has it at a time (docs/state_format.md).
//
//   lock         held with flock while the folder is used; in it: by which process
//   identity     "mentat state 1", and the name of the session
//   manifest.a   manifest.b   log/0000000042.log
//
// Everything is checked before anything is read: the folder is the user's own and nobody else can
// enter it. Errors: texts with the path and the remedy. Thread-safety: none.
#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "daemons/keeper/folder/file_disk.h"
#include "mmps/trust/descriptor.h"

namespace mentat::keeper {

inline constexpr unsigned state_format = 1;

template <class T>
using folder_result = tl::expected<T, std::string>;

/// $XDG_STATE_HOME/mentat/state/SESSION, else below ~/.local/state.
[[nodiscard]] folder_result<std::string> state_folder_of(const std::string& session);

class state_folder {
 public:
  enum class use : bool { read, write };

  /// An existing folder.
  [[nodiscard]] static folder_result<state_folder> open(const std::string& path, use how);
  /// Makes it if it is not there, for this session. `may_be_volatile`: also where a power cut
  /// takes everything (tmpfs), or where a sync means little (NFS).
  [[nodiscard]] static folder_result<state_folder> make(const std::string& path,
                                                        const std::string& session,
                                                        bool may_be_volatile = false);

  [[nodiscard]] keeper::disk& disk() { return *disk_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& session() const { return session_; }

 private:
  explicit state_folder(std::string path) : path_(std::move(path)) {}
  folder_result<void> enter(use how);
  folder_result<void> lock(use how);
  folder_result<void> read_identity();
  folder_result<void> write_identity(const std::string& session);
  folder_result<void> check_file_system() const;
  folder_result<void> begin(use how);

  std::string path_, session_;
  mmps::trust::descriptor folder_, lock_;
  std::unique_ptr<file_disk> disk_;
};

}  // namespace mentat::keeper
