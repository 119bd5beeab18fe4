#include "examples/protein_search/sequences.h"

#include <algorithm>
#include <cstddef>

namespace {

std::uint64_t begin_of(const sequence_block& block, std::int64_t index) {
  return index == 0 ? 0 : block.ends[static_cast<std::size_t>(index - 1)];
}

}  // namespace

std::int64_t count(const sequence_block& block) {
  return static_cast<std::int64_t>(block.ends.size());
}

std::string_view at(const sequence_block& block, std::int64_t index) {
  const std::uint64_t begin = begin_of(block, index);
  return std::string_view(block.residues)
      .substr(begin, block.ends[static_cast<std::size_t>(index)] - begin);
}

void append(sequence_block& block, std::string_view residues) {
  block.residues += residues;
  block.ends.push_back(block.residues.size());
}

sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end) {
  sequence_block part;
  part.first = block.first + begin;
  const std::uint64_t offset = begin_of(block, begin);
  part.residues = block.residues.substr(offset, begin_of(block, end) - offset);
  part.ends.reserve(static_cast<std::size_t>(end - begin));
  for (std::int64_t i = begin; i < end; ++i) {
    part.ends.push_back(block.ends[static_cast<std::size_t>(i)] - offset);
  }
  return part;
}

std::vector<std::int64_t> cuts(const sequence_block& block, std::uint64_t residues) {
  std::vector<std::int64_t> begins = {0};
  while (begins.back() < count(block)) {
    const std::int64_t begin = begins.back();
    const auto past = std::upper_bound(block.ends.begin() + begin, block.ends.end(),
                                       begin_of(block, begin) + residues);
    begins.push_back(std::max(begin + 1, static_cast<std::int64_t>(past - block.ends.begin())));
  }
  return begins;
}
