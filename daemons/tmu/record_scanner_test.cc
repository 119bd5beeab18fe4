#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/tmu/record_scanner.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

using byte_vector = std::vector<std::byte>;

void append_record(byte_vector& file, std::size_t length, int fill) {
  const byte_vector body(length, static_cast<std::byte>(fill));
  mmps::mentat_message message{std::span<const std::byte>(body)};
  message.header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  message.header.argument_count = 1;
  mmps::protect_body(message);
  const std::size_t begin = file.size();
  file.resize(begin + mmps::header_size);
  mmps::encode_header(message.header, std::span(file).subspan(begin).first<mmps::header_size>());
  file.insert(file.end(), body.begin(), body.end());
}

const std::vector<std::size_t> lengths{40, 0, 1, 1000, 7};

// With where each record begins, and where the last one ends.
byte_vector some_file(std::vector<std::size_t>& begins) {
  byte_vector file;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    begins.push_back(file.size());
    append_record(file, lengths[i], static_cast<int>(i + 1));
  }
  begins.push_back(file.size());
  return file;
}

struct outcome {
  std::size_t records = 0;
  scanned last;
};

outcome scan(const byte_vector& file) {
  outcome result;
  record_scanner scanner(file);
  for (;;) {
    result.last = scanner.next();
    if (result.last.status != scan_status::record) return result;
    ++result.records;
  }
}

}  // namespace

TEST_CASE("the records come in order, and then the end, with or without zeros behind") {
  std::vector<std::size_t> begins;
  byte_vector file = some_file(begins);
  for (const std::size_t zeros : {0, 1, 127, 128, 129, 5000}) {
    CAPTURE(zeros);
    byte_vector padded = file;
    padded.resize(file.size() + zeros);
    record_scanner scanner(padded);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const scanned found = scanner.next();
      REQUIRE(found.status == scan_status::record);
      CHECK(found.offset == begins[i]);
      CHECK(found.body.size() == lengths[i]);
      CHECK(std::ranges::all_of(
          found.body, [i](std::byte byte) { return byte == static_cast<std::byte>(i + 1); }));
    }
    CHECK(scanner.next().status == scan_status::end);
    CHECK(scanner.next().status == scan_status::end);
    CHECK(scanner.next().offset == file.size());
  }
  CHECK(scan({}).last.status == scan_status::end);
}

TEST_CASE(
    "a file that ends, or turns to zeros, inside a record has a torn tail there, and every record "
    "before it") {
  std::vector<std::size_t> begins;
  const byte_vector file = some_file(begins);
  for (std::size_t length = 0; length < file.size(); ++length) {
    CAPTURE(length);
    for (const bool zeros : {false, true}) {
      CAPTURE(zeros);
      byte_vector cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
      if (zeros) cut.resize(file.size() + 300);
      std::size_t whole = 0;  // also with zeros that were zeros before
      while (whole < lengths.size() && cut.size() >= begins[whole + 1] &&
             std::equal(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(begins[whole + 1]),
                        file.begin()))
        ++whole;
      const bool at_end =
          std::all_of(cut.begin() + static_cast<std::ptrdiff_t>(begins[whole]), cut.end(),
                      [](std::byte byte) { return byte == std::byte{0}; });
      const outcome found = scan(cut);
      CHECK(found.records == whole);
      CHECK(found.last.offset == begins[whole]);
      CHECK(found.last.status == (at_end ? scan_status::end : scan_status::torn));
    }
  }
}

TEST_CASE(
    "a damaged record in the middle is corrupt: no later record is given, nothing is guessed") {
  const std::uint64_t seed = 11;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  std::vector<std::size_t> begins;
  const byte_vector file = some_file(begins);
  for (int round = 0; round < 4000; ++round) {
    byte_vector damaged = file;
    const std::size_t where = chance.below(file.size());
    CAPTURE(where);
    damaged[where] ^= static_cast<std::byte>(1u << chance.below(8));
    damaged.resize(file.size() + 200);
    const auto record =
        static_cast<std::size_t>(std::ranges::upper_bound(begins, where) - begins.begin() - 1);
    const outcome found = scan(damaged);
    CHECK(found.records == record);
    CHECK(found.last.offset == begins[record]);
    // The last record may as well have been torn.
    CHECK(found.last.status ==
          (record + 1 == lengths.size() ? found.last.status : scan_status::corrupt));
    CHECK(found.last.status != scan_status::end);
    CHECK(found.last.error != mmps::decode_error::none);
  }
}

TEST_CASE("a record without a checksum of its body is not believed") {
  byte_vector file;
  mmps::mentat_message message;
  message.header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  file.resize(mmps::header_size);
  mmps::encode_header(message.header, std::span(file).first<mmps::header_size>());
  append_record(file, 10, 1);
  CHECK(scan(file).records == 0);
  CHECK(scan(file).last.status == scan_status::corrupt);
}

}  // namespace mentat::tmu
