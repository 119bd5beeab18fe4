#include "tools/mentat/session_client.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <span>

#include "daemons/host/wire/program_packet.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/json_object.h"

namespace mentat::command {
namespace {

using host::program_packet;
using host::program_packet_kind;
using host::session_row;

constexpr int longest_wait_ms = 5000;
constexpr std::size_t max_answer = std::size_t{8} << 20;

const std::set<std::string> numbers{
    "number", "incarnation", "cores",   "load",   "host",    "strangers", "since",  "pid",
    "calls",  "waiting",     "objects", "age_ms", "program", "hosts",     "joined", "seconds"};
const std::set<std::string> truths{"self", "founder", "cut_off"};

// Sanitizes the rows: names, settings and causes come from programs and other hosts.
std::vector<session_row> shown_rows(const std::string& text) {
  std::vector<session_row> rows = host::rows_from_text(text);
  for (session_row& row : rows)
    for (auto& [name, value] : row.values) value = base::shown(value);
  return rows;
}

}  // namespace

expected<host::session_place> session_named(const std::string& session) {
  auto place = host::find_place(session);
  if (!place) return fail(place.error(), 2);
  return *place;
}

expected<session_client> session_client::connect(const host::session_place& place) {
  auto socket = host::connect_to_daemon(place);
  if (!socket) return fail(socket.error());
  if (!*socket)
    return fail("no session " + place.name + " runs on this host (" + place.folder +
                "); `mentat start` begins one");
  (*socket)->set_timeout(longest_wait_ms);
  return session_client(place, std::move(**socket));
}

expected<std::vector<session_row>> session_client::ask(const std::string& question) {
  program_packet packet;
  packet.kind = program_packet_kind::ask;
  std::strncpy(packet.text.data(), question.c_str(), packet.text.size() - 1);
  std::string text;
  bool whole = socket_.send(std::as_bytes(std::span(&packet, 1)));
  while (whole) {
    std::vector<int> none;
    const auto size = socket_.receive(std::as_writable_bytes(std::span(&packet, 1)), none);
    whole = size == sizeof packet && text.size() < max_answer;
    if (!whole) break;
    packet.text.back() = 0;
    if (packet.kind == program_packet_kind::refused) return fail(packet.text.data());
    text += packet.text.data();
    if (packet.kind == program_packet_kind::answered) return shown_rows(text);
  }
  return fail("the daemon of session " + place_.name +
              " does not answer; `mentat logs` may say why");
}

expected<std::vector<session_row>> ask_session(const std::string& session,
                                               const std::string& question) {
  const auto place = session_named(session);
  if (!place) return tl::unexpected(place.error());
  auto client = session_client::connect(*place);
  if (!client) return tl::unexpected(client.error());
  return client->ask(question);
}

std::string time_since(const std::string& second) {
  const long long seconds = std::max(0LL, std::time(nullptr) - std::atoll(second.c_str()));
  if (seconds < 120) return std::to_string(seconds) + " s";
  if (seconds < 7200) return std::to_string(seconds / 60) + " min";
  return std::to_string(seconds / 3600) + " h";
}

std::string time_of(const std::string& milliseconds) {
  const long long ms = std::atoll(milliseconds.c_str());
  if (ms < 10'000) return std::to_string(ms) + " ms";
  return time_since(std::to_string(std::time(nullptr) - ms / 1000));
}

const table_columns& host_columns() {
  static const table_columns columns = {
      {"HOST", "number"}, {"NAME", "name"},       {"STATE", "state"}, {"CORES", "cores"},
      {"LOAD", "load"},   {"ADDRESS", "address"}, {"CAUSE", "cause"}};
  return columns;
}

const table_columns& program_columns() {
  static const table_columns columns = {{"PROGRAM", "number"},
                                        {"NAME", "name"},
                                        {"STATE", "state"},
                                        {"DRIVER", "driver"},
                                        {"SINCE", "since"}};
  return columns;
}

void print_table(const std::vector<session_row>& rows, const std::string& kind,
                 const table_columns& columns) {
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& [title, name] : columns) lines.front().push_back(title);
  for (const session_row& row : rows) {
    if (row.kind != kind) continue;
    std::vector<std::string>& line = lines.emplace_back();
    for (const auto& [title, name] : columns)
      line.push_back(name == "since"    ? time_since(row.get(name))
                     : name == "age_ms" ? time_of(row.get(name))
                                        : row.get(name));
  }
  std::vector<std::size_t> widths(columns.size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i)
      text += line[i] + std::string(widths[i] - line[i].size() + 2, ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    std::puts(text.c_str());
  }
}

std::vector<json_object> as_json(const std::vector<session_row>& rows, const std::string& kind) {
  std::vector<json_object> objects;
  for (const session_row& row : rows) {
    if (row.kind != kind) continue;
    json_object& object = objects.emplace_back();
    for (const auto& [name, value] : row.values) {
      if (numbers.contains(name) && !(name == "host" && kind != "session"))
        object.add(name, std::strtoll(value.c_str(), nullptr, 10));
      else if (truths.contains(name))
        object.add(name, value == "yes");
      else
        object.add(name, value);
    }
  }
  return objects;
}

}  // namespace mentat::command
