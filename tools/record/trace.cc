#include "tools/record/trace.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "mmps/base/shown_text.h"

namespace mentat::command {
namespace {

using record::block_frame;

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
  into.host = text_in(header, "host");
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

// Reads up to so many bytes.
std::string taken_from(std::istream& file, std::size_t bytes) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  std::string read;
  while (read.size() < bytes && file) {
    const std::size_t before = read.size();
    read.resize(before + std::min(at_once, bytes - before));
    file.read(read.data() + before, static_cast<std::streamsize>(read.size() - before));
    read.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  return read;
}

// From ticks to nanoseconds since the first reading of the clocks.
class time_scale {
 public:
  void add(const record::clock_block& now) {
    if (!first_) first_ = now;
    last_ = now;
  }
  [[nodiscard]] std::int64_t operator()(std::uint64_t ticks) const {
    constexpr double most = 1e17;  // three years: differences of two are numbers, too
    if (!first_) return 0;
    const double since = static_cast<double>(static_cast<std::int64_t>(ticks - first_->ticks));
    return static_cast<std::int64_t>(std::clamp(since * ns_per_tick(), -most, most));
  }
  [[nodiscard]] std::uint64_t began_at_ns() const { return first_ ? first_->real_ns : 0; }

 private:
  [[nodiscard]] double ns_per_tick() const {
    const auto ticks = last_.ticks - first_->ticks;
    const auto ns = last_.monotonic_ns - first_->monotonic_ns;
    return ticks == 0 ? 1.0 : static_cast<double>(ns) / static_cast<double>(ticks);
  }

  std::optional<record::clock_block> first_;
  record::clock_block last_;
};

// Adds blocks to a trace. Times are in ticks until all clocks are known.
class trace_builder {
 public:
  explicit trace_builder(trace& into) : into_(into) {}

  void add(const record::block& one) {
    if (const auto* run = std::get_if<record::event_block>(&one)) add_events(*run);
    if (const auto* lost = std::get_if<record::loss_block>(&one)) losses_.push_back(*lost);
    if (const auto* now = std::get_if<record::clock_block>(&one)) scale_.add(*now);
    if (const auto* counted = std::get_if<record::count_block>(&one))
      for (const auto& each : counted->methods)
        into_.counts.push_back({each.method, each.calls, each.recorded});
    if (const auto* named = std::get_if<record::place_block>(&one)) add_places(*named);
    if (const auto* end = std::get_if<record::end_block>(&one)) {
      into_.unrecorded_workers = end->unrecorded_workers;
      into_.is_whole = true;
    }
  }

  void finish() {
    into_.began_at_ns = scale_.began_at_ns();
    for (const auto& [worker, one] : events_) add_event(worker, one);
    for (const record::loss_block& lost : losses_)
      into_.losses.push_back(
          {index_of(lost.from), lost.events, scale_(lost.first_tick), scale_(lost.last_tick)});
    std::ranges::stable_sort(into_.calls, {}, &trace::call::begin);
    std::ranges::stable_sort(into_.pauses, {}, &trace::pause::begin);
  }

 private:
  std::size_t index_of(const record::recorded_worker& worker) {
    const auto [at, is_new] = indices_.try_emplace(worker, into_.workers.size());
    if (is_new) {
      into_.workers.push_back(worker);
      into_.workers.back().label = base::shown(worker.label);
      last_of_ring_[{worker.ring, worker.process}] = at->second;
    }
    return at->second;
  }
  // The worker of the same process that had the ring.
  std::size_t worker_of_ring(std::size_t of_process, std::uint16_t ring) const {
    const std::uint32_t process = into_.workers[of_process].process;
    const auto at = last_of_ring_.find({ring, process});
    return at == last_of_ring_.end() ? of_process : at->second;
  }

  void add_places(const record::place_block& named) {
    constexpr std::size_t most = UINT16_MAX;
    for (std::size_t i = 0; i < named.places.size(); ++i) {
      if (named.first > most || named.first + i > most) return;
      const std::size_t number = named.first + i;
      if (into_.places.size() <= number) into_.places.resize(number + 1);
      into_.places[number] = base::shown(named.places[i]);
    }
  }

  void add_events(const record::event_block& run) {
    const std::size_t worker = index_of(run.from);
    const std::size_t room = trace::most_events - events_.size();
    const std::size_t taken = std::min(room, run.events.size());
    into_.events_left_out += run.events.size() - taken;
    for (std::size_t i = 0; i < taken; ++i) events_.emplace_back(worker, run.events[i]);
  }

  void add_event(std::size_t worker, const record::event& one) {
    const std::int64_t begin = scale_(one.begin),
                       end = std::max(begin, scale_(one.begin + one.ticks()));
    switch (one.kind) {
      case record::event_kind::ran:
        return into_.calls.push_back({worker, one.method, false, begin, end, one.call, one.other});
      case record::event_kind::cut_off:
        return into_.calls.push_back({worker, one.method, true, begin, end, one.call, 0});
      case record::event_kind::suspended:
        return into_.pauses.push_back(
            {worker_of_ring(worker, one.method), worker, begin, end, one.call, one.other});
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
    }
  }

  trace& into_;
  time_scale scale_;
  std::map<record::recorded_worker, std::size_t> indices_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last_of_ring_;  // and process
  std::vector<std::pair<std::size_t, record::event>> events_;
  std::vector<record::loss_block> losses_;
};

tl::unexpected<std::string> no_recording(const std::string& path, const std::string& why) {
  return tl::unexpected(base::shown_value(path) + " is no recording: " + why +
                        "; `mentat run --record=FILE PROGRAM` makes one");
}

tl::expected<void, std::string> read_beginning(std::istream& file, const std::string& path,
                                               trace& into) {
  const std::string_view magic = record::trace_magic;
  const std::string start = taken_from(file, magic.size() + 8);
  if (start.size() < magic.size() + 8 || !start.starts_with(magic))
    return no_recording(path, "it begins otherwise");
  const std::uint32_t version = record::read_u32(start.substr(magic.size()));
  const std::uint32_t size = record::read_u32(start.substr(magic.size() + 4));
  if (version == 0) return no_recording(path, "there is no version 0 of the format");
  if (version > record::trace_version)
    return tl::unexpected(base::shown_value(path) + " has version " + std::to_string(version) +
                          " of the format, and this `mentat` reads those up to " +
                          std::to_string(record::trace_version) + ": use a newer one");
  into.version = version;
  if (size > record::max_header) return no_recording(path, "its header is too large");
  const std::string text = taken_from(file, size);
  if (text.size() != size || !read_header(text, into))
    return no_recording(path, "its header is damaged");
  return {};
}

}  // namespace

const traced_method& trace::method(std::uint16_t number) const {
  static const traced_method unknown{"(unknown function)", ""};
  return number < methods.size() ? methods[number] : unknown;
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
  if (const auto begun = read_beginning(file, path, made); !begun)
    return tl::unexpected(begun.error());
  trace_builder builder(made);
  for (;;) {
    const auto frame = record::decode_frame(taken_from(file, block_frame::bytes));
    if (!frame) break;
    const auto block = record::decode(*frame, taken_from(file, frame->size));
    if (!block) break;
    builder.add(*block);
  }
  builder.finish();
  return made;
}

}  // namespace mentat::command
