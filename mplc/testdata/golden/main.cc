#include <mentat/api.h>
#include <mentat/main.h>
#line 1 "main.mpl.cc"
#include <mentat/mpl.h>

#include <cstdio>

int mentat_main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(argv[i]);
return 0; }
#line 12 "main.cc"
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
