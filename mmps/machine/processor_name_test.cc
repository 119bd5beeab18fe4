#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/machine/processor_name.h"

#include <doctest/doctest.h>
#include <elf.h>

#include <array>
#include <fstream>

namespace mentat::machine {
namespace {

std::array<std::byte, executable_header> header_of(unsigned machine, unsigned char word,
                                                   unsigned char order, unsigned type = ET_EXEC) {
  std::array<std::byte, executable_header> bytes{};
  const unsigned char start[] = {0x7f, 'E', 'L', 'F', word, order};
  for (std::size_t at = 0; at < sizeof start; ++at) bytes[at] = static_cast<std::byte>(start[at]);
  const auto put = [&](std::size_t at, unsigned number) {
    const bool is_big = order == ELFDATA2MSB;
    bytes[at + (is_big ? 0 : 1)] = static_cast<std::byte>(number >> 8);
    bytes[at + (is_big ? 1 : 0)] = static_cast<std::byte>(number & 0xff);
  };
  put(16, type);
  put(18, machine);
  return bytes;
}

}  // namespace

TEST_CASE("an executable says for which processor it is") {
  CHECK(processor_of(header_of(EM_X86_64, ELFCLASS64, ELFDATA2LSB)) == "x86_64");
  CHECK(processor_of(header_of(EM_X86_64, ELFCLASS64, ELFDATA2LSB, ET_DYN)) == "x86_64");
  CHECK(processor_of(header_of(EM_S390, ELFCLASS64, ELFDATA2MSB)) == "s390x");
  CHECK(processor_of(header_of(EM_AARCH64, ELFCLASS64, ELFDATA2LSB)) == "aarch64");
  CHECK(processor_of(header_of(EM_PPC64, ELFCLASS64, ELFDATA2LSB)) == "ppc64le");
  CHECK(processor_of(header_of(EM_PPC64, ELFCLASS64, ELFDATA2MSB)) == "ppc64");
}

TEST_CASE("of another processor, a processor of 32 bits included, the name is unknown") {
  CHECK(processor_of(header_of(EM_386, ELFCLASS32, ELFDATA2LSB)) == "unknown");
  CHECK(processor_of(header_of(EM_X86_64, ELFCLASS32, ELFDATA2LSB)) == "unknown");
  CHECK(processor_of(header_of(EM_S390, ELFCLASS64, ELFDATA2LSB)) == "unknown");
  CHECK(processor_of(header_of(0xffff, 9, 9)) == "unknown");
}

TEST_CASE("a file that is no executable has no processor") {
  CHECK(processor_of({}) == "");
  const auto whole = header_of(EM_X86_64, ELFCLASS64, ELFDATA2LSB);
  CHECK(processor_of(std::span(whole).first(20)) == "");
  CHECK(processor_of(header_of(EM_X86_64, ELFCLASS64, ELFDATA2LSB, ET_REL)) == "");
  CHECK(processor_of(header_of(EM_X86_64, ELFCLASS64, ELFDATA2LSB, ET_CORE)) == "");
  std::array<std::byte, executable_header> text;
  text.fill(std::byte{'x'});
  CHECK(processor_of(text) == "");
}

TEST_CASE("this program is for its own processor") {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::array<char, executable_header> header{};
  self.read(header.data(), header.size());
  CHECK(processor_of(std::as_bytes(std::span(header))) == own_processor());
  CHECK(known_processors().find(own_processor()) != std::string::npos);
}

}  // namespace mentat::machine
