#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/protein_search/fasta.h"

#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>
#include <zlib.h>

namespace {

std::string path_of(const std::string& name) {
  const char* folder = std::getenv("TEST_TMPDIR");
  return std::string(folder != nullptr ? folder : "/tmp") + "/" + name;
}

std::string written(const std::string& name, const std::string& text) {
  std::ofstream(path_of(name), std::ios::binary) << text;
  return path_of(name);
}

std::string compressed(const std::string& name, const std::string& text) {
  const gzFile file = gzopen(path_of(name).c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return path_of(name);
}

std::string error_of(const std::string& text) {
  const auto file = read_fasta(written("bad.fasta", text));
  return file ? "no error" : file.error().substr(path_of("bad.fasta").size());
}

}  // namespace

TEST_CASE("a record is a name and the residues of its lines") {
  const auto file =
      read_fasta(written("good.fasta", ">one first protein\nMKV\nLA\n\n>two\tsecond\nAC\n"));
  REQUIRE(file.has_value());
  CHECK(file->names == std::vector<std::string>{"one", "two"});
  REQUIRE(count(file->sequences) == 2);
  CHECK(at(file->sequences, 0) == "MKVLA");
  CHECK(at(file->sequences, 1) == "AC");
}

TEST_CASE(
    "small letters, stops, unknown residues, carriage returns and a missing last newline are "
    "read") {
  const auto file = read_fasta(written("odd.fasta", ">one\r\nmkv*\r\n> two\r\nAUOJ"));
  REQUIRE(file.has_value());
  CHECK(file->names == std::vector<std::string>{"one", "two"});
  CHECK(at(file->sequences, 0) == "MKV*");
  CHECK(at(file->sequences, 1) == "AXXX");
}

TEST_CASE("a compressed file reads as the plain one, also when its lines cross the buffer") {
  std::string text = ">long\n" + std::string(700'000, 'A') + "\n";
  for (int i = 0; i < 30'000; ++i) {
    text += ">s" + std::to_string(i) + " text\nMKVLAC\nDEF\n";
  }
  const auto plain = read_fasta(written("plain.fasta", text));
  const auto gzip = read_fasta(compressed("plain.fasta.gz", text));
  REQUIRE(plain.has_value());
  REQUIRE(gzip.has_value());
  CHECK(count(plain->sequences) == 30'001);
  CHECK(at(plain->sequences, 0).size() == 700'000);
  CHECK(at(plain->sequences, 30'000) == "MKVLACDEF");
  CHECK(gzip->names == plain->names);
  REQUIRE(count(gzip->sequences) == count(plain->sequences));
  for (std::int64_t i = 0; i < count(plain->sequences); ++i) {
    CHECK(at(gzip->sequences, i) == at(plain->sequences, i));
  }
  CHECK(gzip->sequences.ends == plain->sequences.ends);
}

TEST_CASE("an error gives the line and advice") {
  CHECK(error_of("") == ": no sequence in this file; each begins with a line \">name\"");
  CHECK(error_of("MK\n") == ":1: a FASTA file begins with a line \">name\", this one with 'M'");
  CHECK(error_of(">a\nMK\n\nM?K\n") ==
        ":4: column 2: '?' is not an amino acid; correct or remove it");
  CHECK(error_of(">a\n>b\nMK\n") == ":1: sequence 'a' has no residues; remove it or complete it");
  CHECK(error_of(">a\nMK\n>b") == ":3: sequence 'b' has no residues; remove it or complete it");
  CHECK(error_of(">a\nMK\n> \nMK\n") == ":3: a sequence without a name; write \">name\"");
}

TEST_CASE("a sequence or a line beyond the limit is an error, not a crash") {
  CHECK(error_of(">a\n" + std::string(10'000'001, 'A') + "\n") ==
        ":1: sequence 'a' has more than 10 million residues; split it");
  CHECK(error_of(">" + std::string(20'300'000, 'a')) ==
        ":1: this line is longer than 20 million bytes; is this a FASTA file?");
}

TEST_CASE("keeping the first sequences drops the others") {
  auto file = read_fasta(written("three.fasta", ">a\nMK\n>b\nAC\n>c\nDEF\n"));
  REQUIRE(file.has_value());
  keep_first(*file, 2);
  CHECK(file->names == std::vector<std::string>{"a", "b"});
  CHECK(file->sequences.residues.size() == 4);
  CHECK(file->sequences.ends == std::vector<std::uint64_t>{2, 4});
}
