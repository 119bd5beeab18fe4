// Parts of a map_reduce as calls: a chunk of the elements, for each of which one call runs the
// member function, and which it combines. The class of such calls is made here, one for each pair
// of functions.
//
// The answer does not depend on the cut: a chunk is an aligned power of two of leaves, and gives
// the value of their subtree (combine_all). Thread-safety and errors: as handle.h; an error of the
// member function names it, not the chunk.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "rts/api/buffers_leaving.h"
#include "rts/api/chunk_wire.h"
#include "rts/api/member_call.h"
#include "rts/api/rtf.h"
#include "rts/core/class_registry.h"
#include "rts/core/work_unit.h"

namespace mentat::detail {

template <class T, class Combine>
T combine_all(std::vector<T> parts, Combine&& combine);
constexpr std::size_t leaf_length(std::size_t count);

// Arguments as a parameter takes them: one that the call owns, or one that later calls get, too.
template <class Parameter, class V>
decltype(auto) own_argument(V& value) {
  if constexpr (std::is_lvalue_reference_v<Parameter>)
    return (value);
  else
    return std::move(value);
}
template <class Parameter, class V>
decltype(auto) lasting_argument(const V& value) {
  if constexpr (std::is_same_v<Parameter, const V&>)
    return (value);
  else
    return V(value);
}

/// Combines two values in the process that has them.
template <class R, class Op>
struct local_combination {
  R operator()(R&& left, R&& right) const {
    if constexpr (member_traits<Op>::is_member) {
      using tag = typename Op::tag;
      typename tag::owner object;
      return (object.*Op::local)(own_argument<typename tag::template parameter<0>>(left),
                                 own_argument<typename tag::template parameter<1>>(right));
    } else {
      return static_cast<R>(Op()(std::move(left), std::move(right)));
    }
  }
};

/// Whether another process can make the operation anew.
template <class Op>
inline constexpr bool op_travels =
    member_traits<Op>::is_member || (std::is_empty_v<Op> && std::is_default_constructible_v<Op>);

/// The class of the calls, as the run-time system sees it.
template <class Impl, class Member, class Op>
class fold {
 public:
  using tag = typename Member::tag;
  using result = typename tag::result;
  using run = method<fold, 1, result(chunk<tag>)>;

  static const class_info& mentat_class__();
  /// False: another file has an operation of this name, which a process could take for it.
  static bool is_unique() { return !class_registry::is_ambiguous(mentat_class__()); }

  /// Makes the calls: one for each chunk of the elements, in order. `leaf`: as in reduce_map().
  template <class Range, class... A>
  static results<result> of(const Member& member, Range&& range, std::size_t leaf,
                            const A&... further) {
    const auto count = static_cast<std::size_t>(std::ranges::distance(range));
    if (leaf == 0) leaf = leaf_length(count);
    const std::size_t length = leaf * std::bit_floor(std::max<std::size_t>(1, count / leaf / most));
    results<result> all;
    all.reserve(count / length + 1);
    auto at = std::ranges::begin(range);
    for (std::size_t first = 0; first < count; first += length) {
      chunk<tag> next{{}, kept_arguments(further...), leaf};
      const std::size_t size = std::min(length, count - first);
      next.elements.reserve(size);
      for (std::size_t i = 0; i < size; ++i, ++at)
        next.elements.push_back({kept_from<typename tag::template value__<0>>(*at)});
      all.push_back(mentat::result<result>(
          variable().template invoke_at<run>(member.place, std::move(next))));
    }
    return all;
  }

 private:
  static constexpr std::size_t most = 128;  // about half of the largest number of chunks

  struct variable : mentat_object {
    variable() { this->set_class__(mentat_class__()); }
  };

