// Protein similarity search, the application of the Mentat papers: finds the proteins of a database
// that are most like each query, by Smith-Waterman alignment. README.md explains the usage.
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "examples/protein_search/demo.h"
#include "examples/protein_search/fasta.h"
#include "examples/protein_search/options.h"
#include "examples/protein_search/output.h"
#include "examples/protein_search/plain_search.h"
#include "examples/protein_search/report.h"
#include "examples/protein_search/search.mpl.h"

namespace {

// Scores the database chunk by chunk and joins the results pairwise until one list remains. The
// workers of a host read the residues in place.
partial_result search_chunks(const sequence_block& queries, const sequence_block& database,
                             const options& chosen, search_log& log) {
  chunk_scorer scorer;
  return mentat::map_reduce(scorer, &chunk_scorer::score,
                            chunks_of(database, static_cast<std::uint64_t>(chosen.chunk)),
                            &result_joiner::join, queries, chosen.costs, chosen.top, log);
}

// Aligns each query with its hits, to count the residues that they share.
std::vector<alignment> align_hits(const sequence_block& queries, const sequence_block& database,
                                  const std::vector<hit>& hits, const options& chosen) {
  chunk_scorer aligner;
  const std::size_t all = static_cast<std::size_t>(count(queries));
  std::vector<std::vector<alignment>> of_query(all);
  std::size_t next = 0;
  for (std::size_t q = 0; q < all; ++q) {
    sequence_text similar;
    for (; next < hits.size() && hits[next].query == static_cast<std::int64_t>(q); ++next) {
      append(similar, at(database, hits[next].sequence));
    }
    const std::int64_t here = static_cast<std::int64_t>(q);
    of_query[q] =
        aligner.align_all(slice(queries, here, here + 1), share(std::move(similar)), chosen.costs);
  }
  std::vector<alignment> aligned;
  for (std::size_t q = 0; q < all; ++q) {
    aligned.insert(aligned.end(), of_query[q].begin(), of_query[q].end());
  }
  return aligned;
}

search_result search(const sequence_block& queries, const sequence_block& database,
                     const options& chosen, bool show_progress) {
  const auto start = std::chrono::steady_clock::now();
  search_log log;
  mentat::create(log);
  log.begin(static_cast<std::int64_t>(queries.residues.size() * database.residues.size()),
            show_progress);

  search_result result;
  const partial_result found = search_chunks(queries, database, chosen, log);
  result.hits = found.hits;
  result.alignments = align_hits(queries, database, result.hits, chosen);
  result.statistics = log.statistics();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

int complain(const std::string& what, int status) {
  print_error(what);
  return status;
}

// Whether the plain loop agrees; reports a difference on stderr.
bool agrees(const search_result& found, const search_result& plain) {
  for (std::size_t i = 0; i < found.hits.size() && i < plain.hits.size(); ++i) {
    if (found.hits[i] != plain.hits[i]) {
      print_error("protein_search: the plain loop has another hit of query " +
                  std::to_string(found.hits[i].query + 1) + " in line " + std::to_string(i + 1) +
                  " of the hits\n");
      return false;
    }
  }
  if (found.hits.size() != plain.hits.size()) {
    print_error("protein_search: the plain loop has another number of hits\n");
    return false;
  }
  print_error("the plain loop finds the same hits: " + times_line(plain));
  return true;
}

int run(const options& chosen) {
  auto queries = read_fasta(chosen.query);
  if (!queries) {
    return complain("protein_search: " + queries.error() + "\n", 2);
  }
  const auto database = read_fasta(chosen.database);
  if (!database) {
    return complain("protein_search: " + database.error() + "\n", 2);
  }
  if (chosen.queries > 0 && chosen.queries < count(queries->sequences)) {
    keep_first(*queries, chosen.queries);
  }

  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto plainly = [&] {
    return plain_search(queries->sequences, database->sequences, chosen.costs, chosen.top,
                        terminal);
  };
  const search_result found =
      chosen.plain ? plainly() : search(queries->sequences, database->sequences, chosen, terminal);
  if (chosen.check && !agrees(found, plainly())) {
    return 1;
  }
  if (!print(to_text(found, *queries, *database, chosen))) {
    return 1;
  }
  if (!chosen.times) {
    print_error(times_line(found));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto chosen = parse_options(argc, argv);
  if (!chosen) {
    return finish(chosen.error());
  }
  if (!chosen->demo) {
    return run(*chosen);
  }
  const auto text = run_demo(*chosen);
  if (!text) {
    return finish(text.error());
  }
  return print(*text) ? 0 : 1;
}
