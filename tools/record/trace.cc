#include "tools/record/trace.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "mmps/base/shown_text.h"
#include "tools/record/host_clock.h"
#include "tools/record/message_ends.h"
#include "tools/record/recording_stream.h"

namespace mentat::command {
namespace {

std::string text_in(const nlohmann::json& of, const char* key) {
  const auto at = of.find(key);
  return at != of.end() && at->is_string() ? base::shown(at->get<std::string>()) : "";
}

// False: it is not what a recorder writes.
bool read_header(const std::string& text, trace& into) {
  const auto header = nlohmann::json::parse(text, nullptr, false);
  if (!header.is_object()) return false;
  into.program = text_in(header, "program");
  into.mode = text_in(header, "mode");
  into.level = text_in(header, "level");
  into.host_name = text_in(header, "host");
  constexpr unsigned most_workers = 65'536;
  const auto workers = header.find("workers");
  if (workers != header.end() && workers->is_number_unsigned())
    into.workers_of_process =
        static_cast<unsigned>(std::min<std::uint64_t>(workers->get<std::uint64_t>(), most_workers));
  const auto methods = header.find("methods");
  if (methods == header.end() || !methods->is_array()) return false;
  for (const auto& one : *methods) {
    if (!one.is_array() || one.size() != 2 || !one[0].is_string() || !one[1].is_string())
      return false;
    into.methods.push_back(
        {base::shown(one[0].get<std::string>()), base::shown(one[1].get<std::string>())});
  }
  return true;
}

// From ticks to nanoseconds of the steady clock.
class time_scale {
 public:
  void add(const record::clock_block& now) {
    if (!first_) first_ = now;
    last_ = now;
  }
  [[nodiscard]] std::int64_t operator()(std::uint64_t ticks) const {
    if (!first_) return 0;
    const double since = static_cast<double>(static_cast<std::int64_t>(ticks - first_->ticks));
    return begin() + static_cast<std::int64_t>(std::clamp(since * ns_per_tick(), -most, most));
  }
  [[nodiscard]] std::int64_t begin() const { return first_ ? steady(*first_) : 0; }
  [[nodiscard]] std::int64_t end() const { return first_ ? std::max(begin(), steady(last_)) : 0; }
  [[nodiscard]] std::uint64_t began_at_ns() const { return first_ ? first_->real_ns : 0; }

 private:
  static constexpr double most = 1e17;  // three years: differences of two are numbers, too

  static std::int64_t steady(const record::clock_block& at) {
    return static_cast<std::int64_t>(
        std::min(at.monotonic_ns, static_cast<std::uint64_t>(10 * most)));
  }
  [[nodiscard]] double ns_per_tick() const {
    const auto ticks = last_.ticks - first_->ticks;
    const auto ns = last_.monotonic_ns - first_->monotonic_ns;
    return ticks == 0 ? 1.0 : static_cast<double>(ns) / static_cast<double>(ticks);
  }

  std::optional<record::clock_block> first_;
  record::clock_block last_;
};

// The blocks of one host. Times are in ticks until all clocks are known.
struct host_blocks {
  std::vector<traced_method> methods;
  std::vector<std::pair<std::size_t, record::event>> events;  // with the worker
  std::vector<std::pair<std::size_t, record::loss_block>> losses;
  std::vector<record::counted_method> counts;
  std::vector<std::string> places;  // by number
  time_scale scale;
  host_clock clock;                                                             // of another host
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last_of_ring;  // and process
  bool is_whole = false;
};

// Adds the blocks of all hosts to a trace.
class trace_builder {
 public:
  explicit trace_builder(trace& into) : into_(into), of_hosts_(1) {
    into_.hosts.push_back({.name = into_.host_name});
    of_hosts_[0].methods = into_.methods;
  }

  void add(const record::block& one) {
    if (const auto* named = std::get_if<record::host_block>(&one)) return add_host(*named);
    if (const auto* part = std::get_if<record::part_block>(&one)) return add_part(*part);
    if (const auto* end = std::get_if<record::part_end_block>(&one)) return end_part(*end);
    if (const auto* answer = std::get_if<record::clock_answer_block>(&one)) {
      if (const auto at = index_of_host(answer->host); at != 0)
        of_hosts_[at].clock.add(answer->asked_ns, answer->told_ns, answer->heard_ns);
      return;
    }
    add(0, one);
  }

