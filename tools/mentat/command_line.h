#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mentat::command {

using arguments = std::vector<std::string>;

/// The options of one verb. Declare them, then parse; the variables named are set by parse and keep
/// their values where an option is not given. One thread.
class command_line {
 public:
  command_line(std::string verb, std::string description);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  void flag(const std::string& name, bool& value, const std::string& help);
  void option(const std::string& name, std::string& value, const std::string& type,
              const std::string& help);
  void option(const std::string& name, int& value, int least, int most, const std::string& help);
  void positional(const std::string& name, std::string& value, bool required,
                  const std::string& help);
  /// Everything from the first word that is not an option of ours, untouched; `--` may stand before
  /// it.
  void rest(const std::string& name, arguments& values, bool required, const std::string& help);
  /// Shown at the end of --help.
  void footer(const std::string& text);

  /// The exit status if the verb is to end now: 0 after --help, 2 after an error, which was
  /// printed.
  std::optional<int> parse(const arguments& given);

 private:
  struct implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace mentat::command
