// The lines by which a host meets the founder of its session, over the standard streams of a
// command that an engine has started there (ssh, srun, podman exec). Only public keys travel: the
// engine has authenticated the channel.
//
//   guest    MENTAT-HELLO {"v":2,"key":"<64 hex>","build":"0.1.0"}
//   founder  MENTAT-WELCOME {"key":"<64 hex>","at":["tcp://10.0.0.1:7411"]}
//   guest    MENTAT-UP {"host":3}     or     MENTAT-FAILED {"why":"..."}
//
// In front of them, where the command there first copies this Mentat (--bring):
//
//   guest    MENTAT-BRING
//   founder  the copy, of a length that both know
//
// Each line is at most `longest_line` bytes. Unknown keys are ignored; `v` counts changes that an
// older host does not understand. Pure; thread-safe. Errors: texts, for a line of another form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::launch {

inline constexpr std::size_t longest_line = 4096;
inline constexpr std::size_t longest_failure = 2000;
inline constexpr std::uint32_t version_of_lines = 2;

template <class T>
using expected = tl::expected<T, std::string>;

struct hello {
  std::string key;    // of the guest, 64 hexadecimal digits
  std::string build;  // the version of its Mentat

  [[nodiscard]] std::string line() const;  // without its end
  [[nodiscard]] static expected<hello> parse(std::string_view line);
};

struct welcome {
  std::string key;              // of the founder
  std::vector<std::string> at;  // its addresses: tcp://10.0.0.1:7411

  [[nodiscard]] std::string line() const;
  [[nodiscard]] static expected<welcome> parse(std::string_view line);
};

struct up {
  std::uint32_t host = 0;  // its number in the session

  [[nodiscard]] std::string line() const;
  [[nodiscard]] static expected<up> parse(std::string_view line);
};

struct failed {
  std::string why;

  // Of at most `longest` bytes, for which the end of a long reason is left out.
  [[nodiscard]] std::string line(std::size_t longest = longest_failure) const;
  [[nodiscard]] static expected<failed> parse(std::string_view line);
};

enum class line_kind { noise, bring, hello, welcome, up, failed };
// `noise`: what a shell, a module system or a program prints.
[[nodiscard]] line_kind kind_of(std::string_view line);
// Where a guest's first word, a greeting or a failure, begins in the line, behind what else was
// printed there; 0: there is none.
[[nodiscard]] std::size_t begin_of_word(std::string_view line);

}  // namespace mentat::launch