  void finish() {
    into_.began_at_ns = of_hosts_[0].scale.began_at_ns();
    into_.is_whole = of_hosts_[0].is_whole;
    put_workers_in_order();
    for (std::size_t at = 1; at < of_hosts_.size(); ++at) of_hosts_[at].clock.finish();
    message_ends ends;
    for (std::size_t at = 0; at < of_hosts_.size(); ++at) find_ends(at, ends);
    const std::vector<message_ends::pair> pairs = ends.take_pairs();
    for (std::size_t at = 1; at < of_hosts_.size(); ++at) narrow_clock(at, pairs);
    for (std::size_t at = 0; at < of_hosts_.size(); ++at) finish(at);
    for (const message_ends::pair& one : pairs) add_sending(one);
    std::ranges::stable_sort(into_.calls, {}, &trace::call::begin);
    std::ranges::stable_sort(into_.pauses, {}, &trace::pause::begin);
  }

 private:
  // --- other hosts
  [[nodiscard]] std::size_t index_of_host(std::uint32_t number) const {
    const auto found = host_indices_.find(number);
    return found == host_indices_.end() ? 0 : found->second;
  }

  void add_host(const record::host_block& named) {
    if (named.is_own) {
      into_.hosts[0].name = base::shown(named.name);
      into_.hosts[0].number = named.host;
      return;
    }
    if (into_.hosts.size() >= trace::most_hosts || host_indices_.contains(named.host)) return;
    const std::size_t at = into_.hosts.size();
    host_indices_[named.host] = at;
    into_.hosts.push_back(
        {.name = base::shown(named.name), .number = named.host, .is_whole = false});
    of_hosts_.emplace_back();
    streams_.push_back(std::make_unique<recording_stream>(
        recording_stream::listener{[this, at](std::uint32_t, const std::string& json) {
                                     trace read;
                                     if (!read_header(json, read)) return false;
                                     of_hosts_[at].methods = std::move(read.methods);
                                     return true;
                                   },
                                   [this, at](const record::block& one) { add(at, one); }}));
  }
  void add_part(const record::part_block& part) {
    if (const auto at = index_of_host(part.host); at != 0) streams_[at - 1]->feed(part.bytes);
  }
  void end_part(const record::part_end_block& end) {
    if (const auto at = index_of_host(end.host); at != 0)
      into_.hosts[at].missing = base::shown(end.missing);
  }

  // --- the blocks of one host
  void add(std::size_t host, const record::block& one) {
    host_blocks& to = of_hosts_[host];
    if (const auto* run = std::get_if<record::event_block>(&one)) add_events(host, *run);
    if (const auto* lost = std::get_if<record::loss_block>(&one))
      to.losses.emplace_back(index_of(host, lost->from), *lost);
    if (const auto* now = std::get_if<record::clock_block>(&one)) to.scale.add(*now);
    if (const auto* counted = std::get_if<record::count_block>(&one))
      to.counts.insert(to.counts.end(), counted->methods.begin(), counted->methods.end());
    if (const auto* named = std::get_if<record::place_block>(&one)) add_places(to, *named);
    if (const auto* end = std::get_if<record::end_block>(&one)) {
      into_.unrecorded_workers += end->unrecorded_workers;
      to.is_whole = true;
    }
  }

  std::size_t index_of(std::size_t host, record::recorded_worker worker) {
    worker.host = static_cast<std::uint32_t>(host);
    if (host != 0)
      worker.process = trace::number_in_system(worker.process) | worker.host << trace::process_bits;
    const auto [at, is_new] = indices_.try_emplace(worker, into_.workers.size());
    if (is_new) {
      into_.workers.push_back(worker);
      into_.workers.back().label = base::shown(worker.label);
      of_hosts_[host].last_of_ring[{worker.ring, worker.process}] = at->second;
    }
    return at->second;
  }
  // The worker of the same process that had the ring.
  [[nodiscard]] std::size_t worker_of_ring(const host_blocks& of, std::size_t of_process,
                                           std::uint16_t ring) const {
    const std::uint32_t process = into_.workers[of_process].process;
    const auto at = of.last_of_ring.find({ring, process});
    return at == of.last_of_ring.end() ? of_process : at->second;
  }

