// Translated by mplc VERSION.
#include <mentat/api.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "main_try.mpl.cc"
#include <mentat/mpl.h>

int mentat_main__(int, char**) try {
  if (false) throw 1;
return 0; } catch (int) {
return 0; } catch (...) {
  return 3;
}
#line 15 "main_try.cc"
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
