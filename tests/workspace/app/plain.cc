#include "app/plain.h"

int plain() { return 3; }
