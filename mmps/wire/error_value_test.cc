#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/error_value.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::mmps {
namespace {

error_value some_error() {
  return {error_kind::limit_error,
          "matmul",
          "block",
          "host3",
          "mentat::limit_error",
          "deeper than 1000 calls",
          "limits.graph_depth",
          "matrix.mpl.cc:12",
          std::string("\0 of any kind", 13)};
}

}  // namespace

TEST_CASE("an error is decoded with all its fields") {
  const error_value sent = some_error();
  const std::vector<std::byte> bytes = encode_error(sent);
  const auto error = read_error(bytes);
  REQUIRE(error);
  CHECK(error->kind == sent.kind);
  CHECK(error->class_name == sent.class_name);
  CHECK(error->function_name == sent.function_name);
  CHECK(error->host == sent.host);
  CHECK(error->type_name == sent.type_name);
  CHECK(error->text == sent.text);
  CHECK(error->limit == sent.limit);
  CHECK(error->called_at == sent.called_at);
  CHECK(error->fields == sent.fields);
}

TEST_CASE("every kind has a name, travels, and there are no others") {
  for (int kind = 0; kind < 256; ++kind) {
    CAPTURE(kind);
    std::vector<std::byte> bytes = encode_error(error_value{});
    bytes[0] = static_cast<std::byte>(kind);
    const bool known = kind >= 1 && kind <= last_error_kind;
    CHECK(read_error(bytes).has_value() == known);
    CHECK((name_of(static_cast<error_kind>(kind)) != "unknown error") == known);
  }
}

TEST_CASE("an error of any length is cut to the limit, and its names survive a long text") {
  error_value error = some_error();
  error.text = std::string(200'000, 'x');
  const std::vector<std::byte> bytes = encode_error(error);
  CHECK(bytes.size() == max_error_bytes);
  const auto read = read_error(bytes);
  REQUIRE(read);
  CHECK(read->class_name == "matmul");
  CHECK(read->limit == "limits.graph_depth");
  CHECK(read->text.size() > 60'000);

  for (std::string* name :
       {&error.class_name, &error.function_name, &error.host, &error.type_name, &error.limit})
    *name = std::string(100'000, 'n');
  const std::vector<std::byte> all_long = encode_error(error);
  CHECK(all_long.size() == max_error_bytes);
  CHECK(read_error(all_long));
}

TEST_CASE("fields are whole or not there") {
  error_value error = some_error();
  error.kind = error_kind::own_error;
  error.fields = std::string(max_field_bytes, 'f');
  error.text = std::string(100'000, 'x');
  const std::vector<std::byte> most = encode_error(error);
  CHECK(most.size() == max_error_bytes);
  CHECK(read_error(most)->fields == error.fields);
  error.fields += 'f';
  const std::vector<std::byte> too_many = encode_error(error);
  const auto read = read_error(too_many);
  REQUIRE(read);
  CHECK(read->kind == error_kind::remote_error);
  CHECK(read->fields.empty());
  CHECK(read->text.size() > 40'000);
}

TEST_CASE("bytes that are cut, longer, or changed are refused or read, never read outside") {
  const std::vector<std::byte> sound = encode_error(some_error());
  for (std::size_t length = 0; length < sound.size(); ++length) {
    const std::vector<std::byte> shorter(sound.begin(),
                                         sound.begin() + static_cast<std::ptrdiff_t>(length));
    CHECK_FALSE(read_error(shorter));
  }
  std::vector<std::byte> longer = sound;
  longer.push_back(std::byte{0});
  CHECK_FALSE(read_error(longer));
  // A name of 5000 bytes, with that length written into the bytes.
  error_value long_text;
  long_text.text = std::string(5000, 't');
  std::vector<std::byte> long_name = encode_error(long_text);
  std::swap_ranges(long_name.begin() + 2, long_name.begin() + 6, long_name.begin() + 18);
  std::rotate(long_name.begin() + 6, long_name.begin() + 22, long_name.begin() + 5022);
  CHECK_FALSE(read_error(long_name));
  error_value with_long_name;
  with_long_name.host = std::string(5000, 'h');
  CHECK(read_error(encode_error(with_long_name))->host.size() == 4096);
  longer.resize(max_error_bytes + 1);
  CHECK_FALSE(read_error(longer));
  std::vector<std::byte> reserved = sound;
  reserved[1] = std::byte{1};
  CHECK_FALSE(read_error(reserved));

  const std::uint64_t seed = 99;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  for (int round = 0; round < 5000; ++round) {
    std::vector<std::byte> bytes = sound;
    for (std::uint64_t changes = 1 + chance.below(3); changes > 0; --changes)
      bytes[chance.below(bytes.size())] = static_cast<std::byte>(chance.next());
    const auto error = read_error(bytes);
    if (error) CHECK(encode_error(*error) == bytes);
  }
}

}  // namespace mentat::mmps
