#include "mplc/lower/raw_tokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

namespace mentat::mplc {
namespace {

const clang::LangOptions& raw_options() {
  static const clang::LangOptions options = [] {
    clang::LangOptions made;
    made.CPlusPlus = made.CPlusPlus11 = made.CPlusPlus14 = made.CPlusPlus17 = made.CPlusPlus20 = 1;
    made.LineComment = made.RawStringLiterals = made.Digraphs = made.Bool = 1;
    return made;
  }();
  return options;
}

// Returns the begin of a token behind leading backslash-newlines. A token that is nothing but a
// backslash begins there.
text_offset behind_splices(std::string_view text, text_offset begin, text_offset end) {
  text_offset found = begin;
  while (found < end && text[found] == '\\') {
    ++found;
    while (found < end && (text[found] == '\r' || text[found] == '\n')) ++found;
  }
  return found < end ? found : begin;
}

}  // namespace

std::string without_splices(std::string_view text) {
  std::string cleaned;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      cleaned += text[i];
      continue;
    }
    while (i + 1 < text.size() && (text[i + 1] == '\r' || text[i + 1] == '\n')) ++i;
  }
  return cleaned;
}

raw_tokens::raw_tokens(std::string_view text) : text_(text) {
  // Clang's lexer reads one byte behind the end and expects a zero there.
  const std::string terminated(text);
  const char* begin = terminated.c_str();
  clang::Lexer lexer(clang::SourceLocation(), raw_options(), begin, begin,
                     begin + terminated.size());
  bool directive = false;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const auto end = static_cast<text_offset>(lexer.getBufferLocation() - begin);
    raw_token made{end - token.getLength(), end,   {}, token.is(clang::tok::raw_identifier),
                   token.isAtStartOfLine(), false, {}};
    if (made.begins_line) directive = token.is(clang::tok::hash);
    made.directive = directive;
    made.begin = behind_splices(text, made.begin, end);
    made.text = text.substr(made.begin, made.end - made.begin);
    if (made.identifier && token.needsCleaning()) made.cleaned = without_splices(made.text);
    tokens_.push_back(std::move(made));
  }
  for (raw_token& token : tokens_)
    if (!token.cleaned.empty()) token.text = token.cleaned;
  find_closers();
}

void raw_tokens::find_closers() {
  closers_.assign(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view text = tokens_[i].text;
    if (text == "(" || text == "[" || text == "{" || text == "<%" || text == "<:")
      open.push_back(i);
    if (!is_closer(i) || open.empty()) continue;
    closers_[open.back()] = i;
    open.pop_back();
  }
}

}  // namespace mentat::mplc
