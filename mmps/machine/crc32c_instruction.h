// The instruction for CRC-32C, on processors that have one. Thread-safety: all functions. Cost: a
// word of 8 bytes each cycle or three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace mentat::machine {

#if defined(__x86_64__)

inline bool has_crc32c() {
  static const bool has = __builtin_cpu_supports("sse4.2") != 0;
  return has;
}
#define MENTAT_HAS_CRC32C [[gnu::target("sse4.2")]]
MENTAT_HAS_CRC32C inline std::uint64_t crc32c_of_word(std::uint64_t crc, std::uint64_t word) {
  return __builtin_ia32_crc32di(crc, word);
}
MENTAT_HAS_CRC32C inline std::uint32_t crc32c_of_byte(std::uint32_t crc, std::byte byte) {
  return __builtin_ia32_crc32qi(crc, std::to_integer<unsigned char>(byte));
}

#elif defined(__aarch64__)

inline bool has_crc32c() {
  constexpr unsigned long crc32 = 1 << 7;  // HWCAP_CRC32 of <asm/hwcap.h>
  static const bool has = (getauxval(AT_HWCAP) & crc32) != 0;
  return has;
}
// As text for the assembler: each compiler has another name for it, and another condition.
#define MENTAT_HAS_CRC32C
inline std::uint64_t crc32c_of_word(std::uint64_t crc, std::uint64_t word) {
  asm(".arch_extension crc\n\tcrc32cx %w0, %w0, %x1" : "+r"(crc) : "r"(word));
  return crc;
}
inline std::uint32_t crc32c_of_byte(std::uint32_t crc, std::byte byte) {
  asm(".arch_extension crc\n\tcrc32cb %w0, %w0, %w1"
      : "+r"(crc)
      : "r"(std::to_integer<std::uint32_t>(byte)));
  return crc;
}

#endif

#if defined(MENTAT_HAS_CRC32C)

/// The checksum of the bytes behind those of the checksum `before`. REQUIRES: has_crc32c().
MENTAT_HAS_CRC32C inline std::uint32_t crc32c_by_instruction(std::span<const std::byte> bytes,
                                                             std::uint32_t before) {
  std::uint64_t whole_words = ~before;  // in the type that the instruction has
  const std::byte* next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, next += 8) {
    std::uint64_t word;
    std::memcpy(&word, next, 8);
    whole_words = crc32c_of_word(whole_words, word);
  }
  auto crc = static_cast<std::uint32_t>(whole_words);
  for (; left > 0; --left, ++next) crc = crc32c_of_byte(crc, *next);
  return ~crc;
}
#undef MENTAT_HAS_CRC32C

#else

inline bool has_crc32c() { return false; }
inline std::uint32_t crc32c_by_instruction(std::span<const std::byte>, std::uint32_t) { return 0; }

#endif

}  // namespace mentat::machine
