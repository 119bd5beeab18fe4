#include "tools/record/perfetto_trace.h"

#include <algorithm>
#include <functional>
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

enum class mark_kind : std::uint8_t { bar, loss, theft, message, object, made, sent, came };

// A bar or a moment on the line of a worker. There may be millions: what it looks like is known
// when it is written.
struct mark {
  std::int64_t begin = 0, end = 0;
  std::uint32_t index = 0;  // of what it is of
  std::uint32_t order = 0;  // of two bars with the same times, that with the larger one is outside
  mark_kind kind{};
  bool has_arrow = false;  // of a bar: one ends there

  [[nodiscard]] bool is_moment() const { return kind != mark_kind::bar; }
};
struct look {
  const char* category = "";
  std::string name{};
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
  using show = std::function<look(const mark&)>;
  using put_packet = std::function<void(const protobuf_message&)>;

  worker_sequence(std::size_t worker, const show& as, const put_packet& to)
      : number_(worker + 1), show_(as), to_(to) {}

  // Bars inside of others end with them at the latest, as viewers want it.
  void write(std::vector<mark> marks) {
    std::ranges::sort(marks, [](const mark& a, const mark& b) {
      return std::tuple(a.begin, a.is_moment(), b.end, b.order) <
             std::tuple(b.begin, b.is_moment(), a.end, a.order);
    });
    for (const mark& one : marks) {
      end_until(one.begin);
      put(show_(one), one.begin, one.is_moment() ? instant : slice_begin);
      if (one.is_moment()) continue;
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

  void put(const look& of, std::int64_t at, event_type type) {
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
    to_(packet);
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

  std::uint64_t number_;
  const show& show_;
  const put_packet& to_;
  bool is_first_ = true;
  std::map<std::string, std::uint64_t> names_;
  std::vector<std::int64_t> open_;  // the ends of bars that have begun
};

class perfetto_writer {
 public:
  perfetto_writer(const trace& of, const std::function<bool(std::string_view)>& to)
      : of_(of),
        to_(to),
        strands_(strands_of(of)),
        moments_(moments_of(of)),
        marks_(of.workers.size()) {}

  void write() {
    add_tracks();
    add_makings();
    for (std::size_t i = 0; i < strands_.size(); ++i) add_bar(i);
    add_moments(mark_kind::loss, of_.losses, [](const auto& one) { return one.begin; });
    const auto at = [](const auto& one) { return one.at; };
    add_moments(mark_kind::theft, of_.thefts, at);
    add_moments(mark_kind::message, of_.messages, at);
    add_moments(mark_kind::object, of_.objects, at);
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      add_moment(mark_kind::sent, i, moments_[i].sender, moments_[i].sent_at);
      add_moment(mark_kind::came, i, moments_[i].receiver, moments_[i].came_at);
    }
    const worker_sequence::show show = [this](const mark& one) { return look_of(one); };
    const worker_sequence::put_packet put = [this](const protobuf_message& one) { add(one); };
    for (std::size_t i = 0; i < marks_.size() && goes_on_; ++i)
      worker_sequence(i, show, put).write(std::exchange(marks_[i], {}));
    flush();
  }

 private:
  void add(const protobuf_message& packet) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    file_.message(field::packet, packet);
    if (file_.bytes().size() >= at_once) flush();
  }
  void flush() {
    goes_on_ = goes_on_ && to_(file_.bytes());
    file_.clear();
  }

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
    add(packet);
  }

  // Arrows from the function that made a call to the begin of that call.
  void add_makings() {
    const call_finder find(of_);
    has_arrow_.resize(of_.calls.size());
    for (const trace::making& one : of_.makings) {
      const std::size_t made = find.next(of_.workers[one.worker].process, one.number, one.at);
      if (made == call_finder::none || has_arrow_[made]) continue;
      has_arrow_[made] = true;
      add_moment(mark_kind::made, made, one.worker, one.at);
    }
  }
  void add_bar(std::size_t index) {
    const strand& one = strands_[index];
    // The first piece of the call; the pieces come in the order of time.
    const bool has_arrow = has_arrow_[one.call];
    has_arrow_[one.call] = false;
    marks_[one.worker].push_back({one.begin, one.end, static_cast<std::uint32_t>(index),
                                  static_cast<std::uint32_t>(one.call), mark_kind::bar, has_arrow});
  }
  template <class Moment, class Time>
  void add_moments(mark_kind kind, const std::vector<Moment>& all, Time&& time) {
    for (std::size_t i = 0; i < all.size(); ++i) add_moment(kind, i, all[i].worker, time(all[i]));
  }
  void add_moment(mark_kind kind, std::size_t index, std::size_t worker, std::int64_t at) {
    marks_[worker].push_back({at, at, static_cast<std::uint32_t>(index), 0, kind, false});
  }

  [[nodiscard]] look look_of(const mark& one) const {
    look made;
    switch (one.kind) {
      case mark_kind::bar:
        return look_of_bar(one);
      case mark_kind::loss:
        return {"lost", name_of(of_.losses[one.index]), {}};
      case mark_kind::theft:
        return {"stolen", name_of(of_.thefts[one.index]), {}};
      case mark_kind::message:
        made = {"message", name_of(of_.messages[one.index]), {}};
        annotate(made.annotations, "bytes", of_.messages[one.index].bytes);
        return made;
      case mark_kind::object:
        return {"object", name_of(of_, of_.objects[one.index]), {}};
      case mark_kind::made:
        made = {"made", "call of " + of_.method(of_.calls[one.index].method).name, {}};
        made.annotations.fixed(field::of_event::flow, one.index + std::uint64_t{1});
        return made;
      case mark_kind::sent:
        made = {"sent", moments_[one.index].sent, {}};
        made.annotations.fixed(field::of_event::flow, number_of_message(one));
        return made;
      case mark_kind::came:
        made = {"came", moments_[one.index].came, {}};
        made.annotations.fixed(field::of_event::last_of_flow, number_of_message(one));
        return made;
    }
    return made;
  }
  // The numbers of other arrows are those of calls.
  [[nodiscard]] std::uint64_t number_of_message(const mark& one) const {
    return of_.calls.size() + std::uint64_t{1} + one.index;
  }
  [[nodiscard]] look look_of_bar(const mark& bar) const {
    const strand& one = strands_[bar.index];
    const trace::call& call = of_.calls[one.call];
    const traced_method& method = of_.method(call.method);
    look made{"call", method.name + (one.is_last && call.was_cut_off ? " (cut off)" : ""), {}};
    annotate(made.annotations, "call", std::uint64_t{one.call});
    if (!method.defined_at.empty()) annotate(made.annotations, "at", method.defined_at);
    if (bar.has_arrow) made.annotations.fixed(field::of_event::last_of_flow, one.call + 1);
    return made;
  }

  const trace& of_;
  const std::function<bool(std::string_view)>& to_;
  const std::vector<strand> strands_;
  const std::vector<message_moments> moments_;
  protobuf_message file_;                 // what was not given on yet
  std::vector<std::vector<mark>> marks_;  // of each worker
  std::vector<bool> has_arrow_;           // by call: its making is known, and it has no bar yet
  bool goes_on_ = true;
};

}  // namespace

void write_perfetto_trace(const trace& of, const std::function<bool(std::string_view)>& to) {
  perfetto_writer(of, to).write();
}

std::string as_perfetto_trace(const trace& of) {
  std::string all;
  write_perfetto_trace(of, [&](std::string_view more) {
    all += more;
    return true;
  });
  return all;
}

}  // namespace mentat::command
