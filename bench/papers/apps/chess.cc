#include "bench/papers/apps/chess.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace mentat::bench::papers {
namespace {

constexpr std::array<int, 8> knight_steps = {33, 31, 18, 14, -33, -31, -18, -14};
constexpr std::array<int, 8> king_steps = {16, -16, 1, -1, 17, 15, -17, -15};  // rook's, bishop's
constexpr std::array<int, 7> worth = {0, 100, 300, 300, 500, 900, 0};

bool on_board(int at) { return (at & 0x88) == 0; }
piece kind_of(int man) { return static_cast<piece>(std::abs(man)); }

// 0: it is not a man.
std::int8_t man_of(char letter) {
  constexpr std::string_view letters = " pnbrqk";
  const std::size_t kind =
      letters.find(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
  if (letter == ' ' || kind == std::string_view::npos) return 0;
  const auto man = static_cast<std::int8_t>(kind);
  return std::isupper(static_cast<unsigned char>(letter)) ? man : static_cast<std::int8_t>(-man);
}

std::string_view next_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = std::min(text.find(' ', begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

}  // namespace

bool chess_position::read_board(std::string_view text) {
  int rank = 7, file = 0;
  for (const char c : text) {
    if (c == '/') {
      if (file != 8 || rank == 0) return false;
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else {
      const man here = man_of(c);
      if (here == 0 || file > 7) return false;
      if (kind_of(here) == piece::pawn && (rank == 0 || rank == 7)) return false;
      const auto on = static_cast<square>(16 * rank + file++);
      at(on) = here;
      if (kind_of(here) != piece::king) continue;
      square& king = kings_[here > 0 ? 0 : 1];
      if (king >= 0) return false;
      king = on;
    }
    if (file > 8) return false;
  }
  return rank == 0 && file == 8 && kings_[0] >= 0 && kings_[1] >= 0;
}

// A right without its king and rook at home is refused.
bool chess_position::read_rights(std::string_view text) {
  if (text == "-") return true;
  for (const char c : text) {
    constexpr std::string_view letters = "KQkq";
    const std::size_t which = letters.find(c);
    if (which == std::string_view::npos) return false;
    const int home = which < 2 ? 0 : 0x70, colour = which < 2 ? 1 : -1;
    const int rook = home + (which % 2 == 0 ? 7 : 0);
    if (at(home + 4) != colour * static_cast<int>(piece::king)) return false;
    if (at(rook) != colour * static_cast<int>(piece::rook)) return false;
    rights_ = static_cast<std::uint8_t>(rights_ | 1U << which);
  }
  return !text.empty();
}

bool chess_position::read_passing(std::string_view text) {
  if (text == "-") return true;
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h') return false;
  if (text[1] != (white_moves_ ? '6' : '3')) return false;
  passing_ = static_cast<square>(16 * (text[1] - '1') + text[0] - 'a');
  const int pawn = passing_ - 16 * side();
  return at(passing_) == 0 && at(pawn) == -side() * static_cast<int>(piece::pawn);
}

tl::expected<chess_position, std::string> chess_position::of_fen(std::string_view fen) {
  chess_position made;
  std::string_view rest = fen;
  if (!made.read_board(next_word(rest)))
    return tl::unexpected<std::string>(
        "expected a board of 8 ranks of 8 squares with one king of each colour and no pawn on the "
        "first or last rank");
  const std::string_view turn = next_word(rest);
  if (turn != "w" && turn != "b")
    return tl::unexpected<std::string>("expected w or b behind the board");
  made.white_moves_ = turn == "w";
  if (!made.read_rights(next_word(rest)))
    return tl::unexpected<std::string>(
        "expected rights of castling of KQkq, or -, that fit the board");
  if (!made.read_passing(next_word(rest)))
    return tl::unexpected<std::string>("expected the square that a pawn has just passed, or -");
  if (made.is_attacked(made.kings_[made.white_moves_ ? 1 : 0], made.side()))
    return tl::unexpected<std::string>(
        "expected a position in which the king of the other player is safe");
  return made;
}

bool chess_position::is_attacked(int target, int by) const {
  const auto is = [&](int on, piece kind) {
    return on_board(on) && at(on) == by * static_cast<int>(kind);
  };
  for (const int side_step : {-1, 1})
    if (is(target - 16 * by + side_step, piece::pawn)) return true;
  for (const int step : knight_steps)
    if (is(target + step, piece::knight)) return true;
  for (std::size_t i = 0; i < king_steps.size(); ++i) {
    const int step = king_steps[i];
    if (is(target + step, piece::king)) return true;
    int on = target + step;
    while (on_board(on) && at(on) == 0) on += step;
    if (is(on, i < 4 ? piece::rook : piece::bishop) || is(on, piece::queen)) return true;
  }
  return false;
}

bool chess_position::in_check() const { return is_attacked(kings_[white_moves_ ? 0 : 1], -side()); }

int chess_position::material() const {
  int sum = 0;
  for (const man each : board_)
    sum += (each > 0 ? 1 : -1) * worth[static_cast<std::size_t>(kind_of(each))];
  return sum * side();
}

void chess_position::add_pawn_moves(int from, std::vector<chess_move>& to) const {
  const int ahead = 16 * side();
  const auto add = [&](int on) {
    const chess_move move{static_cast<square>(from), static_cast<square>(on)};
    if (on >> 4 != 0 && on >> 4 != 7) return to.push_back(move);
    for (const piece kind : {piece::queen, piece::rook, piece::bishop, piece::knight})
      to.push_back({move.from, move.to, kind});
  };
  if (at(from + ahead) == 0) {  // a pawn never stands on the last rank
    add(from + ahead);
    const bool at_home = from >> 4 == (white_moves_ ? 1 : 6);
    if (at_home && at(from + 2 * ahead) == 0) add(from + 2 * ahead);
  }
  for (const int step : {ahead - 1, ahead + 1}) {
    const int on = from + step;
    if (on_board(on) && (at(on) * side() < 0 || on == passing_)) add(on);
  }
}

void chess_position::add_piece_moves(int from, std::vector<chess_move>& to) const {
  const piece kind = kind_of(at(from));
  const bool slides = kind != piece::knight && kind != piece::king;
  const auto& steps = kind == piece::knight ? knight_steps : king_steps;
  const std::size_t first = kind == piece::bishop ? 4 : 0, last = kind == piece::rook ? 4 : 8;
  for (std::size_t i = first; i < last; ++i)
    for (int on = from + steps[i]; on_board(on); on += steps[i]) {
      if (at(on) * side() > 0) break;
      to.push_back({static_cast<square>(from), static_cast<square>(on)});
      if (at(on) != 0 || !slides) break;
    }
}

// The squares between king and rook are empty, and the king passes no attacked one.
bool chess_position::can_castle(int king, int rook, int step) const {
  for (int on = king + step; on != rook; on += step)
    if (at(on) != 0) return false;
  for (int on = king; on != king + 3 * step; on += step)
    if (is_attacked(on, -side())) return false;
  return true;
}

void chess_position::add_castling(std::vector<chess_move>& to) const {
  const int home = white_moves_ ? 4 : 0x74;
  const unsigned rights = white_moves_ ? rights_ : rights_ >> 2U;
  const auto king = static_cast<square>(home);
  if ((rights & white_king) != 0 && can_castle(home, home + 3, 1))
    to.push_back({king, static_cast<square>(home + 2)});
  if ((rights & white_queen) != 0 && can_castle(home, home - 4, -1))
    to.push_back({king, static_cast<square>(home - 2)});
}

chess_position chess_position::after(const chess_move& move) const {
  chess_position next = *this;
  const man moved = at(move.from);
  const piece kind = kind_of(moved);
  next.at(move.from) = 0;
  next.at(move.to) = move.promotes_to == piece::none
                         ? moved
                         : static_cast<man>(side() * static_cast<int>(move.promotes_to));
  next.passing_ = -1;
  if (kind == piece::pawn) {
    if (move.to == passing_) next.at(move.to - 16 * side()) = 0;
    if (std::abs(move.to - move.from) == 32)
      next.passing_ = static_cast<square>((move.to + move.from) / 2);
  } else if (kind == piece::king) {
    next.kings_[white_moves_ ? 0 : 1] = move.to;
    if (std::abs(move.to - move.from) == 2) {
      const int rook = move.to > move.from ? move.to + 1 : move.to - 2;
      next.at((move.to + move.from) / 2) = at(rook);
      next.at(rook) = 0;
    }
  }
  // A right ends when its king or rook moves, or the rook is captured.
  for (const square on : {move.from, move.to}) {
    unsigned lost = 0;
    if (on == 0x04) lost = white_king | white_queen;
    if (on == 0x74) lost = black_king | black_queen;
    if (on == 0x07) lost = white_king;
    if (on == 0x00) lost = white_queen;
    if (on == 0x77) lost = black_king;
    if (on == 0x70) lost = black_queen;
    next.rights_ = static_cast<std::uint8_t>(next.rights_ & ~lost);
  }
  next.white_moves_ = !white_moves_;
  return next;
}

bool chess_position::leaves_king_in_check(const chess_move& move) const {
  const chess_position next = after(move);
  return next.is_attacked(next.kings_[white_moves_ ? 0 : 1], -side());
}

std::vector<chess_move> chess_position::legal_moves() const {
  std::vector<chess_move> all;
  all.reserve(64);
  for (int from = 0; from < 128; ++from) {
    if (!on_board(from) || at(from) * side() <= 0) continue;
    if (kind_of(at(from)) == piece::pawn)
      add_pawn_moves(from, all);
    else
      add_piece_moves(from, all);
  }
  add_castling(all);
  std::erase_if(all, [&](const chess_move& move) { return leaves_king_in_check(move); });
  return all;
}

// NOLINTNEXTLINE(misc-no-recursion): a tree of fixed depth
std::int64_t perft(const chess_position& at, int depth) {
  if (depth == 0) return 1;
  const std::vector<chess_move> moves = at.legal_moves();
  if (depth == 1) return static_cast<std::int64_t>(moves.size());
  std::int64_t sum = 0;
  for (const chess_move& each : moves) sum += perft(at.after(each), depth - 1);
  return sum;
}

std::string text_of(const chess_move& move) {
  const auto name = [](square on) {
    return std::string{static_cast<char>('a' + on % 16), static_cast<char>('1' + on / 16)};
  };
  constexpr std::string_view letters = " pnbrqk";
  std::string text = name(move.from) + name(move.to);
  if (move.promotes_to != piece::none) text += letters[static_cast<std::size_t>(move.promotes_to)];
  return text;
}

namespace {

constexpr int mate = 1'000'000;

// The value for the player whose turn it is. A mate is worth less the later it comes.
// NOLINTNEXTLINE(misc-no-recursion): a tree of fixed depth
int value_of(const chess_position& at, int depth, int alpha, int beta, std::int64_t& nodes) {
  ++nodes;
  const bool checked = at.in_check();
  if (depth == 0 && !checked) return at.material();
  const std::vector<chess_move> moves = at.legal_moves();
  if (moves.empty()) return checked ? -(mate + depth) : 0;
  if (depth == 0) return at.material();
  int best = -2 * mate;
  for (const chess_move& each : moves) {
    best =
        std::max(best, -value_of(at.after(each), depth - 1, -beta, -std::max(alpha, best), nodes));
    if (best >= beta) break;
  }
  return best;
}

}  // namespace

mate_result find_mate(const chess_position& at, int moves) {
  mate_result result;
  result.nodes = 1;
  for (const chess_move& each : at.legal_moves()) {
    // Only whether it mates is of interest: the window is as narrow as can be.
    const int value = -value_of(at.after(each), 2 * moves - 1, -mate, -(mate - 1), result.nodes);
    if (value < mate) continue;
    result.found = true;
    result.move = each;
    break;
  }
  return result;
}

}  // namespace mentat::bench::papers
