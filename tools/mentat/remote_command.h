#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/trust/descriptor.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// A command in a process group of its own, with pipes to its standard streams, so that a Ctrl-C at
/// the terminal does not end it before its turn. Its standard input ends with this process. One
/// thread. Its destructor does not end the command.
class remote_command {
 public:
  static expected<remote_command> start(const std::vector<std::string>& words);

  int output() const { return output_.get(); }  // -1: the stream has ended
  int errors() const { return errors_.get(); }
  /// Can be read once the command has ended, even if another process holds its streams open; -1:
  /// ended() has said so.
  int end() const { return end_.get(); }
  /// Can be written to while it has not taken all that it was given; else -1.
  int input() const { return unsent_.empty() ? -1 : input_.get(); }

  /// What there is to read, without waiting; empty at the end of the stream, which is then closed.
  std::string read_output() { return read_from(output_); }
  std::string read_errors() { return read_from(errors_); }
  void write_line(const std::string& line) const;
  /// Writes as much as its standard input takes; write_rest() writes more. The bytes outlive this.
  void give(std::string_view bytes);
  void write_rest();
  void close_input();
  /// To all processes of its group that live.
  void signal(int number);
  /// "ended with status 255" or "was ended by signal 9 (Killed)", if it has ended.
  std::optional<std::string> ended();
  /// It has ended, and with it each process of its group.
  bool is_over();
  /// It has ended because the command was not found there.
  bool is_missing() const { return is_missing_; }

 private:
  remote_command() = default;
  static std::string read_from(mmps::trust::descriptor& stream);

  pid_t process_ = 0;
  mmps::trust::descriptor input_, output_, errors_, end_;
  std::string_view unsent_;
  bool ended_ = false, is_missing_ = false;
  bool is_over_ = false;  // its number may be that of another group
  std::string why_;
};

}  // namespace mentat::command