  static void add_places(host_blocks& to, const record::place_block& named) {
    constexpr std::size_t most = UINT16_MAX;
    for (std::size_t i = 0; i < named.places.size(); ++i) {
      if (named.first > most || named.first + i > most) return;
      const std::size_t number = named.first + i;
      if (to.places.size() <= number) to.places.resize(number + 1);
      to.places[number] = base::shown(named.places[i]);
    }
  }

  void add_events(std::size_t host, const record::event_block& run) {
    const std::size_t worker = index_of(host, run.from);
    const std::size_t taken = std::min(trace::most_events - events_, run.events.size());
    events_ += taken;
    into_.events_left_out += run.events.size() - taken;
    for (std::size_t i = 0; i < taken; ++i)
      of_hosts_[host].events.emplace_back(worker, run.events[i]);
  }

  // --- the end
  // Those of a host follow each other. Until now they are known by their old places.
  void put_workers_in_order() {
    std::vector<std::size_t> order(into_.workers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t at) { return into_.workers[at].host; });
    place_.resize(order.size());
    std::vector<record::recorded_worker> sorted;
    for (const std::size_t old : order) {
      place_[old] = sorted.size();
      sorted.push_back(std::move(into_.workers[old]));
    }
    into_.workers = std::move(sorted);
    for (host_blocks& of : of_hosts_)
      for (auto& [ring, worker] : of.last_of_ring) worker = place_[worker];
  }

  // The ends of messages, with times by the clock of this host.
  void find_ends(std::size_t at, message_ends& to) {
    for (const auto& [worker, one] : of_hosts_[at].events) {
      if (one.kind < record::event_kind::call_sent || one.kind > record::event_kind::of_object)
        continue;
      const record::recorded_worker& where = into_.workers[place_[worker]];
      to.add({.call = one.call,
              .under = one.other,
              .there = of_hosts_[at].scale(one.begin),
              .at = time(of_hosts_[at], one.begin),
              .worker = static_cast<std::uint32_t>(place_[worker]),
              .host = static_cast<std::uint32_t>(at),
              .process = process_named(where.label),
              .peer = one.length,
              .kind = one.kind});
    }
  }
  // No message comes before it was sent: that says more of the clocks of two hosts.
  void narrow_clock(std::size_t at, const std::vector<message_ends::pair>& pairs) {
    host_clock& clock = of_hosts_[at].clock;
    if (!clock.is_known()) return;
    const auto note = [&](const message_ends::end& sent, const message_ends::end& came) {
      const auto here = [&](const message_ends::end& one) {
        return one.host == 0 ? one.there : of_hosts_[one.host].clock.here_of(one.there);
      };
      const auto is_placed = [&](const message_ends::end& one) {
        return one.host == 0 || (one.host < at && of_hosts_[one.host].clock.is_known());
      };
      if (came.host == at && is_placed(sent)) clock.at_least(came.there, here(sent));
      if (sent.host == at && is_placed(came)) clock.at_most(sent.there, here(came));
    };
    for (const message_ends::pair& one : pairs) {
      note(one.sent, one.came);
      if (one.result_sent && one.result_came) note(*one.result_sent, *one.result_came);
    }
    clock.finish();
  }
  void add_sending(const message_ends::pair& one) {
    const auto at = [this](const message_ends::end& end) {
      return end.host == 0 || !of_hosts_[end.host].clock.is_known()
                 ? end.at
                 : of_hosts_[end.host].clock.here_of(end.there) - of_hosts_[0].scale.begin();
    };
    trace::sending made{.maker = one.sent.worker,
                        .executor = one.came.worker,
                        .number = one.sent.call,
                        .there = one.came.call,
                        .sent = at(one.sent),
                        .came = at(one.came),
                        .object = one.object};
    if (one.result_sent) made.result_sent = at(*one.result_sent);
    if (one.result_came) made.result_came = at(*one.result_came);
    into_.sendings.push_back(made);
  }

