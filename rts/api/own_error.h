// An exception of one of the program's own types, as a call throws it: the type itself, with its
// fields, so that a handler for it or for a base of it matches, together with the place where it
// arose. The translator adds text that registers each type that can travel.
//
// The bytes of one: 1 byte, whether numbers are little-endian; the text of its base in the standard
// library, "" if it has none; the bytes that its serialisation writes. It brings Cereal: for server
// sections alone. Thread-safety: all functions.
#pragma once

#include <bit>
#include <concepts>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rts/api/value_bytes.h"
#include "rts/core/own_errors.h"

namespace mentat::detail {

template <class E>
struct from_call final : E, error_origin {
  from_call(const E& error, error_origin origin) : E(error), error_origin(std::move(origin)) {}
};

// An E with unset contents. Null until the type is registered.
template <class E>
inline E (*empty_error)() = nullptr;

// The base whose text only a constructor can set; void if there is none.
template <class E>
using base_with_text = std::conditional_t<
    std::is_convertible_v<E*, std::runtime_error*>, std::runtime_error,
    std::conditional_t<std::is_convertible_v<E*, std::logic_error*>, std::logic_error, void>>;

template <class E>
struct own_error {
  using with_text = base_with_text<E>;

  static std::exception_ptr with_origin(const error_origin& origin) {
    try {
      throw;
    } catch (const E& error) {
      return std::make_exception_ptr(from_call<E>(error, origin));
    }
  }

  static std::string fields() {
    try {
      throw;
    } catch (E& error) {
      base::byte_buffer bytes;
      byte_writer writer(bytes);
      std::string text;
      if constexpr (!std::is_void_v<with_text>)
        text = static_cast<const with_text&>(error).with_text::what();
      writer(std::endian::native == std::endian::little, text, error);
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
  }

  static std::exception_ptr made(std::span<const std::byte> fields, const error_origin& origin) {
    byte_source from(fields, false);
    const bool is_little = from.template read_number<bool>();
    byte_source rest(from.take(from.left()),
                     is_little != (std::endian::native == std::endian::little));
    byte_reader reader(rest);
    std::string text;
    reader(text);
    E error = empty_error<E>();
    if constexpr (!std::is_void_v<with_text>) static_cast<with_text&>(error) = with_text(text);
    reader(error);
    if (rest.left() != 0) throw marshal_error("there are bytes behind the error");
    return std::make_exception_ptr(from_call<E>(error, origin));
  }
};

}  // namespace mentat::detail

namespace mentat {

// To be called before main() begins. REQUIRES: E is a class that can be copied and derived from,
// and its fields can be sent.
template <class E>
bool know_error__(E (*empty)()) {
  if constexpr (std::copy_constructible<E> && !std::is_final_v<E>) {
    detail::empty_error<E> = empty;
    own_errors::add({&typeid(E), &detail::own_error<E>::with_origin, &detail::own_error<E>::fields,
                     &detail::own_error<E>::made});
  }
  return true;
}

}  // namespace mentat
