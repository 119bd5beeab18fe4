#include "daemons/host/queries/queries.h"

#include <algorithm>
#include <sstream>

namespace mentat::host {
namespace {

using base::instant;
using mmps::mmps_name;

bool is_known(const std::string& what) {
  return what == "objects" || what == "classes" || what == "calls" || what == "drops" ||
         what == "spaces" || what == "waits";
}

std::string process_text(const mmps_name& process) {
  return std::to_string(process.host) + "." + std::to_string(process.process_number());
}

bool may_come_from_a_process(const session_row& row) {
  for (const char* kind : {"object", "class", "call", "run", "drop", "space", "left_out", "look",
                           "wait", "feed", "queued", "behind", "alias"})
    if (row.kind == kind) return true;
  return false;
}

}  // namespace

queries::query* queries::begin(instant now, const query_form& form, base::duration patience) {
  // A number is not reused soon: a late answer would be taken for the new one.
  do ++last_;
  while (last_ == 0 || open_.contains(last_));
  query& fresh = open_[last_];
  fresh.program = form.program;
  fresh.most = std::min<std::size_t>(form.most, limits_.max_rows);
  fresh.deadline = now + patience;
  return &fresh;
}

void queries::ask(instant now, int connection, const std::string& question) {
  std::istringstream words(question);
  std::string list;
  query_form form;
  words >> list >> form.what >> form.program >> form.most;
  if (!words || !is_known(form.what))
    return around_.refuse(connection, "this host's daemon does not know what '" +
                                          form.what.substr(0, longest_query) +
                                          "' are; it may be of another version");
  if (open_.size() >= limits_.questions)
    return around_.refuse(connection, "fixed.questions: " + std::to_string(limits_.questions) +
                                          " are being answered already; try again");
  query& of = *begin(now, form, limits_.patience);
  const std::uint32_t number = last_;
  of.connection = connection;
  form.question = number;
  for (const host_info& other : around_.others_up())
    if (around_.send(other.number, host_message_kind::query, encode(form)))
      of.waits_for[{.host = other.number}] =
          session_row{"silent", {}}.add("host", other.name).add("what", "the daemon of the host");
  ask_parts(of, number, form);
  end_if_answered(open_.find(number));
}

void queries::take_query(instant now, std::uint32_t from, const query_form& form) {
  if (!is_known(form.what) || open_.size() >= limits_.questions) return;
  query& of = *begin(now, form, limits_.far_patience);
  const std::uint32_t number = last_;
  of.host = from;
  of.question = form.question;
  ask_parts(of, number, form);
  end_if_answered(open_.find(number));
}

void queries::ask_parts(query& of, std::uint32_t number, const query_form& form) {
  program_packet packet;
  packet.kind = program_packet_kind::query;
  packet.question = number;
  const std::string text = form.what + " " + std::to_string(of.most);
  std::ranges::copy(text, packet.text.begin());
  for (const query_environment::part& part : around_.parts()) {
    if (form.program != 0 && form.program != part.program) continue;
    const std::string program = std::to_string(part.program);
    of.programs.push_back(session_row{"program", {}}
                              .add("number", program)
                              .add("name", part.name)
                              .add("host", around_.host_name()));
    if (part.connection <= 0 || !around_.tell(part.connection, packet)) continue;
    of.waits_for[{.program = part.program}] = session_row{"silent", {}}
                                                  .add("program", program)
                                                  .add("host", around_.host_name())
                                                  .add("what", "the supervisor of the program");
  }
}

void queries::take_asked(instant, std::uint32_t program, const program_packet& packet) {
  const auto found = open_.find(packet.question);
  if (found == open_.end() || !found->second.waits_for.contains({.program = program})) return;
  query& of = found->second;
  const mmps_name& process = packet.news.process;
  if (!process.bound()) {
    of.waits_for.erase({.program = program});
    return end_if_answered(found);
  }
  if (of.asked.size() >= mmps_name::max_processes) return;
  const source who{.program = program, .process = process};
  session_row about{"process", {}};
  about.add("program", std::to_string(program))
      .add("host", around_.host_name())
      .add("process", process_text(process))
      .add("pid", std::to_string(packet.process));
  of.asked[who] = about;
  session_row silent = about;
  silent.kind = "silent";
  of.waits_for[who] = silent.add("what", node::name_of(packet.news.role));
}

void queries::take_rows(instant, std::uint32_t program, const program_packet& packet,
                        const std::string& rows) {
  const auto found = open_.find(packet.question);
  const source who{.program = program, .process = packet.news.process};
  if (found == open_.end() || found->second.waits_for.erase(who) == 0) return;
  query& of = found->second;
  const auto known = of.asked.find(who);
  if (known == of.asked.end()) return;
  for (session_row& row : rows_from_text(rows)) {
    if (!may_come_from_a_process(row)) continue;
    session_row whole = known->second;  // first, so that nothing else of that name counts
    whole.kind = row.kind;
    std::ranges::move(row.values, std::back_inserter(whole.values));
    add(of, std::move(whole));
  }
  end_if_answered(found);
}

void queries::take_answer(instant, std::uint32_t from, const query_answer_form& form) {
  const auto found = open_.find(form.question);
  if (found == open_.end() || found->second.waits_for.erase({.host = from}) == 0) return;
  for (session_row& row : rows_from_text(form.rows)) {
    if (row.kind == "program")
      found->second.programs.push_back(std::move(row));
    else if (row.kind == "silent" || may_come_from_a_process(row))
      add(found->second, std::move(row));
  }
  end_if_answered(found);
}

void queries::add(query& to, session_row row) {
  if (row.kind == "left_out") {
    to.left_out += std::strtoull(row.get("count").c_str(), nullptr, 10);
  } else if ((to.rows.size() < to.most && to.bytes < limits_.max_bytes) || row.kind == "silent") {
    to.bytes += rows_as_text({row}).size();
    to.rows.push_back(std::move(row));
  } else {
    ++to.left_out;
  }
}

void queries::program_over(instant, std::uint32_t program) {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto next = std::next(at);
    std::erase_if(at->second.waits_for,
                  [&](const auto& one) { return one.first.program == program; });
    end_if_answered(at);
    at = next;
  }
}

