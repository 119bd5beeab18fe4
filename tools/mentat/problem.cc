#include "tools/mentat/problem.h"

#include <cstdio>

namespace mentat::command {

int report(const problem& trouble) {
  std::fflush(stdout);
  std::fprintf(stderr, "mentat: error: %s\n", trouble.text.c_str());
  return trouble.exit_status;
}

}  // namespace mentat::command
