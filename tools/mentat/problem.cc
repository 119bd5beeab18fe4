#include "tools/mentat/problem.h"

#include <cstdio>

#include "mmps/base/shown_text.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {

int report(const problem& trouble) {
  std::fflush(stdout);
  std::fprintf(stderr, "mentat: %s %s\n", marked("error:").c_str(),
               base::shown(trouble.text).c_str());
  return trouble.exit_status;
}

}  // namespace mentat::command
