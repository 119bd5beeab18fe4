#include "rts/session/observer/session_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "mmps/trust/trusted_path.h"

namespace mentat::node {
namespace {

// The path of a Unix socket has 107 characters, of which the names below need some thirty.
constexpr std::size_t longest_base = 70;

constexpr int most_tries = 100;

// Takes the folder's lock for this process and all that it forks. The lock file gets its name only
// once it is locked. False if others have removed the folder, which they take for abandoned until
// then.
bool hold_lock(const std::string& folder) {
  const std::string fresh = folder + "/lock.new";
  const int lock = open(fresh.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) == 0 &&
      rename(fresh.c_str(), (folder + "/lock").c_str()) == 0)
    return true;
  const int error = errno;
  if (lock >= 0) close(lock);
  if (error == ENOENT || error == EWOULDBLOCK) return false;
  throw std::runtime_error(folder + "/lock: " + std::strerror(error));
}

// A folder whose maker was killed is empty, or has a lock without its name. The lock is held until
// the folder is gone, so that its maker cannot take it meanwhile.
void remove_if_abandoned(const std::string& folder) {
  int lock = open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0 && errno == ENOENT)
    lock = open((folder + "/lock.new").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0) {
    rmdir(folder.c_str());
    return;
  }
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) remove_session_folder(folder);
  close(lock);
}

void remove_abandoned(const std::string& base) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(base, none))
    if (entry.path().filename().string().starts_with("session-")) remove_if_abandoned(entry.path());
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
  for (int tries = 0; tries < most_tries; ++tries) {
    std::string path = wanted;
    if (!mkdtemp(path.data())) throw std::runtime_error(wanted + ": " + std::strerror(errno));
    if (hold_lock(path)) return path;
  }
  throw std::runtime_error(wanted + " is removed again and again");
}

void remove_session_folder(const std::string& folder) noexcept {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

}  // namespace mentat::node