  void finish(std::size_t at) {
    host_blocks& of = of_hosts_[at];
    if (at != 0) finish_clock(at);
    const auto methods = at == 0 ? std::vector<std::uint16_t>() : numbers_of_methods(of);
    const auto places = at == 0 ? std::vector<std::uint16_t>() : numbers_of_places(of);
    if (at == 0) into_.places = of.places;
    const auto renumbered = [](const std::vector<std::uint16_t>& by, std::uint16_t number) {
      return number < by.size() ? by[number] : std::uint16_t{0};
    };
    for (auto& [worker, one] : of.events) {
      const bool has_place = one.kind == record::event_kind::awaited;
      const bool has_method =
          one.kind == record::event_kind::ran || one.kind == record::event_kind::cut_off ||
          one.kind == record::event_kind::called || one.kind >= record::event_kind::object_made;
      if (at != 0 && has_place) one.method = renumbered(places, one.method);
      if (at != 0 && has_method) one.method = renumbered(methods, one.method);
      add_event(of, place_[worker], one);
    }
    of.events = {};
    for (const auto& [worker, lost] : of.losses)
      into_.losses.push_back(
          {place_[worker], lost.events, time(of, lost.first_tick), time(of, lost.last_tick)});
    for (const record::counted_method& each : of.counts)
      into_.counts.push_back(
          {at == 0 ? each.method : renumbered(methods, each.method), each.calls, each.recorded});
  }
  void finish_clock(std::size_t at) {
    host_blocks& of = of_hosts_[at];
    into_.hosts[at].is_whole = of.is_whole;
    into_.hosts[at].uncertainty =
        of.clock.is_known() ? of.clock.uncertainty(of.scale.begin(), of.scale.end()) : -1;
  }
  // Since the beginning of the recording, by the clock of the first host.
  [[nodiscard]] std::int64_t time(const host_blocks& of, std::uint64_t ticks) const {
    const host_blocks& first = of_hosts_[0];
    const std::int64_t there = of.scale(ticks);
    if (&of == &first) return there - first.scale.begin();
    if (of.clock.is_known()) return of.clock.here_of(there) - first.scale.begin();
    // Then by the calendars of both.
    const auto began = static_cast<std::int64_t>(of.scale.began_at_ns() - into_.began_at_ns);
    return there - of.scale.begin() + std::clamp(began, -calendars_differ, calendars_differ);
  }

  // The functions of an executable for another processor may have another order.
  std::vector<std::uint16_t> numbers_of_methods(const host_blocks& of) {
    if (known_methods_.empty())
      for (std::size_t i = 0; i < into_.methods.size(); ++i)
        known_methods_.try_emplace({into_.methods[i].name, into_.methods[i].defined_at}, i);
    std::vector<std::uint16_t> numbers;
    for (const traced_method& one : of.methods)
      numbers.push_back(number_in(known_methods_, {one.name, one.defined_at}, into_.methods, one));
    return numbers;
  }
  std::vector<std::uint16_t> numbers_of_places(const host_blocks& of) {
    if (into_.places.empty()) into_.places.emplace_back();
    if (known_places_.empty())
      for (std::size_t i = 0; i < into_.places.size(); ++i)
        known_places_.try_emplace(into_.places[i], i);
    std::vector<std::uint16_t> numbers;
    for (const std::string& one : of.places)
      numbers.push_back(number_in(known_places_, one, into_.places, one));
    return numbers;
  }
  template <class Key, class Value>
  static std::uint16_t number_in(std::map<Key, std::size_t>& known, const Key& key,
                                 std::vector<Value>& all, const Value& value) {
    if (all.size() > UINT16_MAX && !known.contains(key)) return 0;
    const auto [at, is_new] = known.try_emplace(key, all.size());
    if (is_new) all.push_back(value);
    return static_cast<std::uint16_t>(at->second);
  }

