// The server side of a Mentat class [TOCS96 3.2]: what the server section that mplc (or a person)
// writes is made of. Only server sections include this; it brings Cereal.
#pragma once

#include <array>
#include <bit>
#include <memory>

#include <cereal/types/array.hpp>
#include <cereal/types/bitset.hpp>
#include <cereal/types/chrono.hpp>
#include <cereal/types/complex.hpp>
#include <cereal/types/deque.hpp>
#include <cereal/types/forward_list.hpp>
#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/queue.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/stack.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/unordered_set.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include "rts/api/archive.h"
#include "rts/api/handle.h"
#include "rts/api/instance_description.h"
#include "rts/api/select.h"
#include "rts/core/work_unit.h"

namespace mentat {

// Specialised by each server section: dispatch(), description, methods.
template <class Impl>
struct server;

namespace detail {

// Encodes and decodes a value in place: what a call to another process does to it.
template <class T>
void round_trip(T& value) {
  if constexpr (std::is_default_constructible_v<T>) {
    base::byte_buffer bytes;
    byte_writer writer(bytes);
    writer(value);
    T decoded{};
    byte_reader reader(bytes);
    reader(decoded);
    if constexpr (std::is_move_assignable_v<T>) {
      value = std::move(decoded);
    } else {
      std::destroy_at(&value);
      ::new (static_cast<void*>(&value)) T(std::move(decoded));
    }
  }
}

template <class Method>
void round_trip_arguments(computation_instance& instance) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (round_trip(static_cast<call<Method>&>(instance).template argument<K>()), ...);
  }(std::make_index_sequence<Method::arity>{});
}

// A type without a default constructor travels as it lies in memory, if that is all there is to it.
template <class T>
inline constexpr bool travels_as_image =
    !std::is_default_constructible_v<T> && std::is_trivially_copyable_v<T>;

template <class T>
inline constexpr bool is_numbers = false;
template <class T, class A>
inline constexpr bool is_numbers<std::vector<T, A>> =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <class T, class Traits, class A>
inline constexpr bool is_numbers<std::basic_string<T, Traits, A>> = std::is_arithmetic_v<T>;

// A value as bytes behind others. Each value has an archive of its own, because each may travel in
// a message of its own: Cereal says the version of a class once for an archive. Numbers need none;
// making one costs as much as a tenth of a call between processes.
template <class T>
void write_value(base::byte_buffer& behind, T& value) {
  if constexpr (std::is_arithmetic_v<T> || travels_as_image<T>) {
    behind.append(std::addressof(value), sizeof value);
  } else {
    byte_writer archive(behind);
    archive(value);
  }
}

// The same bytes, of a value that nobody needs afterwards; `lent` as in byte_writer.
template <class T>
void write_last_value(base::byte_buffer& behind, std::vector<lent_bytes>* lent, T& value) {
  if constexpr (is_numbers<T>) {
    if (lent && value.size() * sizeof(typename T::value_type) >= byte_writer::large) {
      byte_writer archive(behind, lent);
      archive(cereal::make_size_tag(static_cast<cereal::size_type>(value.size())));
      return archive.lend(value);
    }
  }
  write_value(behind, value);
}

template <class T>
T read_value(byte_source& from) {
  if constexpr (std::is_arithmetic_v<T>) {
    return from.template read_number<T>();
  } else if constexpr (std::is_default_constructible_v<T>) {
    byte_reader archive(from);
    T value{};
    archive(value);
    return value;
  } else if constexpr (std::is_trivially_copyable_v<T>) {
    std::array<std::byte, sizeof(T)> image;
    from.read(image.data(), image.size());
    return std::bit_cast<T>(image);
  } else {
    throw marshal_error(
        "a value of a type without a default constructor cannot be sent to another process");
  }
}

template <class Method, class Indices = std::make_index_sequence<Method::arity>>
struct wire;

template <class Method, std::size_t... K>
struct wire<Method, std::index_sequence<K...>> {
  using result = typename Method::result;

