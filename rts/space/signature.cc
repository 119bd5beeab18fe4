#include "rts/space/signature.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include "mmps/base/check.h"
#include "mmps/base/shown_text.h"

namespace mentat::space_detail {
namespace {

struct signature_of_program {
  std::vector<field_type> fields;
  bool is_put = false, is_met = false, is_probed = false;
  std::uint32_t formals = 0;  // of all patterns and tuples

  [[nodiscard]] std::uint32_t key() const {
    const auto values = std::ranges::count_if(
        fields, [](const field_type& one) { return one.of != field_type::form::name; });
    return ~formals & ((std::uint32_t{1} << values) - 1);
  }
};
struct all_signatures {
  std::mutex lock;
  std::map<std::uint64_t, signature_of_program> by_number;
};

all_signatures& known() {
  static all_signatures all;
  return all;
}

struct fnv_hash {
  std::uint64_t number = 0xcbf29ce484222325;

  // The same on every machine.
  template <class Number>
  void add_number(Number value) {
    for (std::size_t byte = 0; byte < sizeof value; ++byte) {
      const char one = static_cast<char>(value >> (8 * byte) & 0xff);
      add({&one, 1});
    }
  }
  void add(std::string_view bytes) {
    for (const char one : bytes)
      number = (number ^ static_cast<unsigned char>(one)) * 0x100000001b3;
  }
};

// Its low bits depend on all bits of the number (the end of MurmurHash3).
std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 33)) * 0xff51afd7ed558ccd;
  number = (number ^ (number >> 33)) * 0xc4ceb9fe1a85ec53;
  return number ^ (number >> 33);
}

std::string joined(const std::vector<field_type>& fields) {
  std::string text = "(";
  for (const field_type& one : fields) text += (text.size() > 1 ? ", " : "") + one.text;
  return text + ")";
}

// How many of the fields, from the first on, are of the same types; more if all are.
std::size_t likeness(const signature_of_program& a, const signature_of_program& b) {
  const std::size_t both = std::min(a.fields.size(), b.fields.size());
  std::size_t same = 0;
  for (std::size_t at = 0; at < both; ++at) same += a.fields[at].key == b.fields[at].key ? 2 : 0;
  return same == 0 ? 0 : same + (a.fields.size() == b.fields.size() ? 1 : 0);
}

// From the bytes of a field, which are little-endian.
template <class Number>
Number number_in(std::string_view bytes) {
  std::array<char, sizeof(Number)> image{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), image.size()), image.begin());
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(image);
  return std::bit_cast<Number>(image);
}

// Its beginning as a literal of C++, on one line and harmless on a terminal.
std::string literal(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::size_t size = std::min(text.size(), longest);
  const auto is_inside_character = [&](std::size_t at) { return (text[at] & 0xc0) == 0x80; };
  while (size > 0 && size < text.size() && is_inside_character(size)) --size;
  std::string escaped;
  for (const char one : text.substr(0, size)) {
    if (one == '"' || one == '\\') escaped += '\\';
    escaped += one;
  }
  return '"' + base::shown(escaped) + (size < text.size() ? "...\"" : "\"");
}

std::string value_text(const field_type& type, std::string_view bytes) {
  switch (type.of) {
    case field_type::form::signed_number:
      switch (bytes.size()) {
        case 1:
          return std::to_string(number_in<std::int8_t>(bytes));
        case 2:
          return std::to_string(number_in<std::int16_t>(bytes));
        case 4:
          return std::to_string(number_in<std::int32_t>(bytes));
        default:
          return std::to_string(number_in<std::int64_t>(bytes));
      }
    case field_type::form::unsigned_number:
      return std::to_string(number_in<std::uint64_t>(bytes));
    case field_type::form::real:
      return std::to_string(bytes.size() == sizeof(float) ? number_in<float>(bytes)
                                                          : number_in<double>(bytes));
    case field_type::form::text:
      return literal(bytes);
    default:
      return "a " + type.text;
  }
}

}  // namespace

