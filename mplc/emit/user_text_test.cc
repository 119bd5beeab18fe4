#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/emit/user_text.h"

#include <doctest/doctest.h>

using namespace mentat::mplc;

TEST_CASE("text is put on one line without its comments") {
  CHECK(one_line("const  int& // why\n  a /* b */ = 1") == "const int& a = 1");
}

TEST_CASE("a string literal keeps quotes, backslashes and newlines") {
  CHECK(string_literal("a\"b\\n\n") == R"("a\"b\\n\n")");
}

TEST_CASE("the result type is the text before the name, without specifiers and attributes") {
  const std::string text = "[[nodiscard]] virtual inline const std::vector<int>& op(";
  edits changes;
  user_text user(text, changes);
  method_head head;
  head.specifiers = {0, static_cast<text_offset>(text.find("op"))};
  CHECK(user.result_type(head) == "const std::vector<int>&");
  CHECK(user.has_specifier(head, "virtual"));
  CHECK_FALSE(user.has_specifier(head, "static"));
}

TEST_CASE("attributes before a declaration are found") {
  const std::string text = "int a; [[x]] [[y(1)]] int b;";
  edits changes;
  user_text user(text, changes);
  CHECK(user.before_attributes(static_cast<text_offset>(text.find("int b"))) == text.find("[[x]]"));
  CHECK(user.before_attributes(0) == 0);
}

TEST_CASE("the mark of a class is taken out of its attributes") {
  const auto without_mark = [](const std::string& text) {
    edits changes;
    user_text user(text, changes);
    for (const text_range& range :
         user.mentat_attributes(0, static_cast<text_offset>(text.find('X'))))
      user.replace(range, "");
    return changes.render(text, 0, static_cast<text_offset>(text.size())).value();
  };
  CHECK(without_mark("class [[mentat::persistent]] X") == "class X");
  CHECK(without_mark("class [[using mentat: regular]] X") == "class X");
  CHECK(without_mark("class [[nodiscard]] X") == "class [[nodiscard]] X");
  CHECK(without_mark("class [[nodiscard, mentat::regular]] X") == "class [[nodiscard]] X");
  CHECK(without_mark("class [[mentat::regular, nodiscard]] X") == "class [[nodiscard]] X");
}

TEST_CASE("a replacement keeps the newlines that it covers") {
  const std::string text = "int\n\nop(a)";
  edits changes;
  user_text user(text, changes);
  user.replace({0, 8}, "void op_body(");
  CHECK(changes.render(text, 0, static_cast<text_offset>(text.size())).value() ==
        "\n\nvoid op_body(a)");
}

TEST_CASE("text is added to a header inside of its include guard") {
  const auto end = [](const std::string& text) {
    edits changes;
    return text.substr(user_text(text, changes).end_of_header());
  };
  CHECK(end("#ifndef A\n#define A\nint a;\n#endif  // A\n") == "#endif  // A\n");
  CHECK(end("#pragma once\n#if X\n#endif\n") == "");
  CHECK(end("#ifndef A\n#define A\n#endif\nint b;\n") == "");
}
