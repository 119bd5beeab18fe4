// Stage 1 for one mselect [TOCS96 3.2.4, Figure 9]: it becomes a switch whose guards, parameters
// and entries Clang checks as ordinary C++.
//
//   mselect {                              switch(...select()) {
//     (n_ < 9) : maccept put(int x);  ->     case 1:{if((n_ < 9)); int x=...any(); put(x);
//       statements break;                      statements break; break;}
//     : melse ++idle; break;                 case 2:{ ++idle; break; break;}
//   };                                     default:__builtin_unreachable();};
//
// So `break` leaves the select, `continue` means the loop around it, the parameters are known in
// the statements, and the call chooses among overloads. Invariants: those of lowering.h. Errors:
// E0104 to E0107 as problems of the lowered text; the select is then blanked as a whole, so that
// Clang says nothing about its insides.
#pragma once

#include <functional>

#include "mplc/lower/lowered_writer.h"
#include "mplc/lower/raw_tokens.h"

namespace mentat::mplc {

class select_lowering {
 public:
  // `lower_tokens` lowers the tokens of a range, which may hold other statements of MPL.
  using range_lowering = std::function<void(std::size_t begin, std::size_t end)>;

  select_lowering(const raw_tokens& tokens, lowered_writer& writer, lowered_text& result,
                  range_lowering lower_tokens)
      : tokens_(tokens), writer_(writer), result_(result), lower_tokens_(std::move(lower_tokens)) {}

  // Lowers the mselect at token `i`; returns the token behind it.
  std::size_t lower(std::size_t i);

 private:
  // One entry, as tokens; `colon` is where an entry without guard begins.
  struct entry {
    entry_kind kind;
    std::size_t guard, colon, keyword;
    std::size_t open = 0, close = 0;  // the parentheses behind the keyword and name
    std::size_t body = 0, end = 0;    // the statements
  };
  struct token_range {
    std::size_t begin, end;
  };

  std::size_t lower_unterminated(std::size_t i);
  [[nodiscard]] std::vector<entry> read_entries(std::size_t i, std::size_t close);
  bool read_entry(entry& made);
  [[nodiscard]] std::size_t behind_last(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool ends_statement(std::size_t statement, std::size_t brace) const;
  [[nodiscard]] bool is_other_entry(std::size_t statement, std::size_t colon) const;

  entry_mark write_entry(const entry& of, std::size_t number);
  void write_accept(const entry& of, entry_mark& mark);
  void write_after(const entry& of, entry_mark& mark);
  [[nodiscard]] std::vector<token_range> split_parameters(const entry& of) const;
  [[nodiscard]] entry_parameter read_parameter(token_range tokens) const;

  void problem(std::size_t token, std::string code, std::string text);
  [[nodiscard]] text_range range(std::size_t begin, std::size_t end) const {
    return {tokens_[begin].begin, tokens_[end - 1].end};
  }
  [[nodiscard]] bool is(std::size_t i, std::string_view text) const { return tokens_.is(i, text); }

  const raw_tokens& tokens_;
  lowered_writer& writer_;
  lowered_text& result_;
  range_lowering lower_tokens_;
};

}  // namespace mentat::mplc
