// An error as a value [TOCS96 3.2.2]: it travels, with flag::error, in place of a result or
// argument. Its bytes follow the future in the body of the token; machines that only pass it on do
// not read it.
//
//   0:1 kind . 1:1 zero . then eight strings, each a 4-byte little-endian length and its bytes:
//   class, function, host, type name, text, limit, place of the call, fields. Nothing behind.
// At most max_error_bytes in all; the fields at most max_field_bytes, each other string but the
// text at most 4096 bytes. Ownership: error_view is a view of the bytes, error_value owns its
// strings. Errors: read_error() returns nothing for bytes that do not encode an error;
// encode_error() never fails: it cuts long strings, and an own_error with too long fields becomes a
// remote_error. Thread-safety: all functions. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::mmps {

inline constexpr std::size_t max_error_bytes = std::size_t{64} << 10;
inline constexpr std::size_t max_field_bytes = std::size_t{16} << 10;

enum class error_kind : std::uint8_t {
  remote_error = 1,  // a member function threw
  broken_rtf,        // it ended without rtf
  object_lost,       // the object was destroyed, or its process died
  unbound_variable,  // a persistent Mentat variable that was not bound
  limit_error,       // `limit` was passed
  deadlock,
  closed_entry,
  task_poisoned,       // every process that executed the call died; the text says how
  resource_exhausted,  // no memory, disk or place for it; `limit` names it
  interface_mismatch,  // caller and callee were built from different classes
  data_lost,           // stored data could not be read again
  own_error,           // a member function threw an exception of a type of the program's
  replica_divergence,  // the copies of a replicated object differ
  space_lost,          // a process that kept tuples of a space has ended
};
inline constexpr std::uint8_t last_error_kind = static_cast<std::uint8_t>(error_kind::space_lost);

template <class String>
struct basic_error {
  error_kind kind = error_kind::remote_error;
  String class_name{};  // "" for the main program; a machine without names writes the hash
  String function_name{};
  String host{};       // where the error arose
  String type_name{};  // of the original exception, or "mentat::" and the kind
  String text{};
  String limit{};      // "fixed.units"
  String called_at{};  // "bank.mpl.cc:17": the call that failed; "" if that is not known
  String fields{};     // of an own_error: to make the exception again
};
using error_view = basic_error<std::string_view>;
using error_value = basic_error<std::string>;

[[nodiscard]] std::string_view name_of(error_kind kind);  // "task_poisoned"

[[nodiscard]] std::vector<std::byte> encode_error(const error_view& error);
[[nodiscard]] std::vector<std::byte> encode_error(const error_value& error);

// The error in exactly these bytes; nothing if they do not encode one.
[[nodiscard]] std::optional<error_view> read_error(std::span<const std::byte> bytes);

}  // namespace mentat::mmps
