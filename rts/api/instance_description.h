// The description of one instance of a class template: box<int> and box<double> are different
// classes, with names and interface hashes of their own. Both come from the compiler's name of the
// implementation__; all processes of a program run one executable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "rts/core/class_info.h"

namespace mentat {
namespace detail {

template <class Impl>
constexpr std::string_view written_name() {
  const std::string_view text = __PRETTY_FUNCTION__;  // "... [with Impl = ns::box_impl__<int>;
                                                      // ...]" or "[Impl = ns::box_impl__<int>]"
  const std::size_t begin = text.find("Impl = ") + 7;
  const std::size_t end = std::min(text.find("; ", begin), text.rfind(']'));
  return text.substr(begin, end - begin);
}

// "ns::box<int>": the name without the `_impl__` that mplc adds.
template <class Impl>
constexpr auto instance_name() {
  constexpr std::string_view written = written_name<Impl>();
  constexpr std::string_view added = "_impl__<";
  std::array<char, written.size() + 1> name{};
  std::size_t length = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written.substr(i).starts_with(added)) i += added.size() - 1;
    name[length++] = written[i];
  }
  return name;
}

template <class Impl>
inline constexpr auto name_of_instance = instance_name<Impl>();

}  // namespace detail

template <class Impl>
constexpr class_description describe_instance__(kind of_kind, std::uint64_t template_hash,
                                                const class_description* base) {
  std::uint64_t hash = template_hash;
  for (const char* at = detail::name_of_instance<Impl>.data(); *at; ++at)  // FNV-1a
    hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3ull;
  return {detail::name_of_instance<Impl>.data(), of_kind, hash, base};
}

}  // namespace mentat
