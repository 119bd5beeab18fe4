#include "mmps/wire/error_value.h"

#include <algorithm>
#include <array>

#include "mmps/wire/little_endian.h"

namespace mentat::mmps {
namespace {

constexpr std::size_t fixed_size = 2, length_size = 4, string_count = 8;
constexpr std::size_t longest_name = 4096;

// The strings in wire order.
template <class Error>
auto strings_of(Error& error) {
  return std::array{&error.class_name, &error.function_name, &error.host,      &error.type_name,
                    &error.text,       &error.limit,         &error.called_at, &error.fields};
}

template <class Error>
std::size_t longest(const Error& error, const std::string_view* string) {
  if (string == &error.text) return max_error_bytes;
  return string == &error.fields ? max_field_bytes : longest_name;
}

// Cuts the text last: a reader needs it most.
void cut(error_view& error) {
  if (error.fields.size() > max_field_bytes) {
    error.fields = {};
    if (error.kind == error_kind::own_error) error.kind = error_kind::remote_error;
  }
  std::size_t left =
      max_error_bytes - fixed_size - string_count * length_size - error.fields.size();
  for (std::string_view* name : {&error.class_name, &error.function_name, &error.host,
                                 &error.type_name, &error.limit, &error.called_at}) {
    *name = name->substr(0, longest_name);
    left -= name->size();
  }
  error.text = error.text.substr(0, left);
}

}  // namespace

std::string_view name_of(error_kind kind) {
  switch (kind) {
    case error_kind::remote_error:
      return "remote_error";
    case error_kind::broken_rtf:
      return "broken_rtf";
    case error_kind::object_lost:
      return "object_lost";
    case error_kind::unbound_variable:
      return "unbound_variable";
    case error_kind::limit_error:
      return "limit_error";
    case error_kind::deadlock:
      return "deadlock";
    case error_kind::closed_entry:
      return "closed_entry";
    case error_kind::task_poisoned:
      return "task_poisoned";
    case error_kind::resource_exhausted:
      return "resource_exhausted";
    case error_kind::interface_mismatch:
      return "interface_mismatch";
    case error_kind::data_lost:
      return "data_lost";
    case error_kind::own_error:
      return "own_error";
    case error_kind::replica_divergence:
      return "replica_divergence";
    case error_kind::space_lost:
      return "space_lost";
  }
  return "unknown error";
}

std::vector<std::byte> encode_error(const error_view& error) {
  error_view sent = error;
  cut(sent);
  std::size_t size = fixed_size;
  for (const std::string_view* string : strings_of(sent)) size += length_size + string->size();
  std::vector<std::byte> bytes(size);
  bytes[0] = static_cast<std::byte>(sent.kind);
  std::byte* at = bytes.data() + fixed_size;
  for (const std::string_view* string : strings_of(sent)) {
    put_little_endian(at, static_cast<std::uint32_t>(string->size()));
    std::copy_n(reinterpret_cast<const std::byte*>(string->data()), string->size(),
                at + length_size);
    at += length_size + string->size();
  }
  return bytes;
}

std::vector<std::byte> encode_error(const error_value& error) {
  return encode_error(error_view{error.kind, error.class_name, error.function_name, error.host,
                                 error.type_name, error.text, error.limit, error.called_at,
                                 error.fields});
}

std::optional<error_view> read_error(std::span<const std::byte> bytes) {
  if (bytes.size() < fixed_size || bytes.size() > max_error_bytes) return std::nullopt;
  const auto kind = std::to_integer<std::uint8_t>(bytes[0]);
  if (kind == 0 || kind > last_error_kind || bytes[1] != std::byte{0}) return std::nullopt;
  error_view error;
  error.kind = static_cast<error_kind>(kind);
  std::span<const std::byte> rest = bytes.subspan(fixed_size);
  for (std::string_view* string : strings_of(error)) {
    if (rest.size() < length_size) return std::nullopt;
    const std::size_t length = get_little_endian<std::uint32_t>(rest.data());
    rest = rest.subspan(length_size);
    if (length > rest.size() || length > longest(error, string)) return std::nullopt;
    *string = {reinterpret_cast<const char*>(rest.data()), length};
    rest = rest.subspan(length);
  }
  if (!rest.empty()) return std::nullopt;
  return error;
}

}  // namespace mentat::mmps
