// A chunk of a map_reduce, and how its values travel: as those of the member function do, by that
// one's wire form. Errors: marshal_error. Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "rts/api/byte_source.h"
#include "rts/api/member_call.h"
#include "rts/core/class_registry.h"

namespace mentat::detail {

template <class R>
struct boxed;

/// What a chunk has to compute.
template <class Tag, class Indices = std::make_index_sequence<Tag::arity - 1>>
struct chunk;
template <class Tag, std::size_t... K>
struct chunk<Tag, std::index_sequence<K...>> {
  using element = typename Tag::template kept<0>;
  std::vector<boxed<element>> elements;
  std::tuple<typename Tag::template kept<K + 1>...> further;
  std::size_t leaf = 1;  // elements that are combined from left to right
};

/// How the values of a chunk travel.
template <class Tag>
class chunk_wire {
  using own = chunk<Tag>;
  using owner = typename Tag::owner;

 public:
  static void write(own& from, base::byte_buffer& behind) {
    put(behind, from.leaf);
    put(behind, from.elements.size());
    cip<typename Tag::result> frame = frame_of();
    for (auto& one : from.elements) write_argument<0>(frame, one.value, behind);
    each_further(from,
                 [&]<std::size_t K>(auto& value) { write_argument<K>(frame, value, behind); });
  }
  static own read(std::span<const std::byte> bytes, bool swapped) {
    byte_source from(bytes, swapped);
    own made;
    made.leaf = from.read_number<std::uint64_t>();
    const auto count = from.read_number<std::uint64_t>();
    if (made.leaf == 0 || count == 0 || count > from.left())
      throw marshal_error("a chunk has no elements, or more than bytes");
    cip<typename Tag::result> frame = frame_of();
    for (std::uint64_t i = 0; i < count; ++i)
      made.elements.push_back({read_argument<0>(frame, from)});
    each_further(made, [&]<std::size_t K>(auto& value) { value = read_argument<K>(frame, from); });
    if (from.left() != 0) throw marshal_error("there are bytes behind the last argument");
    return made;
  }
  static const method_description& method() {
    return *find_function(owner::mentat_class__(), Tag::number__);
  }

 private:
  // A call whose arguments are written or read one by one.
  static cip<typename Tag::result> frame_of() {
    return cip<typename Tag::result>(new call<Tag>(without_arguments{}, &owner::mentat_class__()));
  }
  template <class Visit>
  static void each_further(own& of, Visit visit) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (visit.template operator()<K + 1>(std::get<K>(of.further)), ...);
    }(std::make_index_sequence<Tag::arity - 1>{});
  }
  template <std::size_t K, class V>
  static void write_argument(cip<typename Tag::result>& frame, const V& value,
                             base::byte_buffer& behind) {
    auto& filled = static_cast<call<Tag>&>(*frame);
    filled.template slot<K>().take(value);
    method().wire.write_argument(filled, K, behind);
    filled.drop_arguments();
  }
  template <std::size_t K>
  static auto read_argument(cip<typename Tag::result>& frame, byte_source& from) {
    auto& filled = static_cast<call<Tag>&>(*frame);
    std::size_t taken = 0;
    method().wire.read_argument(filled, K, from.rest(), from.swapped(), &taken);
    from.take(taken);
    auto value = std::move(filled.template argument<K>());
    filled.drop_arguments();
    return value;
  }
  static void put(base::byte_buffer& behind, std::uint64_t number) {
    behind.append(&number, sizeof number);
  }
};

}  // namespace mentat::detail
