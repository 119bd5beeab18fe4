#include "examples/protein_search/report.h"

#include <algorithm>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::ordered_json;

ordered_json extent(std::int64_t sequences, std::uint64_t residues) {
  return {{"sequences", sequences}, {"residues", residues}};
}

double gcups(const search_result& found) {
  return 1e-9 * static_cast<double>(found.statistics.cells) / std::max(found.seconds, 1e-9);
}

ordered_json times_of(const search_result& found) {
  const search_statistics& s = found.statistics;
  ordered_json times = {{"seconds", found.seconds}, {"cells", s.cells}, {"gcups", gcups(found)}};
  if (s.chunks > 0) {
    times.update({{"chunks", s.chunks},
                  {"fastest_chunk_seconds", s.fastest_chunk},
                  {"median_chunk_seconds", s.median_chunk},
                  {"slowest_chunk_seconds", s.slowest_chunk}});
  }
  return times;
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int place = static_cast<int>(digits.size()) - 3; place > 0; place -= 3) {
    digits.insert(static_cast<std::size_t>(place), 1, ',');
  }
  return digits;
}

std::string name_of(const ordered_json& sequence) { return sequence["id"].get<std::string>(); }

std::string heading(const ordered_json& result) {
  const auto& searched = result["searched"];
  const auto& database = result["database"];
  std::ostringstream line;
  line << grouped(searched["sequences"]) << " queries (" << grouped(searched["residues"])
       << " residues) in " << grouped(database["sequences"]) << " proteins ("
       << grouped(database["residues"]) << " residues), " << result["matrix"].get<std::string>()
       << ", gap " << result["gap_open"] << "/" << result["gap_extend"];
  return line.str();
}

// The widths of the name columns.
std::pair<std::size_t, std::size_t> name_widths(const ordered_json& result) {
  std::pair<std::size_t, std::size_t> widths(5, 3);
  for (const auto& query : result["queries"]) {
    widths.first = std::max(widths.first, name_of(query).size());
    for (const auto& hit : query["hits"]) {
      widths.second = std::max(widths.second, name_of(hit).size());
    }
  }
  return widths;
}

}  // namespace

ordered_json to_json(const search_result& found, const fasta_file& queries,
                     const fasta_file& database, const options& chosen) {
  ordered_json result = {
      {"matrix", chosen.costs.matrix},
      {"gap_open", chosen.costs.gap_open},
      {"gap_extend", chosen.costs.gap_extend},
      {"searched", extent(count(queries.sequences), queries.sequences.residues.size())},
      {"database", extent(count(database.sequences), database.sequences.residues.size())},
      {"queries", ordered_json::array()}};
  for (std::int64_t q = 0; q < count(queries.sequences); ++q) {
    result["queries"].push_back({{"id", queries.names[static_cast<std::size_t>(q)]},
                                 {"residues", at(queries.sequences, q).size()},
                                 {"hits", ordered_json::array()}});
  }
  for (std::size_t i = 0; i < found.hits.size(); ++i) {
    const hit& h = found.hits[i];
    result["queries"][static_cast<std::size_t>(h.query)]["hits"].push_back(
        {{"id", database.names[static_cast<std::size_t>(h.sequence)]},
         {"residues", at(database.sequences, h.sequence).size()},
         {"score", h.score},
         {"aligned", found.alignments[i].columns},
         {"identical", found.alignments[i].identical}});
  }
  if (chosen.times) {
    result["times"] = times_of(found);
  }
  return result;
}

std::string printed(const ordered_json& result) {
  // Replaces bytes that are not UTF-8, because a FASTA header may hold any bytes.
  return result.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string to_text(const search_result& found, const fasta_file& queries,
                    const fasta_file& database, const options& chosen) {
  const ordered_json result = to_json(found, queries, database, chosen);
  if (chosen.json) {
    return printed(result);
  }
  return to_table(result) + (chosen.times ? "\n" + times_line(found) : "");
}

std::string to_table(const ordered_json& result) {
  const auto [query_width, hit_width] = name_widths(result);
  std::ostringstream text;
  text << heading(result) << "\n\n";
  const auto columns = [&text, query = query_width, hit = hit_width](const auto& name,
                                                                     const auto& size) {
    text << std::left << std::setw(static_cast<int>(query)) << name << std::right << std::setw(9)
         << size << "  " << std::left << std::setw(static_cast<int>(hit));
  };
  columns("query", "residues");
  text << "hit" << " residues  score  identical\n";
  for (const auto& query : result["queries"]) {
    if (query["hits"].empty()) {
      columns(name_of(query), query["residues"].get<int>());
      text << "(nothing alike)" << "\n";
    }
    for (const auto& hit : query["hits"]) {
      columns(name_of(query), query["residues"].get<int>());
      const int aligned = hit["aligned"];
      const int identical = hit["identical"];
      text << name_of(hit) << std::right << std::setw(9) << hit["residues"].get<int>()
           << std::setw(7) << hit["score"].get<int>() << "  " << identical << " of " << aligned
           << " (" << (aligned > 0 ? 100 * identical / aligned : 0) << " %)\n";
    }
  }
  return text.str();
}

std::string times_line(const search_result& found) {
  const search_statistics& s = found.statistics;
  std::ostringstream line;
  line << std::fixed << std::setprecision(2) << 1e-9 * static_cast<double>(s.cells) << " Gcells in "
       << found.seconds << " s: " << gcups(found) << " GCUPS";
  if (s.chunks > 0) {
    line << "; " << s.chunks << " chunks of " << std::setprecision(0) << 1e3 * s.fastest_chunk
         << " to " << 1e3 * s.slowest_chunk << " ms, median " << 1e3 * s.median_chunk;
  }
  line << "\n";
  return line.str();
}
