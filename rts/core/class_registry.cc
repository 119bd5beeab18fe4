#include "rts/core/class_registry.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace mentat {
namespace {

struct registry {
  std::mutex lock;
  std::vector<const class_info*> classes;
};

}  // namespace
}  // namespace mentat

// tools/gdb/mentat.py reads it.
extern "C" {
[[gnu::used,
  gnu::retain]] constinit const std::vector<const mentat::class_info*>* mentat_debugger_classes =
    nullptr;
}

namespace mentat {
namespace {

registry& the_registry() {
  // Server sections register during static initialisation, in any order.
  static registry* const one = [] {
    auto* made = new registry;
    mentat_debugger_classes = &made->classes;
    return made;
  }();
  return *one;
}

}  // namespace

namespace {

// Whether they are forms of one class of the library: one is the base of the other, or they have a
// base of their name in common.
bool are_forms_of_one(const class_description& a, const class_description& b) {
  if (a.base == &b || b.base == &a) return true;
  return a.base && a.base == b.base && std::strcmp(a.base->name, a.name) == 0;
}

}  // namespace

void class_registry::add(const class_info& info) {
  registry& all = the_registry();
  std::lock_guard guard(all.lock);
  for (const class_info* known : all.classes) {
    if (known == &info) return;
    if (std::strcmp(known->description->name, info.description->name) == 0 &&
        known->description->interface_hash != info.description->interface_hash &&
        !are_forms_of_one(*known->description, *info.description)) {
      std::fprintf(stderr,
                   "mentat: two different Mentat classes are called '%s'; put one of them into a "
                   "namespace [E0209]\n",
                   info.description->name);
      std::exit(125);
    }
  }
  all.classes.push_back(&info);
}

std::vector<const class_info*> class_registry::all() {
  registry& known = the_registry();
  std::lock_guard guard(known.lock);
  return known.classes;
}

bool class_registry::is_ambiguous(const class_info& info) {
  registry& all = the_registry();
  std::lock_guard guard(all.lock);
  return std::ranges::any_of(all.classes, [&](const class_info* known) {
    return known->description->interface_hash == info.description->interface_hash &&
           known->dispatch_new != info.dispatch_new;
  });
}

const class_info* class_registry::find(const class_description* description) {
  registry& all = the_registry();
  std::lock_guard guard(all.lock);
  for (const class_info* known : all.classes)
    if (known->description == description) return known;
  return nullptr;
}

// Called for each incoming call, most often for the same class again.
const class_info* class_registry::find(std::uint64_t interface_hash) {
  static std::atomic<const class_info*> last{nullptr};
  const class_info* const before = last.load(std::memory_order_acquire);
  if (before && before->description->interface_hash == interface_hash) return before;
  registry& all = the_registry();
  std::lock_guard guard(all.lock);
  for (const class_info* known : all.classes) {
    if (known->description->interface_hash != interface_hash) continue;
    last.store(known, std::memory_order_release);
    return known;
  }
  return nullptr;
}

const method_description* find_function(const class_info& of_class, std::uint32_t function) {
  const class_info* at = &of_class;
  while (at) {
    if (const method_description* method = at->find(function)) return method;
    at = at->description->base ? class_registry::find(at->description->base) : nullptr;
  }
  return nullptr;
}

namespace {

// Whether that is true of the class or of one above it.
bool any_above(const class_info& of_class, auto&& is_so) {
  const class_info* at = &of_class;
  while (at) {
    if (is_so(*at)) return true;
    at = at->description->base ? class_registry::find(at->description->base) : nullptr;
  }
  return false;
}

}  // namespace

bool accepts_by_itself(const class_info& of_class) {
  return any_above(of_class, [](const class_info& one) {
    return one.serve || (one.selects && *one.selects) || (one.has_guards && *one.has_guards);
  });
}

bool has_guards(const class_info& of_class) {
  return any_above(of_class,
                   [](const class_info& one) { return one.has_guards && *one.has_guards; });
}

bool waits_after_rtf(const class_info& of_class) {
  return some_class_waits_after_rtf && any_above(of_class, [](const class_info& one) {
           return one.waits_after_rtf && *one.waits_after_rtf;
         });
}

std::string function_name(const class_info& of_class, std::uint32_t function) {
  if (function == create_function) return "create";
  if (function == destroy_function) return "destroy";
  if (function == serve_function) return "serve";
  if (const method_description* method = find_function(of_class, function)) return method->name;
  char text[32];
  std::snprintf(text, sizeof text, "function 0x%08x", function);
  return text;
}

}  // namespace mentat
