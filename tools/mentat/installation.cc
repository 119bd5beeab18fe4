#include "tools/mentat/installation.h"

#include <cstdlib>

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

expected<installation> find_installation() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error)
    return fail("cannot find out where this program is: /proc/self/exe: " + error.message());
  installation found;
  found.prefix = self.parent_path().parent_path();
  if (!fs::exists(found.shared("verbs.txt"), error))
    return fail(found.prefix.string() +
                " is not a Mentat installation: share/mentat/verbs.txt is missing; build "
                "//tools/sdk and use its bin/mentat");
  if (const std::string checkout = variable("MENTAT_CHECKOUT"); !checkout.empty())
    found.checkout = checkout;
  found.built = variable("MENTAT_BUILT");
  found.bazel = variable("MENTAT_BAZEL");
  return found;
}

expected<void> needs_checkout(const installation& here, const std::string& verb) {
  if (here.checkout) return {};
  return fail(
      "'mentat " + verb + "' works in a checkout of Mentat; run it there as ./mentat " + verb, 2);
}

}  // namespace mentat::command