std::string text_of_name_field(const char* characters) { return literal(characters) + "_name"; }

std::string readable(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> made(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
  return made ? made.get() : mangled;
}

std::uint64_t note_signature(const std::vector<field_type>& fields) {
  fnv_hash hash;
  for (const field_type& one : fields) {
    hash.add(one.key);
    hash.add(";");
  }
  const std::uint64_t number = hash.number;
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto [at, is_new] = all.by_number.try_emplace(number, signature_of_program{fields});
  MENTAT_CHECK(
      std::ranges::equal(at->second.fields, fields, {}, &field_type::key, &field_type::key),
      "two signatures of tuples have one number; add a name to one of them");
  return number;
}

bool is_well_typed(const encoded_tuple& tuple) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(tuple.signature());
  return found != all.by_number.end() &&
         std::ranges::count_if(found->second.fields, [](const field_type& one) {
           return one.of != field_type::form::name;
         }) == static_cast<std::ptrdiff_t>(tuple.count());
}

bool note_use(std::uint64_t number, use how, std::uint32_t formals) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  signature_of_program& of = all.by_number.at(number);
  (how == use::puts ? of.is_put : how == use::meets ? of.is_met : of.is_probed) = true;
  of.formals |= formals;
  return true;
}

std::uint32_t key_of(std::uint64_t signature) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(signature);
  return found == all.by_number.end() ? 0 : found->second.key();
}

std::optional<std::uint64_t> hash_of_key(const encoded_tuple& of) {
  const std::uint32_t key = key_of(of.signature());
  if ((key & ~of.actuals()) != 0) return std::nullopt;
  fnv_hash hash;
  hash.add_number(key);
  encoded_tuple::reader reading(of);
  for (std::uint32_t left = key; left != 0; left >>= 1) {
    const std::string_view field = reading.next();
    const std::size_t size = field.size();
    if ((left & 1) == 0) continue;
    hash.add_number(std::uint64_t{size});
    hash.add(field);
  }
  return mixed(hash.number ^ of.signature());
}

bool is_probed(std::uint64_t signature) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(signature);
  return found != all.by_number.end() && found->second.is_probed;
}

bool program_has_tuples() {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  return !all.by_number.empty();
}

std::vector<std::string> patterns_that_nothing_meets() {
  std::vector<std::string> lines;
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  for (const auto& [number, one] : all.by_number) {
    if (!one.is_met || one.is_put) continue;
    const signature_of_program* nearest = nullptr;
    for (const auto& [other, put] : all.by_number)
      if (put.is_put && likeness(one, put) > (nearest ? likeness(one, *nearest) : 0))
        nearest = &put;
    lines.push_back("nothing puts " + joined(one.fields) +
                    (nearest ? "; the nearest that is put is " + joined(nearest->fields) : ""));
  }
  std::ranges::sort(lines);
  return lines;
}

std::string text_of_signature(std::uint64_t number) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(number);
  return found == all.by_number.end() ? "a tuple of unknown types" : joined(found->second.fields);
}

std::string text_of(const encoded_tuple& tuple) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(tuple.signature());
  if (found == all.by_number.end()) return "a tuple of unknown types";
  std::string text = "(";
  encoded_tuple::reader reading(tuple);
  std::size_t field = 0;
  for (const field_type& type : found->second.fields) {
    text += text.size() > 1 ? ", " : "";
    if (type.of == field_type::form::name || field == tuple.count()) {
      text += type.text;
      continue;
    }
    const std::string_view bytes = reading.next();
    text += tuple.is_formal(field) ? type.text : value_text(type, bytes);
    ++field;
  }
  return text + ")";
}

std::size_t position_in_text(std::uint64_t signature, std::size_t field) {
  all_signatures& all = known();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_number.find(signature);
  if (found == all.by_number.end()) return field + 1;
  std::size_t position = 0;
  for (const field_type& type : found->second.fields) {
    ++position;
    if (type.of != field_type::form::name && field-- == 0) break;
  }
  return position;
}

}  // namespace mentat::space_detail
