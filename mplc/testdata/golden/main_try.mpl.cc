#include <mentat/mpl.h>

int main() try {
  if (false) throw 1;
} catch (int) {
} catch (...) {
  return 3;
}
