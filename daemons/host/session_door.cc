#include "daemons/host/session_door.h"

#include <sys/stat.h>

#include <cerrno>
#include <exception>

namespace mentat::host {

using mmps::shm::unix_socket;

expected<std::optional<unix_socket>> connect_to_daemon(const session_place& place) {
  const std::string path = place.control();
  struct stat about{};
  if (lstat(path.c_str(), &about) != 0 && errno == ENOENT) return std::nullopt;
  if (auto checked = mmps::trust::check_own_socket(path); !checked)
    return tl::unexpected("session " + place.name + " is not used: " + checked.error());
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
