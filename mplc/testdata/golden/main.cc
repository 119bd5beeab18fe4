// Translated by mplc VERSION.
#include <mentat/api.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "main.mpl.cc"
#include <mentat/mpl.h>

#include <cstdio>

int mentat_main__(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(argv[i]);
return 0; }
#line 14 "main.cc"
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
