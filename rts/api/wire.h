// Encodes calls and results as bytes, for each member function and constructor; the descriptions of
// a server section name these functions. Thread-safety: none. Errors: marshal_error.
#pragma once

#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "rts/api/call.h"
#include "rts/api/guard.h"
#include "rts/api/value_bytes.h"

namespace mentat {
namespace detail {

template <class Method>
void round_trip_arguments(computation_instance& instance) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (round_trip(static_cast<call<Method>&>(instance).template argument<K>()), ...);
  }(std::make_index_sequence<Method::arity>{});
}

// A value that many calls have stays where it is.
template <class V>
void write_shared(base::byte_buffer& behind, std::vector<borrowed_bytes>* lent,
                  const shared_argument<V>& value) {
  require_one_format<typename V::value_type>();
  const std::size_t size = value.size() * sizeof(typename V::value_type);
  if (!lent && size >= block_maker::least) lent = buffers_leaving::from(behind);
  if (!lent || size < byte_writer::large) return write_value(behind, *value);
  byte_writer archive(behind, lent);
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(value.size())));
  archive.lend(value.bytes(), size, true);
}
template <class Value>
void write_last_argument(base::byte_buffer& behind, std::vector<borrowed_bytes>* lent,
                         argument_slot<Value>& from) {
  if constexpr (can_be_shared<kept_t<Value>>)
    if (const auto* const shared = from.shared()) return write_shared(behind, lent, *shared);
  write_last_value(behind, lent, from.value());
}
template <class Value>
void write_argument_kept(base::byte_buffer& behind, argument_slot<Value>& from) {
  if constexpr (can_be_shared<kept_t<Value>>)
    if (const auto* const shared = from.shared()) return write_shared(behind, nullptr, *shared);
  write_value(behind, from.value());
}

// An argument as a call takes it. A vector in a block of this process may be shared.
template <class V>
auto read_argument_from(byte_source& from) {
  if constexpr (can_be_shared<V>) {
    buffer<typename V::value_type> in_block;
    if (read_from_block(from, in_block))
      return received_argument<V>(std::in_place_index<1>, in_block);
    return received_argument<V>(read_value<V>(from));
  } else {
    return read_value<V>(from);
  }
}
template <class V>
using read_argument_t = decltype(read_argument_from<V>(std::declval<byte_source&>()));

template <class Method, class Indices = std::make_index_sequence<Method::arity>>
struct wire;

template <class Method, std::size_t... K>
struct wire<Method, std::index_sequence<K...>> {
  using result = typename Method::result;

  static void write_arguments([[maybe_unused]] computation_instance& instance,
                              [[maybe_unused]] base::byte_buffer& behind,
                              [[maybe_unused]] std::vector<borrowed_bytes>* lent) {
    (write_last_argument(behind, lent, static_cast<call<Method>&>(instance).template slot<K>()),
     ...);
  }
  static computation_instance* read_call(const class_info& of_class,
                                         std::span<const std::byte> arguments, bool swapped) {
    byte_source reader(arguments, swapped);
    // Braces: the arguments are read from the first to the last.
    std::tuple<read_argument_t<typename Method::template kept<K>>...> values{
        read_argument_from<typename Method::template kept<K>>(reader)...};
    if (reader.left() != 0) throw marshal_error("there are bytes behind the last argument");
    return new call<Method>(&of_class, std::move(std::get<K>(values))...);
  }
  static void write_result([[maybe_unused]] computation_instance& ended,
                           [[maybe_unused]] base::byte_buffer& behind) {
    if constexpr (!std::is_void_v<result>) {
      write_value(behind, static_cast<typed_instance<result>&>(ended).value());
    }
  }
  static void read_result(computation_instance& instance, std::span<const std::byte> bytes,
                          bool swapped) {
    byte_source reader(bytes, swapped);
    if constexpr (std::is_void_v<result>) {
      instance.set_value_outcome();
    } else {
      auto value = read_value<result>(reader);
      if (reader.left() != 0) throw marshal_error("there are bytes behind the result");
      static_cast<typed_instance<result>&>(instance).set_value(std::move(value));
    }
  }

