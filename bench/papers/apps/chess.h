// Chess: positions, legal moves, and a search for the move that mates in two. The moves include
// castling, capture in passing and promotion; a game's history (repetition, fifty moves) is not
// known. perft() proves them: its counts are published.
//
// Thread-safety: a position is a value.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace mentat::bench::papers {

// A square is 16 * rank + file, from 0 (a1) to 0x77 (h8); the bits of 0x88 say that it is none.
using square = std::int8_t;

enum class piece : std::int8_t { none, pawn, knight, bishop, rook, queen, king };

struct chess_move {
  square from = 0, to = 0;
  piece promotes_to = piece::none;
  bool operator==(const chess_move&) const = default;
};

class chess_position {
 public:
  // Reads Forsyth-Edwards notation; the counts of moves may be missing. Errors: the expected input.
  static tl::expected<chess_position, std::string> of_fen(std::string_view fen);

  [[nodiscard]] bool white_moves() const { return white_moves_; }
  [[nodiscard]] std::vector<chess_move> legal_moves() const;
  // REQUIRES: the move is legal.
  [[nodiscard]] chess_position after(const chess_move& move) const;
  // Whether the player whose turn it is stands in check.
  [[nodiscard]] bool in_check() const;
  // The worth of the pieces of the player whose turn it is, less the other's; a pawn is 100.
  [[nodiscard]] int material() const;

 private:
  // A man of white is positive, of black negative.
  using man = std::int8_t;
  enum castling_right : std::uint8_t {
    white_king = 1,
    white_queen = 2,
    black_king = 4,
    black_queen = 8
  };

  [[nodiscard]] man at(int on) const { return board_[static_cast<std::size_t>(on)]; }
  man& at(int on) { return board_[static_cast<std::size_t>(on)]; }
  [[nodiscard]] int side() const { return white_moves_ ? 1 : -1; }
  [[nodiscard]] bool is_attacked(int target, int by) const;
  [[nodiscard]] bool leaves_king_in_check(const chess_move& move) const;
  void add_pawn_moves(int from, std::vector<chess_move>& to) const;
  void add_piece_moves(int from, std::vector<chess_move>& to) const;
  void add_castling(std::vector<chess_move>& to) const;
  [[nodiscard]] bool can_castle(int king, int rook, int steps) const;
  bool read_board(std::string_view text);
  bool read_rights(std::string_view text);
  bool read_passing(std::string_view text);

  std::array<man, 128> board_{};
  std::array<square, 2> kings_{-1, -1};  // of white, of black
  bool white_moves_ = true;
  std::uint8_t rights_ = 0;
  square passing_ = -1;  // the square that a pawn has just passed; -1: none
};

// The number of sequences of `depth` legal moves.
std::int64_t perft(const chess_position& at, int depth);

// "e2e4", "e7e8q".
std::string text_of(const chess_move& move);

struct mate_result {
  bool found = false;
  chess_move move;  // the first of the legal moves that mates, for every answer
  std::int64_t nodes = 0;
};
// Looks for a mate in at most that many moves of the player whose turn it is, by alpha-beta search
// with the material at the leaves.
mate_result find_mate(const chess_position& at, int moves);

}  // namespace mentat::bench::papers
