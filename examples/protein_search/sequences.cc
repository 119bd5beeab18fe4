#include "examples/protein_search/sequences.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace {

std::uint64_t begin_of(const sequence_block& block, std::int64_t index) {
  return index == 0 ? 0 : block.ends[static_cast<std::size_t>(index - 1)];
}

}  // namespace

void append(sequence_text& text, std::string_view residues) {
  text.residues += residues;
  text.ends.push_back(text.residues.size());
}

sequence_block share(sequence_text&& text) {
  return {0, mentat::text(std::move(text.residues)), std::move(text.ends)};
}

std::int64_t count(const sequence_block& block) {
  return static_cast<std::int64_t>(block.ends.size());
}

std::string_view at(const sequence_block& block, std::int64_t index) {
  const std::uint64_t begin = begin_of(block, index);
  return std::string_view(block.residues)
      .substr(begin, block.ends[static_cast<std::size_t>(index)] - begin);
}

sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end) {
  const std::uint64_t offset = begin_of(block, begin);
  sequence_block part{block.first + begin,
                      block.residues.slice(offset, begin_of(block, end) - offset),
                      {block.ends.begin() + begin, block.ends.begin() + end}};
  for (std::uint64_t& one : part.ends) {
    one -= offset;
  }
  return part;
}

std::vector<sequence_block> chunks_of(const sequence_block& block, std::uint64_t residues) {
  std::vector<sequence_block> chunks;
  for (std::int64_t begin = 0; begin < count(block);) {
    const auto past = std::upper_bound(block.ends.begin() + begin, block.ends.end(),
                                       begin_of(block, begin) + residues);
    const std::int64_t end =
        std::max(begin + 1, static_cast<std::int64_t>(past - block.ends.begin()));
    chunks.push_back(slice(block, begin, end));
    begin = end;
  }
  return chunks;
}
