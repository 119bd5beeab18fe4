// Hints of create() that name an object [TOCS96 2.2]. Thread-safety: as handle.h.
#pragma once

#include "rts/api/handle.h"
#include "rts/api/placement.h"

namespace mentat {

[[nodiscard]] inline placement near(const mentat_object& variable) {
  return {mmps::hint_kind::near, {}, variable.name()};
}
[[nodiscard]] inline placement apart_from(const mentat_object& variable) {
  return {mmps::hint_kind::apart_from, {}, variable.name()};
}

}  // namespace mentat
