#include "tools/mentat/response_files.h"

#include <filesystem>
#include <string_view>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

using words = std::vector<std::string>;

constexpr int deepest = 100;

bool is_blank(char c) { return std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos; }

words words_of(std::string_view text) {
  words made;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && is_blank(c)) {
      if (in_word) made.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\\' && at + 1 < text.size())
      word += text[++at];
    else if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else
      word += c;
  }
  if (in_word) made.push_back(std::move(word));
  return made;
}

expected<void> expand(const words& given, int depth, words& into) {
  for (const std::string& word : given) {
    const std::filesystem::path file = word.starts_with('@') ? word.substr(1) : "";
    std::error_code ignored;
    const bool readable = !file.empty() && std::filesystem::exists(file, ignored) &&
                          !std::filesystem::is_directory(file, ignored);
    const auto text = readable ? read_file(file) : expected<std::string>();
    if (!readable || !text) {
      into.push_back(word);
      continue;
    }
    if (depth == deepest)
      return tl::unexpected(problem{"'" + word + "' is in files that include each other", 2});
    const auto done = expand(words_of(*text), depth + 1, into);
    if (!done) return done;
  }
  return {};
}

}  // namespace

expected<words> with_response_files(const words& given) {
  words made;
  const auto done = expand(given, 0, made);
  if (!done) return tl::unexpected(done.error());
  return made;
}

}  // namespace mentat::command
