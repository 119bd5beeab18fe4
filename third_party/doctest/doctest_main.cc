#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "/usr/include/doctest/doctest.h"
