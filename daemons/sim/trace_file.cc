#include "daemons/sim/trace_file.h"

#include <cstdio>

#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::sim {
namespace {

using kind = world_event::kind;

std::string microseconds(base::instant at) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(at.ns) / 1e3);
  return text;
}

// As a JSON text. Only printable letters come out of shown().
std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char letter : base::shown(text)) {
    if (letter == '"' || letter == '\\') all += '\\';
    all += letter;
  }
  return all + "\"";
}

std::string place_of(const mmps::mmps_name& process) {
  return ",\"pid\":" + std::to_string(process.host) +
         ",\"tid\":" + std::to_string(process.process_number());
}

}  // namespace

void trace_file::add(const world_event& event, const char* phase, const std::string& rest) {
  lines_ += std::string(lines_.empty() ? "" : ",\n") + "{\"ph\":\"" + phase +
            "\",\"ts\":" + microseconds(event.at) + place_of(event.process) + rest + "}";
}

void trace_file::take(const world_event& event) {
  const auto piece = [&](const std::string& name) {
    add(event, "X", ",\"dur\":1,\"name\":" + quoted(name));
  };
  const auto moment = [&](const std::string& name, const char* scope) {
    add(event, "i", std::string(",\"s\":\"") + scope + "\",\"name\":" + quoted(name));
  };
  switch (event.what) {
    case kind::begins:
      add(event, "M",
          ",\"name\":\"process_name\",\"args\":{\"name\":" +
              quoted("host " + std::to_string(event.process.host)) + "}");
      add(event, "M", ",\"name\":\"thread_name\",\"args\":{\"name\":" + quoted(event.text) + "}");
      return moment("begins", "t");
    case kind::ends:
      return moment("ends: " + event.text, "p");
    case kind::runs:
      return piece("runs");
    case kind::hears:
      return piece("hears");
    case kind::is_told:
      return moment(event.text, "t");
    case kind::is_cut:
      return moment("cut: " + event.text, "g");
    case kind::is_healed:
      return moment("healed", "g");
    case kind::loses_power:
      return moment("loses power: " + event.text, "g");
    case kind::drains:
      return moment("is drained: " + event.text, "g");
    case kind::clock_jumps:
      return moment("clock jumps: " + event.text, "g");
    case kind::sends:
      break;
  }
  if (event.arrives == base::instant::never()) return moment("lost: " + event.text, "t");
  const std::string id = ",\"cat\":\"message\",\"id\":" + std::to_string(++messages_) +
                         ",\"name\":" + quoted(event.text);
  add(event, "s", id);
  world_event arrival = event;
  arrival.at = event.arrives;
  arrival.process = event.other;
  add(arrival, "f", ",\"bp\":\"e\"" + id);
}

tl::expected<void, std::string> trace_file::write(const std::string& path) const {
  const auto done = mmps::trust::write_file(
      path, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + lines_ + "\n]}\n");
  if (!done) return tl::unexpected("cannot write the trace: " + done.error());
  return {};
}

}  // namespace mentat::sim
