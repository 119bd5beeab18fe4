#include "daemons/host/session/session_door.h"

#include <sys/stat.h>

#include <cerrno>
#include <exception>

namespace mentat::host {

using mmps::shm::unix_socket;

namespace {

// Another user may have made the folder of this user's sessions first.
expected<void> check_folder_of_sessions(const session_place& place) {
  const std::string folder = mmps::trust::runtime_folder();
  struct stat about{};
  if (!place.folder.starts_with(folder + "/") || lstat(folder.c_str(), &about) != 0) return {};
  return mmps::trust::check_private_folder(folder);
}

}  // namespace

expected<std::optional<unix_socket>> connect_to_daemon(const session_place& place) {
  const std::string path = place.control();
  struct stat about{};
  const bool is_none = lstat(path.c_str(), &about) != 0 && errno == ENOENT;
  const auto checked =
      is_none ? check_folder_of_sessions(place) : mmps::trust::check_own_socket(path);
  if (is_none && checked) return std::nullopt;
  if (!checked) return tl::unexpected("session " + place.name + " is not used: " + checked.error());
  try {
    errno = 0;
    auto socket = unix_socket::connect_to(path);
    if (!socket && errno == EPERM)
      return tl::unexpected("session " + place.name +
                            " is not used: a process of another user listens at " + path);
    return socket;
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

}  // namespace mentat::host
