// Changes a text token by token. A change of single bytes nearly always makes a parser error, and
// then the stages behind the parser are never reached. A token that is doubled, dropped or moved
// often leaves a valid program.
//
// Thread-safety: a pure function of the text and the seed.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

class token_mutator {
 public:
  token_mutator(std::string_view text, std::uint32_t seed) : random_(seed) { split(text); }

  [[nodiscard]] std::string run() {
    if (tokens_.empty()) tokens_.emplace_back("int main() {}");
    for (unsigned changes = 1 + below(4); changes-- > 0;) change();
    std::string text;
    for (const std::string& token : tokens_) text += token;
    return text;
  }

 private:
  // Words with their blanks, single marks, lines of comments; not exact, since any cut will do.
  void split(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      if (is_word(text[i]))
        while (end < text.size() && is_word(text[end])) ++end;
      while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) != 0) ++end;
      tokens_.emplace_back(text.substr(i, end - i));
      i = end;
    }
  }
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  std::size_t below(std::size_t limit) {
    return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit);
  }

  void change() {
    if (tokens_.empty()) return;
    const std::size_t at = below(tokens_.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(tokens_.size() - at, 12));
    const auto first = tokens_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(length);
    switch (below(8)) {
      case 0:
        tokens_.erase(first, last);
        break;
      case 1: {  // doubled, or moved beside itself
        const std::vector<std::string> copy(first, last);
        tokens_.insert(first, copy.begin(), copy.end());
        break;
      }
      case 2: {  // put somewhere else
        const std::vector<std::string> copy(first, last);
        tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(below(tokens_.size())),
                       copy.begin(), copy.end());
        break;
      }
      case 3:
      case 4:  // another token of this text
        tokens_[at] = tokens_[below(tokens_.size())];
        break;
      case 5:
        std::swap(tokens_[at], tokens_[below(tokens_.size())]);
        break;
      default:
        tokens_.insert(first, std::string(pieces[below(pieces.size())]));
    }
  }

  // Words with a meaning for MPL and the translator.
  static constexpr std::array<std::string_view, 63> pieces{
      "replicated mentat class r { public: int get() const { return n_; } void set(int n) { n_ = "
      "n; } "
      "private: int n_ = 0; };\n",
      "persistent mentat class q { public: int f(int x) { rtf(x); } int t_; };\n",
      "mentat class q;\n",
      "regular mentat struct ",
      "class [[mentat::persistent]] ",
      "class [[mentat::replicated]] ",
      "class [[mentat::durable]] ",
      "struct [[deprecated, mentat::regular]] ",
      "template <class T> ",
      "mselect { : maccept f(int x); break; };\n",
      "mselect {\n(n > 0) : maccept put(int x, const int& y); break; : melse break; };",
      ": maccept get(); ",
      ": mafter(1) break; ",
      ": melse { } ",
      "rtf(",
      "rtf(x);",
      "return w;",
      "mentat::create(w);",
      "mentat::self<q>()",
      "w = a.f(1);",
      "auto w = a.f(1), v = a.f(2);",
      "int w[2] = {a.f(1), 2};",
      "const int w{a.f(1)};",
      "[&] { return w; }();",
      "auto l = [=, &w](int k) mutable { w = k; };",
      "for (int i = 0; i < 3; ++i) { ",
      "for (auto& e : w) e = a.f(e);",
      "while (w) ",
      "if (w) ",
      "do { ",
      "switch (w) { case 1: ",
      "try { ",
      "} catch (...) { ",
      "goto out; out: ",
      "namespace n { ",
      "struct s { int a; int b[2]; };\n",
      "virtual ",
      "const ",
      "static ",
      "&",
      "*",
      "&&",
      "...",
      "#define mentat\n",
      "#define M(x) x x\n",
      "#if 0\n",
      "#endif\n",
      "#line 7 \"z\"\n",
      "#include <mentat/mpl.h>\n",
      "M(w = a.f(1))",
      "\\\n",
      "\r\n",
      "// c\n",
      "/* c */",
      "R\"(x)\"",
      "\"a\"",
      "'\\''",
      "<::",
      "%:",
      "?\?/\n",
      "\xef\xbb\xbf",
      "\xc3\xa9",
      "operator=(const q&) ",
  };

  std::mt19937 random_;
  std::vector<std::string> tokens_;
};

}  // namespace mentat::mplc
