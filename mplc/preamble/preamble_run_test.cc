#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/preamble/preamble_run.h"

#include <doctest/doctest.h>

namespace mentat::mplc {
namespace {

std::string names(std::string_view text) {
  std::string all;
  for (const include_directive& one : read_leading_run(text).includes)
    all += one.angled ? "<" + one.name + ">" : "\"" + one.name + "\"";
  return all;
}

TEST_CASE("a run is read over comments, blank lines and #pragma once") {
  CHECK(names("// a\n#pragma once\n\n/* b\n */ # include <c>  // d\n#include \"e.h\"\nint f;\n"
              "#include <g>\n") == "<c>\"e.h\"");
  CHECK(names("#include <a>\r\n#include <b>\r\n") == "<a><b>");
}

TEST_CASE("a run ends at the first thing that is not an #include") {
  CHECK(names("#include <a>\n#define B\n#include <c>\n") == "<a>");
  CHECK(names("#include <a>\n#if 1\n#include <c>\n#endif\n") == "<a>");
  CHECK(names("#include <a>\n#ifndef B\n#define B\n#include <c>\n#endif\n") == "<a>");
  CHECK(names("#pragma GCC poison a\n#include <a>\n") == "");
  CHECK(names("int a; /*\n*/ #include <a>\n") == "");
  CHECK(names("#include <a> b\n") == "");
  CHECK(names("#include MACRO\n#include <a>\n") == "");
  CHECK(names("// a \\\n#include <b>\n#include <c>\n") == "");
  CHECK(names("/* #include <a>\n") == "");
  CHECK(names("#include <a") == "");
  CHECK(names("#") == "");
}

TEST_CASE("an include guard is passed over, and must be the whole text") {
  const auto guarded = read_leading_run("#ifndef A_H\n#define A_H\n#include <a>\n#endif  // A_H\n");
  CHECK(guarded.includes.size() == 1);
  CHECK(guarded.guard == "A_H");
  CHECK(guarded.is_once);
  CHECK(guarded.is_all);
  const auto more =
      read_leading_run("#ifndef A_H\n#define A_H\n#include <a>\n#endif\n#include <b>\nint c;\n");
  CHECK(more.includes.size() == 1);
  CHECK(!more.is_all);
  CHECK(names("#ifndef A_H\n#define A_H 1\n#include <a>\n#endif\n") == "");
  CHECK(names("#ifndef A_H\n#define B_H\n#include <a>\n#endif\n") == "");
  CHECK(names("#ifndef A_H\n#include <a>\n#endif\n") == "");
}

TEST_CASE("a text of includes alone is a whole run") {
  CHECK(read_leading_run("#pragma once\n#include <a>").is_all);
  CHECK(!read_leading_run("#pragma once\n#include <a>\nint b;").is_all);
  CHECK(read_leading_run("").is_all);
  CHECK(!read_leading_run("#ifndef A\n#define A\n").is_all);
}

}  // namespace
}  // namespace mentat::mplc
