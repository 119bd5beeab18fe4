#include "tools/record/perfetto_trace.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "tools/record/moment_names.h"
#include "tools/record/protobuf_message.h"
#include "tools/record/strands.h"

namespace mentat::command {
namespace {

// The numbers of fields in Perfetto's protos/perfetto/trace.
namespace field {
constexpr std::uint32_t packet = 1;
namespace of_packet {
constexpr std::uint32_t timestamp = 8, sequence = 10, event = 11, interned = 12, flags = 13,
                        track = 60;
}
namespace of_track {
constexpr std::uint32_t uuid = 1, process = 3, thread = 4;
constexpr std::uint32_t process_id = 1, process_name = 6;
constexpr std::uint32_t thread_process = 1, thread_id = 2, thread_name = 5;
}  // namespace of_track
namespace of_event {
constexpr std::uint32_t annotation = 4, type = 9, name_number = 10, track = 11, category = 22,
                        flow = 47, last_of_flow = 48;
}
namespace of_annotation {
constexpr std::uint32_t whole = 3, text = 6, name = 10;
}
namespace of_interned {
constexpr std::uint32_t event_name = 2, number = 1, text = 2;
}
}  // namespace field

enum event_type : std::uint64_t { slice_begin = 1, slice_end = 2, instant = 3 };
enum sequence_flag : std::uint64_t { state_is_cleared = 1, needs_state = 2 };

// A bar or a moment on the line of a worker.
struct mark {
  std::int64_t begin = 0, end = 0;
  bool is_moment = false;
  std::size_t order = 0;  // of two bars with the same times, that with the larger one is outside
  std::string category{}, name{};
  protobuf_message annotations{};  // fields of the event
};

void annotate(protobuf_message& event, const char* name, std::uint64_t value) {
  protobuf_message one;
  one.text(field::of_annotation::name, name);
  one.number(field::of_annotation::whole, value);
  event.message(field::of_event::annotation, one);
}
void annotate(protobuf_message& event, const char* name, const std::string& value) {
  protobuf_message one;
  one.text(field::of_annotation::name, name);
  one.text(field::of_annotation::text, value);
  event.message(field::of_event::annotation, one);
}

// The packets of one worker: a sequence with names of its own.
class worker_sequence {
 public:
  worker_sequence(protobuf_message& file, std::size_t worker) : file_(file), number_(worker + 1) {}

  // Bars inside of others end with them at the latest, as viewers want it.
  void write(std::vector<mark> marks) {
    std::ranges::sort(marks, [](const mark& a, const mark& b) {
      return std::tie(a.begin, a.is_moment, b.end, b.order) <
             std::tie(b.begin, b.is_moment, a.end, a.order);
    });
    for (mark& one : marks) {
      end_until(one.begin);
      put(one, one.begin, one.is_moment ? instant : slice_begin);
      if (one.is_moment) continue;
      const std::int64_t latest = open_.empty() ? one.end : std::min(one.end, open_.back());
      open_.push_back(std::max(one.begin, latest));
    }
    end_until(std::numeric_limits<std::int64_t>::max());
  }

 private:
  void end_until(std::int64_t time) {
    for (; !open_.empty() && open_.back() <= time; open_.pop_back())
      put({}, open_.back(), slice_end);
  }

  void put(const mark& of, std::int64_t at, event_type type) {
    protobuf_message event = of.annotations, packet;
    event.number(field::of_event::type, type);
    event.number(field::of_event::track, number_);
    if (type != slice_end) {
      event.text(field::of_event::category, of.category);
      event.number(field::of_event::name_number, number_of(of.name, packet));
    }
    packet.number(field::of_packet::timestamp,
                  static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0)));
    packet.number(field::of_packet::sequence, number_);
    packet.number(field::of_packet::flags, is_first_ ? state_is_cleared : needs_state);
    is_first_ = false;
    packet.message(field::of_packet::event, event);
    file_.message(field::packet, packet);
  }

  // A name is written where it comes first.
  std::uint64_t number_of(const std::string& name, protobuf_message& packet) {
    const auto [at, is_new] = names_.emplace(name, names_.size() + 1);
    if (is_new) {
      protobuf_message entry, all;
      entry.number(field::of_interned::number, at->second);
      entry.text(field::of_interned::text, name);
      all.message(field::of_interned::event_name, entry);
      packet.message(field::of_packet::interned, all);
    }
    return at->second;
  }

