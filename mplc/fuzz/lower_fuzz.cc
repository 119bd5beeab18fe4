// libFuzzer's target for stage 1 alone, which accepts any text. Stage 1 never crashes, takes time
// in proportion to the text, keeps the lines, and its map leads back into the source.

#include <cstdint>
#include <string>

#include "mplc/fuzz/lowered_checks.h"
#include "mplc/fuzz/token_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text =
      mentat::mplc::token_mutator({reinterpret_cast<const char*>(data), size}, seed).run();
  const std::size_t kept = std::min(text.size(), most);
  std::copy_n(text.begin(), kept, data);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const mentat::mplc::time_limit limit(size);
  mentat::mplc::check_lowered(text, mentat::mplc::lower(text));
  return 0;
}
