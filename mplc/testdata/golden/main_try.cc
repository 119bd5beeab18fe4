#include <mentat/api.h>
#line 1 "main_try.mpl.cc"
#include <mentat/mpl.h>

int mentat_main(int, char**) try {
  if (false) throw 1;
return 0; } catch (int) {
return 0; } catch (...) {
  return 3;
}