  protobuf_message& file_;
  std::uint64_t number_;
  bool is_first_ = true;
  std::map<std::string, std::uint64_t> names_;
  std::vector<std::int64_t> open_;  // the ends of bars that have begun
};

class perfetto_writer {
 public:
  explicit perfetto_writer(const trace& of) : of_(of), marks_(of.workers.size()) {}

  std::string bytes() {
    add_tracks();
    add_makings();
    for (const strand& one : strands_of(of_)) add(one);
    for (const trace::loss& one : of_.losses)
      add_moment("lost", name_of(one), one.worker, one.begin);
    for (const trace::theft& one : of_.thefts)
      add_moment("stolen", name_of(one), one.worker, one.at);
    for (const trace::message& one : of_.messages) {
      annotate(add_moment("message", name_of(one), one.worker, one.at).annotations, "bytes",
               one.bytes);
    }
    for (const trace::object_event& one : of_.objects)
      add_moment("object", name_of(of_, one), one.worker, one.at);
    add_messages();
    for (std::size_t i = 0; i < marks_.size(); ++i)
      worker_sequence(file_, i).write(std::move(marks_[i]));
    return file_.bytes();
  }

 private:
  void add_tracks() {
    std::set<std::uint32_t> known;
    for (std::size_t i = 0; i < of_.workers.size(); ++i) {
      const record::recorded_worker& one = of_.workers[i];
      if (known.insert(one.process).second) {
        protobuf_message process;
        process.number(field::of_track::process_id, one.process);
        process.text(field::of_track::process_name, name_of_process(of_, i));
        // Behind the numbers of workers.
        add_track(of_.workers.size() + known.size(), field::of_track::process, process);
      }
      protobuf_message thread;
      thread.number(field::of_track::thread_process, one.process);
      thread.number(field::of_track::thread_id, one.ring + std::uint64_t{1});
      thread.text(field::of_track::thread_name, "worker " + std::to_string(one.worker));
      add_track(i + 1, field::of_track::thread, thread);
    }
  }
  void add_track(std::uint64_t uuid, std::uint32_t kind, const protobuf_message& about) {
    protobuf_message track, packet;
    track.number(field::of_track::uuid, uuid);
    track.message(kind, about);
    packet.message(field::of_packet::track, track);
    file_.message(field::packet, packet);
  }

  // Arrows from the function that made a call to the begin of that call.
  void add_makings() {
    const call_finder find(of_);
    for (const trace::making& one : of_.makings) {
      const std::size_t made = find.next(of_.workers[one.worker].process, one.number, one.at);
      if (made == call_finder::none || !has_arrow_.insert(made).second) continue;
      add_moment("made", "call of " + of_.method(of_.calls[made].method).name, one.worker, one.at)
          .annotations.fixed(field::of_event::flow, made + 1);
    }
  }

  // Numbers of other arrows are those of calls.
  void add_messages() {
    std::uint64_t number = of_.calls.size() + 1;
    for (const message_moments& one : moments_of(of_)) {
      add_moment("sent", one.sent, one.sender, one.sent_at)
          .annotations.fixed(field::of_event::flow, number);
      add_moment("came", one.came, one.receiver, one.came_at)
          .annotations.fixed(field::of_event::last_of_flow, number++);
    }
  }

  void add(const strand& one) {
    const trace::call& call = of_.calls[one.call];
    const traced_method& method = of_.method(call.method);
    mark made{.begin = one.begin, .end = one.end, .order = one.call, .category = "call"};
    made.name = method.name + (one.is_last && call.was_cut_off ? " (cut off)" : "");
    annotate(made.annotations, "call", std::uint64_t{one.call});
    if (!method.defined_at.empty()) annotate(made.annotations, "at", method.defined_at);
    // The first piece of the call; the pieces come in the order of time.
    if (has_arrow_.erase(one.call) != 0)
      made.annotations.fixed(field::of_event::last_of_flow, one.call + 1);
    marks_[one.worker].push_back(std::move(made));
  }

  mark& add_moment(const char* category, const std::string& name, std::size_t worker,
                   std::int64_t at) {
    return marks_[worker].emplace_back(
        mark{.begin = at, .end = at, .is_moment = true, .category = category, .name = name});
  }

  const trace& of_;
  protobuf_message file_;
  std::vector<std::vector<mark>> marks_;  // of each worker
  std::set<std::size_t> has_arrow_;       // calls whose making is known and that have no bar yet
};

}  // namespace

std::string as_perfetto_trace(const trace& of) { return perfetto_writer(of).bytes(); }

}  // namespace mentat::command
