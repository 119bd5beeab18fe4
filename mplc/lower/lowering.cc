#include "mplc/lower/lowering.h"

#include <algorithm>
#include <array>

#include "llvm/ADT/StringRef.h"
#include "mplc/lower/lower_select.h"
#include "mplc/lower/lowered_writer.h"
#include "mplc/lower/raw_tokens.h"

namespace mentat::mplc {

const segment* lowered_text::find(text_offset lowered) const {
  const auto after = std::ranges::upper_bound(segments, lowered, {}, &segment::lowered);
  return after == segments.begin() ? nullptr : &*std::prev(after);
}

text_offset lowered_text::original_offset(text_offset lowered) const {
  const segment* found = find(lowered);
  if (found == nullptr) return lowered;
  return found->original + (found->what == piece::original ? lowered - found->lowered : 0);
}

std::optional<text_offset> lowered_text::exact_offset(text_offset lowered) const {
  const segment* found = find(lowered);
  if (found == nullptr) return lowered;
  if (found->what != piece::original) return std::nullopt;
  return found->original + (lowered - found->lowered);
}

bool lowered_text::is_silent(text_offset lowered) const {
  const segment* found = find(lowered);
  return found != nullptr && found->what == piece::silent;
}

namespace {

template <class Mark>
const Mark* find_sorted(const std::vector<Mark>& marks, text_offset at, text_offset Mark::* place) {
  const auto found = std::ranges::lower_bound(marks, at, {}, place);
  return found == marks.end() || (*found).*place != at ? nullptr : &*found;
}

}  // namespace

const class_mark* lowered_text::mark_at(text_offset class_key_lowered) const {
  return find_sorted(marks, class_key_lowered, &class_mark::class_key_lowered);
}

const class_mark* lowered_text::mark_in_original(text_offset class_key) const {
  return find_sorted(marks, class_key, &class_mark::class_key);
}

const select_mark* lowered_text::select_at(text_offset switch_lowered) const {
  return find_sorted(selects, switch_lowered, &select_mark::switch_lowered);
}

bool may_contain_mpl(std::string_view text) {
  const auto in_word = [&](std::size_t i) {
    return i < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (const std::string_view word : {std::string_view("mentat"), std::string_view("mselect")})
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
      if ((at == 0 || !in_word(at - 1)) && !in_word(at + word.size())) return true;
  return false;
}

namespace {

constexpr std::size_t none = ~std::size_t{0};

// Deeper selects are left to Clang, which reports more than 256 nested brackets. Here each level
// would need some of the stack.
constexpr unsigned deepest_select = 256;

// The end of the head of a class, and its name. A head ends before a bracket that it has
// not opened: the statement around it ends there.
struct class_head {
  std::size_t brace = none;  // token of the `{`, if this is a definition
  std::size_t next = 0;      // the token behind the head
  std::string_view name;
};

class lowerer {
 public:
  lowerer(std::string_view original, lowered_text& result)
      : original_(original), tokens_(original), result_(result), writer_(original, result) {}

  void run() {
    check_attributes();
    check_line_ends();
    lower_tokens(0, tokens_.size());
    writer_.copy_to(static_cast<text_offset>(original_.size()));
    writer_.end();
  }

 private:
  void lower_tokens(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      std::size_t next = lower_class(i);
      if (next == i) next = lower_statement(i);
      i = next == i ? i + 1 : next;
    }
  }

  void blank(text_offset begin, text_offset end) {
    writer_.copy_to(begin);
    writer_.blank_to(end);
  }

  void problem(std::size_t token, std::string code, std::string text) {
    result_.problems.push_back({tokens_[token].begin, std::move(code), std::move(text)});
  }

  // Reading.
  [[nodiscard]] bool is(std::size_t i, std::string_view text) const { return tokens_.is(i, text); }
  [[nodiscard]] bool is_class_key(std::size_t i) const { return is(i, "class") || is(i, "struct"); }
  [[nodiscard]] class_kind kind_of(std::size_t i) const {
    for (const class_kind kind :
         {class_kind::regular, class_kind::persistent, class_kind::replicated, class_kind::durable})
      if (is(i, word_of(kind))) return kind;
    return class_kind::none;
  }

  // Whether a token stands between the angle brackets of `template <`. REQUIRES: calls come in the
  // order of tokens. The facts about earlier tokens are kept, because a declaration that never ends
  // can be as long as the file.
  [[nodiscard]] bool in_template_head(std::size_t i) {
    for (; seen_ < i; ++seen_) {
      const std::string_view text = tokens_[seen_].text;
      if (text == ";" || text == "{" || text == "}" || text == "(")
        angles_.clear();
      else if (text == "<")
        angles_.push_back(seen_);
      else if (text == ">" && !angles_.empty())
        angles_.pop_back();
    }
    return !angles_.empty() && angles_.back() > 0 && is(angles_.back() - 1, "template");
  }

  [[nodiscard]] class_head read_head(std::size_t key) const {
    class_head head;
    int angles = 0;
    bool bases = false;
    std::size_t i = key + 1;
    for (; i < tokens_.size() && tokens_[i].directive == tokens_[key].directive; ++i) {
      const std::string_view text = tokens_[i].text;
      if (text == "(" || text == "[") {
        i = tokens_.match(i);
        continue;
      }
      if (text == "{") head.brace = i;
      if (text == "{" || text == ";" || tokens_.is_closer(i)) break;
      if (!bases && angles == 0 &&
          (text == "," || text == ">" || text == "=" || text == "*" || text == "&"))
        break;
      if (text == "<") ++angles;
      if (text == ">") --angles;
      if (text == ">>") angles -= 2;
      if (text == ":") bases = true;
      if (!bases && angles == 0 && tokens_[i].identifier && text != "alignas" &&
          (text != "final" || head.name.empty()))
        head.name = text;
    }
    head.next = head.brace == none ? i : i + 1;
    return head;
  }

  // Whether the body declares copying itself. A second declaration would be an error.
  [[nodiscard]] bool declares_copying(const class_head& head, bool assignment) const {
    const std::size_t end = tokens_.match(head.brace);
    for (std::size_t i = head.brace + 1; i < end; ++i) {
      if (is(i, "{")) i = tokens_.match(i);
      const bool begins =
          assignment ? is(i, "operator") && is(i + 1, "=") : is(i, head.name) && !is(i - 1, "~");
      const std::size_t open = assignment ? i + 2 : i + 1;
      if (begins && is(open, "(") && takes_reference_to(head.name, open)) return true;
    }
    return false;
  }

  [[nodiscard]] bool takes_reference_to(std::string_view name, std::size_t open) const {
    const std::size_t close = tokens_.match(open);
    bool named = false;
    for (std::size_t i = open + 1; i < close && !is(i, ","); ++i) {
      if (is(i, name)) named = true;
      if (is(i, "&")) return named;
    }
    return false;
  }

  // Classes.
  // Members that each Mentat variable has. They are declared for Clang alone: a variable of a class
  // without default constructor is unbound, and copying a variable copies the name of an object
  // that itself need not be copyable.
  void insert_members(const class_head& head, std::size_t key) {
    writer_.copy_to(tokens_[head.brace].end);
    const std::string name(head.name);
    std::string text = "public:template<class=void>" + name + "();";
    if (!declares_copying(head, false)) text += name + "(const " + name + "&);";
    if (!declares_copying(head, true)) text += name + "&operator=(const " + name + "&);";
    // In a class named create it would be a constructor.
    if (name != "create")
      text += "template<class...MentatArguments__>void create(MentatArguments__&&...)const;";
    if (name != "destroy") text += "void destroy()const;";
    if (name != "bound") text += "bool bound()const;";
    text += "void mentat_variable__()const;" + comparison("==") + comparison("<") +
            comparison(">") + comparison("<=") + comparison(">=");
    writer_.insert(text + (is(key, "struct") ? "" : "private:"));
  }

  // A template, so that the user's own operator is preferred; a member, so that it is not a
  // candidate for other classes.
  static std::string comparison(const std::string& sign) {
    return "template<class MentatOther__>requires requires(const MentatOther__&other__)"
           "{other__.mentat_variable__();}bool operator" +
           sign + "(const MentatOther__&)const;";
  }

  std::size_t finish_class(std::size_t key) {
    const class_head head = read_head(key);
    if (head.brace == none) return head.next;
    const std::size_t close = tokens_.match(head.brace);
    if (close + 1 < tokens_.size() && !is(close + 1, ";"))
      problem(close + 1, "E0203",
              "declare variables separately from the Mentat class '" + std::string(head.name) +
                  "': end the class with ';' first");
    if (!head.name.empty()) insert_members(head, key);
    return head.next;
  }

  // Handles a marked class that begins at token `i`; returns the token behind its head, or `i` when
  // there is none.
  std::size_t lower_class(std::size_t i) {
    if (is_class_key(i)) return has_mentat_attribute(i) ? finish_class(i) : i;
    const bool kind_word = kind_of(i) != class_kind::none && is(i + 1, "mentat");
    if (!kind_word && !is(i, "mentat")) return i;
    const std::size_t word = kind_word ? i + 1 : i;
    const std::size_t key = word + 1;
    if (i > 0 && is(i - 1, "define")) return i;
    if (is(key, "union") || is(key, "enum")) {
      problem(i, "E0102",
              "a Mentat class must be declared with 'class' or 'struct', not '" +
                  std::string(tokens_[key].text) + "'");
      blank(tokens_[i].begin, tokens_[word].end);
      return key + 1;
    }
    if (kind_word && tokens_[i].directive && !is_on_line_of(key, i))
      problem(i, "E0202", "a mark that a macro makes is not found; write it at the class");
    if (!is_class_key(key) || !is_on_line_of(key, i)) return i;
    if (in_template_head(i))
      problem(i, "E0103",
              "'mentat' is not allowed on a template parameter; mark the classes that are its "
              "arguments");
    blank(tokens_[i].begin, tokens_[word].end);
    writer_.copy_to(tokens_[key].begin);
    result_.marks.push_back({tokens_[i].begin, tokens_[key].begin, writer_.lowered(),
                             kind_word ? kind_of(i) : class_kind::regular});
    return finish_class(key);
  }

  // Whether a token is in the same directive as another, if that is in one.
  [[nodiscard]] bool is_on_line_of(std::size_t token, std::size_t other) const {
    if (!tokens_[other].directive) return true;
    for (std::size_t i = other + 1; i <= token; ++i)
      if (i >= tokens_.size() || !tokens_[i].directive || tokens_[i].begins_line) return false;
    return true;
  }

  // `class [[mentat::persistent]]`, also among other attributes and as `[[using mentat:
  // persistent]]`.
  [[nodiscard]] bool has_mentat_attribute(std::size_t key) const {
    for (std::size_t i = key + 1; is(i, "[") || is(i, "alignas");) {
      const std::size_t close = tokens_.match(is(i, "[") ? i : i + 1);
      for (std::size_t k = i; k < close; ++k)
        if (is(k, "mentat") && (is(k + 1, "::") || is(k + 1, ":")) &&
            kind_of(k + 2) != class_kind::none)
          return true;
      i = close + 1;
    }
    return false;
  }

  // Reports unknown attributes in namespace mentat, which compilers ignore silently. `[[` begins
  // nothing else in C++.
  void check_attributes() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!is(i, "[") || !is(i + 1, "[")) continue;
      const std::size_t close = std::min(tokens_.match(i), tokens_.size());
      const bool all_ours = is(i + 2, "using") && is(i + 3, "mentat") && is(i + 4, ":");
      for (std::size_t k = i + 2; k < close; ++k) {
        const bool is_ours = is(k, "mentat") && is(k + 1, "::");
        const bool names = all_ours && (k == i + 5 || (k > i + 5 && is(k - 1, ",")));
        if (is_ours) check_attribute(k + 2);
        if (names) check_attribute(k);
        if (is(k, "(")) k = tokens_.match(k);  // arguments
      }
      i = close;
    }
  }

  void check_attribute(std::size_t name) {
    static constexpr std::array<std::string_view, 4> known{"persistent", "regular", "replicated",
                                                           "durable"};
    if (is(name, "durable") && is(name + 1, "("))
      problem(name, "E1005",
              "a durable class has no settings yet: its objects survive any process of their host "
              "but the daemons (level process); write [[mentat::durable]]");
    if (name >= tokens_.size() || !tokens_[name].identifier ||
        std::ranges::find(known, tokens_[name].text) != known.end())
      return;
    for (std::size_t i = name; tokens_[i].directive && !tokens_[i].begins_line;)
      if (is(--i, tokens_[name].text)) return;  // the parameter of a macro
    const llvm::StringRef written(tokens_[name].text);
    const std::string_view nearest = *std::ranges::min_element(
        known, {}, [&](std::string_view one) { return written.edit_distance(one); });
    const bool is_near = written.edit_distance(nearest) <= 1 + written.size() / 3;
    problem(name, "W0111",
            "'mentat::" + written.str() +
                "' has no effect: there are 'mentat::persistent', 'mentat::regular', "
                "'mentat::replicated' and 'mentat::durable'" +
                (is_near ? "; did you mean 'mentat::" + std::string(nearest) + "'?" : ""));
  }

  // Reports a carriage return alone, which ends a line for Clang but not for other compilers: they
  // would disagree on where a comment or a directive ends. In a raw string it is a character.
  void check_line_ends() {
    std::size_t token = 0;
    for (auto at = original_.find('\r'); at != std::string_view::npos;
         at = original_.find('\r', at + 1)) {
      if (original_.substr(at + 1, 1) == "\n") continue;
      while (token < tokens_.size() && tokens_[token].end <= at) ++token;
      if (token < tokens_.size() && tokens_[token].begin <= at) continue;
      result_.problems.push_back({static_cast<text_offset>(at), "E0112",
                                  "a carriage return without a newline: compilers do not agree "
                                  "whether a line ends here; end lines with a newline"});
      return;  // files of old systems are full of them
    }
  }

  // Statements.
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    static constexpr std::array<std::string_view, 8> before{";", "{",    "}",  ")",
                                                            ":", "else", "do", "melse"};
    return i > 0 && std::ranges::find(before, tokens_[i - 1].text) != before.end();
  }

  std::size_t lower_statement(std::size_t i) {
    if (!is(i, "mselect") || !is(i + 1, "{") || tokens_[i].directive || !begins_statement(i))
      return i;
    if (selects_around_ == deepest_select) return i;
    ++selects_around_;
    const std::size_t next =
        select_lowering(tokens_, writer_, result_, [this](std::size_t begin, std::size_t end) {
          lower_tokens(begin, end);
        }).lower(i);
    --selects_around_;
    return next;
  }

  std::string_view original_;
  raw_tokens tokens_;
  lowered_text& result_;
  lowered_writer writer_;
  unsigned selects_around_ = 0;
  std::size_t seen_ = 0;             // number of tokens that angles_ covers
  std::vector<std::size_t> angles_;  // `<` that are open in this declaration
};

}  // namespace

lowered_text lower(std::string_view original) {
  lowered_text result;
  lowerer(original, result).run();
  // An inner one was finished before the one around it.
  std::ranges::sort(result.selects, {}, &select_mark::switch_lowered);
  return result;
}

}  // namespace mentat::mplc
