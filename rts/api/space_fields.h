// The fields of tuples and patterns as bytes, and back. Thread-safety: all functions. Errors:
// marshal_error; bad types are errors of the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "rts/api/field_bytes.h"
#include "rts/api/value_bytes.h"
#include "rts/space/encoded_tuple.h"
#include "rts/space/signature.h"

namespace mentat::space_detail {

template <class T>
inline constexpr bool is_formal = false;
template <class T>
inline constexpr bool is_formal<formal_field<T>> = true;

// The type of a field's value: texts are std::string, a formal has the type that it names.
template <class F, bool Text = std::is_convertible_v<const F&, std::string_view>>
struct stored_as {
  using type = F;
};
template <class F>
struct stored_as<F, true> {
  using type = std::string;
};
template <class T>
struct stored_as<buffer<T>, true> : std::type_identity<buffer<T>> {};  // mentat::text
template <class T>
struct stored_as<formal_field<T>, false> : stored_as<T> {};
template <class F>
using stored = typename stored_as<std::remove_cvref_t<F>>::type;

template <class... F>
inline constexpr bool leads_with_value = true;
template <class First, class... F>
inline constexpr bool leads_with_value<First, F...> = !is_formal<std::remove_cvref_t<First>>;

template <class F>
constexpr void require_actual() {
  if constexpr (is_formal<std::remove_cvref_t<F>>)
    static_assert(std::is_same_v<stored<F>, typename std::remove_cvref_t<F>::type>,
                  "the formal of a text is mentat::formal<std::string>");
  static_assert(is_formal<std::remove_cvref_t<F>> || has_one_encoding<stored<F>>,
                "a value in a pattern is a number, an enumeration, a name, a text, or an "
                "array, vector, pair or tuple of such; give another type as mentat::formal<T>");
}
template <class... F>
constexpr void require_pattern() {
  (require_actual<F>(), ...);
}

template <class T>
inline constexpr const char* text_of_name = nullptr;
template <name_text Text>
inline constexpr const char* text_of_name<name<Text>> = Text.text;

// Numbers are known by width and sign; that of `char` and `wchar_t` depends on the processor.
template <class T>
field_type type_of_field() {
  using form = field_type::form;
  constexpr bool is_whole = std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_enum_v<T>;
  if constexpr (is_name<T>) {
    return {typeid(T).name(), text_of_name_field(text_of_name<T>), form::name};
  } else if constexpr (is_whole) {
    const std::string width = std::to_string(sizeof(T));
    const char* const text = sizeof(T) == 1   ? "char"
                             : sizeof(T) == 2 ? "short"
                             : sizeof(T) == 4 ? "int"
                                              : "long";
    constexpr bool is_character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t>;
    if (is_character || std::is_signed_v<T>) return {'i' + width, text, form::signed_number};
    return {'u' + width, std::string("unsigned ") + text, form::unsigned_number};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {typeid(T).name(), "std::string", form::text};
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return {typeid(T).name(), readable(typeid(T).name()), form::real};
  } else {
    return {typeid(T).name(), readable(typeid(T).name()), form::other};
  }
}

template <class... T>
inline const std::uint64_t signature = note_signature({type_of_field<T>()...});
template <use How, std::uint32_t Formals, class... T>
inline const bool noted_use = note_use(note_signature({type_of_field<T>()...}), How,
                                       Formals);  // not ordered behind `signature`

// As encoded_tuple::formals().
template <class... F>
consteval std::uint32_t formals_among() {
  std::uint32_t formals = 0, bit = 1;
  ((formals |= is_formal<std::remove_cvref_t<F>> ? bit : 0,
    bit <<= is_name<std::remove_cvref_t<F>> ? 0 : 1),
   ...);
  return formals;
}

template <use How, class... F>
void note_pattern() {
  static_cast<void>(noted_use<How, formals_among<F...>(), stored<F>...>);
}

template <class F>
constexpr void require_field() {
  static_assert(can_be_field<stored<F>>(),
                "a field of a tuple is a value that can be sent to another process; a "
                "struct needs a serialize() in the way of Cereal");
}

// The type of a field whose value may still be delayed.
template <class F>
struct value_of_given {
  using type = F;
};
template <class T>
struct value_of_given<cip<T>> {
  using type = T;
};
template <class T>
struct value_of_given<rv_argument<T>> {
  using type = T;
};
template <class T>
struct value_of_given<result<T>> {
  using type = T;
};
template <class F>
using given = stored<typename value_of_given<std::remove_cvref_t<F>>::type>;

// Whether the value of a field may still be delayed.
template <class F>
inline constexpr bool may_be_delayed = !std::is_same_v<given<F>, stored<F>>;

// A field of a tuple that is put: any value becomes one, also that which an arc brings.
struct field {
  field() = default;
  template <class T>
    requires(!std::is_same_v<T, field>)
  // NOLINTNEXTLINE(google-explicit-constructor): arguments of a call are converted
  field(const T& value) : is_formal(space_detail::is_formal<T>) {
    if constexpr (can_be_field<stored<T>>() && !space_detail::is_formal<T>)
      bytes = bytes_of(static_cast<const stored<T>&>(stored<T>(value)));
  }

