#include "tools/mentat/command_line.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "mmps/base/shown_text.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {
namespace {

constexpr const char* nothing_given = "it is empty; is a variable of the shell not set?";

command_line::explanation& the_explanation() {
  static command_line::explanation one = [](const std::string&, const arguments&) { return 0; };
  return one;
}

}  // namespace

struct command_line::implementation {
  CLI::App app;
  std::string verb;
  std::string missing;  // what to say if the positional word is not given
  bool has_rest = false;

  /// The index of the first word that is neither a known option nor the value of one.
  std::size_t end_of_own_options(const arguments& given) const {
    std::size_t i = 0;
    while (i < given.size() && given[i] != "--" && is_option(given[i])) {
      const std::size_t equals = given[i].find('=');
      const CLI::Option* option = app.get_option_no_throw(given[i].substr(0, equals));
      if (!option && !is_joined(given[i])) break;
      const bool takes_next =
          option && option->get_items_expected_min() > 0 && equals == std::string::npos;
      i += takes_next ? 2 : 1;
    }
    return std::min(i, given.size());
  }

  /// A short option and its value in one word, as -N2 of Slurm.
  bool is_joined(const std::string& word) const {
    if (word.size() < 3 || word.starts_with("--")) return false;
    const CLI::Option* option = app.get_option_no_throw(word.substr(0, 2));
    return option && option->get_items_expected_min() > 0;
  }

  static bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

  int unexpected(const std::string& option) const {
    std::vector<std::string> known;
    for (const CLI::Option* declared : app.get_options())
      for (const std::string& name : declared->get_lnames()) known.push_back("--" + name);
    const std::string word = base::shown_value(option.substr(0, option.find('=')));
    return refuse("unexpected '" + word + "'" + suggestion(word, known));
  }

  /// A known option with = and no value; CLI11 would take the next word.
  bool is_given_nothing(const std::string& word) const {
    return word.starts_with("--") && word.ends_with('=') &&
           app.get_option_no_throw(word.substr(0, word.size() - 1)) != nullptr;
  }

  int empty(const std::string& option) const {
    return refuse(option.substr(0, option.size() - 1) + ": " + nothing_given);
  }

  int explain() const {
    arguments declared;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) declared.push_back("--" + name);
      for (const std::string& name : option->get_snames()) declared.push_back("-" + name);
    }
    return the_explanation()(verb, declared);
  }

  // One line; the status of wrong usage.
  int refuse(const std::string& trouble) const {
    std::fprintf(stderr, "mentat %s: %s %s; 'mentat %s --help' lists its options and arguments\n",
                 verb.c_str(), marked("error:").c_str(), trouble.c_str(), verb.c_str());
    return 2;
  }
};

command_line::command_line(std::string verb) : implementation_(std::make_unique<implementation>()) {
  implementation_->app.name("mentat " + verb);
  implementation_->verb = std::move(verb);
  implementation_->app.set_help_flag("-h,--help");
}

command_line::~command_line() = default;

void command_line::flag(const std::string& name, bool& value) {
  implementation_->app.add_flag(name, value);
}

void command_line::option(const std::string& name, std::string& value) {
  implementation_->app.add_option(name, value)->check([](const std::string& given) {
    return given.empty() ? nothing_given : std::string();
  });
}

void command_line::option(const std::string& name, arguments& values) {
  implementation_->app.add_option(name, values)
      ->allow_extra_args(false)
      ->check(
          [](const std::string& given) { return given.empty() ? nothing_given : std::string(); });
}

void command_line::option(const std::string& name, int& value, int least, int most) {
  implementation_->app.add_option(name, value)->check(CLI::Range(least, most));
}

void command_line::positional(const std::string& name, std::string& value, bool required,
                              const std::string& missing) {
  implementation_->app.add_option(name, value)->required(required);
  implementation_->missing = missing;
}

void command_line::positionals(const std::string& name, arguments& values) {
  implementation_->app.add_option(name, values)->required();
}

void command_line::rest(const std::string& name, arguments& values, bool required) {
  implementation_->app.add_option(name, values)->required(required);
  implementation_->has_rest = true;
}

void command_line::explain_with(explanation explain) { the_explanation() = std::move(explain); }

int command_line::explain(const std::string& verb) { return the_explanation()(verb, {}); }

std::optional<int> command_line::parse(const arguments& given) {
  CLI::App& app = implementation_->app;
  arguments words = given;
  const std::size_t own = implementation_->end_of_own_options(given);
  if (own < given.size() && given[own] != "--" && implementation::is_option(given[own]))
    return implementation_->unexpected(given[own]);
  for (std::size_t i = 0; i < (implementation_->has_rest ? own : given.size()); ++i)
    if (implementation_->is_given_nothing(given[i])) return implementation_->empty(given[i]);
  if (implementation_->has_rest && own < given.size() && given[own] != "--")
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(own), "--");
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return implementation_->explain();
  } catch (const CLI::ExtrasError&) {
    return implementation_->unexpected(app.remaining().front());
  } catch (const CLI::RequiredError& error) {
    const std::string& missing = implementation_->missing;
    return implementation_->refuse(missing.empty() ? base::shown(error.what()) : missing);
  } catch (const CLI::ParseError& error) {
    return implementation_->refuse(base::shown(error.what()));
  }
}

}  // namespace mentat::command