void queries::host_down(instant, std::uint32_t host) {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto next = std::next(at);
    at->second.waits_for.erase({.host = host});
    end_if_answered(at);
    at = next;
  }
}

void queries::tick(instant now) {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto next = std::next(at);
    if (at->second.deadline <= now) {
      for (auto& [who, silent] : at->second.waits_for) add(at->second, std::move(silent));
      end(at->second);
      open_.erase(at);
    }
    at = next;
  }
}

instant queries::next_deadline() const {
  instant next = instant::never();
  for (const auto& [number, of] : open_) next = std::min(next, of.deadline);
  return next;
}

void queries::end_if_answered(open_queries::iterator which) {
  if (!which->second.waits_for.empty()) return;
  end(which->second);
  open_.erase(which);
}

void queries::end(query& of) {
  if (of.connection != 0 && of.program != 0 && of.programs.empty() && of.rows.empty())
    return around_.refuse(of.connection, "no program " + std::to_string(of.program) +
                                             " runs in this session; `mentat list programs` says "
                                             "which do");
  std::vector<session_row> all = std::move(of.programs);
  std::size_t bytes = 0;
  for (session_row& row : of.rows) {
    bytes += rows_as_text({row}).size();
    if (of.connection == 0 && bytes > longest_rows / 2)
      ++of.left_out;  // more than fits into one message
    else
      all.push_back(std::move(row));
  }
  if (of.left_out > 0)
    all.push_back(session_row{"left_out", {}}.add("count", std::to_string(of.left_out)));
  if (of.connection != 0) return around_.answer(of.connection, all);
  around_.send(of.host, host_message_kind::query_answer,
               encode(query_answer_form{of.question, rows_as_text(all)}));
}

}  // namespace mentat::host
