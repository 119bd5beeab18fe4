#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/class_registry.h"

#include <doctest/doctest.h>

namespace mentat {
namespace {

void add_one(work_unit&) {}
void add_two(work_unit&) {}

constexpr class_description a{"fold<(anonymous)::pick>", kind::regular, 7},
    b{"fold<(anonymous)::pick>", kind::regular, 7}, other{"fold<plus>", kind::regular, 8};
constexpr class_info in_a{&a, {}, nullptr, &add_one, nullptr, nullptr};
constexpr class_info in_b{&b, {}, nullptr, &add_two, nullptr, nullptr};
constexpr class_info of_other{&other, {}, nullptr, &add_two, nullptr, nullptr};

}  // namespace

TEST_CASE("two classes of one name and hash are ambiguous if they run different code") {
  class_registry::add(in_a);
  class_registry::add(of_other);
  CHECK_FALSE(class_registry::is_ambiguous(in_a));
  class_registry::add(in_b);
  CHECK(class_registry::is_ambiguous(in_a));
  CHECK(class_registry::is_ambiguous(in_b));
  CHECK_FALSE(class_registry::is_ambiguous(of_other));
}

}  // namespace mentat
