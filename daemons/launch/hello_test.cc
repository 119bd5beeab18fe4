#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/hello.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace mentat::launch;

namespace {

const std::string key(64, 'a');
const std::string said = R"(MENTAT-HELLO {"v":2,"key":")" + key + R"(","build":"0.1.0"})";
const std::string welcomed =
    R"(MENTAT-WELCOME {"key":")" + key + R"(","at":["tcp://10.0.0.1:7411"]})";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("each line is read as it was written") {
  const hello one{key, "0.1.0"};
  CHECK(one.line() == said);
  const auto read = hello::parse(said);
  REQUIRE(read);
  CHECK(read->line() == said);
  const auto answer = welcome::parse(welcomed);
  REQUIRE(answer);
  CHECK(answer->line() == welcomed);
  CHECK(up::parse(up{3}.line()).value().host == 3);
  CHECK(failed::parse(failed{"no \"port\"\n"}.line()).value().why == "no \"port\"\n");
  CHECK(failed{"a\nb\xff"}.line().find('\n') == std::string::npos);
}

TEST_CASE("a line says what it is, and what a shell prints is noise") {
  CHECK(kind_of(said) == line_kind::hello);
  CHECK(kind_of(welcomed) == line_kind::welcome);
  CHECK(kind_of("MENTAT-UP {}") == line_kind::up);
  CHECK(kind_of("MENTAT-FAILED {}") == line_kind::failed);
  for (const char* const line : {"", "Welcome to h2!", " MENTAT-UP {}", "MENTAT-UPS {}", "MENTAT-"})
    CHECK(kind_of(line) == line_kind::noise);
}

TEST_CASE("the first word of a host is found behind an unfinished line") {
  CHECK(begin_of_word(said) == 0);
  CHECK(begin_of_word("(base) " + said) == 7);
  CHECK(begin_of_word("> MENTAT-FAILED {}") == 2);
  for (const char* const line : {"", "MENTAT-HELLO", "x MENTAT-HELLO y", "x MENTAT-UP {}",
                                 "MENTAT-HELLO x MENTAT-FAILED {}"})
    CHECK(begin_of_word(line) == 0);
}

TEST_CASE("a greeting of another form is refused, with the reason") {
  for (const auto& [what, by] : {
           std::pair{"\"v\":2", "\"v\":1"},
           {"\"v\":2,", ""},
           {"\"v\":2", "\"v\":-2"},
           {"\"v\":2", "\"v\":2e0"},
           {"\"v\":2", "\"v\":\"2\""},
           {"aaaa", "aaa"},
           {"aaaa", "AAAA"},
           {"aaaa", "\\u0000aaa"},
           {"0.1.0", ""},
           {"0.1.0", "\\u001b[31m"},
           {"{", "["},
           {"}", ""},
       }) {
    const auto read = hello::parse(replaced(said, what, by));
    CHECK_FALSE(read);
    if (!read) CHECK(read.error().find("MENTAT-HELLO") != std::string::npos);
  }
  CHECK(hello::parse(replaced(said, "\"v\":2", "\"v\":3")).error().find("Mentat 0.1.0") !=
        std::string::npos);
  CHECK_FALSE(hello::parse(said + std::string(longest_line, ' ')));
  CHECK_FALSE(hello::parse("MENTAT-HELLO " + std::string(4000, '[')));
  CHECK(hello::parse(replaced(said, "\"v\":2", "\"v\":2,\"listen\":[]")));
}

TEST_CASE("a welcome of another form is refused") {
  for (const auto& [what, by] : {
           std::pair{"aaaa", "aaag"},
           {"[\"tcp://10.0.0.1:7411\"]", "[]"},
           {"[\"tcp://10.0.0.1:7411\"]", "\"tcp://10.0.0.1:7411\""},
           {"tcp://10.0.0.1:7411", "ipc:///tmp/x"},
           {"tcp://10.0.0.1:7411", "tcp://a b"},
           {"tcp://10.0.0.1:7411", "tcp://a\\tb"},
           {"tcp://10.0.0.1:7411", "tcp://a\\nb"},
       })
    CHECK_FALSE(welcome::parse(replaced(welcomed, what, by)));
  CHECK_FALSE(up::parse("MENTAT-UP {\"host\":0}"));
  CHECK_FALSE(up::parse("MENTAT-UP 3"));
  CHECK_FALSE(failed::parse("MENTAT-FAILED {\"why\":\"\"}"));
}

TEST_CASE("a long reason is cut so that its line fits, and no character is cut") {
  const auto repeated = [](const std::string& text) {
    std::string all = "begin ";
    while (all.size() < 3000) all += text;
    return all;
  };
  for (const char* text :
       {"x", "\u00c4", "\u20ac", "\U0001d11e", "\x01", "\xff", "\x80", "\"", "a\u20ac"})
    for (std::size_t longest = 470; longest <= 480; ++longest) {
      const std::string why = repeated(text);
      const std::string line = failed{why}.line(longest);
      CHECK(line.size() <= longest);
      CHECK(line.size() > longest - 60);
      const auto read = failed::parse(line);
      REQUIRE(read);
      CHECK(read->why.starts_with("begin "));
      if (static_cast<unsigned char>(*text) < 0x80 || text[1] != 0)
        CHECK(why.starts_with(read->why));
    }
  CHECK(failed::parse(failed{std::string(4000, 'x')}.line()).value().why.size() > 1900);
}

TEST_CASE("changed lines are refused, or are read as what they say [20000 seeds]") {
  std::mt19937 random(1);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string line = i % 2 ? said : welcomed;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t place = 14 + random() % (line.size() - 14);
      if (random() % 4 == 0)
        line.erase(place, 1 + random() % 3);
      else
        line[place] = static_cast<char>(random() % 256);
    }
    if (const auto read = hello::parse(line)) {
      CHECK(hello::parse(read->line()).value().line() == read->line());
      ++accepted;
    }
    if (const auto read = welcome::parse(line)) {
      CHECK(welcome::parse(read->line()).value().line() == read->line());
      ++accepted;
    }
  }
  CHECK(accepted > 0);
}
