// Stages 3 and 4 for the functions of a main file. Errors: through the context. Thread-safety:
// none.
#pragma once

#include <vector>

#include "mplc/text/edits.h"

namespace clang {
class FunctionDecl;
}

namespace mentat::mplc {

class context;

// For a function with a body in the main file: finds Mentat calls, result variables, aliases and
// rtf paths, reports, and adds the edits.
void translate_function(context&, const clang::FunctionDecl*);

// Reports each mselect outside of the member functions of persistent classes [E0604]; returns
// where they stand. Works on a tree with errors, too.
std::vector<text_range> check_select_places(context&,
                                            const std::vector<clang::FunctionDecl*>&);

}  // namespace mentat::mplc
