#include "rts/session/observer/session_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "mmps/trust/trusted_path.h"

namespace mentat::node {
namespace {

// The path of a Unix socket has 107 characters, of which the names below need some thirty.
constexpr std::size_t longest_base = 70;

// Takes the folder's lock for this process and all that it forks. The lock file gets its name only
// once it is locked.
void hold_lock(const std::string& folder) {
  const std::string fresh = folder + "/lock.new";
  const int lock = open(fresh.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0 || flock(lock, LOCK_SH | LOCK_NB) != 0 ||
      rename(fresh.c_str(), (folder + "/lock").c_str()) != 0)
    throw std::runtime_error(folder + "/lock: " + std::strerror(errno));
}

// A folder without a lock is being made just now, or does not belong to a session.
bool is_abandoned(const std::filesystem::path& folder) {
  const int lock = open((folder / "lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0) return false;
  const bool is_free = flock(lock, LOCK_EX | LOCK_NB) == 0;
  close(lock);
  return is_free;
}

void remove_abandoned(const std::string& base) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(base, none))
    if (entry.path().filename().string().starts_with("session-") && is_abandoned(entry.path()))
      remove_session_folder(entry.path());
}

}  // namespace

std::string folder_of_programs() {
  std::string base = mmps::trust::runtime_folder();
  return base.size() > longest_base ? "/tmp/mentat-" + std::to_string(geteuid()) : base;
}

std::string make_session_folder() {
  const std::string base = folder_of_programs();
  if (auto made = mmps::trust::make_private_folder(base); !made)
    throw std::runtime_error(made.error() + "; sessions of several processes need this folder");
  remove_abandoned(base);
  const std::string wanted = base + "/session-XXXXXX";
  std::vector<char> path(wanted.c_str(), wanted.c_str() + wanted.size() + 1);
  if (!mkdtemp(path.data())) throw std::runtime_error(wanted + ": " + std::strerror(errno));
  hold_lock(path.data());
  return path.data();
}

void remove_session_folder(const std::string& folder) noexcept {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

}  // namespace mentat::node
