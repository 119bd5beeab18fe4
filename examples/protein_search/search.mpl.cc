#include "examples/protein_search/search.mpl.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

partial_result chunk_scorer::score(const sequence_block& chunk, const sequence_block& queries,
                                   const scoring& costs, int top, search_log log) {
  const auto start = std::chrono::steady_clock::now();
  partial_result part;
  part.top = top;
  for (std::int64_t q = 0; q < count(queries); ++q) {
    query_scorer scorer(at(queries, q), costs);
    std::vector<hit> best;
    for (std::int64_t s = 0; s < count(chunk); ++s) {
      keep_best(best, {q, chunk.first + s, scorer.score(at(chunk, s))},
                static_cast<std::size_t>(top));
    }
    part.hits.insert(part.hits.end(), best.begin(), best.end());
  }
  part.sequences = count(chunk);
  part.cells = static_cast<std::int64_t>(queries.residues.size() * chunk.residues.size());
  part.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  log.add(part);
  return part;
}

std::vector<alignment> chunk_scorer::align_all(const sequence_block& query,
                                               const sequence_block& hits, const scoring& costs) {
  std::vector<alignment> aligned;
  for (std::int64_t s = 0; s < count(hits); ++s) {
    aligned.push_back(align(at(query, 0), at(hits, s), costs));
  }
  return aligned;
}

partial_result result_joiner::join(const partial_result& a, const partial_result& b) {
  rtf(partial_result{a.top, merge(a.hits, b.hits, static_cast<std::size_t>(a.top)),
                     a.sequences + b.sequences, a.cells + b.cells, a.seconds + b.seconds});
}

void search_log::begin(std::int64_t cells, bool show_progress) {
  if (show_progress) {
    progress_.emplace(cells);
  }
}

void search_log::add(const partial_result& chunk) {
  ++sums_.chunks;
  sums_.sequences += chunk.sequences;
  sums_.cells += chunk.cells;
  seconds_.push_back(chunk.seconds);
  if (progress_) {
    progress_->show(sums_.cells);
  }
}

search_statistics search_log::statistics() {
  std::sort(seconds_.begin(), seconds_.end());
  if (!seconds_.empty()) {
    sums_.fastest_chunk = seconds_.front();
    sums_.median_chunk = seconds_[seconds_.size() / 2];
    sums_.slowest_chunk = seconds_.back();
  }
  if (progress_) {
    progress_->wipe();
  }
  rtf(sums_);
}
