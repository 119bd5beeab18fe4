// The signatures of tuples: the number and types of their fields, as a number that is the same in
// all processes of a program. Every operation of the program notes its signature before main()
// begins, so that the patterns that no tuple can match are known, and tuples have a text for
// people. Thread-safety: all functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rts/space/encoded_tuple.h"

namespace mentat::space_detail {

// The type of a field.
struct field_type {
  enum class form : std::uint8_t { name, signed_number, unsigned_number, real, text, other };

  std::string key;   // differs between different types
  std::string text;  // for people: `"job"_name`, `int`
  form of = form::other;
};

// `"job"_name` for the characters of a name.
std::string text_of_name_field(const char* characters);
// A mangled name of the compiler as one of C++.
std::string readable(const char* mangled);

// Ends the program if two lists of types have one number.
std::uint64_t note_signature(const std::vector<field_type>& fields);
// Whether the program has its signature, with that number of fields.
[[nodiscard]] bool is_well_typed(const encoded_tuple& tuple);

// How the program uses a signature: puts tuples, waits for one without limit, or probes: looks how
// many there are at some moment. `formals`: as encoded_tuple::formals().
enum class use : std::uint8_t { puts, meets, probes };
bool note_use(std::uint64_t number, use how, std::uint32_t formals);

// The key of a signature: the fields to which each pattern of the program gives a value, and no
// tuple a formal; a bit for each field, as encoded_tuple::actuals(). Tuples and patterns of one
// signature that can match have equal keys.
[[nodiscard]] std::uint32_t key_of(std::uint64_t signature);
// A number of the signature and key of a tuple or pattern that is the same in all processes.
// Nothing: a field of the key is a formal, which a library that was loaded late may do.
[[nodiscard]] std::optional<std::uint64_t> hash_of_key(const encoded_tuple& of);
[[nodiscard]] bool is_probed(std::uint64_t signature);
[[nodiscard]] bool program_has_tuples();
// A line for each signature that patterns of the program have and none of its tuples:
// `nothing puts ("job"_name, int); the nearest that is put is ("job"_name, long)`.
[[nodiscard]] std::vector<std::string> patterns_that_nothing_meets();

// `("job"_name, int, int)`.
[[nodiscard]] std::string text_of_signature(std::uint64_t number);
// The same with the values that are short: `("job"_name, 7, int)`.
[[nodiscard]] std::string text_of(const encoded_tuple& tuple);
// The number of a field in the text, from 1, by its number among the fields that are not names.
[[nodiscard]] std::size_t position_in_text(std::uint64_t signature, std::size_t field);

}  // namespace mentat::space_detail
