#include "daemons/host/session/session_memory.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "mmps/trust/trusted_path.h"

namespace mentat::host {
namespace {

constexpr std::size_t longest_file = 4096;

}  // namespace

expected<std::optional<session_memory>> recall_session(const std::string& path) {
  const auto text = mmps::trust::read_trusted_file(path, longest_file);
  if (!text) return tl::unexpected(text.error());
  if (!*text) return std::nullopt;
  session_memory found;
  std::istringstream lines(**text);
  if (!std::getline(lines, found.listen) || !std::getline(lines, found.founder_address) ||
      !std::getline(lines, found.founder_key))
    return tl::unexpected(path + " says nothing of a session; remove it");
  std::getline(lines, found.name);
  return found;
}

expected<void> remember_session(const std::string& path, const session_memory& what) {
  const std::string fresh = path + ".fresh";
  const auto file = mmps::trust::open_for_writing(fresh);
  if (!file) return tl::unexpected(file.error());
  const std::string text =
      what.listen + "\n" + what.founder_address + "\n" + what.founder_key + "\n" + what.name + "\n";
  const bool written =
      write(*file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      fsync(*file) == 0;
  const bool placed = close(*file) == 0 && written && rename(fresh.c_str(), path.c_str()) == 0;
  if (!placed) return tl::unexpected(path + ": " + std::strerror(errno));
  return {};
}

void forget_session(const std::string& path) { unlink(path.c_str()); }

}  // namespace mentat::host
