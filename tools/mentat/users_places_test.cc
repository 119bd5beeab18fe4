#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/users_places.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

constexpr const char* users_text =
    "int main() {\n"
    "  int a = c.add(1), unused;\n"
    "  if (a < u) a = a + a;\n"
    "}\n";
constexpr const char* translation =
    "#include <mentat/api.h>\n"
    "#line 1 \"ORIGINAL\"\n"
    "int mentat_main__(int, char**) {\n"
    "  int a; ::mentat::RV_INSERT__(a) = c.invoke_fn__<::c_impl__::add_tag__>(1); int unused;\n"
    "  if (::mentat::RESOLVE__(a) < u) a = a + a;\n"
    "#line 7 \"GENERATED\"\n"
    "  static int added__;\n"
    "#line 4 \"ORIGINAL\"\n"
    "}\n";

}  // namespace

TEST_CASE("a column is the user's where the words around it are") {
  const std::string_view users = "  if (a < u) b = c.f(a);";
  const std::string_view made =
      "  if (::mentat::RESOLVE__(a) < u) b = c.call_fn__<::c_impl__::f_tag__>(a);";
  CHECK(users_column(users, made, made.find("u)") + 1) == users.find("u)") + 1);
  CHECK(users_column(users, made, made.find("< u") + 1) == users.find("< u") + 1);
  CHECK(users_column(users, made, made.find("b =") + 1) == users.find("b =") + 1);
}

TEST_CASE("a column that may be another one is none") {
  CHECK_FALSE(users_column("a = a;", "x(a); a = a;", 3));
  CHECK_FALSE(users_column("a = f(b);", "RESOLVE__(a) = f(b);", 1));
  CHECK_FALSE(users_column("a = b;", "a = b;", 99));
  CHECK_FALSE(users_column("", "a", 1));
}

TEST_CASE("messages name places of the user's file") {
  const auto folder = temporary_folder::create("places-test");
  REQUIRE(folder);
  const std::string original = (folder->path() / "p.mpl.cc").string(),
                    generated = (folder->path() / "made" / "p.cc").string();
  std::string made(translation);
  for (const auto& [word, name] : {std::pair("ORIGINAL", original), {"GENERATED", generated}})
    for (auto at = made.find(word); at != std::string::npos; at = made.find(word))
      made.replace(at, 8 + (word[0] == 'G' ? 1 : 0), name);
  std::filesystem::create_directory(folder->path() / "made");
  REQUIRE(write_file(original, users_text));
  REQUIRE(write_file(generated, made));
  users_places places;
  places.add(original, generated);
  const auto shown = [&](const std::string& message) {
    return places.in_users_places(message, "/usr/include/mentat");
  };
  CHECK(shown(original + ":2:82: warning: unused variable 'unused'\n") ==
        original + ":2:21: warning: unused variable 'unused'\n");
  CHECK(shown(original + ":3:30: warning: <\n") == original + ":3:9: warning: <\n");
  CHECK(shown(original + ":3:15: error: x\n") == original + ":3: error: x\n");
  CHECK(shown("\033[01m\033[K" + original + ":3:30:\033[m\033[K w") ==
        "\033[01m\033[K" + original + ":3:9:\033[m\033[K w");
  CHECK(shown(generated + ":7:9: warning: x\n") == original + ": warning: x\n");
  CHECK(shown(original + ": In function 'f':\n") == original + ": In function 'f':\n");
  CHECK(shown("other.h:3:30: warning: x\n") == "other.h:3:30: warning: x\n");
  CHECK(shown(generated +
              ":7:9:   required from 'f'\n/usr/include/mentat/handle.h:1:2:   required "
              "from 'g'\n" +
              original + ":4:1:   required from here\n") ==
        original + ":4:1:   required from here\n");
}

}  // namespace mentat::command
