#include <mentat/api.h>
#include <mentat/main.h>
#line 1 "main_try.mpl.cc"
#include <mentat/mpl.h>

int mentat_main(int, char**) try {
  if (false) throw 1;
return 0; } catch (int) {
return 0; } catch (...) {
  return 3;
}
#line 13 "main_try.cc"
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
