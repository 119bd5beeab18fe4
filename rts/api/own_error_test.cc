// Exceptions of a program's own types: they arrive with their own type and with their place
// beside them, or as a remote_error that says the same.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <mentat/server.h>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "rts/core/error_token.h"

using namespace mentat;

namespace {

struct parse_error : std::runtime_error {
  parse_error(const std::string& text, int at) : std::runtime_error(text), line(at) {}
  int line;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(line);
  }
};
struct token_error final {
  int token = 0;
};
struct file_error : parse_error {
  file_error() : parse_error("", 0) {}
  std::string file;
  std::vector<double> weights;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(static_cast<parse_error&>(*this), file, weights);
  }
};
struct code {  // no std::exception
  int number = 0;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number);
  }
};
struct picky : std::logic_error {
  explicit picky(int n) : std::logic_error("picky") {
    if (n == 0) throw std::invalid_argument("nothing");
  }
  template <class Archive>
  void serialize(Archive&) {}
};
struct stranger : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const bool are_known =
    know_error__<parse_error>([] { return parse_error(std::string(), int()); }) &&
    know_error__<file_error>([] { return file_error(); }) &&
    know_error__<code>([] { return code(); }) && know_error__<picky>([] { return picky(int()); }) &&
    know_error__<token_error>([] { return token_error(); });

const error_place place{"parser", "parse", "north", "main.mpl.cc:3"};
const error_place other{"desk", "ask", "south"};

template <class E>
std::exception_ptr thrown_in_call(const E& error) {
  try {
    throw error;
  } catch (...) {
    return describe_exception(place);
  }
}

std::exception_ptr there_and_back(const std::exception_ptr& error) {
  return error_from_bytes(error_to_bytes(error, other), other);
}

void check_place(const error_place& found) {
  CHECK(found.class_name == "parser");
  CHECK(found.function_name == "parse");
  CHECK(found.host == "north");
  CHECK(found.called_at == "main.mpl.cc:3");
}

template <class E, class Check>
void check_each_way(const E& error, const Check& check) {
  REQUIRE(are_known);
  const std::exception_ptr here = thrown_in_call(error);
  for (const std::exception_ptr& one : {here, there_and_back(here),
                                        there_and_back(there_and_back(here))}) {
    try {
      std::rethrow_exception(one);
    } catch (const E& back) {
      check(back);
      check_place(where());
    } catch (...) {
      FAIL("another type");
    }
  }
}

file_error some_file_error() {
  file_error made;
  static_cast<std::runtime_error&>(made) = std::runtime_error("cannot read");
  made.line = 7;
  made.file = "a.txt";
  made.weights = {0.5, 1.5};
  return made;
}

}  // namespace

TEST_CASE("an exception of an own type comes back with text, fields and place") {
  check_each_way(parse_error("no number", 12), [](const parse_error& e) {
    CHECK(std::string(e.what()) == "no number");
    CHECK(e.line == 12);
  });
  check_each_way(some_file_error(), [](const file_error& e) {
    CHECK(std::string(e.what()) == "cannot read");
    CHECK(e.line == 7);
    CHECK(e.file == "a.txt");
    CHECK(e.weights == std::vector<double>{0.5, 1.5});
  });
  code four;
  four.number = 4;
  check_each_way(four, [](const code& e) { CHECK(e.number == 4); });
}

TEST_CASE("handlers of its bases match, and no handler of a remote_error") {
  for (const std::exception_ptr& one :
       {thrown_in_call(some_file_error()), there_and_back(thrown_in_call(some_file_error()))}) {
    try {
      std::rethrow_exception(one);
    } catch (const remote_error&) {
      FAIL("a remote_error");
    } catch (const parse_error& e) {
      CHECK(e.line == 7);
      CHECK(dynamic_cast<const file_error*>(&e)->file == "a.txt");
    }
    try {
      std::rethrow_exception(one);
    } catch (const std::exception& e) {
      CHECK(std::string(e.what()) == "cannot read");
    }
  }
}

TEST_CASE("its text has the same parts as that of other errors") {
  const std::string name = "(anonymous namespace)::";
  const std::exception_ptr error = thrown_in_call(parse_error("no number", 12));
  const std::string said = "parser::parse on host north failed with " + name +
                           "parse_error: no number (called at main.mpl.cc:3)";
  CHECK(explained(error) == said);
  CHECK(explained(there_and_back(error)) == said);
  CHECK(explained(thrown_in_call(code())) ==
        "parser::parse on host north failed with " + name + "code: an exception of type " + name +
            "code (called at main.mpl.cc:3)");
}

TEST_CASE("it keeps the place where it arose when it goes through another call") {
  const std::exception_ptr first = thrown_in_call(parse_error("no number", 12));
  try {
    std::rethrow_exception(first);
  } catch (...) {
    const std::exception_ptr second = describe_exception(other);
    CHECK(second == first);
    check_place(where());
  }
  try {
    try {
      std::rethrow_exception(first);
    } catch (const parse_error& e) {
      throw e;  // a new one
    }
  } catch (...) {
    CHECK(where().class_name.empty());
    try {
      std::rethrow_exception(describe_exception(other));
    } catch (const parse_error&) {
      CHECK(where().class_name == "desk");
    }
  }
}

TEST_CASE(
    "an exception of an unknown type, or one that cannot be made there, is a remote_error with "
    "type and text") {
  const auto seen = [](const std::exception_ptr& error) -> std::string {
    try {
      std::rethrow_exception(error);
    } catch (const remote_error& e) {
      CHECK(e.class_name() == "parser");
      return e.type_name() + ": " + e.what();
    } catch (...) {
      return "another type";
    }
  };
  const std::string name = "(anonymous namespace)::";
  CHECK(seen(thrown_in_call(stranger("who"))) == name + "stranger: who");
  CHECK(seen(there_and_back(thrown_in_call(stranger("who")))) == name + "stranger: who");
  CHECK(seen(thrown_in_call(token_error{})) ==
        name + "token_error: an exception of type " + name + "token_error");
  CHECK(seen(there_and_back(thrown_in_call(picky(1)))) == name + "picky: picky");
  file_error large = some_file_error();
  large.weights.resize(10'000);
  CHECK(seen(there_and_back(thrown_in_call(large))) == name + "file_error: cannot read");
}

TEST_CASE(
    "an exception that cannot be encoded, or made from its fields, is a remote_error here too") {
  file_error heavy;
  heavy.weights.assign(10'000, 1.0);
  for (const std::exception_ptr& error : {thrown_in_call(heavy), thrown_in_call(picky(1))}) {
    bool described = false;
    try {
      std::rethrow_exception(error);
    } catch (const remote_error& back) {
      described = back.class_name() == "parser" && !back.type_name().empty();
    } catch (...) {
    }
    CHECK(described);
  }
}

TEST_CASE("bytes that do not encode the fields of the type give a remote_error") {
  const std::vector<std::byte> sound =
      error_to_bytes(thrown_in_call(parse_error("no number", 12)), other);
  for (std::size_t changed = 0; changed < sound.size(); ++changed) {
    std::vector<std::byte> bytes = sound;
    bytes[changed] = std::byte{255};
    CHECK_NOTHROW(static_cast<void>(explained(error_from_bytes(bytes, other))));
  }
  std::vector<std::byte> shorter = sound;
  shorter.pop_back();
  CHECK_NOTHROW(static_cast<void>(explained(error_from_bytes(shorter, other))));
}

TEST_CASE("outside of a handler nothing has arisen anywhere") { CHECK(where().host.empty()); }
