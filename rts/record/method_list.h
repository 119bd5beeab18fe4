// The member functions of this program, numbered for a recording. The numbers are the same in all
// processes that were forked from one. Immutable once made; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rts/core/class_info.h"

namespace mentat::record {

struct known_method {
  const class_info* of_class = nullptr;  // null: of no class
  std::uint32_t function = 0;
  std::string name;        // "counter::add"
  std::string defined_at;  // "counter.mpl.cc:12", or empty
};

// By number; the first two are those of every recording (event.h).
const std::vector<known_method>& method_list();
// unknown_method: a class that was loaded later.
std::uint16_t number_of(const class_info& of_class, std::uint32_t function);

}  // namespace mentat::record
