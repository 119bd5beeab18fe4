#include "tools/mentat/completion.h"

#include <algorithm>

namespace mentat::command {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> verb_names(const usage_table& table) {
  std::vector<std::string> names{"help"};
  for (const verb_usage& verb : table.verbs()) names.push_back(verb.name);
  return names;
}

/// The options as a user types them: one that takes a value ends in =.
std::vector<std::string> typed(const std::vector<verb_option>& options) {
  std::vector<std::string> words;
  for (const verb_option& option : options)
    for (const std::string& name : option.names)
      words.push_back(name + (name.starts_with("--") && !option.value.empty() ? "=" : ""));
  return words;
}

std::string single_quoted(std::string text) {
  for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4))
    text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

// ---- bash ---------------------------------------------------------------------------------------

/// Makes the case labels that select the values of options.
std::string bash_values(const std::string& verb, const std::vector<verb_option>& options) {
  std::string text;
  for (const verb_option& option : options)
    for (const std::string& name : option.names)
      if (const auto choices = option.choices(); !choices.empty())
        text += "    '" + verb + " " + name + "') words='" + joined(choices) + "' ;;\n";
  return text;
}

std::string for_bash(const usage_table& table) {
  const std::string names = joined(verb_names(table));
  std::string values = bash_values("", table.general_options());
  std::string words = "    '') words='" + names + " " + joined(typed(table.general_options())) +
                      "' ;;\n    help) words='" + names + "' ;;\n";
  for (const verb_usage& verb : table.verbs()) {
    values += bash_values(verb.name, verb.options());
    words += "    " + verb.name + ") words='" + joined(verb.choices()) + "'; options='" +
             joined(typed(verb.options())) + " --help' ;;\n";
  }
  return "# Completions of mentat for bash; made by `mentat completion bash`.\n"
         "_mentat() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} verb= words= "
         "options= i\n"
         "  # bash takes --option=value apart.\n"
         "  if [[ $word == = ]]; then word=; elif [[ $option == = ]]; then "
         "option=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    [[ ' " +
         names +
         " ' != *\" ${COMP_WORDS[i]} \"* ]] || { verb=${COMP_WORDS[i]}; break; }\n"
         "  done\n"
         "  case \"$verb $option\" in\n" +
         values +
         "  esac\n"
         "  [[ $words ]] || case $verb in\n" +
         words +
         "  esac\n"
         "  [[ $word != -* ]] || words+=\" $options\"\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace\n"
         "}\n"
         "complete -o default -F _mentat mentat ./mentat\n";
}

// ---- zsh ----------------------------------------------------------------------------------------

std::string for_zsh_help(std::string text) {
  std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ':' || c == '\''; });
  return text;
}

std::string zsh_options(const std::vector<verb_option>& options) {
  std::string text;
  for (const verb_option& option : options) {
    for (const std::string& name : option.names) {
      text += " \\\n        '" + name;
      if (!option.value.empty()) text += name.starts_with("--") ? "=" : "+";
      text += "[" + for_zsh_help(option.help) + "]";
      if (const auto choices = option.choices(); !choices.empty())
        text += ":value:(" + joined(choices) + ")";
      else if (!option.value.empty())
        text += ":value:_files";
      text += "'";
    }
  }
  return text;
}

std::string for_zsh(const usage_table& table) {
  std::string verbs = "    'help:explain a verb'\n";
  std::string cases = "    help) _arguments '1:verb:(" + joined(verb_names(table)) + ")' ;;\n";
  for (const verb_usage& verb : table.verbs()) {
    verbs += "    " + single_quoted(verb.name + ":" + for_zsh_help(verb.summary)) + "\n";
    const auto choices = verb.choices();
    cases += "    " + verb.name + ")\n      _arguments" + zsh_options(verb.options()) +
             " \\\n        '--help[print the help of this verb]'" +
             (choices.empty() ? " \\\n        '*:file:_files'"
                              : " \\\n        '1:what:(" + joined(choices) + ")'") +
             " ;;\n";
  }
  return "#compdef mentat\n# Completions of mentat for zsh; made by `mentat completion zsh`.\n"
         "_mentat() {\n  local -a verbs\n  verbs=(\n" +
         verbs +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
         "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n" +
         cases + "  esac\n}\n_mentat \"$@\"\n";
}

// ---- fish ---------------------------------------------------------------------------------------

std::string fish_option(const verb_option& option, const std::string& when) {
  std::string line = "complete -c mentat -n '" + when + "'";
  for (const std::string& name : option.names) {
    if (name.starts_with("--"))
      line += " -l " + name.substr(2);
    else
      line += (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
  }
  if (!option.value.empty()) line += " -r";
  if (const auto choices = option.choices(); !choices.empty())
    line += " -f -a '" + joined(choices) + "'";
  return line + " -d " + single_quoted(option.help) + "\n";
}

std::string for_fish(const usage_table& table) {
  std::string text = "# Completions of mentat for fish; made by `mentat completion fish`.\n";
  const std::string first = "__fish_use_subcommand";
  for (const verb_option& option : table.general_options()) text += fish_option(option, first);
  for (const verb_usage& verb : table.verbs()) {
    text += "complete -c mentat -f -n " + first + " -a " + single_quoted(verb.name) + " -d " +
            single_quoted(verb.summary) + "\n";
    const std::string seen = "__fish_seen_subcommand_from " + verb.name;
    for (const verb_option& option : verb.options()) text += fish_option(option, seen);
    if (const auto choices = verb.choices(); !choices.empty())
      text += "complete -c mentat -f -n '" + seen + "' -a '" + joined(choices) + "'\n";
  }
  return text + "complete -c mentat -f -n '__fish_seen_subcommand_from help' -a '" +
         joined(verb_names(table)) + "'\n";
}

}  // namespace

expected<std::string> completion_for(const std::string& shell, const usage_table& table) {
  if (shell == "bash") return for_bash(table);
  if (shell == "zsh") return for_zsh(table);
  if (shell == "fish") return for_fish(table);
  return fail("there are completions for bash, zsh and fish, not for '" + shell + "'", 2);
}

}  // namespace mentat::command
