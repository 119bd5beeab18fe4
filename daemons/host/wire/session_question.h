// The questions of the command `mentat` that have values, one line each (session_rows.h):
//   invite HOSTS SECONDS [KEY] an invitation for so many hosts, for so long; they show that key,
//                              which was made before, else a new one
//   revoke NUMBER             that invitation ends
//   drain SECONDS HOST WHY    that host is to be drained within that time
//   lost HOST WHY             its engine says that this host is lost
//   admit KEY SECONDS NAME    the host with that key, in hexadecimal, may join under that name
// Pure; thread-safe. Errors: nothing, for a text of another form or values out of range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mentat::host {

inline constexpr std::size_t key_digits = 64;  // hexadecimal, small letters
[[nodiscard]] bool is_key(std::string_view text);

inline constexpr std::uint32_t longest_invitation = 7 * 24 * 3600;  // seconds

struct invite_question {
  std::uint32_t hosts = 1, seconds = 600;
  std::string key{};  // public, in hexadecimal; empty: a new one

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<invite_question> parse(std::string_view text);
};

struct revoke_question {
  std::uint32_t invitation = 0;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<revoke_question> parse(std::string_view text);
};

inline constexpr std::uint32_t longest_drain = 24 * 3600;  // seconds
inline constexpr std::size_t longest_drain_reason = 200;

struct drain_question {
  std::uint32_t seconds = 60;  // 0: at once
  std::string host{};
  std::string why{};

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<drain_question> parse(std::string_view text);
};

struct lost_question {
  std::string host;
  std::string why;  // as of a drain

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<lost_question> parse(std::string_view text);
};

struct admit_question {
  std::string key;
  std::uint32_t seconds = 60;
  std::string name;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<admit_question> parse(std::string_view text);
};

}  // namespace mentat::host
