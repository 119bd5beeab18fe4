#include "tools/record/otlp_trace.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "mmps/base/json_string.h"
#include "tools/record/call_graph.h"

namespace mentat::command {
namespace {

using base::json_string;

constexpr std::size_t most_whole = 10'000;
constexpr std::int64_t always_from_ns = 1'000'000;
constexpr std::size_t one_in = 1'000;
constexpr int deepest = 10'000;  // makers above a call

std::string hexadecimal(std::uint64_t number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = digits[number >> (60 - 4 * i) & 15];
  return text;
}

// FNV-1a, and a last step that spreads small differences (as in SplitMix64).
std::uint64_t hash_of(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325 ^ seed;
  for (const char one : text) hash = (hash ^ static_cast<unsigned char>(one)) * 0x100000001b3;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  return (hash ^ hash >> 27) | 1;  // 0 names nothing
}

bool is_name(std::string_view text) {
  return text.find_first_not_of('0') != std::string_view::npos &&
         std::ranges::all_of(text, [](unsigned char one) {
           return std::isdigit(one) != 0 || (one >= 'a' && one <= 'f');
         });
}

std::string attribute(const char* key, const std::string& value) {
  return "{\"key\": " + json_string(key) + ", \"value\": {\"stringValue\": " + json_string(value) +
         "}}";
}
std::string attribute(const char* key, std::uint64_t value) {  // 64 bits are text in OTLP/JSON
  return "{\"key\": " + json_string(key) + ", \"value\": {\"intValue\": \"" +
         std::to_string(value) + "\"}}";
}

class otlp_writer {
 public:
  otlp_writer(const trace& of, const std::string& traceparent)
      : of_(of), graph_(of), producers_(of.calls.size()) {
    // 00-32 digits-16 digits-2 digits
    const std::string_view given = traceparent;
    if (given.size() >= 55 && given.starts_with("00-") && given[35] == '-' && given[52] == '-' &&
        is_name(given.substr(3, 32)) && is_name(given.substr(36, 16))) {
      trace_ = given.substr(3, 32);
      outermost_ = given.substr(36, 16);
    } else {
      trace_ = hexadecimal(hash_of(of.program, of.began_at_ns)) +
               hexadecimal(hash_of(of.program, ~of.began_at_ns));
    }
    find_producers();
  }

  otlp_trace write() {
    otlp_trace made;
    made.text = "{\"resourceSpans\": [";
    // A resource for each host.
    for (std::size_t host = 0; host < std::max<std::size_t>(of_.hosts.size(), 1); ++host) {
      made.text += (host == 0 ? "" : ",\n") + resource(host);
      bool is_first = true;
      for (std::size_t i = 0; i < of_.calls.size(); ++i) {
        if (of_.workers[of_.calls[i].worker].host != host || !is_span(i)) continue;
        made.text += std::exchange(is_first, false) ? "\n" : ",\n";
        made.text += span(i);
        ++made.spans;
      }
      made.text += "\n]}]}";
    }
    made.text += "]}\n";
    return made;
  }

 private:
  // Up to its spans.
  [[nodiscard]] std::string resource(std::size_t host) const {
    return "{\"resource\": {\"attributes\": [" +
           attribute("service.name", of_.program.substr(of_.program.rfind('/') + 1)) + ", " +
           attribute("host.name", of_.has_other_hosts() ? of_.hosts[host].name : of_.host_name) +
           ", " + attribute("process.executable.path", of_.program) + ", " +
           attribute("mentat.mode", of_.mode) +
           "]}, \"scopeSpans\": [{\"scope\": {\"name\": \"mentat\"}, \"spans\": [";
  }
  [[nodiscard]] bool is_span(std::size_t call) const {
    const trace::call& one = of_.calls[call];
    return of_.calls.size() <= most_whole || one.end - one.begin >= always_from_ns ||
           call % one_in == 0;
  }

  void find_producers() {
    const call_finder find(of_);
    for (const trace::argument& one : of_.arguments) {
      const std::uint32_t process = of_.workers[one.worker].process;
      const std::size_t taker = find.next(process, one.number, one.at);
      if (taker == call_finder::none) continue;
      const std::size_t made = find.last(process, one.producer, of_.calls[taker].begin);
      if (made != call_finder::none && is_span(made)) producers_[taker].push_back(made);
    }
  }

  // The nearest maker that is a span.
  [[nodiscard]] std::string parent_of(std::size_t call) const {
    std::size_t at = graph_.maker(call);
    // A damaged recording may have a circle.
    for (int left = deepest; left > 0 && at != call_graph::none; --left) {
      if (is_span(at)) return name_of_span(at);
      at = graph_.maker(at);
    }
    return outermost_;
  }
  [[nodiscard]] std::string name_of_span(std::size_t call) const {
    return hexadecimal(hash_of(trace_, call));
  }
  [[nodiscard]] std::string time(std::int64_t ns) const {
    return json_string(std::to_string(of_.began_at_ns + static_cast<std::uint64_t>(ns)));
  }

  [[nodiscard]] std::string span(std::size_t number) const {
    const trace::call& call = of_.calls[number];
    const traced_method& method = of_.method(call.method);
    const record::recorded_worker& worker = of_.workers[call.worker];
    std::string text =
        "{\"traceId\": \"" + trace_ + "\", \"spanId\": \"" + name_of_span(number) + "\", ";
    if (const std::string parent = parent_of(number); !parent.empty())
      text += "\"parentSpanId\": \"" + parent + "\", ";
    text += "\"name\": " + json_string(method.name) +
            ", \"kind\": 1, \"startTimeUnixNano\": " + time(call.begin) +
            ", \"endTimeUnixNano\": " + time(std::max(call.begin, call.end)) +
            ", \"attributes\": [" + attribute("code.function.name", method.name);
    if (const std::size_t colon = method.defined_at.rfind(':'); colon != std::string::npos) {
      text += ", " + attribute("code.file.path", method.defined_at.substr(0, colon));
      const std::string line = method.defined_at.substr(colon + 1);
      if (!line.empty() && line.size() < 10 &&
          std::ranges::all_of(line, [](unsigned char one) { return std::isdigit(one) != 0; }))
        text += ", " + attribute("code.line.number", std::stoull(line));
    }
    text += ", " + attribute("process.pid", pid_of(worker)) + ", " +
            attribute("mentat.worker", worker.worker) + "]";
    if (!producers_[number].empty()) text += ", \"links\": [" + links(producers_[number]) + "]";
    if (call.was_cut_off)
      text += ", \"status\": {\"code\": 2, \"message\": \"cut off by the end of its process\"}";
    return text + "}";
  }
  // Numbers of other hosts' processes begin with that of the host.
  [[nodiscard]] static std::uint32_t pid_of(const record::recorded_worker& worker) {
    return worker.host == 0 ? worker.process : trace::number_in_system(worker.process);
  }
  [[nodiscard]] std::string links(const std::vector<std::size_t>& to) const {
    std::string text;
    for (const std::size_t one : to)
      text += std::string(text.empty() ? "" : ", ") + "{\"traceId\": \"" + trace_ +
              "\", \"spanId\": \"" + name_of_span(one) + "\"}";
    return text;
  }

  const trace& of_;
  const call_graph graph_;
  std::vector<std::vector<std::size_t>> producers_;  // by call
  std::string trace_, outermost_;                    // names, in hexadecimal digits
};

}  // namespace

otlp_trace as_otlp_trace(const trace& of, const std::string& traceparent) {
  return otlp_writer(of, traceparent).write();
}

}  // namespace mentat::command
