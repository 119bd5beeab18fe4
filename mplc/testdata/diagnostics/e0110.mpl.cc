// The name of a Mentat header is replaced by that of the translated one, so it must stand there.
// expect: 5:10: error: the name of a Mentat header must be written out behind #include; it is replaced by the name of the translated header [E0110]
#include <mentat/mpl.h>
#define HEADER "e0110_named.mpl.h"
#include HEADER
int main() {
  named one;
  return one.get();
}
