// The kinds of Mentat classes [TOCS96 2.2]: a regular class is stateless and never created, a
// persistent one is bound to an object that keeps its data between calls. A replicated class is a
// persistent one whose const functions can read a copy of the object [DSM92 4]. A durable class is
// one whose objects survive the process in which they are (docs/durable.md).
#pragma once

namespace mentat::mplc {

enum class class_kind { none, regular, persistent, replicated, durable };

// Whether variables of the class are bound to objects, which create() makes.
constexpr bool has_objects(class_kind kind) {
  return kind == class_kind::persistent || kind == class_kind::replicated ||
         kind == class_kind::durable;
}
// Whether the data members of an object travel.
constexpr bool has_state(class_kind kind) {
  return kind == class_kind::replicated || kind == class_kind::durable;
}

// The word of the language; empty for `none`.
constexpr const char* word_of(class_kind kind) {
  switch (kind) {
    case class_kind::regular:
      return "regular";
    case class_kind::persistent:
      return "persistent";
    case class_kind::replicated:
      return "replicated";
    case class_kind::durable:
      return "durable";
    case class_kind::none:
      break;
  }
  return "";
}

}  // namespace mentat::mplc
