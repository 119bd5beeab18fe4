// All Mentat classes of this program, by interface and by description. The server sections fill it
// before main(); it is read-only afterwards. It is the only table filled by the linker, not by a
// person, and is not a run-time system.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rts/core/class_info.h"

namespace mentat {

class class_registry {
 public:
  // Adding the same class twice (templates) is fine. Two different classes of the same name end the
  // program with a message [E0209].
  static void add(const class_info& info);
  static const class_info* find(const class_description* description);
  static const class_info* find(std::uint64_t interface_hash);
  static std::vector<const class_info*> all();
  // Whether another class has this one's hash and runs other code: two files of the program have
  // each a type of the same name of their own. Another process may find either.
  static bool is_ambiguous(const class_info& info);
};

// The function, looked up in the class and its bases; null if there is none.
const method_description* find_function(const class_info& of_class, std::uint32_t function);
// Whether a member function of the class, or of a base of it, may wait for a call to accept.
bool accepts_by_itself(const class_info& of_class);

// Whether the class, or one above it, has member functions with guards.
bool has_guards(const class_info& of_class);
// Whether a member function of the class, or of a base of it, may wait after its rtf.
bool waits_after_rtf(const class_info& of_class);
// "add", looked up in the class and its bases, or "function 0x1234abcd".
std::string function_name(const class_info& of_class, std::uint32_t function);

}  // namespace mentat
