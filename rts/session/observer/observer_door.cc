#include "rts/session/observer/observer_door.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <exception>
#include <filesystem>
#include <span>

#include "mmps/shm/unix_socket.h"
#include "mmps/trust/trusted_path.h"
#include "rts/session/observer/session_folder.h"

namespace mentat::node {
namespace {

constexpr int longest_wait_ms = 1000;
constexpr off_t max_answer = 8 << 20;

// Of a name such as `program-4711`; 0: it is another one.
long number_in(const std::string& name, const std::string& prefix) {
  long number = 0;
  if (!name.starts_with(prefix)) return 0;
  const auto [end, failure] =
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return failure == std::errc() && end == name.data() + name.size() ? number : 0;
}

bool read_answer(int file, std::string& answer) {
  struct stat about{};
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
      about.st_size > max_answer)
    return false;
  answer.resize(static_cast<std::size_t>(about.st_size));
  return pread(file, answer.data(), answer.size(), 0) == about.st_size;
}

// Of a socket in a folder that is ours, whose listener has its name from the beginning.
bool is_abandoned(const std::string& path) {
  try {
    return !mmps::shm::unix_socket::connect_to(path) && errno == ECONNREFUSED;
  } catch (const std::exception&) {
    return false;  // no descriptor is left
  }
}

}  // namespace

std::string door_path(const std::string& folder, const std::string& prefix, std::uint32_t process) {
  return folder + "/" + prefix + std::to_string(process + 1);
}

doors doors_in(const std::string& folder, const std::string& prefix) {
  doors found;
  std::error_code none;
  std::filesystem::directory_iterator entry(folder, none);
  for (; !none && entry != std::filesystem::directory_iterator(); entry.increment(none))
    if (const long number = number_in(entry->path().filename(), prefix); number > 0)
      found[number] = entry->path();
  return found;
}

void remove_abandoned_doors(const std::string& folder) {
  for (const auto& [process, path] : doors_in(folder, door_of_one))
    if (is_abandoned(path)) unlink(path.c_str());
}

std::vector<std::vector<std::string>> observed_programs() {
  std::vector<std::vector<std::string>> programs;
  const std::string folder = folder_of_programs();
  if (!mmps::trust::check_private_folder(folder)) return programs;
  remove_abandoned_doors(folder);
  for (const auto& [number, path] : doors_in(folder, door_of_one)) programs.push_back({path});
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (!entry.path().filename().string().starts_with("session-")) continue;
    std::vector<std::string> paths;
    for (const auto& [number, path] : doors_in(entry.path(), door_of_several))
      paths.push_back(path);
    if (!paths.empty()) programs.push_back(std::move(paths));
  }
  return programs;
}

asked ask_observer(const std::string& path, const std::string& question, std::string& answer,
                   pid_t* listener) {
  try {
    auto line = mmps::shm::unix_socket::connect_to(path);
    if (!line) return asked::nobody;
    if (listener) *listener = line->peer();
    line->set_timeout(longest_wait_ms);
    if (!line->send(std::as_bytes(std::span(question)))) return asked::silent;
    std::array<std::byte, 1> packet;
    std::vector<int> files;
    const auto size = line->receive(packet, files);
    const bool is_read = size && files.size() == 1 && read_answer(files.front(), answer);
    for (const int one : files) close(one);
    return is_read ? asked::answered : asked::silent;
  } catch (const std::exception&) {
    return asked::nobody;
  }
}

}  // namespace mentat::node
