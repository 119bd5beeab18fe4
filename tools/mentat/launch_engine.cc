#include "tools/mentat/launch_engine.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <utility>

#include "daemons/launch/slurm.h"
#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

constexpr std::string_view place_of_host = "{host}";

// The start of a host that leaves when its standard input ends.
std::vector<std::string> guest_words(const guest_options& options, const launch::wanted_host& host,
                                     std::size_t number) {
  std::vector<std::string> words = options.mentat;
  words.insert(words.end(), {"start", "--lease", "stdin", "--listen", "auto", "--join", "-"});
  words.insert(words.end(), {"--name", host.name});
  words.insert(words.end(), {"--session", options.session + "-" + std::to_string(number)});
  if (options.ends != 0) words.insert(words.end(), {"--ends", std::to_string(options.ends)});
  if (host.slots != 0) words.insert(words.end(), {"--cores", std::to_string(host.slots)});
  return words;
}

// For a shell there, to which ~/ is the home of the user.
std::string line_there(const std::vector<std::string>& words) {
  const bool is_at_home = words.front().starts_with("~/");
  return (is_at_home ? "~/" + quoted(words.front().substr(2)) : quoted(words.front())) + " " +
         line_of({words.begin() + 1, words.end()});
}

// As a word of its own, with any folder before it: "sh: 1: /opt/bin/mentat: not found".
bool names(std::string_view line, std::string_view command) {
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  };
  for (std::size_t at = 0; (at = line.find(command, at)) != line.npos; ++at) {
    const std::size_t end = at + command.size();
    const bool is_whole = at == 0 || !belongs(line[at - 1]);
    if (is_whole && (end == line.size() || (!belongs(line[end]) && line[end] != '/'))) return true;
  }
  return false;
}

}  // namespace

std::string launch_command::text() const { return line_of(words); }

// "OpenSSH_9.2p1 Debian-2+deb12u3, OpenSSL 3.0.15"
bool has_session_options(const std::string& version) {
  int major = 0, minor = 0;
  return std::sscanf(version.c_str(), "OpenSSH_%4d.%4d", &major, &minor) == 2 &&
         std::pair(major, minor) >= std::pair(8, 7);
}

// Older ones refuse an option that they do not know, and IgnoreUnknown would replace the user's.
launch_command by_ssh(const guest_options& options, const launch::wanted_host& host,
                      std::size_t number) {
  std::vector<std::string> words{"ssh", "-a", "-x", "-T"};
  const auto set = [&](const char* option) { words.insert(words.end(), {"-o", option}); };
  for (const char* const one : {"BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=15",
                                "ClearAllForwardings=yes", "RemoteCommand=none"})
    set(one);
  if (options.ssh_has_session_options)
    for (const char* const one :
         {"StdinNull=no", "ForkAfterAuthentication=no", "SessionType=default"})
      set(one);
  words.insert(words.end(), {host.target, line_there(guest_words(options, host, number))});
  return {host.name, std::move(words)};
}

launch_command by_template(const std::string& with_host, const guest_options& options,
                           const launch::wanted_host& host, std::size_t number) {
  std::string line = with_host;
  const std::string word = quoted(host.target);
  for (std::size_t at = 0; (at = line.find(place_of_host, at)) != std::string::npos;) {
    line.replace(at, place_of_host.size(), word);
    at += word.size();
  }
  return {host.name, {"sh", "-c", line + " " + line_there(guest_words(options, host, number))}};
}

launch_command by_step(const guest_options& options, const std::string& node, bool binds,
                       std::size_t number) {
  launch_command command{node, launch::step_on(node, binds)};
  for (std::string& word : guest_words(options, {node, node, 0}, number))
    command.words.push_back(std::move(word));
  return command;
}

std::string what_was_not_found(const std::string& mentat, bool is_template,
                               const std::vector<std::string>& printed) {
  const std::string name = mentat.substr(mentat.rfind('/') + 1);
  const bool is_mentat =
      std::ranges::any_of(printed, [&](const auto& line) { return names(line, name); });
  if (is_template && !is_mentat) return "a command of --via was not found";
  return "there is no `" + mentat +
         "` there; --remote-mentat names its path, --bring copies this one";
}

expected<void> check_template(const std::string& with_host) {
  if (with_host.find('\n') != std::string::npos) return fail("--via: expected one line", 2);
  if (with_host.find(place_of_host) != std::string::npos) return {};
  return fail("--via: expected a command with {host} in it, as in --via 'ip netns exec {host}'", 2);
}

}  // namespace mentat::command
