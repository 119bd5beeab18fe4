#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/text/edits.h"

#include <doctest/doctest.h>

using mentat::mplc::edits;

TEST_CASE("insertions and replacements render in the order of their places") {
  edits changes;
  changes.replace(4, 5, "Y");
  changes.insert_before(0, "<");
  changes.insert_after(5, ">");
  CHECK(changes.render("a = x;", 0, 6).value() == "<a = Y>;");
}

TEST_CASE("wraps nest when the outer one is made first") {
  edits changes;
  changes.wrap(0, 4, "A(", ")");
  changes.wrap(0, 1, "B(", ")");
  CHECK(changes.render("v[i]", 0, 4).value() == "A(B(v)[i])");
}

TEST_CASE("the same wrap made twice counts once") {
  edits changes;
  changes.wrap(0, 1, "R(", ")");
  changes.wrap(0, 1, "R(", ")");
  CHECK(changes.render("w", 0, 1).value() == "R(w)");
}

TEST_CASE("closing insertions at an offset precede opening ones") {
  edits changes;
  changes.insert_before(1, "(");
  changes.insert_after(1, ")");
  changes.insert_after(1, "]");
  CHECK(changes.render("ab", 0, 2).value() == "a])(b");
}

TEST_CASE("a replacement supersedes the edits inside of it") {
  edits changes;
  changes.replace(2, 3, "x");
  changes.insert_before(3, "y");
  changes.replace(1, 5, "Z");
  CHECK(changes.render("abcdef", 0, 6).value() == "aZf");
}

TEST_CASE("replacements that overlap are an error and name each other") {
  edits changes;
  changes.replace(0, 3, "x");
  changes.replace(2, 5, "y");
  const auto text = changes.render("abcdef", 0, 6);
  REQUIRE_FALSE(text);
  CHECK(text.error() == "the edit of [2, 5) to 'y' overlaps [0, 3)");
}

TEST_CASE("the same replacement made twice counts once") {
  edits changes;
  changes.replace(1, 2, "x");
  changes.replace(1, 2, "x");
  CHECK(changes.render("abc", 0, 3).value() == "axc");
}

TEST_CASE("a part renders with the edits that belong to it") {
  edits changes;
  changes.insert_after(2, ")");  // closes the text before the part
  changes.insert_before(2, "[");
  changes.insert_after(4, "]");
  changes.insert_before(4, "(");  // opens the text behind it
  CHECK(changes.render("abcdef", 2, 4).value() == "[cd]");
}

TEST_CASE("folding replaces a part and its edits, and keeps those at its borders") {
  edits changes;
  changes.insert_after(2, ")");
  changes.insert_before(2, "[");
  changes.replace(3, 4, "D");
  changes.insert_before(4, "(");
  changes.fold(2, 4, "#");
  CHECK(changes.render("abcdef", 0, 6).value() == "ab)#(ef");
}

TEST_CASE("a replacement that reaches over the border of a part is an error") {
  edits changes;
  changes.replace(1, 3, "x");
  CHECK_FALSE(changes.render("abcdef", 2, 5));
}