  static void write_arguments([[maybe_unused]] computation_instance& instance,
                              [[maybe_unused]] base::byte_buffer& behind,
                              [[maybe_unused]] std::vector<lent_bytes>* lent) {
    (write_last_value(behind, lent, static_cast<call<Method>&>(instance).template argument<K>()),
     ...);
  }
  static computation_instance* read_call(const class_info& of_class,
                                         std::span<const std::byte> arguments, bool swapped) {
    byte_source reader(arguments, swapped);
    // Braces: the arguments are read from the first to the last.
    std::tuple<typename Method::template value<K>...> values{
        read_value<typename Method::template value<K>>(reader)...};
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
                             [[maybe_unused]] std::size_t argument,
                             base::byte_buffer& behind) {
    ((K == argument
          ? write_value(behind, static_cast<call<Method>&>(instance).template argument<K>())
          : void()),
     ...);
  }
  static void write_as_argument([[maybe_unused]] computation_instance& producer,
                                [[maybe_unused]] std::size_t argument,
                                base::byte_buffer& behind) {
    ((K == argument
          ? write_value(
                behind,
                static_cast<typed_instance<typename Method::template value<K>>&>(producer).value())
          : void()),
     ...);
  }
  static computation_instance* read_partial(const class_info& of_class, std::uint64_t missing,
                                            std::span<const std::byte> arguments, bool swapped) {
    byte_source reader(arguments, swapped);
    auto made = std::make_unique<call<Method>>(without_arguments{}, &of_class);
    int expected = 1;
    ((missing >> K & 1 ? static_cast<void>(++expected)
                       : static_cast<void>(made->template slot<K>().take(
                             read_value<typename Method::template value<K>>(reader)))),
     ...);
    if (reader.left() != 0) throw marshal_error("there are bytes behind the last argument");
    made->expect(expected);
    return made.release();
  }
  static void read_argument([[maybe_unused]] computation_instance& instance,
                            [[maybe_unused]] std::size_t argument, std::span<const std::byte> value,
                            bool swapped) {
    byte_source reader(value, swapped);
    ((K == argument ? read_slot(static_cast<call<Method>&>(instance).template slot<K>(), reader)
                    : void()),
     ...);
  }
  template <class V>
  static void read_slot(argument_slot<V>& slot, byte_source& reader) {
    auto value = read_value<V>(reader);
    if (reader.left() != 0) throw marshal_error("there are bytes behind the value");
    slot.take(std::move(value));
  }
  static constexpr wire_form form{&write_arguments, &read_call,      &write_result,
                                  &read_result,     &write_argument, &write_as_argument,
                                  &read_partial,    &read_argument};
};

// Whether a value can be encoded and decoded, as far as its type tells: what a constructor of a
// class template takes is not known to the translator. No images, which may hold addresses (a
// lambda's captures).
template <class T>
consteval bool travels() {
  constexpr bool is_known = cereal::traits::is_output_serializable<T, byte_writer>::value &&
                            cereal::traits::is_input_serializable<T, byte_reader>::value;
  if constexpr (std::is_pointer_v<T> || !std::is_default_constructible_v<T> || !is_known)
    return false;
  else if constexpr (requires { typename T::mapped_type; })
    return travels<typename T::key_type>() && travels<typename T::mapped_type>();
  else if constexpr (requires { typename T::value_type; })
    return travels<typename T::value_type>();
  else
    return true;
}

template <class Constructor, class Indices = std::make_index_sequence<Constructor::arity>>
struct constructor_wire;

template <class Constructor, std::size_t... K>
struct constructor_wire<Constructor, std::index_sequence<K...>> {
  using owner = typename Constructor::owner;
  static constexpr bool possible =
      Constructor::callable &&
      std::is_constructible_v<owner, typename Constructor::template parameter<K>...> &&
      (travels<typename Constructor::template value<K>>() && ...);

  static void* construct(std::span<const std::byte> arguments, bool swapped) {
    byte_source reader(arguments, swapped);
    std::tuple<typename Constructor::template value<K>...> values{
        read_value<typename Constructor::template value<K>>(reader)...};
    if (reader.left() != 0) throw marshal_error("there are bytes behind the last argument");
    return new owner(
        static_cast<typename Constructor::template parameter<K>&&>(std::get<K>(values))...);
  }
};

