// Describes a Mentat class to the run-time: its name, kind and functions, and how to make, call and
// end its objects. Made once per class by the server section that mplc (or a person) writes; lives
// as long as the program. Immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmps/base/byte_buffer.h"

namespace mentat::base {
struct block_apart;
}

namespace mentat {

class computation_instance;
class work_unit;
struct class_info;
struct borrowed_bytes;

// Emitted text uses the second names.
enum class kind : std::uint8_t {
  regular,
  persistent,
  replicated,  // persistent, and const functions are read in place
  durable,     // persistent, and its objects survive the process in which they are
  regular__ = regular,
  persistent__ = persistent,
  replicated__ = replicated,
  durable__ = durable
};

// Reserved function numbers: the call that ends an object, after which every other call is refused,
// and the first call of an object that has a thread of control, serve().
inline constexpr std::uint32_t destroy_function = 0;
inline constexpr std::uint32_t serve_function = ~std::uint32_t{0};
// Not a call: the main fiber of a worker process waits for it until the session ends.
inline constexpr std::uint32_t end_of_session = ~std::uint32_t{0} - 1;
// create() waits for it when another process makes the object.
inline constexpr std::uint32_t create_function = ~std::uint32_t{0} - 2;

// Instead of a constructor's number: the object is made without arguments.
inline constexpr std::uint16_t no_constructor = 0xffff;

struct class_description {
  const char* name;  // "ns::counter"
  mentat::kind kind;
  std::uint64_t interface_hash;  // of all function signatures; differs between incompatible builds
  const class_description* base = nullptr;
};

// How the calls of a member function travel between processes. The readers check their input and
// throw if it is malformed.
struct wire_form {
  // The call is no longer needed here: with `lent`, large arguments are moved out of it to there.
  void (*write_arguments)(computation_instance& call, base::byte_buffer& behind,
                          std::vector<borrowed_bytes>* lent);
  // Makes a complete call of the class, with one reference. `swapped`: the bytes do not have this
  // machine's byte order.
  computation_instance* (*read_call)(const class_info& of_class,
                                     std::span<const std::byte> arguments, bool swapped);
  void (*write_result)(computation_instance& ended, base::byte_buffer& behind);
  void (*read_result)(computation_instance& call, std::span<const std::byte> result, bool swapped);

  // --- for a call that is sent before all of its arguments are there
  // Writes an argument that is there.
  void (*write_argument)(computation_instance& call, std::size_t argument,
                         base::byte_buffer& behind) = nullptr;
  // Writes the result of another call as this argument.
  void (*write_as_argument)(computation_instance& producer, std::size_t argument,
                            base::byte_buffer& behind) = nullptr;
  // `missing`: a bit for each argument that is not among the bytes. The call expects these, and one
  // more for its creator.
  computation_instance* (*read_partial)(const class_info& of_class, std::uint64_t missing,
                                        std::span<const std::byte> arguments,
                                        bool swapped) = nullptr;
  // Reads an argument that was missing; argument_arrived() follows. `taken`: becomes the number of
  // bytes that the argument has; null: it has to have all of them.
  void (*read_argument)(computation_instance& call, std::size_t argument,
                        std::span<const std::byte> value, bool swapped,
                        std::size_t* taken) = nullptr;

  // Whether results may hold a mentat::buffer, so that more than bytes may be sent.
  bool result_may_lend = false;
};

// Whether the guard of a member function holds, for an object of the function's class and a call
// whose arguments are there. Lets exceptions of the condition through.
using guard_test = bool (*)(const void* object, computation_instance& call);

struct guard_description {
  guard_test test = nullptr;   // null: the function has no guard
  const char* condition = "";  // "!full_"; empty: it has no text
};

// Whether the program has a guard; set before main() begins.
inline bool some_class_has_guards = false;
// Whether a function of the program may wait after its rtf; set before main() begins.
inline bool some_class_waits_after_rtf = false;

// The state of a call's argument that an arc has yet to deliver.
inline constexpr std::uint8_t argument_is_delayed = 1;

struct method_description {
  std::uint32_t number;  // of the function inside its class, also in classes derived from it
  const char* name;      // "add"
  std::uint32_t arity;
  // Encodes and decodes in place; for the adversarial executor.
  void (*round_trip_arguments)(computation_instance&);
  wire_form wire;
  const char* defined_at = "";  // "counter.mpl.cc:12"; empty: not known
  // For debuggers: the offset in a call of each argument's state, one byte; null without arguments.
  const std::uint32_t* argument_states = nullptr;
  const guard_description* guard = nullptr;  // set before main() begins
  bool is_read = false;                      // of a replicated or durable class: it changes nothing

  [[nodiscard]] bool has_guard() const { return guard && guard->test; }
};

// A constructor with parameters, with which another process than the caller of create() makes an
// object. Its number is its index among those of the class. `construct` checks its input and throws
// if it is malformed, and lets exceptions of the constructor through.
struct constructor_description {
  void (*write_arguments)(computation_instance& creation, base::byte_buffer& behind,
                          std::vector<borrowed_bytes>* lent);  // null: they cannot travel
  // `apart`: large values that are not among the bytes.
  void* (*construct)(std::span<const std::byte> arguments, bool swapped,
                     const std::vector<base::block_apart>& apart);
};

// How objects of a replicated class are copied and compared: all their data members, as bytes.
// load() checks its input and throws if it is malformed.
struct replica_form {
  void (*save)(void* self, base::byte_buffer& behind);
  void (*load)(void* self, std::span<const std::byte> state, bool swapped);
  // Whether the parts of the class's Mentat bases begin where the object begins.
  bool (*reads_in_place)();
};

// The data members of a durable class, its cells, as bytes. load() checks its input and throws if
// it is malformed.
struct durable_form {
  std::uint32_t cells;
  void (*save)(void* self, std::uint32_t cell, base::byte_buffer& behind);
  void (*load)(void* self, std::uint32_t cell, std::span<const std::byte> value, bool swapped);
};

struct class_info {
  const class_description* description;
  std::span<const method_description> methods;
  void (*dispatch)(void* self, work_unit&);  // runs one member function of an existing object
  void (*dispatch_new)(work_unit&);  // the same on an object made for this call (regular classes)
  void* (*construct)();              // null if the class cannot be made without arguments
  void (*destroy)(void* self) noexcept;
  void (*serve)(void* self) = nullptr;  // the thread of control of an object that has one
  // Whether some function of the class has an mselect; set before main() begins.
  const bool* selects = nullptr;
  std::span<const constructor_description> constructors{};
  // Whether some function of the class has a guard; set before main() begins.
  const bool* has_guards = nullptr;
  // Whether some function of the class may wait after its rtf; set before main() begins.
  const bool* waits_after_rtf = nullptr;
  // Whether that call of a function of the class, or of a class above it, is accepted now.
  guard_test is_open = nullptr;
  const replica_form* replica = nullptr;  // of a replicated class
  const durable_form* durable = nullptr;  // of a durable class
  bool ends_plainly = false;              // destroying an object calls no function of the program
  bool in_keeper = false;  // where hints choose its host, the object is in the keeper of that host

  // Whether another process can make an object with the constructor of that number, or without
  // arguments.
  [[nodiscard]] bool constructs_elsewhere(std::uint16_t constructor) const {
    return constructor == no_constructor
               ? construct != nullptr
               : constructor < constructors.size() && constructors[constructor].write_arguments;
  }

  [[nodiscard]] const method_description* find(std::uint32_t function) const {
    for (const method_description& method : methods)
      if (method.number == function) return &method;
    return nullptr;
  }
};

}  // namespace mentat
