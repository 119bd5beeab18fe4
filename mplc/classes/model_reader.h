// Reads the model of a main file (model.h) from Clang's syntax tree. Errors: through the context.
// Thread-safety: none.
#pragma once

#include <vector>

#include "mplc/facts/model.h"

namespace clang {
class CXXRecordDecl;
}

namespace mentat::mplc {

class context;

// Reads the marked classes, checks them (E02xx, E03xx) and reports through the context. Skips
// declarations that Clang has rejected.
[[nodiscard]] model read_model(context&, const std::vector<const clang::CXXRecordDecl*>& marked,
                               bool is_header);

}  // namespace mentat::mplc
