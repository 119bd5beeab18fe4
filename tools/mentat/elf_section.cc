#include "tools/mentat/elf_section.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>

namespace mentat::command {
namespace {

std::optional<std::string_view> part(std::string_view file, std::uint64_t at, std::uint64_t size) {
  if (at > file.size() || size > file.size() - at) return std::nullopt;
  return file.substr(at, size);
}

template <class Header>
std::optional<Header> header_at(std::string_view file, std::uint64_t at) {
  const auto bytes = part(file, at, sizeof(Header));
  if (!bytes) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes->data(), sizeof header);
  return header;
}

// The section with that number, without its bytes.
std::optional<Elf64_Shdr> section_at(std::string_view file, const Elf64_Ehdr& head,
                                     std::uint64_t number) {
  return header_at<Elf64_Shdr>(file, head.e_shoff + number * sizeof(Elf64_Shdr));
}

}  // namespace

expected<std::string> section_of(std::string_view file, std::string_view section) {
  const auto damaged = [] { return fail("it is no 64-bit ELF file, or damaged"); };
  const auto head = header_at<Elf64_Ehdr>(file, 0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != ELFDATA2LSB ||
      head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shoff > file.size())
    return damaged();
  const auto names_at = section_at(file, *head, head->e_shstrndx);
  const auto names = names_at ? part(file, names_at->sh_offset, names_at->sh_size) : std::nullopt;
  if (!names) return damaged();
  for (unsigned number = 0; number < head->e_shnum; ++number) {
    const auto found = section_at(file, *head, number);
    if (!found) return damaged();
    const auto name = part(*names, found->sh_name, section.size() + 1);
    if (!name || name->substr(0, section.size()) != section || name->back() != '\0') continue;
    const auto bytes = part(file, found->sh_offset, found->sh_size);
    if (!bytes || found->sh_type == SHT_NOBITS) return damaged();
    return std::string(*bytes);
  }
  return std::string();
}

}  // namespace mentat::command
