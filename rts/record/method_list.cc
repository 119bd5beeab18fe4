#include "rts/record/method_list.h"

#include <algorithm>
#include <string_view>

#include "rts/core/class_registry.h"
#include "rts/record/event.h"

namespace mentat::record {
namespace {

constexpr std::size_t most_methods = UINT16_MAX;

void add(std::vector<known_method>& all, const class_info& of_class, std::uint32_t function,
         const std::string& name, const char* defined_at) {
  const bool is_known = std::ranges::any_of(all, [&](const known_method& one) {
    return one.of_class == &of_class && one.function == function;
  });
  if (!is_known && all.size() < most_methods)
    all.push_back(
        {&of_class, function, std::string(of_class.description->name) + "::" + name, defined_at});
}

std::vector<known_method> made_list() {
  std::vector<known_method> all(first_method);
  all[unknown_method].name = "(unknown function)";
  all[method_of_main].name = "main";
  for (const class_info* of_class : class_registry::all()) {
    if (of_class->description->kind != kind::regular)
      add(all, *of_class, create_function, "create", "");
    if (of_class->serve) add(all, *of_class, serve_function, "serve", "");
    for (const class_info* at = of_class; at;
         at = at->description->base ? class_registry::find(at->description->base) : nullptr)
      for (const method_description& method : at->methods)
        add(all, *of_class, method.number, method.name, method.defined_at);
  }
  return all;
}

}  // namespace

const std::vector<known_method>& method_list() {
  static const std::vector<known_method> all = made_list();
  return all;
}

std::uint16_t number_of(const class_info& of_class, std::uint32_t function) {
  const std::vector<known_method>& all = method_list();
  for (std::size_t number = first_method; number < all.size(); ++number)
    if (all[number].of_class == &of_class && all[number].function == function)
      return static_cast<std::uint16_t>(number);
  // A constructor that another process asks for runs as a call of a class of its own, of this name.
  if (function == create_function)
    for (std::size_t number = first_method; number < all.size(); ++number)
      if (all[number].function == create_function &&
          std::string_view(all[number].of_class->description->name) == of_class.description->name)
        return static_cast<std::uint16_t>(number);
  return unknown_method;
}

}  // namespace mentat::record
