// What each copy of a program that mpirun or mpiexec has started tells the others of itself, and
// which of them carry hosts: the first copy on each node; the others lend it their cores. Pure;
// thread-safe. Errors: texts, for a card of another form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::launch {

/// MENTAT-COPY
/// {"v":1,"node":"n2","machine":"1f2e-4026","process":7,"cores":"0-3","session":"mpi-1"}
struct copy_card {
  std::string node;     // as the launcher calls it; the name of its host
  std::string machine;  // equal: one reaches the other by loopback, and sees its process
  int process = 0;
  std::vector<unsigned> cores;  // on which it may run, in order; those that fit into the card
  std::string session;          // that it founds, if it is the first copy

  [[nodiscard]] std::string line() const;
  [[nodiscard]] static tl::expected<copy_card, std::string> parse(std::string_view line);
};

inline constexpr unsigned most_cores = 4096;  // a number of a core is smaller

/// Which copy carries the host of each copy's node: its first one, if it is among the first
/// `most_hosts` nodes; else nobody, which is the number of copies.
[[nodiscard]] std::vector<std::size_t> carriers(const std::vector<copy_card>& cards,
                                                std::size_t most_hosts);
/// The cores of all copies on the node of that one, in order.
[[nodiscard]] std::vector<unsigned> cores_of_node(const std::vector<copy_card>& cards,
                                                  std::size_t copy);

}  // namespace mentat::launch
