#include "tools/mentat/remote_command.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "tools/mentat/process.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {

using mmps::trust::descriptor;

expected<remote_command> remote_command::start(const std::vector<std::string>& words) {
  auto input = make_pipe(), output = make_pipe(), errors = make_pipe();
  for (const auto* one : {&input, &output, &errors})
    if (!*one) return tl::unexpected(one->error());
  remote_command command;
  const int why =
      spawn({.words = words,
             .streams = {input->reads.get(), output->writes.get(), errors->writes.get()},
             .has_own_group = true},
            command.process_);
  if (why != 0) return fail(words.front() + ": " + std::strerror(why), why == ENOENT ? 127 : 126);
  auto end = watch_end(command.process_);
  if (!end) ::kill(-command.process_, SIGKILL);
  if (!end) return tl::unexpected(end.error());
  command.end_ = std::move(*end);
  command.input_ = std::move(input->writes);
  command.output_ = std::move(output->reads);
  command.errors_ = std::move(errors->reads);
  for (const int one : {command.input_.get(), command.output_.get(), command.errors_.get()})
    ::fcntl(one, F_SETFL, O_NONBLOCK);
  return command;
}

std::string remote_command::read_from(descriptor& stream) {
  std::array<char, 16384> bytes{};
  const ssize_t count = stream.is_open() ? ::read(stream.get(), bytes.data(), bytes.size()) : 0;
  if (count > 0) return {bytes.data(), static_cast<std::size_t>(count)};
  if (count == 0 || (errno != EINTR && errno != EAGAIN)) stream = {};
  return {};
}

// A line is shorter than what a pipe takes at once (PIPE_BUF), and what was given has been read: a
// host greets afterwards.
void remote_command::write_line(const std::string& line) const {
  const std::string text = line + "\n";
  [[maybe_unused]] const ssize_t written = ::write(input_.get(), text.data(), text.size());
}

void remote_command::give(std::string_view bytes) {
  unsent_ = bytes;
  write_rest();
}

void remote_command::write_rest() {
  while (!unsent_.empty()) {
    const ssize_t written = ::write(input_.get(), unsent_.data(), unsent_.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN) unsent_ = {};  // nobody reads it any more
    if (written < 0) return;
    unsent_.remove_prefix(static_cast<std::size_t>(written));
  }
}

void remote_command::close_input() {
  unsent_ = {};
  input_ = {};
}

void remote_command::signal(int number) {
  if (process_ <= 0 || is_over_) return;
  if (::kill(-process_, number) != 0 && ended_) is_over_ = true;
}

bool remote_command::is_over() {
  if (ended()) signal(0);
  return is_over_ || (ended_ && !has_living_process(process_));
}

std::optional<std::string> remote_command::ended() {
  if (!ended_) {
    const auto end = end_so_far(process_);
    if (end && !*end) return std::nullopt;
    ended_ = true;
    end_ = {};
    if (!end) return why_ = end.error().text;
    is_missing_ = (*end)->signal == 0 && (*end)->exit_code == 127;
    why_ = (*end)->signal != 0 ? "was ended by " + describe(**end)
                               : "ended with status " + std::to_string((*end)->exit_code);
  }
  return why_;
}

}  // namespace mentat::command
