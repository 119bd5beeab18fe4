#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/lower/lowering.h"

#include <doctest/doctest.h>

#include <algorithm>

using mentat::mplc::class_kind;
using mentat::mplc::lower;
using mentat::mplc::lowered_text;
using mentat::mplc::may_contain_mpl;

namespace {

bool unchanged(const std::string& text) { return !lower(text).changed && lower(text).text == text; }

std::size_t newlines(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

TEST_CASE("the keywords are blanked in place and the class-key is marked") {
  const std::string text = "int a;\npersistent mentat class X {};";
  const lowered_text made = lower(text);
  CHECK(made.text.starts_with("int a;\n                  class X {public:"));
  REQUIRE(made.marks.size() == 1);
  CHECK(made.marks[0].kind == class_kind::persistent);
  CHECK(made.marks[0].begin == text.find("persistent"));
  CHECK(made.marks[0].class_key == text.find("class"));
  CHECK(made.marks[0].class_key_lowered == made.text.find("class X"));
}

TEST_CASE("a class is regular unless a word says more") {
  CHECK(lower("mentat class X;").marks.at(0).kind == class_kind::regular);
  CHECK(lower("regular mentat struct X;").marks.at(0).kind == class_kind::regular);
  CHECK(lower("persistent mentat struct X;").marks.at(0).kind == class_kind::persistent);
  CHECK(lower("replicated mentat class X;").marks.at(0).kind == class_kind::replicated);
}

TEST_CASE("offsets behind inserted text map back to the original") {
  const std::string text = "mentat class X { int a; }; int b;";
  const lowered_text made = lower(text);
  for (const char* word : {"int a", "int b", "class X"}) {
    const auto lowered = static_cast<unsigned>(made.text.find(word));
    CHECK(made.original_offset(lowered) == text.find(word));
    CHECK(made.exact_offset(lowered) == text.find(word));
  }
  const auto inserted = static_cast<unsigned>(made.text.find("create"));
  CHECK_FALSE(made.exact_offset(inserted));
  CHECK(made.original_offset(inserted) == text.find('{') + 1);
}

TEST_CASE("no newline is added or removed") {
  for (const std::string text :
       {"persistent\nmentat // why\nclass X\n{\n};\n", "mentat class X {\r\n};\r\n",
        "per\\\nsistent mentat class X {\n}",
        "void f() {\n  mselect {\n : maccept a();\n break;\n };\n}",
        "void f() { mselect { // why\n (a\n > b) // c\n :\n maccept\n put(int x, // d\n"
        " int\n) // e\n;\n break; : mafter(\n1) break; /*\n*/ : melse break; } }",
        "void f() { mselect { x\n } }", "void f() { mselect {\n : maccept a();\n"}) {
    const lowered_text made = lower(text);
    CHECK(newlines(made.text) == newlines(text));
    CHECK(made.changed);
  }
}

TEST_CASE("the words stay ordinary names outside of the sequences") {
  CHECK(unchanged("int persistent, regular, replicated, mentat;"));
  CHECK(unchanged("namespace mentat { class X; }"));
  CHECK(unchanged("template <std::regular T> class X;"));
  CHECK(unchanged("struct mselect {}; mselect m{1};"));
  CHECK(unchanged("mentat::ref<X> r;"));
  CHECK(unchanged("#define mentat class"));
}

TEST_CASE("strings, raw strings and comments are not touched") {
  CHECK(unchanged("const char* s = \"mentat class X;\";"));
  CHECK(unchanged("const char* s = R\"x(mentat class X {)\" )x\";"));
  CHECK(unchanged("// mentat class X {\n/* mentat class X { */"));
}

TEST_CASE("inactive text with a stray apostrophe does not hide later text") {
  const lowered_text made = lower("#if 0\nisn't\n#endif\nmentat class X;\n");
  CHECK(made.marks.size() == 1);
}

TEST_CASE("members are declared behind the brace of a definition, in both spellings") {
  for (const std::string text :
       {"mentat class X final : public Y<(1 > 0)> {};", "class [[mentat::regular]] X {};",
        "class [[nodiscard, mentat::persistent]] alignas(8) X {};",
        "class [[using mentat: regular]] X {};", "class [[mentat::replicated]] X {};",
        "template <class T> mentat class X<T*> {};"}) {
    const lowered_text made = lower(text);
    CHECK(made.text.find("{public:template<class=void>X();X(const X&);X&operator=(const X&);") !=
          std::string::npos);
    CHECK(made.text.find("private:}") != std::string::npos);
  }
  CHECK(lower("mentat struct X {};").text.find("private:") == std::string::npos);
  CHECK(unchanged("class [[nodiscard]] mentat {};"));
}

TEST_CASE("copying that the class declares itself is not declared twice") {
  CHECK(lower("mentat class X { X(const X& other); };").text.find(";X(const X&);") ==
        std::string::npos);
  CHECK(lower("mentat class X { X& operator=(const X& other); };")
            .text.find(";X&operator=(const X&);") == std::string::npos);
  CHECK(lower("mentat class X { X(X&&); void f(const X& a) { X b(a); } };")
            .text.find("X(const X&);") != std::string::npos);
}

TEST_CASE("declarations, friends and parameters are marks without members") {
  for (const std::string text :
       {"mentat class X;", "friend mentat class X;", "void f(mentat class X x, int y);"}) {
    const lowered_text made = lower(text);
    CHECK(made.marks.size() == 1);
    CHECK(made.text.find("create") == std::string::npos);
  }
}

TEST_CASE("wrong marks are problems at the place of the mark") {
  const auto code = [](const std::string& text) {
    const lowered_text made = lower(text);
    return made.problems.empty()
               ? std::string("none")
               : made.problems[0].code + "@" + std::to_string(made.problems[0].at);
  };
  CHECK(code(" mentat union X {};") == "E0102@1");
  CHECK(code("template <mentat class T> struct X;") == "E0103@10");
  CHECK(code("template <class A, persistent mentat class T> struct X;") == "E0103@19");
  CHECK(code("mentat class X {} x;") == "E0203@18");
  CHECK(code("void f() { mselect { } }") == "E0105@11");
  CHECK(code("void f() { mselect { : maccept a(); ") == "E0104@11");
  CHECK(code("void f() { mselect { : maccept a; } }") == "E0106@23");
  CHECK(code("void f() { mselect { : maccept a() b(); } }") == "E0106@23");
  CHECK(code("void f() { mselect { : maccept X::a(); } }") == "E0106@23");
  CHECK(code("void f() { mselect { : mafter() break; } }") == "E0106@23");
  CHECK(code("void f() { mselect { maccept a(); } }") == "E0106@21");
  CHECK(code("void f() { mselect { (n > 0) : accept a(); } }") == "E0106@31");
  CHECK(code("void f() { mselect { b(); : maccept a(); } }") == "E0106@21");
  CHECK(code("void f() { mselect { [&] { return 1; }() : maccept a(); } }") == "E0107@21");
  CHECK(code("void f() { mselect { : melse break; p{1} == q : maccept a(); } }") == "E0107@36");
  CHECK(code("void f(int, mentat class X x);") == "none");
}

TEST_CASE("text without words of MPL is recognised by whole words") {
  CHECK_FALSE(may_contain_mpl("implementation of mentation"));
  CHECK(may_contain_mpl("a mentat"));
  CHECK(may_contain_mpl("mselect{"));
}

namespace {

// The lowered text of an mselect, without the switch around it.
std::string entries(const std::string& text) {
  const std::string made = lower("void f() { mselect {" + text + "}; }").text;
  const auto begin = made.find('{', made.find("switch")) + 1;
  return made.substr(begin, made.find("default:") - begin);
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

TEST_CASE("mselect becomes a switch over its entries") {
  CHECK(
      without_blanks(
          entries("(n > 5) : maccept put(int x); ++n; break; : maccept get(); break;")) ==
      "case1:{if((n>5));intx=::mentat::mplc_only__::any__();put(static_cast<decltype(x)&&>(x));++n;"
      "break;break;}"
      "case2:{get();break;break;}");
  CHECK(without_blanks(entries("n > 5 : melse break; : mafter(t + 1) break;")) ==
        "case1:{if(n>5);break;break;}case2:{::mentat::mplc_only__::after__(t+1);break;break;}");
}

TEST_CASE("parameters of an entry are declared as they are written") {
  const auto declared = [](const std::string& parameter) {
    const std::string text = entries(": maccept put(" + parameter + "); break;");
    const auto begin = text.find('{') + 1;
    return without_blanks(text.substr(begin, text.find("put(") - begin));
  };
  const std::string any = "=::mentat::mplc_only__::any__();",
                    lvalue = "=::mentat::mplc_only__::any_lvalue__();";
  CHECK(declared("const std::map<int, T>& m") == "conststd::map<int,T>&m" + lvalue);
  CHECK(declared("T&& m") == "T&&m" + any);
  CHECK(declared("unsigned int") == "unsignedintargument_0__" + any);
  CHECK(declared("std::string") == "std::stringargument_0__" + any);
  CHECK(declared("const T&") == "constT&argument_0__" + lvalue);
  CHECK(declared("struct point") == "structpointargument_0__" + any);
  CHECK(declared("int a, T b") == "inta" + any + "Tb" + any);
  CHECK(declared("void").empty());
}

TEST_CASE("a word that is split by backslash-newline is repeated without it") {
  const std::string text = "void f() { mselect { : maccept p\\\nut(int a\\\nb); break; }; }";
  const lowered_text made = lower(text);
  CHECK(std::ranges::count(made.text, '\n') == std::ranges::count(text, '\n'));
  CHECK(made.text.find("put(static_cast<decltype(ab)&&>(ab))") != std::string::npos);
}

TEST_CASE("the place of a problem is in the text, also at a backslash that ends it") {
  const std::string text = "class [[mentat::regular]] c {}\\";
  const lowered_text made = lower(text);
  REQUIRE(made.problems.size() == 1);
  CHECK(made.problems[0].at == text.size() - 1);
}

TEST_CASE("the head of a class ends with the statement around it") {
  const std::string text =
      "void f() { mselect { : maccept a(); mentat class ] mentat class c {}; }";
  const lowered_text made = lower(text);
  for (const auto& mark : made.marks)
    CHECK(made.text.substr(mark.class_key_lowered).starts_with("class"));
}

TEST_CASE("the parts of an mselect are remembered in the places of the original") {
  const std::string text = "void f() { mselect { a > b : maccept put(const T& x); ++n; break; }; }";
  const lowered_text made = lower(text);
  const auto part = [&](mentat::mplc::text_range range) {
    return text.substr(range.begin, range.end - range.begin);
  };
  REQUIRE(made.selects.size() == 1);
  const auto& select = made.selects[0];
  CHECK(part(select.keyword) == "mselect");
  CHECK(made.text.substr(select.switch_lowered).starts_with("switch("));
  REQUIRE(select.entries.size() == 1);
  const auto& entry = select.entries[0];
  CHECK(made.text.substr(entry.case_lowered).starts_with("case 1:"));
  CHECK(part(entry.guard) == "a > b");
  CHECK_FALSE(entry.parenthesised);
  CHECK(part(entry.head) == "a > b : maccept put(const T& x);");
  CHECK(part(entry.name) == "put");
  REQUIRE(entry.parameters.size() == 1);
  CHECK(part(entry.parameters[0].before) == "const T");
  CHECK(part(entry.parameters[0].name) == "x");
  CHECK(text.substr(0, entry.end).ends_with("break;"));
  const auto call = static_cast<unsigned>(made.text.find("put("));
  CHECK(made.exact_offset(call) == text.find("put("));
}

TEST_CASE("an mselect in the statements of another is lowered with it") {
  const lowered_text made = lower(
      "void f() { mselect { : maccept a(); if (n) { mselect { : maccept b(); break; } } break; }; "
      "}");
  CHECK(made.problems.empty());
  CHECK(made.selects.size() == 2);
  CHECK(made.text.find("mselect") == std::string::npos);
}

TEST_CASE("a statement that ends with a brace is not a part of a guard") {
  for (const std::string text : {"if (a) { b(); }", "for (;;) { }", "{ a(); }", "EACH(x) { a(); }",
                                 "if (a) { } else { }", "mselect { : melse break; }"}) {
    const lowered_text made =
        lower("void f() { mselect { : melse " + text + " (n) : maccept a(); } }");
    CHECK(made.problems.empty());
  }
}
