#include "mmps/base/shown_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mentat::base {
namespace {

struct character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // bytes; 0: not UTF-8
};

// The first character of a text that is not empty.
character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf5   ? 0
                           : lead >= 0xf0 ? 4
                           : lead >= 0xe0 ? 3
                           : lead >= 0xc2 ? 2
                                          : 0;
  if (size == 0 || size > text.size()) return {};
  std::uint32_t code = lead & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[size] || code > 0x10ffff || is_surrogate ? character{} : character{code, size};
}

struct range {
  std::uint32_t first, last;
};

// Characters that are not text: controls, direction and order, line ends, invisible ones, tags.
constexpr std::array<range, 10> hidden{{{0x00, 0x1f},
                                        {0x7f, 0x9f},
                                        {0x061c, 0x061c},
                                        {0x200b, 0x200b},
                                        {0x200e, 0x200f},
                                        {0x2028, 0x202e},
                                        {0x2060, 0x206f},
                                        {0xfeff, 0xfeff},
                                        {0xfff9, 0xfffb},
                                        {0xe0000, 0xe0fff}}};

bool is_hidden(std::uint32_t code) {
  return std::ranges::any_of(
      hidden, [&](const range& one) { return code >= one.first && code <= one.last; });
}

std::string hexadecimal(std::uint32_t number, std::size_t digits) {
  std::string text(digits, '0');
  for (; digits > 0; number >>= 4) text[--digits] = "0123456789abcdef"[number & 0xf];
  return text;
}

std::string escape(std::uint32_t code) {
  switch (code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return code < 0x80      ? "\\x" + hexadecimal(code, 2)
             : code < 0x10000 ? "\\u" + hexadecimal(code, 4)
                              : "\\U" + hexadecimal(code, 8);
  }
}

}  // namespace

std::string shown(std::string_view text, std::size_t longest, line_ends ends) {
  std::string result;
  for (std::string_view left = text; !left.empty();) {
    const character next = first_of(left);
    const std::size_t size = std::max<std::size_t>(next.size, 1);
    const bool stays = next.size > 0 && (!is_hidden(next.code) || (ends == line_ends::kept &&
                                                                   (left[0] == '\n' || left[0] == '\t')));
    const std::string piece = stays           ? std::string(left.substr(0, size))
                              : next.size > 0 ? escape(next.code)
                                              : "\\x" + hexadecimal(static_cast<unsigned char>(left[0]), 2);
    if (result.size() + piece.size() > longest)
      return result + "... (" + std::to_string(text.size()) + " bytes)";
    result += piece;
    left.remove_prefix(size);
  }
  return result;
}

}  // namespace mentat::base
