#include "examples/protein_search/subprocess.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

constexpr const char* myself = "/proc/self/exe";

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::string& variable, const std::string& value) {
  std::vector<std::string> settings = {variable + "=" + value};
  for (char** setting = environ; *setting != nullptr; ++setting) {
    if (std::strncmp(*setting, settings.front().c_str(), variable.size() + 1) != 0) {
      settings.emplace_back(*setting);
    }
  }
  return settings;
}

tl::unexpected<std::string> failed(const char* what, int reason) {
  return tl::unexpected(std::string(what) + ": " + std::strerror(reason));
}

// Returns the child's process id; its output goes to `out`.
tl::expected<pid_t, std::string> start(std::vector<std::string> arguments,
                                       std::vector<std::string> settings, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  arguments.insert(arguments.begin(), "protein_search");
  pid_t child = 0;
  const int error = posix_spawn(&child, myself, &actions, nullptr, pointers_to(arguments).data(),
                                pointers_to(settings).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return failed("this program cannot be started again", error);
  }
  return child;
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 1 << 14> buffer;
  for (;;) {
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

}  // namespace

tl::expected<program_output, std::string> output_of_myself(
    const std::vector<std::string>& arguments, const std::string& variable,
    const std::string& value) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failed("no pipe to a second run of this program", errno);
  }
  const auto child = start(arguments, environment_with(variable, value), ends[1]);
  close(ends[1]);
  if (!child) {
    close(ends[0]);
    return tl::unexpected(child.error());
  }
  program_output output;
  output.text = read_all(ends[0]);
  close(ends[0]);

  int status = 0;
  while (waitpid(*child, &status, 0) < 0) {
    if (errno != EINTR) {
      return failed("the second run of this program is lost", errno);
    }
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}
