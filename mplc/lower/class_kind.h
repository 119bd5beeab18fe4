// The two kinds of Mentat classes [TOCS96 2.2]: a regular class is stateless and never created, a
// persistent one is bound to an object that keeps its data between calls.
#pragma once

namespace mentat::mplc {

enum class class_kind { none, regular, persistent };

}  // namespace mentat::mplc
