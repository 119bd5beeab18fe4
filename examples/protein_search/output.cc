#include "examples/protein_search/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

bool print(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return true;
  }
  print_error(std::string("protein_search: the result cannot be written to stdout: ") +
              std::strerror(errno) + "\n");
  return false;
}

void print_error(const std::string& text) { std::fputs(text.c_str(), stderr); }

int finish(const early_exit& reason) {
  if (reason.status != 0) {
    print_error(reason.text);
    return reason.status;
  }
  return print(reason.text) ? 0 : 1;
}
