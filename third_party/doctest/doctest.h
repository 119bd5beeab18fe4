// Found before Debian's header of the same name. A test file defines DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN,
// so that it can be compiled alone; in a build by Bazel the implementation, eight seconds of compilation,
// is compiled once for all tests (doctest_main.cc).
#undef DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include_next <doctest/doctest.h>
