#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/missing_package.h"

#include <doctest/doctest.h>

namespace mentat::command {

TEST_CASE("each tool's way to say that something is not installed leads to its package") {
  CHECK(missing_package("x.h:3:10: fatal error: cereal/types/array.hpp: No such file or directory\n"
                        "compilation terminated.\n") == "libcereal-dev");
  CHECK(missing_package("/p/bin/mplc: error while loading shared libraries: libclang-cpp.so.19.1: "
                        "cannot open shared object file: No such file or directory\n") ==
        "libclang-cpp19");
  CHECK(missing_package("/usr/bin/ld: cannot find -l:libboost_context.a: No such file\n") ==
        "libboost-context-dev");
}

TEST_CASE("a message about the user's own files leads to none") {
  CHECK_FALSE(missing_package(""));
  CHECK_FALSE(missing_package("a.cc:1:10: fatal error: own.h: No such file or directory\n"));
  CHECK_FALSE(missing_package("a.cc:1:10: fatal error: cereal/own.h\nb.cc: No such file"));
}

}  // namespace mentat::command
