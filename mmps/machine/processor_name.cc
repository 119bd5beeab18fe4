#include "mmps/machine/processor_name.h"

#include <elf.h>

#include <cstdint>
#include <cstring>

namespace mentat::machine {
namespace {

struct known_processor {
  const char* name;
  std::uint16_t machine;
  unsigned char word, order;
  bool is_own;
};

constexpr bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t own_machine = EM_AARCH64;
#elif defined(__s390x__)
constexpr std::uint16_t own_machine = EM_S390;
#elif defined(__powerpc64__)
constexpr std::uint16_t own_machine = EM_PPC64;
#elif defined(__riscv)
constexpr std::uint16_t own_machine = EM_RISCV;
#else
constexpr std::uint16_t own_machine = EM_NONE;
#endif

constexpr known_processor all[] = {
    {"x86_64", EM_X86_64, ELFCLASS64, ELFDATA2LSB, own_machine == EM_X86_64},
    {"aarch64", EM_AARCH64, ELFCLASS64, ELFDATA2LSB, own_machine == EM_AARCH64&& is_little},
    {"s390x", EM_S390, ELFCLASS64, ELFDATA2MSB, own_machine == EM_S390},
    {"ppc64le", EM_PPC64, ELFCLASS64, ELFDATA2LSB, own_machine == EM_PPC64&& is_little},
    {"ppc64", EM_PPC64, ELFCLASS64, ELFDATA2MSB, own_machine == EM_PPC64 && !is_little},
    {"riscv64", EM_RISCV, ELFCLASS64, ELFDATA2LSB, own_machine == EM_RISCV},
};

}  // namespace

std::string own_processor() {
  for (const known_processor& one : all)
    if (one.is_own && sizeof(void*) == 8) return one.name;
  return "unknown";
}

std::string processor_of(std::span<const std::byte> header) {
  if (header.size() < executable_header || std::memcmp(header.data(), ELFMAG, SELFMAG) != 0)
    return {};
  const auto byte = [&](std::size_t at) { return std::to_integer<unsigned char>(header[at]); };
  const auto number = [&](std::size_t at) {  // of 16 bits, in the order of the file
    const unsigned first = byte(at), second = byte(at + 1);
    return byte(EI_DATA) == ELFDATA2MSB ? first << 8 | second : second << 8 | first;
  };
  const unsigned type = number(offsetof(Elf64_Ehdr, e_type));
  if (type != ET_EXEC && type != ET_DYN) return {};
  for (const known_processor& one : all)
    if (number(offsetof(Elf64_Ehdr, e_machine)) == one.machine && byte(EI_CLASS) == one.word &&
        byte(EI_DATA) == one.order)
      return one.name;
  return "unknown";
}

bool is_known_processor(const std::string& name) {
  for (const known_processor& one : all)
    if (one.name == name) return true;
  return false;
}

std::string known_processors() {
  std::string names;
  for (const known_processor& one : all)
    names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

}  // namespace mentat::machine
