#include "daemons/launch/image_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mentat::launch {
namespace {

constexpr std::size_t longest_name = 255, longest_tag = 128;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) { return is_lower(c) || is_upper(c) || is_digit(c); }

template <class Piece>
bool all_pieces(std::string_view text, char separator, const Piece& fits) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (!fits(text.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

bool is_label(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && std::ranges::all_of(text, is_digit);
}

// registry.lab, registry.lab:5000, 10.0.0.1:5000, [fd74::1]:5000
bool is_domain(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t close = std::min(text.find(']'), text.size() - 1);
    const std::string_view address = text.substr(1, close - 1), rest = text.substr(close + 1);
    return text[close] == ']' &&
           address.find_first_not_of("0123456789abcdefABCDEF:") == address.npos &&
           address.find(':') != address.npos &&
           (rest.empty() || (rest.front() == ':' && is_port(rest.substr(1))));
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  return all_pieces(text.substr(0, colon), '.', is_label) &&
         (colon == text.size() || is_port(text.substr(colon + 1)));
}

bool is_separator(std::string_view text) {
  return text == "." || text == "_" || text == "__" || text.find_first_not_of('-') == text.npos;
}

bool is_component(std::string_view text) {
  const auto fits = [](char c) { return is_lower(c) || is_digit(c); };
  if (text.empty() || !fits(text.front()) || !fits(text.back())) return false;
  for (std::size_t at = 0; at < text.size();) {
    const auto* const begin = std::find_if_not(text.begin() + at, text.end(), fits);
    const auto* const end = std::find_if(begin, text.end(), fits);
    if (begin != end && !is_separator({begin, end})) return false;
    at = static_cast<std::size_t>(end - text.begin());
  }
  return true;
}

bool is_tag(std::string_view text) {
  return !text.empty() && text.size() <= longest_tag && text.front() != '.' &&
         text.front() != '-' && std::ranges::all_of(text, [](char c) {
           return is_alphanumeric(c) || c == '_' || c == '.' || c == '-';
         });
}

// Registries know these.
bool is_digest(std::string_view text) {
  for (const auto& [kind, digits] :
       {std::pair<std::string_view, std::size_t>{"sha256:", 64}, {"sha384:", 96}, {"sha512:", 128}})
    if (text.starts_with(kind))
      return text.size() == kind.size() + digits &&
             text.find_first_not_of("0123456789abcdef", kind.size()) == text.npos;
  return false;
}

bool begins_with_domain(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == name.npos) return false;
  const std::string_view first = name.substr(0, slash);
  return first == "localhost" || first.find_first_of(".:") != first.npos ||
         std::ranges::any_of(first, is_upper);
}

}  // namespace

std::string why_no_image(std::string_view text) {
  std::string_view name = text;
  if (const std::size_t at = name.find('@'); at != name.npos) {
    if (!is_digest(name.substr(at + 1)))
      return "a digest such as sha256: and 64 digits of 0-9a-f behind @";
    name = name.substr(0, at);
  }
  const std::size_t path = begins_with_domain(name) ? name.find('/') + 1 : 0;
  if (const std::size_t colon = name.find(':', path); colon != name.npos) {
    if (!is_tag(name.substr(colon + 1)))
      return "a tag of at most 128 letters, digits and signs of . - _, the first one no . or -";
    name = name.substr(0, colon);
  }
  if (name.size() > longest_name) return "at most 255 characters before the tag";
  if (path != 0 && !is_domain(name.substr(0, path - 1))) return "HOST:PORT before the first /";
  if (!all_pieces(name.substr(path), '/', is_component))
    return "the name of an image, such as lab/search:1, in small letters, digits and, between "
           "them, . _ or -";
  return {};
}

}  // namespace mentat::launch
