// The wire protocol PMI-1, by which a process that mpiexec has started puts values and reads those
// of the others: lines of words NAME=VALUE over the descriptor PMI_FD. The requests of a process,
// and the launcher's answers, which are checked. Pure; thread-safe.
//
// A value is written in hexadecimal digits, because one with a space or a sign would be cut.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace mentat::launch::pmi1 {

inline constexpr std::size_t longest_line = 8192;

/// Requests, each with the end of its line.
inline constexpr std::string_view init = "cmd=init pmi_version=1 pmi_subversion=1\n";
inline constexpr std::string_view ask_limits = "cmd=get_maxes\n";
inline constexpr std::string_view ask_space = "cmd=get_my_kvsname\n";
inline constexpr std::string_view enter_barrier = "cmd=barrier_in\n";
inline constexpr std::string_view finalize = "cmd=finalize\n";
[[nodiscard]] std::string put(const std::string& space, const std::string& key,
                              std::string_view value);
[[nodiscard]] std::string get(const std::string& space, const std::string& key);
[[nodiscard]] std::string abort(int status);

/// The words of an answer, without its end. Errors: it is another one than `command`, it reports a
/// failure (rc), or it is no answer.
using answer = std::map<std::string, std::string>;
[[nodiscard]] tl::expected<answer, std::string> parse(std::string_view line,
                                                      std::string_view command);

/// The number of that name in the answer; 0: there is none.
[[nodiscard]] std::size_t number_in(const answer& words, const std::string& name);
/// The value that put() has written. Error: it is none.
[[nodiscard]] tl::expected<std::string, std::string> value_in(const answer& words);

}  // namespace mentat::launch::pmi1
