#include "examples/protein_search/plain_search.h"

#include <chrono>
#include <cstddef>
#include <optional>

#include "examples/protein_search/progress.h"

search_result plain_search(const sequence_block& queries, const sequence_block& database,
                           const scoring& costs, int top, bool show_progress) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<progress_line> progress;
  if (show_progress) {
    progress.emplace(static_cast<std::int64_t>(queries.residues.size() * database.residues.size()));
  }
  search_result found;
  for (std::int64_t q = 0; q < count(queries); ++q) {
    query_scorer scorer(at(queries, q), costs);
    std::vector<hit> best;
    for (std::int64_t s = 0; s < count(database); ++s) {
      keep_best(best, {q, s, scorer.score(at(database, s))}, static_cast<std::size_t>(top));
    }
    for (const hit& h : best) {
      found.hits.push_back(h);
      found.alignments.push_back(align(at(queries, q), at(database, h.sequence), costs));
    }
    found.statistics.cells +=
        static_cast<std::int64_t>(at(queries, q).size() * database.residues.size());
    if (progress) {
      progress->show(found.statistics.cells);
    }
  }
  if (progress) {
    progress->wipe();
  }
  found.statistics.sequences = count(database);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}
