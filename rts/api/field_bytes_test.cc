// Tuples are compared as bytes, on whichever machine they were made.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <mentat/api.h>
#include <mentat/server.h>
#include <mentat/space.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "rts/space/signature.h"

namespace {

using namespace mentat::space_detail;
using namespace mentat::literals;
using mentat::formal;

template <class T>
std::string hexadecimal(const T& value) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char one : bytes_of(value)) text += {digits[one >> 4], digits[one & 15]};
  return text;
}

}  // namespace

TEST_CASE("numbers in fields of tuples are little-endian on every machine") {
  CHECK(hexadecimal(0x01020304) == "04030201");
  CHECK(hexadecimal(1.0) == "000000000000f03f");
  CHECK(hexadecimal('a') == "61");
  CHECK(hexadecimal(std::string("abc")) == "616263");
  CHECK(hexadecimal(std::vector<short>{0x0102}) == "01000000000000000201");
  CHECK(hexadecimal(std::pair<int, bool>(5, true)).starts_with("0500000001"));
  CHECK(value_from<int>(bytes_of(0x01020304)) == 0x01020304);
  CHECK(value_from<std::vector<double>>(bytes_of(std::vector{1.5, -2.0})) ==
        std::vector{1.5, -2.0});
}

namespace {

struct pixel {
  int red = 0, green = 0;
};

// As a machine with the other order of bytes writes it: a length, and numbers of that size.
std::string of_other_order(std::string bytes, std::ptrdiff_t number) {
  bytes[0] = bytes[0] == 0 ? 1 : 0;
  std::reverse(bytes.begin() + 1, bytes.begin() + 9);
  for (auto at = bytes.begin() + 9; at != bytes.end(); at += number) std::reverse(at, at + number);
  return bytes;
}

}  // namespace

TEST_CASE("a field of a type that no pattern gives as a value says its order of bytes") {
  const std::set<int> numbers{3, 0x01020304};
  const std::string bytes = bytes_of(numbers);
  CHECK(value_from<std::set<int>>(bytes) == numbers);
  CHECK(value_from<std::set<int>>(of_other_order(bytes, 4)) == numbers);
  const mentat::buffer<pixel> pixels(std::vector<pixel>{{5, 6}});
  const std::string memory = bytes_of(pixels);
  CHECK(value_from<mentat::buffer<pixel>>(memory)[0].green == 6);
  CHECK_THROWS_AS(static_cast<void>(value_from<mentat::buffer<pixel>>(of_other_order(memory, 4))),
                  mentat::marshal_error);
  CHECK_THROWS_AS(static_cast<void>(value_from<std::set<int>>("")), mentat::marshal_error);
  CHECK_THROWS_AS(static_cast<void>(value_from<std::set<int>>("\2")), mentat::marshal_error);
}

TEST_CASE("a tuple has the same signature, key and text on every machine") {
  const encoded_tuple one = encode("job"_name, 7, std::string("text"), 'c', 2.5);
  CHECK(text_of(one) == R"(("job"_name, 7, "text", 99, 2.500000))");
  CHECK(decode<decltype("job"_name), mentat::formal_field<int>, std::string, char, double>(one) ==
        7);
  // The numbers are those of an x86-64 machine.
  CHECK(one.signature() == 4000651727498510617u);
  CHECK(hash_of_key(one).value_or(0) == 13456030593157676565u);
}
