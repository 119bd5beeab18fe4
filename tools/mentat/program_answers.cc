#include "tools/mentat/program_answers.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "daemons/host/session/session_door.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/local_programs.h"
#include "tools/mentat/session_client.h"

namespace mentat::command {

using host::session_row;
using rows = std::vector<session_row>;

expected<long> parse_program(const std::string& text) {
  if (text.empty()) return all_programs;
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number == 0)
    return fail("--program: '" + base::shown_value(text) +
                    "' is not the number of a program; `mentat list programs` prints the numbers",
                2);
  return static_cast<long>(number);
}

expected<rows> ask_all_programs(const std::string& what, const std::string& session, long program,
                                int limit) {
  const bool is_status = what == "hosts" || what == "programs";
  const bool has_programs = what != "hosts";
  const bool is_named = !session.empty() || std::getenv("MENTAT_ADDRESS") != nullptr;
  rows all;
  if (has_programs && !is_named)
    all = ask_local_programs(what, program, static_cast<std::size_t>(limit));
  const bool is_found = program != all_programs && !all.empty();
  const auto place = session_named(session);
  if (!place) return tl::unexpected(place.error());
  const auto door = host::connect_to_daemon(*place);
  if (is_found || (has_programs && !is_named && door && !*door)) {
    if (program != all_programs && !is_found)
      return fail("no program " + std::to_string(program) +
                  " runs; `mentat list programs` prints their numbers");
    return all;
  }
  const auto answer = ask_session(
      session, is_status
                   ? "status"
                   : "list " + what + " " + std::to_string(program) + " " + std::to_string(limit));
  if (!answer) return tl::unexpected(answer.error());
  all.insert(all.end(), answer->begin(), answer->end());
  return all;
}

std::string sum_of_left_out(const rows& all) {
  unsigned long long sum = 0;
  for (const session_row& row : all)
    if (row.kind == "left_out") sum += std::strtoull(row.get("count").c_str(), nullptr, 10);
  return std::to_string(sum);
}

void warn_of_gaps(const rows& all, const std::string& remedy) {
  for (const session_row& row : all) {
    if (row.kind != "silent") continue;
    const std::string pid = row.get("pid");
    std::fprintf(stderr, "mentat: no answer from %s on host %s%s\n", row.get("what").c_str(),
                 row.get("host").c_str(), pid.empty() ? "" : (" (process " + pid + ")").c_str());
  }
  if (const std::string count = sum_of_left_out(all); count != "0")
    std::fprintf(stderr, "mentat: %s rows are left out%s\n", count.c_str(), remedy.c_str());
}

}  // namespace mentat::command
