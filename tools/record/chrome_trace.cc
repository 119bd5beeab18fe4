#include "tools/record/chrome_trace.h"

#include <cstdio>
#include <map>
#include <utility>

#include "mmps/base/json_string.h"
#include "tools/record/moment_names.h"
#include "tools/record/strands.h"

namespace mentat::command {
namespace {

using base::json_string;

std::string microseconds(std::int64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(ns) / 1'000);
  return text;
}

class chrome_writer {
 public:
  explicit chrome_writer(const trace& of) : of_(of) {}

  std::string text() {
    text_ =
        "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"program\": " + json_string(of_.program) +
        ", \"mode\": " + json_string(of_.mode) + ", \"host\": " + json_string(of_.host_name) +
        ", \"recorded\": " + json_string(of_.level) +
        ", \"whole\": " + (of_.is_whole ? "true" : "false") + ", \"hosts\": " + hosts() +
        ", \"messages\": " + messages_of_pairs() + "},\n\"traceEvents\": [";
    add_names();
    for (const strand& one : strands_of(of_)) add(one);
    for (const trace::loss& one : of_.losses) add(one);
    for (const trace::theft& one : of_.thefts) add(one);
    for (const trace::message& one : of_.messages) add(one);
    for (const trace::object_event& one : of_.objects)
      add_moment("object", name_of(of_, one), one.worker, one.at,
                 "\"object\": " + std::to_string(one.object));
    add_arrows();
    add_messages();
    return text_ + "\n]}\n";
  }

 private:
  void begin_event() {
    text_ += is_first_ ? "\n{" : ",\n{";
    is_first_ = false;
  }
  std::string where(std::size_t worker) const {
    const record::recorded_worker& one = of_.workers[worker];
    return "\"pid\": " + std::to_string(one.process) + ", \"tid\": " + std::to_string(one.ring);
  }

  void add_names() {
    std::map<std::uint32_t, std::size_t> processes;  // with one of its workers
    for (std::size_t i = 0; i < of_.workers.size(); ++i) {
      const record::recorded_worker& one = of_.workers[i];
      processes.try_emplace(one.process, i);
      begin_event();
      text_ += "\"ph\": \"M\", \"name\": \"thread_name\", " + where(i) +
               ", \"args\": {\"name\": \"worker " + std::to_string(one.worker) + "\"}}";
    }
    // Processes of a host stand together: their numbers here begin with that of the host.
    std::size_t order = 0;
    for (const auto& [process, worker] : processes) {
      const std::string pid = "\"pid\": " + std::to_string(process);
      begin_event();
      text_ += "\"ph\": \"M\", \"name\": \"process_name\", " + pid +
               ", \"args\": {\"name\": " + json_string(name_of_process(of_, worker)) + "}}";
      if (!of_.has_other_hosts()) continue;
      begin_event();
      text_ += "\"ph\": \"M\", \"name\": \"process_sort_index\", " + pid +
               ", \"args\": {\"sort_index\": " + std::to_string(order++) + "}}";
    }
  }

  void add(const strand& one) {
    const trace::call& call = of_.calls[one.call];
    const traced_method& method = of_.method(call.method);
    const bool is_cut = one.is_last && call.was_cut_off;
    begin_event();
    text_ += "\"ph\": \"X\", \"cat\": \"call\", \"name\": " +
             json_string(method.name + (is_cut ? " (cut off)" : "")) + ", " + where(one.worker) +
             ", \"ts\": " + microseconds(one.begin) +
             ", \"dur\": " + microseconds(one.end - one.begin) +
             (is_cut ? ", \"cname\": \"terrible\"" : "") + ", \"args\": {\"call\": \"" +
             std::to_string(one.call) + "\"";
    if (!method.defined_at.empty()) text_ += ", \"at\": " + json_string(method.defined_at);
    text_ += "}}";
  }

