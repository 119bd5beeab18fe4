// Reads the model of a main file (model.h) from Clang's syntax tree. Errors: through the context.
// Thread-safety: none.
#pragma once

#include <vector>

#include "mplc/model.h"

namespace clang {
class CXXRecordDecl;
}

namespace mentat::mplc {

class context;

// Checks where the marked classes are defined, in a file that has other errors and cannot be read
// [E0201].
void check_places(context&, const std::vector<const clang::CXXRecordDecl*>& marked, bool is_header);

// Reads the marked classes, checks them (E02xx, E03xx) and reports through the context.
[[nodiscard]] model read_model(context&, const std::vector<const clang::CXXRecordDecl*>& marked,
                               bool is_header);

}  // namespace mentat::mplc
