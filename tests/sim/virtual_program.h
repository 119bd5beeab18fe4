// The program that runs in the simulated cluster: graphs of split, combine and add, whose leaves
// are values, calls of persistent objects, exceptions, or the end of their process. What a node
// does is a function of its number, so executing it again does the same, and the right answer can
// be computed beside it.
//
// Messages: a split has two arguments, its node (depth and number, 16 bytes) and an object (its
// name and whether it selects, 24 bytes); combine and add have values of 8 bytes; a call of an
// object has its number, its caller's number and its place among that caller's calls, 24 bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "tests/sim/model/computation_tag.h"
#include "tests/sim/model/executing_process.h"

namespace mentat::sim {

inline constexpr std::uint64_t node_class = 0x6e6f6465'00000001ull;
inline constexpr std::uint64_t object_class = 0x6f626a65'00000002ull;
inline constexpr std::uint64_t buffer_class = 0x62756666'00000003ull;
enum class function : std::uint16_t { split, combine, add };

[[nodiscard]] std::uint64_t mixed(std::uint64_t number, std::uint64_t with);

struct node {
  std::uint64_t depth = 0;
  std::uint64_t number = 0;
};

// A call of a persistent object, as the object sees it.
struct object_call {
  std::uint64_t number = 0;  // of the call; no other has it
  std::uint64_t caller = 0;
  std::uint64_t place = 0;  // among the calls of that caller, from 0
};

// The object that the calls of a graph go to.
struct called {
  mmps::mmps_name object;  // unbound: there is none
  bool is_buffer = false;
};

// The leaves of a run that end badly.
struct bad_leaves {
  std::set<std::uint64_t> throwing;
  std::set<std::uint64_t> poisonous;
};

// How the children of a computation are named.
using name_child = std::function<computation_tag(const computation_tag& parent, std::uint64_t)>;

// What executing a unit of node_class comes to; nothing if its process is to end. The body is that
// of an exec: future, then arguments.
[[nodiscard]] std::optional<outcome> execute_node(const mmps::mentat_message& unit,
                                                  const bad_leaves& bad, const name_child& child);

[[nodiscard]] object_call read_object_call(const mmps::mentat_message& unit);
[[nodiscard]] std::vector<std::byte> answer_of(const object_call& call);

// The first split of a graph, with that future.
[[nodiscard]] mmps::mentat_message first_split(const node& root, const called& object,
                                               const computation_tag& tag,
                                               std::span<const std::byte> future);
// The function is one of the buffer's if the object is one, else 0.
[[nodiscard]] mmps::mentat_message call_of_object(const object_call& call, const called& object,
                                                  std::uint16_t function,
                                                  const computation_tag& tag,
                                                  std::span<const std::byte> future);

// The right answer, and what stands in its way.
struct right_answer {
  std::uint64_t value = 0;
  bool throws = false;
  bool poisoned = false;
  bool calls_object = false;
};
[[nodiscard]] right_answer evaluate(const node& root, const called& object, const bad_leaves& bad);
// One of the leaves of the graph, chosen by a number.
[[nodiscard]] std::uint64_t some_leaf(const node& root, std::uint64_t choice);
[[nodiscard]] std::uint64_t value_in(std::span<const std::byte> bytes);

}  // namespace mentat::sim
