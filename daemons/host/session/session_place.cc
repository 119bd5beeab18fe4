#include "daemons/host/session/session_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include "mmps/base/shown_text.h"

namespace mentat::host {
namespace {

using mmps::trust::runtime_folder;

constexpr std::size_t longest_name = 64;
// Another process removes the folder, or holds its lock to see whether it is abandoned, for
// microseconds; on a busy machine it can lose its core meanwhile.
constexpr int most_tries = 100;
constexpr std::chrono::milliseconds between_tries{1};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

tl::unexpected<std::string> failed(const std::string& path) {
  return tl::unexpected(path + ": " + std::strerror(errno));
}

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= longest_name && text.front() != '.' &&
         std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

// As the XDG base directory specification has it.
expected<std::string> below_home(const char* name, const std::string& otherwise) {
  if (const std::string folder = variable(name); folder.starts_with('/')) return folder;
  const std::string home = variable("HOME");
  if (!home.starts_with('/'))
    return tl::unexpected("neither " + std::string(name) +
                          " nor HOME is the path of a folder; set one of them");
  return home + "/" + otherwise;
}

// Another process may have removed the file between its opening and its lock.
bool is_at(int file, const std::string& path) {
  struct stat opened{}, there{};
  return fstat(file, &opened) == 0 && lstat(path.c_str(), &there) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

// A start or an end that was killed in its midst leaves the folder with its lock alone.
bool has_only_lock(const std::string& folder) {
  std::error_code none;
  return std::ranges::all_of(std::filesystem::directory_iterator(folder, none),
                             [](const std::filesystem::directory_entry& entry) {
                               return entry.path().filename() == "lock";
                             });
}

}  // namespace

expected<session_place> find_place(const std::string& address) {
  std::string wanted = address.empty() ? variable("MENTAT_ADDRESS") : address;
  if (wanted.empty()) wanted = "default";
  while (wanted.size() > 1 && wanted.ends_with('/')) wanted.pop_back();
  const std::size_t slash = wanted.rfind('/');
  const std::string name = slash == std::string::npos ? wanted : wanted.substr(slash + 1);
  if (!is_name(name) || (slash != std::string::npos && !wanted.starts_with('/')))
    return tl::unexpected("\"" + base::shown_value(wanted) +
                          "\" is neither the name of a session (at most 64 letters, digits, - _ .) "
                          "nor the absolute path of its folder");
  return session_place{name, slash == std::string::npos ? runtime_folder() + "/" + name : wanted};
}

expected<std::string> keys_folder() {
  return below_home("XDG_CONFIG_HOME", ".config").map([](const std::string& base) {
    return base + "/mentat/keys";
  });
}

expected<std::string> logs_folder() {
  return below_home("XDG_STATE_HOME", ".local/state").map([](const std::string& base) {
    return base + "/mentat/sessions";
  });
}

expected<place_lock> place_lock::take(const session_place& place) {
  // The folder above is the user's too, unless a path was given: then it is the giver's business.
  if (place.folder == runtime_folder() + "/" + place.name)
    if (auto made = make_private_folder(runtime_folder()); !made)
      return tl::unexpected(made.error());
  const std::string path = place.folder + "/lock";
  std::string failure;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(between_tries);
    failure = place.folder + " is removed again and again";
    if (const auto made = make_private_folder(place.folder); !made) {
      failure = made.error();
      continue;
    }
    place_lock taken(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (taken.descriptor_ < 0) {
      if (errno != ENOENT) return failed(path);
      continue;
    }
    if (flock(taken.descriptor_, LOCK_EX | LOCK_NB) != 0)
      failure = "session " + place.name +
                " is already started on this host; `mentat status` shows it, `mentat stop` ends it";
    else if (is_at(taken.descriptor_, path))
      return taken;
  }
  return tl::unexpected(failure);
}

expected<void> mark_as_leased(const session_place& place) {
  const std::string path = place.folder + "/leased";
  const int mark = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (mark < 0) return failed(path);
  close(mark);
  return {};
}

void remove_abandoned_leases() {
  if (!mmps::trust::check_private_folder(runtime_folder())) return;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(runtime_folder(), none)) {
    const std::string folder = entry.path();
    // A folder that is being made is made again: place_lock::take, node::make_session_folder.
    if (rmdir(folder.c_str()) == 0) continue;
    struct stat about{};
    const bool is_leased =
        lstat((folder + "/leased").c_str(), &about) == 0 && about.st_uid == geteuid();
    if (!is_leased && !has_only_lock(folder)) continue;
    const int lock = open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0 && is_at(lock, folder + "/lock"))
      remove_place({entry.path().filename(), folder});
    close(lock);
  }
}

void remove_place(const session_place& place) {
  for (const char* file : {"/control", "/session", "/leased", "/lock"})
    unlink((place.folder + file).c_str());
  rmdir(place.folder.c_str());
}

place_lock::~place_lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace mentat::host
