#include "rts/core/own_errors.h"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace mentat {
namespace {

// Types in unnamed namespaces of two files may have the same name.
struct known_type {
  own_error_type first;
  bool is_only = true;
};

struct known_types {
  std::mutex lock;
  std::map<std::string, known_type, std::less<>> by_name;
};

// Made at its first use: types are added before main() begins.
known_types& all_types() {
  static auto* const types = new known_types;
  return *types;
}

}  // namespace

void own_errors::add(const own_error_type& type) {
  known_types& all = all_types();
  const std::lock_guard guard(all.lock);
  const auto [entry, is_new] = all.by_name.try_emplace(readable_name(*type.type), known_type{type});
  if (!is_new && *entry->second.first.type != *type.type) entry->second.is_only = false;
}

const own_error_type* own_errors::find(const std::type_info& type) {
  const own_error_type* found = find(readable_name(type));
  return found && *found->type == type ? found : nullptr;
}

const own_error_type* own_errors::find(std::string_view name) {
  known_types& all = all_types();
  const std::lock_guard guard(all.lock);
  const auto found = all.by_name.find(name);
  return found != all.by_name.end() && found->second.is_only ? &found->second.first : nullptr;
}

std::string readable_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : type.name();
}

}  // namespace mentat