template <class Impl>
void dispatch_existing(void* self, work_unit& unit) {
  server<Impl>::dispatch(*static_cast<Impl*>(self), unit);
}

template <class Impl>
void dispatch_new(work_unit& unit) {
  Impl self;
  server<Impl>::dispatch(self, unit);
}

template <class Impl>
void* construct() {
  return new Impl;
}

}  // namespace detail

template <class Method>
constexpr method_description describe(const char* name) {
  return {Method::number, name, Method::arity, &detail::round_trip_arguments<Method>,
          detail::wire<Method>::form};
}

template <class Constructor>
constexpr constructor_description describe_constructor() {
  using form = detail::constructor_wire<Constructor>;
  if constexpr (form::possible)
    return {&detail::wire<Constructor>::write_arguments, &form::construct};
  else
    return {nullptr, nullptr};
}

// A call of `Method` that a server section carries out: its arguments, as the parameters want them,
// and its rtf.
template <class Method>
class accepted_call {
  using result = typename Method::result;

 public:
  explicit accepted_call(work_unit& unit)
      : call_(static_cast<call<Method>&>(unit.instance())), sink_(make_sink(unit)) {}

  [[nodiscard]] rtf_sink<result>& rtf() { return sink_; }

  // An lvalue for a reference parameter, else an rvalue: the argument belongs to the call.
  template <std::size_t K>
  [[nodiscard]] decltype(auto) argument() {
    using parameter = typename Method::template parameter<K>;
    using passed =
        std::conditional_t<std::is_lvalue_reference_v<parameter>, parameter, value_t<parameter>&&>;
    return static_cast<passed>(call_.template argument<K>());
  }

 private:
  rtf_sink<result> make_sink(work_unit& unit) {
    if constexpr (std::is_void_v<result>)
      return rtf_sink<result>(call_);
    else
      return rtf_sink<result>(call_, unit.round_trip() ? &detail::round_trip<result> : nullptr);
  }

  call<Method>& call_;
  rtf_sink<result> sink_;
};

[[noreturn]] void no_such_function(const work_unit& unit);

template <class Impl>
const class_info& class_info_of();

namespace detail {
// Before main() begins, wherever a class is used at all; so that its objects can be made in a
// process that never names it.
template <class Impl>
inline const bool registered = (class_registry::add(class_info_of<Impl>()), true);
}  // namespace detail

template <class Impl>
const class_info& class_info_of() {
  static_cast<void>(&detail::registered<Impl>);
  static const class_info info = [] {
    class_info made{
        &server<Impl>::description, server<Impl>::methods, nullptr, nullptr, nullptr, nullptr};
    made.dispatch = &detail::dispatch_existing<Impl>;
    if constexpr (std::is_default_constructible_v<Impl>) {
      made.dispatch_new = &detail::dispatch_new<Impl>;
      made.construct = &detail::construct<Impl>;
    } else {
      made.dispatch_new = [](work_unit& unit) { no_such_function(unit); };
    }
    // Exactly an Impl, whatever is derived from it; so its destructor need not be virtual.
    if constexpr (requires(Impl& self) { server<Impl>::serve(self); })
      made.serve = [](void* self) { server<Impl>::serve(*static_cast<Impl*>(self)); };
    made.selects = &detail::class_selects<Impl>;
    if constexpr (requires { server<Impl>::constructors; })
      made.constructors = server<Impl>::constructors;
    made.destroy = [](void* self) noexcept {
      std::default_delete<Impl>()(static_cast<Impl*>(self));
    };
    return made;
  }();
  return info;
}

}  // namespace mentat

#define MENTAT_JOIN_(a, b) a##b
#define MENTAT_JOIN(a, b) MENTAT_JOIN_(a, b)
// Makes a class known that this source file may not use otherwise.
#define MENTAT_REGISTER_CLASS(Impl)                                                \
  namespace {                                                                      \
  [[maybe_unused]] const bool MENTAT_JOIN(mentat_class_registered_, __COUNTER__) = \
      (static_cast<void>(::mentat::class_info_of<Impl>()), true);                  \
  }
