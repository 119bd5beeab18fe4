#include "tools/dashboard/recording_answers.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "mplc/version.h"
#include "tools/record/function_graph.h"
#include "tools/record/graph_dot.h"
#include "tools/record/profile.h"
#include "tools/record/profile_text.h"

namespace mentat::dashboard {
namespace {

using command::trace;
using nlohmann::json;
using index = call_links::index;

constexpr std::size_t most_rows = 5'000, most_nodes = 500, most_arrows = 2'000, most_linked = 100,
                      most_highlighted = 5'000, busy_parts = 200, most_losses = 500,
                      most_profiles = 64;
constexpr std::int64_t most_workers = 65'536;

answer answer_of(const json& value) {
  return answer::of(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string name_of_worker(const trace& of, std::size_t which) {
  const record::recorded_worker& one = of.workers[which];
  return (of.has_other_hosts() ? of.host_of(which) + " " : "") +
         (one.label.empty() ? "process " + std::to_string(one.process) : one.label) + ", worker " +
         std::to_string(one.worker);
}

json host_rows(const trace& of) {
  json made = json::array();
  for (std::size_t i = 0; i < of.hosts.size(); ++i) {
    std::set<std::uint32_t> processes;
    std::size_t workers = 0;
    std::uint64_t calls = 0;
    for (const auto& one : of.workers)
      if (one.host == i) ++workers, processes.insert(one.process);
    for (const trace::call& one : of.calls) calls += of.workers[one.worker].host == i ? 1 : 0;
    const trace::host& host = of.hosts[i];
    made.push_back({{"number", host.number},
                    {"name", host.name},
                    {"processes", processes.size()},
                    {"workers", workers},
                    {"calls", calls},
                    {"whole", i == 0 ? of.is_whole : host.is_whole},
                    {"missing", host.missing},
                    {"uncertainty", host.uncertainty}});
  }
  return made;
}

std::int64_t length_of(const trace::call& one) {
  return std::max<std::int64_t>(one.end - one.begin, 0);
}

json call_row(const trace& of, std::size_t which) {
  const trace::call& one = of.calls[which];
  return {{"index", which},        {"function", of.method(one.method).name},
          {"lane", one.worker},    {"worker", name_of_worker(of, one.worker)},
          {"begin", one.begin},    {"end", one.end},
          {"time", length_of(one)}};
}

json call_rows(const trace& of, std::span<const index> which) {
  json made = json::array();
  for (const index one : which.first(std::min(which.size(), most_linked)))
    made.push_back(call_row(of, one));
  return made;
}

struct function_sum {
  std::uint64_t calls = 0, recorded = 0;
  std::int64_t time = 0, longest = 0;
};

std::map<std::uint16_t, function_sum> functions_of(const trace& of) {
  std::map<std::uint16_t, function_sum> all;
  for (const trace::call& one : of.calls) {
    function_sum& sum = all[one.method];
    ++sum.recorded;
    sum.time = command::sum_of(sum.time, length_of(one));
    sum.longest = std::max(sum.longest, length_of(one));
  }
  for (const trace::count& one : of.counts) all[one.method].calls += one.calls;
  for (auto& [method, sum] : all) sum.calls = std::max(sum.calls, sum.recorded);
  return all;
}

std::string class_of(const std::string& function) {
  const auto colons = function.rfind("::");
  return colons == std::string::npos ? function : function.substr(0, colons);
}

// A bar as the page draws it.
enum bar_flag { is_cut_off = 1, is_critical = 2 };

}  // namespace

recording_answers::recording_answers(trace of, std::string file, std::vector<std::string> gaps,
                                     bool grows)
    : of_(std::make_unique<const trace>(std::move(of))),
      file_(std::move(file)),
      gaps_(std::move(gaps)),
      grows_(grows),
      lanes_(*of_) {}

void recording_answers::prepare() {
  makers();
  if (!is_linked()) return;
  if (is_profiled()) wanted_ = 0;
  prepares_ = std::jthread([this](const std::stop_token& end) { prepare_all(end); });
}

// What the pages ask first, then profiles, whenever one is wanted.
void recording_answers::prepare_all(const std::stop_token& end) {
  links();
  if (!end.stop_requested()) order();
  std::unique_lock guard(profiles_lock_);
  while (is_wanted_.wait(guard, end, [this] { return wanted_.has_value(); })) {
    const unsigned workers = *std::exchange(wanted_, std::nullopt);
    if (profiles_.contains(workers)) continue;
    guard.unlock();
    std::string made = profile_for(workers);
    guard.lock();
    if (profiles_.size() >= most_profiles) profiles_.clear();
    profiles_[workers] = std::move(made);
  }
}

answer recording_answers::about() const {
  return answer_of({{"kind", "recording"},
                    {"version", version},
                    {"file", file_},
                    {"program", of_->program},
                    {"mode", of_->mode},
                    {"level", of_->level},
                    {"host", of_->host_name},
                    {"began_at_ms", of_->began_at_ns / 1'000'000},
                    {"begin", lanes_.begin()},
                    {"end", lanes_.end()},
                    {"workers", of_->workers.size()},
                    {"calls", of_->calls.size()},
                    {"grows", grows_},
                    {"gaps", gaps_}});
}

answer recording_answers::overview() {
  json functions = json::array();
  for (const auto& [method, sum] : functions_of(*of_)) {
    if (functions.size() == most_rows) break;
    functions.push_back({{"function", of_->method(method).name},
                         {"place", of_->method(method).defined_at},
                         {"calls", sum.calls},
                         {"recorded", sum.recorded},
                         {"time", sum.time},
                         {"longest", sum.longest}});
  }
  json problems = json::array();
  for (const std::string& one : gaps_) problems.push_back({{"text", one}, {"page", "timeline"}});
  std::size_t cut_off = 0;
  for (const trace::call& one : of_->calls) {
    if (!was_cut_off(one) || ++cut_off > most_linked) continue;
    problems.push_back(
        {{"text", of_->method(one.method).name + " was cut off by the end of its process, on " +
                      name_of_worker(*of_, one.worker)},
         {"page", "timeline"}});
  }
  return answer_of({{"functions", functions},
                    {"busy", lanes_.busy(busy_parts)},
                    {"begin", lanes_.begin()},
                    {"end", lanes_.end()},
                    {"critical", makers().critical_time()},
                    {"problems", problems}});
}

answer recording_answers::timeline(const question& asked) {
  const std::int64_t first = lanes_.begin(), last = std::max(lanes_.end(), first + 1);
  const std::int64_t begin = asked.number("begin", first, last - 1, first);
  const std::int64_t end = asked.number("end", begin + 1, last, last);
  const auto columns = static_cast<std::size_t>(asked.number("columns", 1, 4'000, 1'000));
  json workers = json::array(), bars = json::array(), names = json::object();
  const std::size_t shown = std::min(of_->workers.size(), lanes::most_lanes);
  for (std::size_t i = 0; i < shown; ++i) workers.push_back(name_of_worker(*of_, i));
  for (const lanes::bar& one : lanes_.window(begin, end, columns)) {
    unsigned flags = 0;
    if (one.call != lanes::several) {
      const trace::call& call = of_->calls[one.call];
      if (was_cut_off(call) && call.end == one.end) flags |= is_cut_off;
      if (makers().is_critical(one.call)) flags |= is_critical;
    }
    names[std::to_string(one.method)] = of_->method(one.method).name;
    const std::int64_t call = one.call == lanes::several ? -1 : std::int64_t{one.call};
    bars.push_back({one.worker, one.begin, one.end, one.method, call,
                    static_cast<int>(one.share * 100 + 0.5), one.pieces, flags});
  }
  // The first lane of each host.
  json hosts = json::array();
  for (std::size_t i = 0; of_->has_other_hosts() && i < shown; ++i)
    if (i == 0 || of_->workers[i].host != of_->workers[i - 1].host)
      hosts.push_back({i, of_->host_of(i)});
  json losses = json::array();
  for (const trace::loss& one : of_->losses)
    if (one.worker < shown && losses.size() < most_losses && one.end > begin && one.begin < end)
      losses.push_back({one.worker, one.begin, one.end, one.events});
  return answer_of({{"begin", begin},
                    {"end", end},
                    {"first", first},
                    {"last", last},
                    {"workers", workers},
                    {"hosts", hosts},
                    {"workers_left_out", of_->workers.size() - shown},
                    {"functions", names},
                    {"bars", bars},
                    {"losses", losses}});
}

answer recording_answers::call(const question& asked) {
  const std::int64_t given =
      asked.number("index", 0, static_cast<std::int64_t>(of_->calls.size()) - 1, -1);
  if (given < 0) return refusal(404, "there is no such call");
  const auto which = static_cast<index>(given);
  const trace::call& one = of_->calls[which];
  json made = call_row(*of_, which);
  made["place"] = of_->method(one.method).defined_at;
  made["cut_off"] = was_cut_off(one);
  made["critical"] = makers().is_critical(which);
  if (const std::size_t maker = makers().maker(which); maker != command::call_graph::none)
    made["maker"] = call_row(*of_, maker);
  const std::uint32_t process = of_->workers[one.worker].process;
  const trace::making* making = nullptr;  // the last one before its begin
  std::int64_t waited = 0;
  json pauses = json::array();
  for (const trace::making& each : of_->makings)
    if (each.number == one.number && of_->workers[each.worker].process == process &&
        each.at <= one.begin && (!making || each.at > making->at))
      making = &each;
  for (const trace::pause& each : of_->pauses) {
    if (each.number != one.number || of_->workers[each.resumed].process != process ||
        each.begin < one.begin || each.end > one.end)
      continue;
    waited = command::sum_of(waited, each.end - each.begin);
    if (pauses.size() < most_linked) pauses.push_back({each.left, each.begin, each.end});
  }
  if (making) made["made"] = making->at, made["queued"] = one.begin - making->at;
  made["waited"] = waited;
  made["pauses"] = pauses;
  if (!is_linked()) return answer_of(made);
  made["producers"] = call_rows(*of_, links().producers(which));
  made["consumers"] = call_rows(*of_, links().consumers(which));
  const auto before = order().before(which, most_highlighted);
  const auto after = order().after(which, most_highlighted);
  made["before"] = {{"count", before.count}, {"calls", before.calls}};
  made["after"] = {{"count", after.count}, {"calls", after.calls}};
  return answer_of(made);
}

answer recording_answers::calls(const question& asked) {
  const auto limit = static_cast<std::size_t>(asked.number("limit", 1, most_rows, 500));
  const std::string wanted = asked.get("function");
  std::vector<bool> is_wanted(of_->methods.size() + 1, true);
  for (std::size_t i = 0; i < of_->methods.size(); ++i)
    is_wanted[i] = wanted.empty() || of_->methods[i].name.find(wanted) != std::string::npos;
  std::vector<index> found;
  for (std::size_t i = 0; i < of_->calls.size(); ++i)
    if (is_wanted[std::min<std::size_t>(of_->calls[i].method, of_->methods.size())])
      found.push_back(static_cast<index>(i));
  const std::size_t shown = std::min(limit, found.size());
  std::ranges::partial_sort(
      found, found.begin() + static_cast<std::ptrdiff_t>(shown), [&](index a, index b) {
        const auto time_of_a = length_of(of_->calls[a]), time_of_b = length_of(of_->calls[b]);
        return time_of_a != time_of_b ? time_of_a > time_of_b : a < b;
      });
  json made = json::array();
  for (std::size_t i = 0; i < shown; ++i) made.push_back(call_row(*of_, found[i]));
  return answer_of({{"calls", made}, {"left_out", found.size() - shown}});
}

answer recording_answers::objects() {
  struct sum {
    std::size_t worker = 0;
    std::uint16_t method = 0;
    std::uint64_t calls = 0;
    std::optional<std::int64_t> made, ended;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, sum> all;  // by process and object
  const auto object_in = [&](std::size_t worker, std::uint32_t object) -> sum& {
    sum& found = all[{of_->workers[worker].process, object}];
    found.worker = worker;
    return found;
  };
  for (const trace::object_event& one : of_->objects) {
    sum& of_object = object_in(one.worker, one.object);
    of_object.method = one.method;
    (one.is_end ? of_object.ended : of_object.made) = one.at;
  }
  // A call that was sent is of an object of the other process, whose number here is another one.
  using made_call =
      std::tuple<std::uint32_t, std::uint64_t, std::int64_t>;  // process, number, time
  std::set<made_call> made_here;
  for (const trace::making& one : of_->makings)
    if (one.object != 0) made_here.insert({of_->workers[one.worker].process, one.number, one.at});
  for (const trace::sending& one : of_->sendings) {
    const made_call latest{of_->workers[one.maker].process, one.number, one.sent};
    if (one.object == 0) continue;
    ++object_in(one.executor, one.object).calls;
    const auto behind = made_here.upper_bound(latest);
    if (behind == made_here.begin()) continue;
    const auto found = std::prev(behind);
    if (std::get<0>(*found) == std::get<0>(latest) && std::get<1>(*found) == one.number)
      made_here.erase(found);
  }
  for (const trace::making& one : of_->makings) {
    if (!made_here.contains({of_->workers[one.worker].process, one.number, one.at})) continue;
    sum& of_object = object_in(one.worker, one.object);
    if (one.method != record::unknown_method || of_object.calls == 0) of_object.method = one.method;
    ++of_object.calls;
  }
  json made = json::array();
  for (const auto& [key, of_object] : all) {
    if (made.size() == most_rows) break;
    const record::recorded_worker& in = of_->workers[of_object.worker];
    json row{{"process", trace::number_in_system(in.process)},
             {"host", of_->host_of(of_object.worker)},
             {"object", key.second},
             {"class", class_of(of_->method(of_object.method).name)},
             {"calls", of_object.calls}};
    if (of_object.made) row["made"] = *of_object.made;
    if (of_object.ended) row["ended"] = *of_object.ended;
    made.push_back(std::move(row));
  }
  const std::size_t left_out = all.size() - made.size();
  return answer_of({{"objects", made}, {"left_out", left_out}});
}

answer recording_answers::graph() {
  const command::function_graph all(*of_, makers());
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint64_t> values;
  for (std::size_t i = 0; is_linked() && i < of_->calls.size(); ++i)
    for (const index from : links().producers(static_cast<index>(i)))
      ++values[{of_->calls[from].method, of_->calls[i].method}];
  json nodes = json::array(), arrows = json::array();
  for (const auto& [method, has] : all.functions) {
    if (nodes.size() == most_nodes) break;
    nodes.push_back({{"id", method},
                     {"function", of_->method(method).name},
                     {"place", of_->method(method).defined_at},
                     {"calls", has.calls},
                     {"time", has.time},
                     {"critical", has.is_critical}});
  }
  const auto add = [&](const auto& pair, const char* kind, std::uint64_t count, bool critical) {
    if (arrows.size() < most_arrows)
      arrows.push_back({{"from", pair.first},
                        {"to", pair.second},
                        {"kind", kind},
                        {"count", count},
                        {"critical", critical}});
  };
  for (const auto& [pair, has] : all.arrows) add(pair, "call", has.calls, has.is_critical);
  for (const auto& [pair, count] : values) add(pair, "value", count, false);
  return answer_of({{"nodes", nodes},
                    {"arrows", arrows},
                    {"nodes_left_out", all.functions.size() - nodes.size()},
                    {"arrows_left_out", all.arrows.size() + values.size() - arrows.size()}});
}

answer recording_answers::messages() const {
  struct sum {
    std::uint64_t messages = 0, bytes = 0;
  };
  std::map<std::pair<std::string, std::string>, sum> pairs;
  for (const trace::message& one : of_->messages) {
    sum& has = pairs[{std::to_string(one.from_host) + "." + std::to_string(one.from_process),
                      of_->workers[one.worker].label}];
    ++has.messages;
    has.bytes += one.bytes;
  }
  json made = json::array();
  for (const auto& [pair, has] : pairs)
    if (made.size() < most_rows)
      made.push_back({{"from", pair.first},
                      {"to", pair.second},
                      {"messages", has.messages},
                      {"bytes", has.bytes}});
  return answer_of({{"messages", made}, {"hosts", host_rows(*of_)}});
}

answer recording_answers::profile(const question& asked) {
  if (of_->calls.empty()) return refusal(404, "the recording has no call");
  if (!is_profiled())
    return refusal(404, "the recording has " + std::to_string(of_->events()) +
                            " events, and a profile is made of at most " +
                            std::to_string(command::most_profiled_events));
  const std::int64_t workers = asked.number("workers", 1, most_workers, 0);
  const auto number = static_cast<unsigned>(workers);
  const std::lock_guard guard(profiles_lock_);
  if (const auto made = profiles_.find(number); made != profiles_.end())
    return answer::of(made->second);
  if (!prepares_.joinable()) return answer::of(profiles_[number] = profile_for(number));
  wanted_ = number;
  is_wanted_.notify_one();
  return answer_of({{"computing", true}});
}

std::string recording_answers::profile_for(unsigned workers) const {
  return as_json(profile_of(*of_, {.speed = {}, .workers = workers}), *of_);
}

answer recording_answers::ask(const question& asked) {
  constexpr std::string_view begin = "/api/v1/";
  if (!asked.path.starts_with(begin)) return refusal(404, "there is no such question");
  const std::string what = asked.path.substr(begin.size());
  if (what == "about") return about();
  if (what == "overview") return overview();
  if (what == "timeline") return timeline(asked);
  if (what == "call") return call(asked);
  if (what == "calls") return calls(asked);
  if (what == "objects") return objects();
  if (what == "graph") return graph();
  if (what == "messages") return messages();
  if (what == "profile") return profile(asked);
  if (what == "graph.dot") {
    answer dot = answer::of(as_dot(*of_, makers(), command::graph_detail::functions));
    dot.type = "text/vnd.graphviz; charset=utf-8";
    return dot;
  }
  return refusal(404, "the recording does not say that");
}

}  // namespace mentat::dashboard
