#include <mentat/mpl.h>

#include <cstdio>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(argv[i]);
}