  void add(const trace::loss& one) {
    begin_event();
    text_ += "\"ph\": \"X\", \"cat\": \"lost\", \"name\": " + json_string(name_of(one)) + ", " +
             where(one.worker) + ", \"ts\": " + microseconds(one.begin) +
             ", \"dur\": " + microseconds(std::max<std::int64_t>(one.end - one.begin, 0)) +
             ", \"cname\": \"bad\", \"args\": {}}";
  }

  void add(const trace::theft& one) { add_moment("stolen", name_of(one), one.worker, one.at, ""); }
  void add(const trace::message& one) {
    add_moment("message", name_of(one), one.worker, one.at,
               "\"bytes\": " + std::to_string(one.bytes));
  }
  void add_moment(const char* kind, const std::string& name, std::size_t worker, std::int64_t at,
                  const std::string& arguments) {
    begin_event();
    text_ += std::string("\"ph\": \"i\", \"s\": \"t\", \"cat\": \"") + kind +
             "\", \"name\": " + json_string(name) + ", " + where(worker) +
             ", \"ts\": " + microseconds(at) + ", \"args\": {" + arguments + "}}";
  }
  std::string hosts() const {
    std::string text = "[";
    for (const trace::host& one : of_.hosts)
      text += (text.size() == 1 ? "{\"name\": " : ", {\"name\": ") + json_string(one.name) +
              ", \"whole\": " + (one.is_whole ? "true" : "false") +
              ", \"missing\": " + json_string(one.missing) +
              ", \"uncertainty_ns\": " + std::to_string(one.uncertainty) + "}";
    return text + "]";
  }
  // How many messages and bytes came from which process to which.
  std::string messages_of_pairs() const {
    struct sum {
      std::uint64_t messages = 0, bytes = 0;
    };
    std::map<std::pair<std::string, std::string>, sum> pairs;
    for (const trace::message& one : of_.messages) {
      sum& of_pair = pairs[{sender_of(one), of_.workers[one.worker].label}];
      ++of_pair.messages;
      of_pair.bytes += one.bytes;
    }
    std::string text = "[";
    for (const auto& [pair, has] : pairs)
      text += (text.size() == 1 ? "{\"from\": " : ", {\"from\": ") + json_string(pair.first) +
              ", \"to\": " + json_string(pair.second) +
              ", \"messages\": " + std::to_string(has.messages) +
              ", \"bytes\": " + std::to_string(has.bytes) + "}";
    return text + "]";
  }

  // From the function that made a call to the begin of that call.
  void add_arrows() {
    const call_finder find(of_);
    for (const trace::making& one : of_.makings) {
      const std::uint32_t process = of_.workers[one.worker].process;
      const std::size_t made = find.next(process, one.number, one.at);
      if (made == call_finder::none) continue;
      const trace::call& call = of_.calls[made];
      add_arrow_end("s", made, one.worker, one.at);
      add_arrow_end("f", made, call.worker, call.begin);
    }
  }
  // Moments at both ends, and an arrow between them. Numbers of other arrows are those of calls.
  void add_messages() {
    std::size_t number = of_.calls.size();
    for (const message_moments& one : moments_of(of_)) {
      add_moment("sent", one.sent, one.sender, one.sent_at, "");
      add_moment("came", one.came, one.receiver, one.came_at, "");
      add_arrow_end("s", number, one.sender, one.sent_at, "message");
      add_arrow_end("f", number++, one.receiver, one.came_at, "message");
    }
  }
  void add_arrow_end(const char* phase, std::size_t number, std::size_t worker, std::int64_t at,
                     const std::string& kind = "made") {
    begin_event();
    text_ += std::string("\"ph\": \"") + phase + "\", \"bp\": \"e\", \"cat\": \"" + kind +
             "\", \"name\": \"" + kind + "\", \"id\": " + std::to_string(number) + ", " +
             where(worker) + ", \"ts\": " + microseconds(at) + "}";
  }

  const trace& of_;
  std::string text_;
  bool is_first_ = true;
};

}  // namespace

std::string as_chrome_trace(const trace& of) { return chrome_writer(of).text(); }

}  // namespace mentat::command
