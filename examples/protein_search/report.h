// Formats a search's result for the user: a table or JSON, and a line about times.
//
// Everything except the times is the same in every mode and on every machine.
#ifndef EXAMPLES_PROTEIN_SEARCH_REPORT_H_
#define EXAMPLES_PROTEIN_SEARCH_REPORT_H_

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "examples/protein_search/fasta.h"
#include "examples/protein_search/options.h"
#include "examples/protein_search/search_result.h"

nlohmann::ordered_json to_json(const search_result& found, const fasta_file& queries,
                               const fasta_file& database, const options& chosen);

// Returns the table or the JSON, as requested, with the times if requested.
std::string to_text(const search_result& found, const fasta_file& queries,
                    const fasta_file& database, const options& chosen);

std::string printed(const nlohmann::ordered_json& result);

// Formats from JSON, so that the demo prints the results of its rounds with the same code.
std::string to_table(const nlohmann::ordered_json& result);

// "48.3 Gcells in 3.05 s: 15.8 GCUPS; ..."; GCUPS is 10^9 cell updates per second.
std::string times_line(const search_result& found);

#endif
