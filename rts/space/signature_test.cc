#include "rts/space/signature.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <set>

namespace mentat::space_detail {
namespace {

using form = field_type::form;

const field_type job{"name job", text_of_name_field("job"), form::name},
    number{"i4", "int", form::signed_number}, text{"string", "std::string", form::text};

encoded_tuple tuple_of(std::uint64_t signature, const std::string& first,
                       const std::string& second) {
  encoded_tuple made(signature);
  made.add(first);
  made.add(second);
  return made;
}

encoded_tuple pattern_of(std::uint64_t signature, const std::string& first) {
  encoded_tuple made(signature);
  made.add(first);
  made.add_formal();
  return made;
}

}  // namespace

TEST_CASE("the key has the fields that every pattern knows and no tuple leaves open") {
  const std::uint64_t one = note_signature({job, number, text});
  note_use(one, use::puts, 0);
  CHECK(key_of(one) == 3);
  note_use(one, use::meets, 2);
  CHECK(key_of(one) == 1);
  CHECK_FALSE(is_probed(one));
  note_use(one, use::probes, 1);
  CHECK(key_of(one) == 0);
  CHECK(is_probed(one));

  const std::uint64_t other = note_signature({number, text, job});
  note_use(other, use::meets, 0);
  note_use(other, use::puts, 2);  // tuples with a formal
  CHECK(key_of(other) == 1);
  CHECK(key_of(7) == 0);  // unknown
  CHECK(program_has_tuples());
}

TEST_CASE("a tuple and the patterns that match it have one hash, and other keys have others") {
  const std::uint64_t one = note_signature({job, text, text});
  note_use(one, use::puts, 0);
  note_use(one, use::meets, 2);
  std::set<std::uint64_t> homes;
  for (int at = 0; at < 64; ++at) {
    const std::string key(static_cast<std::size_t>(at), 'k');
    const auto hash = hash_of_key(pattern_of(one, key));
    REQUIRE(hash);
    CHECK(hash == hash_of_key(tuple_of(one, key, "a")));
    CHECK(hash == hash_of_key(tuple_of(one, key, "b")));
    homes.insert(*hash % 4);
  }
  CHECK(homes.size() == 4);
}

TEST_CASE("a pattern that came after the key was known has no hash if it leaves the key open") {
  const std::uint64_t one = note_signature({text, text});
  note_use(one, use::meets, 2);
  encoded_tuple open(one);
  open.add_formal();
  open.add("b");
  CHECK_FALSE(hash_of_key(open));
}

TEST_CASE("texts are shown as literals, names with their suffix") {
  const std::uint64_t one = note_signature({job, text, text, text});
  const auto shown = [&](const std::string& first) {
    encoded_tuple made(one);
    made.add(first);
    made.add("job");
    made.add_formal();
    return text_of(made);
  };
  CHECK(shown("a") == "(\"job\"_name, \"a\", \"job\", std::string)");
  CHECK(shown("a\n\x1b[31m\"\\").starts_with("(\"job\"_name, \"a\\n\\x1b[31m\\\"\\\\\", "));
  const std::string many(39, 'x');
  CHECK(shown(many + "\xc3\xa4").starts_with("(\"job\"_name, \"" + many + "...\", "));
  CHECK(shown(many + "y").starts_with("(\"job\"_name, \"" + many + "y\", "));
  CHECK(text_of_signature(one) == "(\"job\"_name, std::string, std::string, std::string)");
  CHECK(text_of_name_field("a\tb") == "\"a\\tb\"_name");
}

}  // namespace mentat::space_detail
