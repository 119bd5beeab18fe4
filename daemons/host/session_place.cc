#include "daemons/host/session_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace mentat::host {
namespace {

constexpr std::size_t longest_name = 64;

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

std::string base_folder() {
  struct stat about{};
  if (const std::string runtime = variable("XDG_RUNTIME_DIR");
      runtime.starts_with('/') && stat(runtime.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
      about.st_uid == geteuid())
    return runtime + "/mentat";
  return "/tmp/mentat-" + std::to_string(geteuid());
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

}  // namespace

expected<session_place> find_place(const std::string& address) {
  std::string wanted = address.empty() ? variable("MENTAT_ADDRESS") : address;
  if (wanted.empty()) wanted = "default";
  while (wanted.size() > 1 && wanted.ends_with('/')) wanted.pop_back();
  const std::size_t slash = wanted.rfind('/');
  const std::string name = slash == std::string::npos ? wanted : wanted.substr(slash + 1);
  if (!is_name(name) || (slash != std::string::npos && !wanted.starts_with('/')))
    return tl::unexpected("\"" + wanted +
                          "\" is neither the name of a session (at most 64 letters, digits, - _ .) "
                          "nor the absolute path of its folder");
  return session_place{name, slash == std::string::npos ? base_folder() + "/" + name : wanted};
}

expected<void> make_private_folder(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    if (mkdir(path.substr(0, end).c_str(), 0700) != 0 && errno != EEXIST &&
        access(path.substr(0, end).c_str(), F_OK) != 0)
      return failed(path.substr(0, end));
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return failed(path);
  struct stat about{};
  if (lstat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) || about.st_uid != geteuid() ||
      (about.st_mode & 077) != 0)
    return tl::unexpected(
        path + " is not a folder that only you can enter; remove it, or: chmod 700 " + path);
  return {};
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
  if (place.folder == base_folder() + "/" + place.name)
    if (auto made = make_private_folder(base_folder()); !made) return tl::unexpected(made.error());
  if (auto made = make_private_folder(place.folder); !made) return tl::unexpected(made.error());
  const std::string path = place.folder + "/lock";
  place_lock taken(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (taken.descriptor_ < 0) return failed(path);
  if (flock(taken.descriptor_, LOCK_EX | LOCK_NB) != 0)
    return tl::unexpected(
        "session " + place.name +
        " is already started on this host; `mentat status` shows it, `mentat stop` ends it");
  return taken;
}

place_lock::~place_lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace mentat::host
