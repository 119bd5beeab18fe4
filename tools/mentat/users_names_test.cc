#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/users_names.h"

#include <doctest/doctest.h>

namespace mentat::command {

TEST_CASE("a member function has its name, its result and its parameters") {
  CHECK(in_users_names("In member function ‘void ns::counter_impl__::add_body__("
                       "mentat::rtf_sink__<int>&, int, std::string&)’:") ==
        "In member function ‘int ns::counter::add(int, std::string&)’:");
  CHECK(in_users_names("‘void counter_impl__::add_3197d927_body__(mentat::rtf_sink__<"
                       "std::vector<int> >&)’") == "‘std::vector<int> counter::add()’");
  CHECK(in_users_names("‘void c_impl__::f_body__(mentat::rtf_sink__<void>&, int)’") ==
        "‘void c::f(int)’");
  CHECK(in_users_names("‘c_impl__::f_local__(int)’, ‘c_impl__::f_default_1__()’") ==
        "‘c::f(int)’, ‘c::f()’");
}

TEST_CASE("classes, their constructors and their variables have the name of the class") {
  CHECK(in_users_names("‘counter_impl__::counter_impl__(int)’") == "‘counter::counter(int)’");
  CHECK(in_users_names("‘counter’ {aka ‘mentat::handle<counter_impl__>’}") == "‘counter’");
  CHECK(in_users_names("class mentat::handle<ns::box_impl__<int> >") == "ns::box<int>");
  CHECK(in_users_names("‘using counter = class mentat::handle<counter_impl__>’") ==
        "‘using counter = counter’");
  CHECK(in_users_names("‘counter_impl__::mentat_stubs__::add’") == "‘counter::add’");
  CHECK(in_users_names("‘int c_impl__::mentat_stubs__::f(int, mentat::source_place__) const’") ==
        "‘int c::f(int) const’");
  CHECK(in_users_names("`c_impl__::mentat_stubs__::f(std::source_location) const'") ==
        "`c::f() const'");
}

TEST_CASE("main, rtf and names of the run-time system are what they were") {
  CHECK(in_users_names("In function ‘int mentat_main__(int, char**)’:") ==
        "In function ‘int main(int, char**)’:");
  CHECK(in_users_names("mentat::RESOLVE__(w), mentat_rtf__, mentat_slot_w__") ==
        "mentat::RESOLVE(w), rtf, w");
}

TEST_CASE("template arguments in messages have only names that the user knows") {
  CHECK(
      in_users_names("‘void ns::box_impl__<T>::put_body__(mentat::rtf_sink__<T>&, const T&) [with "
                     "T = int; mentat::rtf_sink__<T> = mentat::rtf_sink<int>]’") ==
      "‘T ns::box<T>::put(const T&) [with T = int]’");
  CHECK(in_users_names("‘void f() [with mentat::work_unit__ = mentat::work_unit]’") ==
        "‘void f()’");
}

TEST_CASE("colors stay") {
  CHECK(in_users_names(
            "‘\033[01m\033[Kvoid c_impl__::f_body__(mentat::rtf_sink__<int>&)\033[m\033[K’") ==
        "‘\033[01m\033[Kint c::f()\033[m\033[K’");
  CHECK(in_users_names("‘\033[01m\033[Kc\033[m\033[K’ {aka ‘\033[01m\033[Kmentat::handle<c_impl__>"
                       "\033[m\033[K’}") == "‘\033[01m\033[Kc\033[m\033[K’");
}

TEST_CASE("other text stays") {
  for (const char* text :
       {"‘std::__cxx11::basic_string<char>::size_type’ {aka ‘long unsigned int’}",
        "‘struct counter_impl’ has no member ‘add_tag’", "a < b, mentat::rtf_sink, [with T = int",
        "__gnu_cxx::__normal_iterator<int*, std::vector<int> >", "mentat::handle<"})
    CHECK(in_users_names(text) == text);
}

}  // namespace mentat::command
