#include "daemons/host/wire/invite_line.h"

#include "daemons/host/membership/host_keys.h"

namespace mentat::host {
namespace {

constexpr std::size_t scheme_length = 9;  // mentat://
constexpr std::size_t hex_length = 64;
constexpr std::size_t longest_line = 400;

}  // namespace

std::string invite_line::text() const {
  return "mentat://" + address.substr(std::string("tcp://").size()) + "/" +
         key_as_hex(founder_key) + "/" + key_as_hex(guest_secret);
}

std::optional<invite_line> invite_line::parse(const std::string& text) {
  if (text.size() > longest_line || !text.starts_with("mentat://") ||
      text.size() < scheme_length + 2 * (hex_length + 1))
    return std::nullopt;
  const std::size_t keys = text.size() - 2 * (hex_length + 1);
  if (text[keys] != '/' || text[keys + hex_length + 1] != '/') return std::nullopt;
  invite_line line{"tcp://" + text.substr(scheme_length, keys - scheme_length),
                   key_from_hex(text.substr(keys + 1, hex_length)),
                   key_from_hex(text.substr(keys + hex_length + 2))};
  if (line.founder_key.empty() || line.guest_secret.empty() ||
      line.address.find('/', 6) != std::string::npos)
    return std::nullopt;
  return line;
}

}  // namespace mentat::host
