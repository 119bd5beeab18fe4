// Shared by the sources of outgoing_calls: the description of a call in a message, and the
// arguments that a partial call misses. Thread-safety: none; each belongs to one call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mmps/wire/mentat_message.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/program_graph.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {

// The arguments of a partial call that are not there, each with a reference on its producer.
class outgoing_calls::missing_arguments {
 public:
  struct one {
    computation_instance* producer;
    std::uint16_t number;
  };

  missing_arguments(computation_instance& call, const method_description* method) {
    if (!call.is_partial()) return;
    for (std::uint16_t i = 0; i < method->arity; ++i)
      if (computation_instance* producer = call.take_producer(i)) {
        all_.push_back({producer, i});
        bits_ |= std::uint64_t{1} << i;
      }
  }
  missing_arguments(const missing_arguments&) = delete;
  missing_arguments& operator=(const missing_arguments&) = delete;
  ~missing_arguments() {
    for (const one& each : all_) each.producer->release();
  }

  [[nodiscard]] bool none() const { return all_.empty(); }
  [[nodiscard]] bool has(std::size_t argument) const { return (bits_ >> argument & 1) != 0; }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] const std::vector<one>& all() const { return all_; }

 private:
  std::vector<one> all_;
  std::uint64_t bits_ = 0;  // one for each argument
};

// The description of a call in a message.
struct outgoing_calls::described {
  explicit described(const computation_instance& call) {
    const class_info& of_class = *call.of_class();
    const found_function found = function_of(of_class, call.function());
    method = found.method;
    class_hash = of_class.description->interface_hash;
    function = found.place;
    argument_count = method ? static_cast<std::uint16_t>(method->arity) : 0;
    depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  }
  void put_into(mmps::message_header& header) const {
    header.set_class_hash(class_hash);
    header.function = function;
    header.argument_count = argument_count;
    header.depth = depth;
  }

  [[nodiscard]] spreading::function name() const {
    return {class_hash, method ? method->number : destroy_function};
  }

  const method_description* method;  // null if it ends an object
  std::uint64_t class_hash;
  std::uint16_t function, argument_count, depth;
};

}  // namespace mentat::node