  std::string bytes;
  bool is_formal = false;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(bytes, is_formal);
  }
};

template <class F>
auto unless_name(F&& given) {
  if constexpr (is_name<std::remove_cvref_t<F>>)
    return std::tuple<>();
  else
    return std::forward_as_tuple(std::forward<F>(given));
}

template <class F>
void encode_field(encoded_tuple& into, const F& field) {
  using value = stored<F>;
  if constexpr (is_formal<F>) {
    into.add_formal();
  } else if constexpr (is_name<F>) {
  } else if constexpr (std::is_same_v<value, std::string>) {
    into.add(std::string_view(field));
  } else if constexpr (std::is_arithmetic_v<value> || std::is_enum_v<value>) {
    const auto bytes = bytes_of_number(static_cast<value>(field));
    into.add({bytes.data(), bytes.size()});
  } else {
    into.add(bytes_of(static_cast<const value&>(field)));
  }
}

template <class... F>
encoded_tuple encode(F&&... fields) {
  (require_field<F>(), ...);
  encoded_tuple made(signature<stored<F>...>);
  // Else the errors of Cereal would hide the one above.
  if constexpr ((can_be_field<stored<F>>() && ...))
    (encode_field<std::remove_cvref_t<F>>(made, fields), ...);
  return made;
}

// The values of the formals of a pattern, from a tuple that it matches.
template <class F>
auto decode_field([[maybe_unused]] encoded_tuple::reader& from) {
  if constexpr (is_name<F>) {
    return std::tuple<>();
  } else if constexpr (is_formal<F>) {
    return std::tuple<typename F::type>(value_from<typename F::type>(from.next()));
  } else {
    from.next();
    return std::tuple<>();
  }
}

template <class... F>
taken<F...> decode(const encoded_tuple& from) {
  if (from.count() != (std::size_t{!is_name<std::remove_cvref_t<F>>} + ...))
    throw marshal_error("a tuple has another number of fields than its pattern");
  [[maybe_unused]] encoded_tuple::reader reading(from);
  if constexpr (std::is_void_v<taken<F...>>) {
    return;
  } else {
    // Braces: the fields are decoded in their order.
    std::tuple<decltype(decode_field<std::remove_cvref_t<F>>(reading))...> parts{
        decode_field<std::remove_cvref_t<F>>(reading)...};
    auto values =
        std::apply([](auto&... part) { return std::tuple_cat(std::move(part)...); }, parts);
    if constexpr (std::tuple_size_v<decltype(values)> == 1)
      return std::get<0>(std::move(values));
    else
      return values;
  }
}

template <class... F>
auto decode_all(const std::vector<encoded_tuple>& from) {
  static_assert(!std::is_void_v<taken<F...>>,
                "a pattern without mentat::formal has no values; use in(), rd() or count()");
  std::vector<taken<F...>> all;
  all.reserve(from.size());
  for (const encoded_tuple& one : from) all.push_back(decode<F...>(one));
  return all;
}

}  // namespace mentat::space_detail
