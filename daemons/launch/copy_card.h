// What each copy of a program that mpirun or mpiexec has started tells the others of itself, and
// which of them carry hosts: the first copy on each node of each machine; the others lend it their
// cores. Pure; thread-safe. Errors: texts, for a card of another form.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::launch {

/// What a copy leaves for the others has so many bytes at most: twice as many digits fit into any
/// launcher.
inline constexpr std::size_t longest_value = 480;

/// MENTAT-COPY {"v":2,"build":"0.1.0","node":"n2","machine":"1f2e-4026","process":7,"cores":"0-3",
/// "session":"mpi-1"}
struct copy_card {
  std::string build;    // the version of its Mentat
  std::string node;     // as the launcher calls it
  std::string machine;  // equal: one reaches the other by loopback, and sees its process
  int process = 0;
  std::vector<unsigned> cores;  // on which it may run, in order; those that fit into the card
  std::string session;          // that it founds, if it is the first copy

  [[nodiscard]] std::string line() const;
  [[nodiscard]] static tl::expected<copy_card, std::string> parse(std::string_view line);
};

inline constexpr unsigned most_cores = 4096;  // a number of a core is smaller

/// Which copy carries the host of each copy: the first one of that node on that machine, if it is
/// among the first `most_hosts` of them; else nobody, which is the number of copies.
[[nodiscard]] std::vector<std::size_t> carriers(const std::vector<copy_card>& cards,
                                                std::size_t most_hosts);
/// The name of the host of each copy: that of its node, and with a number, as in n2-2, where
/// another machine has a node of that name. Hosts have different names.
[[nodiscard]] std::vector<std::string> host_names(const std::vector<copy_card>& cards);
/// The cores of all copies with the host of that one, in order.
[[nodiscard]] std::vector<unsigned> cores_of_host(const std::vector<copy_card>& cards,
                                                  std::size_t copy);
/// The first of these copies on another machine than copy 0; nothing: all are on its machine.
[[nodiscard]] std::optional<std::size_t> first_elsewhere(const std::vector<copy_card>& cards,
                                                         const std::vector<std::size_t>& guests);

}  // namespace mentat::launch
