#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mentat::command {

using arguments = std::vector<std::string>;

/// The options of one verb; verbs.txt describes them. Declare them, then parse; the variables named
/// are set by parse and keep their values where an option is not given. One thread.
class command_line {
 public:
  explicit command_line(std::string verb);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  void flag(const std::string& name, bool& value);
  void option(const std::string& name, std::string& value);
  void option(const std::string& name, int& value, int least, int most);
  void positional(const std::string& name, std::string& value, bool required);
  /// Everything from the first word that is not an option of ours, untouched; `--` may stand before
  /// it.
  void rest(const std::string& name, arguments& values, bool required);

  /// How --help is answered: with the verb and the options that it declares; returns the exit
  /// status. For all command lines.
  using explanation = std::function<int(const std::string& verb, const arguments& declared)>;
  static void explain_with(explanation explain);
  /// Answers --help for a verb that reads its options in a way of its own.
  static int explain(const std::string& verb);

  /// The exit status if the verb is to end now: that of the explanation after --help, 2 after an
  /// error, which was printed.
  std::optional<int> parse(const arguments& given);

 private:
  struct implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace mentat::command