  void add_event(const host_blocks& of, std::size_t worker, const record::event& one) {
    const std::int64_t begin = time(of, one.begin),
                       end = std::max(begin, time(of, one.begin + one.ticks()));
    switch (one.kind) {
      case record::event_kind::ran:
        return into_.calls.push_back({worker, one.method, false, begin, end, one.call, one.other});
      case record::event_kind::cut_off:
        return into_.calls.push_back({worker, one.method, true, begin, end, one.call, 0});
      case record::event_kind::suspended:
        return into_.pauses.push_back(
            {worker_of_ring(of, worker, one.method), worker, begin, end, one.call, one.other});
      case record::event_kind::called:
        return into_.makings.push_back(
            {worker, begin, one.call, one.other, one.method, one.length});
      case record::event_kind::argument:
        return into_.arguments.push_back({worker, begin, one.call, one.other});
      case record::event_kind::awaited:
        return into_.needs.push_back({worker, begin, one.call, one.other, one.method});
      case record::event_kind::forwarded:
        return into_.forwardings.push_back({worker, begin, one.call, one.other});
      case record::event_kind::stolen:
        return into_.thefts.push_back(
            {worker, begin, static_cast<record::stolen_item>(one.method), one.call});
      case record::event_kind::received:
        return into_.messages.push_back({worker, begin, static_cast<std::uint32_t>(one.other >> 32),
                                         static_cast<std::uint32_t>(one.other),
                                         static_cast<record::message_kind>(one.method),
                                         one.length});
      case record::event_kind::object_made:
      case record::event_kind::object_ended:
        return into_.objects.push_back(
            {worker, begin, one.method, one.length, one.kind == record::event_kind::object_ended});
      default:
        return;  // the ends of messages (message_ends.h)
    }
  }

  static constexpr std::int64_t calendars_differ = 100'000'000'000'000;  // a day

  trace& into_;
  std::deque<host_blocks> of_hosts_;                        // in the order of trace::hosts
  std::vector<std::unique_ptr<recording_stream>> streams_;  // of the others
  std::map<std::uint32_t, std::size_t> host_indices_;       // of the others, by number
  std::map<record::recorded_worker, std::size_t> indices_;
  std::map<std::pair<std::string, std::string>, std::size_t> known_methods_;
  std::map<std::string, std::size_t> known_places_;
  std::vector<std::size_t> place_;  // of a worker, at the end
  std::size_t events_ = 0;
};

tl::unexpected<std::string> no_recording(const std::string& path, const std::string& why) {
  return tl::unexpected(base::shown_value(path) + " is no recording: " + why +
                        "; `mentat run --record=FILE PROGRAM` makes one");
}

}  // namespace

const traced_method& trace::method(std::uint16_t number) const {
  static const traced_method unknown{"(unknown function)", ""};
  return number < methods.size() ? methods[number] : unknown;
}

const std::string& trace::host_of(std::size_t worker) const {
  static const std::string unknown;
  const std::size_t at = workers[worker].host;
  return at < hosts.size() ? hosts[at].name : unknown;
}

const std::string& trace::place(std::uint16_t number) const {
  static const std::string unknown;
  return number < places.size() ? places[number] : unknown;
}

tl::expected<trace, std::string> read_trace(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return tl::unexpected(base::shown_value(path) + " is a folder: name the recording in it");
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected("cannot read " + base::shown_value(path));
  return read_trace(file, path);
}

tl::expected<trace, std::string> read_trace(std::istream& file, const std::string& path) {
  trace made;
  std::optional<trace_builder> builder;
  recording_stream stream({[&](std::uint32_t version, const std::string& json) {
                             made.version = version;
                             if (!read_header(json, made)) return false;
                             builder.emplace(made);
                             return true;
                           },
                           [&](const record::block& one) { builder->add(one); }});
  std::vector<char> buffer(std::size_t{64} << 10);
  bool goes_on = true;
  while (goes_on && file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    goes_on = stream.feed({buffer.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (stream.newer_version() != 0)
    return tl::unexpected(base::shown_value(path) + " has version " +
                          std::to_string(stream.newer_version()) +
                          " of the format, and this `mentat` reads those up to " +
                          std::to_string(record::trace_version) + ": use a newer one");
  if (!stream.has_begun()) return no_recording(path, stream.fault());
  builder->finish();
  return made;
}

}  // namespace mentat::command
