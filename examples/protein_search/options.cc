#include "examples/protein_search/options.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <CLI/CLI.hpp>

namespace {

constexpr const char* example_folder = "/usr/share/doc/mmseqs2/example-data/";
constexpr std::int64_t example_queries = 6;  // a few seconds of work for one core

void describe(CLI::App& app, options& chosen) {
  app.add_option("--query", chosen.query,
                 "FASTA file of queries, plain or gzip (default: example data)");
  app.add_option("--database", chosen.database,
                 "FASTA file to search in, plain or gzip (default: example data)");
  app.add_option("--queries", chosen.queries,
                 "Take only the first N queries (default: 6 of the example, else all)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
  app.add_option("--top", chosen.top, "Hits to keep of each query")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--matrix", chosen.costs.matrix, "Substitution matrix: blosum30..100, pam10..500")
      ->capture_default_str();
  app.add_option("--gap-open", chosen.costs.gap_open, "Cost of the first residue of a gap")
      ->capture_default_str();
  app.add_option("--gap-extend", chosen.costs.gap_extend, "Cost of each further one")
      ->capture_default_str();
  app.add_option("--chunk", chosen.chunk, "Residues of the database in one call")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_flag("--json", chosen.json, "Print JSON instead of a table");
  app.add_flag("--times", chosen.times, "Print the times with the hits, not on stderr");
  app.add_flag("--check", chosen.check, "Compare the hits with those of a plain loop");
  app.add_flag("--plain", chosen.plain, "Only the plain loop: one thread, no Mentat");
  app.add_flag("--demo", chosen.demo,
               "Run serial, threads and the plain loop, compare hits and times");
  app.add_option("--rounds", chosen.rounds, "Rounds of the demo; it reports medians")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
}

tl::unexpected<early_exit> wrong(const std::string& what) {
  return tl::unexpected(early_exit{2, "protein_search: " + what + "\n"});
}

// The arguments of every demo round; the values were checked, so that a round cannot fail on them.
std::vector<std::string> arguments_for_rounds(const options& chosen) {
  std::vector<std::string> arguments = {"--query",      chosen.query,
                                        "--database",   chosen.database,
                                        "--top",        std::to_string(chosen.top),
                                        "--matrix",     chosen.costs.matrix,
                                        "--gap-open",   std::to_string(chosen.costs.gap_open),
                                        "--gap-extend", std::to_string(chosen.costs.gap_extend),
                                        "--chunk",      std::to_string(chosen.chunk),
                                        "--json",       "--times"};
  if (chosen.queries > 0) {
    arguments.insert(arguments.end(), {"--queries", std::to_string(chosen.queries)});
  }
  return arguments;
}

// Substitutes the example data for files that the user did not name.
tl::expected<void, std::string> complete(options& chosen) {
  for (auto [path, name] :
       {std::pair{&chosen.query, "QUERY.fasta.gz"}, std::pair{&chosen.database, "DB.fasta.gz"}}) {
    if (!path->empty()) {
      continue;
    }
    if (path == &chosen.query && chosen.queries == 0) {
      chosen.queries = example_queries;
    }
    *path = std::string(example_folder) + name;
    std::error_code ignored;
    if (!std::filesystem::exists(*path, ignored)) {
      return tl::unexpected(
          *path +
          ": the example data is not installed; apt-get install mmseqs2-examples, or name "
          "your own files with --query and --database");
    }
  }
  return {};
}

}  // namespace

tl::expected<options, early_exit> parse_options(int argc, char** argv) {
  options chosen;
  CLI::App app(
      "Finds the proteins of a database that are most like each query, by Smith-Waterman "
      "alignment.",
      "protein_search");
  describe(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return tl::unexpected(early_exit{0, app.help()});
  } catch (const CLI::ParseError& error) {
    return wrong(std::string(error.what()) + "; --help lists the options");
  }

  const auto costs = checked(chosen.costs);
  if (!costs) {
    return wrong(costs.error());
  }
  chosen.costs = *costs;
  if (chosen.plain && (chosen.demo || chosen.check)) {
    return wrong("--plain is what --demo and --check compare with; give only one of them");
  }
  if (const auto completed = complete(chosen); !completed) {
    return wrong(completed.error());
  }
  chosen.for_rounds = arguments_for_rounds(chosen);
  return chosen;
}