  template <class... A>
  static auto kept_arguments(const A&... further) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return decltype(chunk<tag>::further)(
          kept_from<typename tag::template value__<K + 1>>(further)...);
    }(std::index_sequence_for<A...>{});
  }
  static result value_of(chunk<tag>& from, std::size_t number, const computation_instance& within) {
    Impl object;
    try {
      return std::apply(
          [&](const auto&... further) -> result {
            return call_local(object, from.elements[number].value, further...);
          },
          from.further);
    } catch (const object_ends&) {
      throw;
    } catch (...) {
      error_place place = place_of(within);
      place.class_name = Impl::mentat_class__().description->name;
      place.function_name = chunk_wire<tag>::method().name;
      std::rethrow_exception(describe_exception(place));
    }
  }
  template <class Element, class... Further>
  static result call_local(Impl& object, Element& element, const Further&... further) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) -> result {
      return (object.*Member::local)(
          own_argument<typename tag::template parameter<0>>(element),
          lasting_argument<typename tag::template parameter<K + 1>>(further)...);
    }(std::index_sequence_for<Further...>{});
  }
  static result compute(chunk<tag>& from, const computation_instance& within) {
    const local_combination<result, Op> combine;
    std::vector<boxed<result>> leaves;
    leaves.reserve(from.elements.size() / from.leaf + 1);
    for (std::size_t i = 0; i < from.elements.size(); ++i) {
      result value = value_of(from, i, within);
      if (i % from.leaf == 0)
        leaves.push_back({std::move(value)});
      else
        leaves.back().value = combine(std::move(leaves.back().value), std::move(value));
    }
    return combine_all(
               std::move(leaves),
               [&](boxed<result>&& left, boxed<result>&& right) {
                 return boxed<result>{combine(std::move(left.value), std::move(right.value))};
               })
        .value;
  }
  static void dispatch_new(work_unit& unit) {
    auto& accepted = static_cast<call<run>&>(unit.instance());
    rtf_sink<result>{accepted}(compute(accepted.template argument<0>(), accepted));
  }

  static void write(computation_instance& instance, base::byte_buffer& behind,
                    std::vector<borrowed_bytes>* lent) {
    std::optional<buffers_leaving> shared;
    if (lent) shared.emplace(behind, *lent);
    chunk_wire<tag>::write(static_cast<call<run>&>(instance).template argument<0>(), behind);
  }
  static computation_instance* read(const class_info& of_class, std::span<const std::byte> bytes,
                                    bool swapped) {
    return new call<run>(&of_class, chunk_wire<tag>::read(bytes, swapped));
  }
  static void round_trip(computation_instance& instance) {
    auto& own = static_cast<call<run>&>(instance).template argument<0>();
    base::byte_buffer bytes;
    chunk_wire<tag>::write(own, bytes);
    own = chunk_wire<tag>::read({bytes.data(), bytes.size()}, false);
  }
  // The result is that of the member function.
  static void write_result(computation_instance& ended, base::byte_buffer& behind) {
    chunk_wire<tag>::method().wire.write_result(ended, behind);
  }
  static void read_result(computation_instance& instance, std::span<const std::byte> bytes,
                          bool swapped) {
    chunk_wire<tag>::method().wire.read_result(instance, bytes, swapped);
  }

  static std::string name() {
    std::string text = "mentat::map_reduce<";
    text += Impl::mentat_class__().description->name;
    text += std::string("::") + chunk_wire<tag>::method().name + ", ";
    if constexpr (member_traits<Op>::is_member) {
      text += Op::tag::owner::mentat_class__().description->name;
      text += std::string("::") + chunk_wire<typename Op::tag>::method().name;
    } else {
      text += typeid(Op).name();
    }
    return text + ">";
  }
  static std::uint64_t hash(const std::string& text) {
    std::uint64_t made = 0xcbf29ce484222325ull;
    for (const char one : text)  // FNV-1a
      made = (made ^ static_cast<unsigned char>(one)) * 0x100000001b3ull;
    return made;
  }
};

// Runs before main() begins, in every process (server.h).
template <class Fold>
[[gnu::visibility("hidden")]] inline const bool registered_fold =
    (class_registry::add(Fold::mentat_class__()), true);

template <class Impl, class Member, class Op>
const class_info& fold<Impl, Member, Op>::mentat_class__() {
  static_cast<void>(&registered_fold<fold>);
  static const std::string called = name();
  static const class_description description{called.c_str(), kind::regular, hash(called)};
  static const auto states = call<run>::argument_states();
  static const method_description methods[1] = {
      {1, "fold", 1, &round_trip, {&write, &read, &write_result, &read_result}, "", states.data()}};
  static const class_info info{&description, methods, nullptr, &dispatch_new, nullptr, nullptr};
  return info;
}

}  // namespace mentat::detail
