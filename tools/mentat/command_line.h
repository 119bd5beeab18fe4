#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mentat::command {

using arguments = std::vector<std::string>;

/// The options of one verb; verbs.txt describes them. Declare them, then parse. parse sets the
/// named variables; those of absent options keep their values. One thread.
class command_line {
 public:
  explicit command_line(std::string verb);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  void flag(const std::string& name, bool& value);
  void option(const std::string& name, std::string& value);
  void option(const std::string& name, int& value, int least, int most);
  /// May be given several times, each time with one value.
  void option(const std::string& name, arguments& values);
  /// `missing`: the complaint if a required word is not given; empty: that it is required.
  void positional(const std::string& name, std::string& value, bool required,
                  const std::string& missing = {});
  /// One word or more, with options between and behind them.
  void positionals(const std::string& name, arguments& values);
  /// Takes all words from the first unknown option or word on, untouched; `--` may precede them.
  void rest(const std::string& name, arguments& values, bool required);

  /// Sets the handler of --help for all command lines. It gets the verb and its declared options,
  /// and returns the exit status.
  using explanation = std::function<int(const std::string& verb, const arguments& declared)>;
  static void explain_with(explanation explain);
  /// Answers --help for a verb that parses its own options.
  static int explain(const std::string& verb);

  /// Returns the exit status if the verb must end now: that of --help, or 2 after an error, which
  /// is already printed.
  std::optional<int> parse(const arguments& given);

 private:
  struct implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace mentat::command
