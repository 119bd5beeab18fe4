#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/shown_text.h"

#include <doctest/doctest.h>

#include <string>

#include "mmps/base/random.h"

namespace mentat::base {
namespace {

// Printable ASCII, or whole characters above it; nothing else may reach a terminal.
bool is_harmless(const std::string& text, bool newlines) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (newlines && (c == '\n' || c == '\t')) continue;
    if (c < 0x20 || c == 0x7f) return false;
    if (c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) return false;
  }
  return text.find("\u202e") == std::string::npos && text.find("\u2028") == std::string::npos;
}

}  // namespace

TEST_CASE("text that people read stays as it is") {
  for (const char* text : {"", "a plain text", "'quotes' \"and\" \\backslashes\\", "Größe 日本語 ελληνικά",
                           "\U0001f600", "\u00a0"})
    CHECK(shown(text) == text);
}

TEST_CASE("characters that control a terminal are written as escapes") {
  CHECK(shown("\x1b[2J\x1b]0;title\a") == "\\x1b[2J\\x1b]0;title\\x07");
  CHECK(shown("a\nmentat: forged\r\tb") == "a\\nmentat: forged\\r\\tb");
  CHECK(shown(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(shown("\x7f") == "\\x7f");
  CHECK(shown("\xc2\x9b" "2J") == "\\u009b2J");
}

TEST_CASE("characters that reorder or hide text are written as escapes") {
  CHECK(shown("a\u202eb\u2066c\u2028d\u200be\ufeff") == "a\\u202eb\\u2066c\\u2028d\\u200be\\ufeff");
  CHECK(shown("\U000e0041") == "\\U000e0041");
}

TEST_CASE("bytes that are not UTF-8 are written as bytes") {
  CHECK(shown("\xff") == "\\xff");
  CHECK(shown("\x9b" "2J") == "\\x9b2J");
  CHECK(shown("\xc0\x8a") == "\\xc0\\x8a");          // an overlong newline
  CHECK(shown("\xe2\x80") == "\\xe2\\x80");          // cut
  CHECK(shown("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a surrogate pair
  CHECK(shown("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("a long text is cut between characters, and its length is given") {
  CHECK(shown(std::string(300, 'x'), 10) == "xxxxxxxxxx... (300 bytes)");
  CHECK(shown(std::string(10, 'x'), 10) == "xxxxxxxxxx");
  CHECK(shown("aä", 2) == "a... (3 bytes)");
  CHECK(shown("ab\n", 3) == "ab... (3 bytes)");
  CHECK(shown_value(std::string(1 << 20, 'y')).size() < longest_shown_value + 30);
}

TEST_CASE("newlines and tabs stay where several lines are wanted") {
  CHECK(shown("a\n\tb\x1b\r\n", 100, line_ends::kept) == "a\n\tb\\x1b\\r\n");
}

TEST_CASE("for any bytes the shown text is harmless and short") {
  random from(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(from.below(40), '\0');
    constexpr std::string_view likely = "\x1b\n\xe2\x80\xae\xc2\x9b\x7f[m\xf3\xa0\x80\x81";
    for (char& c : text)
      c = from.below(2) == 0 ? static_cast<char>(from.below(256)) : likely[from.below(likely.size())];
    for (const line_ends ends : {line_ends::escaped, line_ends::kept}) {
      const std::string result = shown(text, 60, ends);
      CHECK(is_harmless(result, ends == line_ends::kept));
      CHECK(result.size() <= 60 + 20);
      CHECK(shown(result, 1000, ends) == result);
    }
  }
}

}  // namespace mentat::base
