#include "mplc/preamble/preamble_run.h"

#include <cctype>

namespace mentat::mplc {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class run_reader {
 public:
  explicit run_reader(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  }

  leading_run read() {
    while (skip_blank(true)) {
      if (rest_.empty()) {
        run_.is_all = open_guard_.empty();
        break;
      }
      if (!read_directive()) break;
    }
    return std::move(run_);
  }

 private:
  // False where a comment does not end, or where a line is continued: such text is left to the
  // preprocessor.
  bool skip_blank(bool over_lines) {
    while (!rest_.empty()) {
      if (rest_.starts_with("//")) {
        const std::string_view comment = rest_.substr(0, rest_.find('\n'));
        if (comment.find('\\') != std::string_view::npos) return false;
        rest_.remove_prefix(comment.size());
      } else if (rest_.starts_with("/*")) {
        const auto end = rest_.find("*/", 2);
        if (end == std::string_view::npos) return false;
        rest_.remove_prefix(end + 2);
      } else if (rest_.front() == '\n'
                     ? over_lines
                     : std::string_view(" \t\r").find(rest_.front()) != std::string_view::npos) {
        rest_.remove_prefix(1);
      } else {
        break;
      }
    }
    return true;
  }
  bool at_end_of_line() { return skip_blank(false) && (rest_.empty() || rest_.front() == '\n'); }

  std::string_view read_word() {
    if (!skip_blank(false)) return {};
    std::size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  bool read_directive() {
    if (rest_.front() != '#') return false;
    rest_.remove_prefix(1);
    const std::string_view name = read_word();
    if (!open_guard_.empty() && !is_defined_) return name == "define" && read_guard_macro();
    if (is_closed_) return false;
    if (name == "include") return read_include();
    if (name == "pragma") return read_word() == "once" && at_end_of_line() && (run_.is_once = true);
    if (name == "ifndef" && run_.includes.empty() && open_guard_.empty()) return open_guard();
    // The end of a guard: nothing but blanks may follow.
    if (name != "endif" || open_guard_.empty() || !at_end_of_line()) return false;
    open_guard_ = {};
    is_closed_ = true;
    return true;
  }
  bool open_guard() {
    open_guard_ = read_word();
    return !open_guard_.empty() && at_end_of_line();
  }
  bool read_guard_macro() {
    if (read_word() != open_guard_ || !at_end_of_line()) return false;
    run_.guard = open_guard_;
    return is_defined_ = run_.is_once = true;
  }
  bool read_include() {
    if (!skip_blank(false) || rest_.empty() || (rest_.front() != '<' && rest_.front() != '"'))
      return false;
    const bool angled = rest_.front() == '<';
    const auto end = rest_.find_first_of(angled ? ">\n\\" : "\"\n\\", 1);
    if (end == std::string_view::npos || rest_[end] != (angled ? '>' : '"')) return false;
    const std::string name(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    if (name.empty() || !at_end_of_line()) return false;
    run_.includes.push_back({name, angled});
    return true;
  }

  std::string_view rest_;
  std::string_view open_guard_;
  bool is_defined_ = false, is_closed_ = false;
  leading_run run_;
};

}  // namespace

leading_run read_leading_run(std::string_view text) { return run_reader(text).read(); }

}  // namespace mentat::mplc