  // --- a call that is sent before all of its arguments are there
  static void write_argument([[maybe_unused]] computation_instance& instance,
                             [[maybe_unused]] std::size_t argument, base::byte_buffer& behind) {
    ((K == argument
          ? write_argument_kept(behind, static_cast<call<Method>&>(instance).template slot<K>())
          : void()),
     ...);
  }
  static void write_as_argument([[maybe_unused]] computation_instance& producer,
                                [[maybe_unused]] std::size_t argument, base::byte_buffer& behind) {
    ((K == argument ? write_as<typename Method::template value__<K>>(producer, behind) : void()),
     ...);
  }
  template <class Value>
  static void write_as(computation_instance& producer, base::byte_buffer& behind) {
    if constexpr (is_view<Value>)
      if (auto* const made = dynamic_cast<typed_instance<sequence_of<Value>>*>(&producer))
        return write_value(behind, made->value());
    write_value(behind, static_cast<typed_instance<kept_t<Value>>&>(producer).value());
  }
  static computation_instance* read_partial(const class_info& of_class, std::uint64_t missing,
                                            std::span<const std::byte> arguments, bool swapped) {
    byte_source reader(arguments, swapped);
    auto made = std::make_unique<call<Method>>(without_arguments{}, &of_class);
    int expected = 1;
    ((missing >> K & 1 ? static_cast<void>(++expected)
                       : static_cast<void>(made->template slot<K>().fill(
                             read_argument_from<typename Method::template kept<K>>(reader)))),
     ...);
    if (reader.left() != 0) throw marshal_error("there are bytes behind the last argument");
    made->expect(expected);
    return made.release();
  }
  static void read_argument([[maybe_unused]] computation_instance& instance,
                            [[maybe_unused]] std::size_t argument, std::span<const std::byte> value,
                            bool swapped, std::size_t* taken) {
    byte_source reader(value, swapped);
    ((K == argument
          ? read_slot(static_cast<call<Method>&>(instance).template slot<K>(), reader, taken)
          : void()),
     ...);
    if (taken) *taken = value.size() - reader.left();
  }
  template <class Value>
  static void read_slot(argument_slot<Value>& slot, byte_source& reader, const std::size_t* taken) {
    auto value = read_value<kept_t<Value>>(reader);
    if (!taken && reader.left() != 0) throw marshal_error("there are bytes behind the value");
    slot.take(std::move(value));
  }
  static constexpr wire_form form{&write_arguments, &read_call,      &write_result,
                                  &read_result,     &write_argument, &write_as_argument,
                                  &read_partial,    &read_argument,  std::is_class_v<result>};
};

template <class Constructor, class Indices = std::make_index_sequence<Constructor::arity>>
struct constructor_wire;

template <class Constructor, std::size_t... K>
struct constructor_wire<Constructor, std::index_sequence<K...>> {
  using owner = typename Constructor::owner;
  static constexpr bool possible =
      Constructor::callable &&
      std::is_constructible_v<owner, typename Constructor::template parameter<K>...> &&
      (travels<typename Constructor::template value__<K>>() && ...);

  using values = std::tuple<typename Constructor::template value__<K>...>;

  static void* construct(std::span<const std::byte> arguments, bool swapped,
                         const base::blocks_apart& apart) {
    values read = read_values(arguments, swapped, apart);
    return new owner(
        static_cast<typename Constructor::template parameter<K>&&>(std::get<K>(read))...);
  }
  // Apart from the constructor, which may wait.
  static values read_values(std::span<const std::byte> arguments, bool swapped,
                            const base::blocks_apart& apart) {
    const base::arrived_blocks found_by_reader(arguments, apart);
    byte_source reader(arguments, swapped);
    values read{read_value<typename Constructor::template value__<K>>(reader)...};
    if (reader.left() != 0) throw marshal_error("there are bytes behind the last argument");
    return read;
  }
};

template <class Method>
inline const auto argument_states = call<Method>::argument_states();
}  // namespace detail

// `defined_at`: FILE:LINE of the member function, for people.
template <class Method>
constexpr method_description describe__(const char* name, const char* defined_at = "") {
  return {Method::number__,
          name,
          Method::arity,
          &detail::round_trip_arguments<Method>,
          detail::wire<Method>::form,
          defined_at,
          Method::arity == 0 ? nullptr : detail::argument_states<Method>.data(),
          &detail::guard_of<Method>};
}

// A const function of a replicated class.
template <class Method>
constexpr method_description describe_read__(const char* name, const char* defined_at = "") {
  method_description made = describe__<Method>(name, defined_at);
  made.is_read = true;
  return made;
}

template <class Constructor>
constexpr constructor_description describe_constructor__() {
  using form = detail::constructor_wire<Constructor>;
  if constexpr (form::possible)
    return {&detail::wire<Constructor>::write_arguments, &form::construct};
  else
    return {nullptr, nullptr};
}

}  // namespace mentat
