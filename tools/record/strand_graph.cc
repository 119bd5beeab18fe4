#include "tools/record/strand_graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "tools/record/call_names.h"
#include "tools/record/strands.h"

namespace mentat::command {

using index = strand_graph::index;

namespace {

struct span {
  std::int64_t begin = 0, end = 0;
};

// From a moment of a call to a moment of another one, from which on that one depends on it.
struct link {
  std::size_t from = 0, to = 0;  // calls
  std::int64_t left = 0, arrived = 0;
  strand_graph::reason why{};
  std::uint32_t wait = strand_graph::none;
};

}  // namespace

class strand_graph_builder {
 public:
  explicit strand_graph_builder(strand_graph& into)
      : into_(into),
        of_(into.of_),
        names_(of_),
        find_(of_),
        holes_(of_.calls.size()),
        cuts_(of_.calls.size()),
        below_(of_.calls.size(), none),
        given_(of_.calls.size()) {
    for (std::size_t i = 0; i < of_.calls.size(); ++i) given_[i] = of_.calls[i].end;
    for (const executed_call& one : executed_calls(of_)) objects_of_came_[one.call] = one.object;
  }

  void build() {
    find_holes();
    find_forwardings();
    link_makings();
    link_arguments();
    link_needs();
    link_objects();
    settle_results();
    make_nodes();
    make_dependences();
    put_in_order();
  }

 private:
  static constexpr std::size_t none = call_names::none;

  [[nodiscard]] std::uint32_t process_of(std::size_t worker) const {
    return of_.workers[worker].process;
  }
  [[nodiscard]] std::uint32_t process_of_call(std::size_t call) const {
    return process_of(of_.calls[call].worker);
  }
  // Of the call: 0 if it is of no object. Another process knows its objects by other numbers.
  [[nodiscard]] std::uint32_t object_of(std::size_t call) const {
    if (const auto came = objects_of_came_.find(call); came != objects_of_came_.end())
      return came->second;
    const std::size_t made = names_.making_of(call);
    return made == none ? 0 : of_.makings[made].object;
  }
  // The call that runs then.
  [[nodiscard]] std::size_t running(std::size_t worker, std::uint64_t number,
                                    std::int64_t at) const {
    return find_.running(process_of(worker), number, at, at);
  }

  void find_holes();
  void find_forwardings();
  void link_makings();
  void link_on_stack(std::size_t call, bool has_maker);
  void link_arguments();
  void link_needs();
  void link_need(const trace::need& one, std::size_t waits, std::int64_t until);
  void link_objects();
  void settle_results();
  void make_nodes();
  void cut(std::size_t call, span piece);
  void make_dependences();
  void put_in_order();
  [[nodiscard]] std::size_t giver(std::size_t call);
  [[nodiscard]] index before(std::size_t call, std::int64_t at) const;
  [[nodiscard]] index from(std::size_t call, std::int64_t at) const;
  [[nodiscard]] bool follows(index second, index first) const;

  strand_graph& into_;
  const trace& of_;
  const call_names names_;
  const call_finder find_;
  std::vector<std::vector<span>> holes_;         // by call, sorted: it did not run then
  std::vector<std::vector<std::int64_t>> cuts_;  // by call
  std::vector<std::size_t> below_;               // by call: on whose stack it ran
  std::vector<std::int64_t> given_;              // by call: when its result was there
  std::vector<std::size_t> gives_;               // by call: the call that gives its result
  std::vector<link> links_;
  std::map<std::size_t, std::uint32_t> objects_of_came_;  // by call, of other processes
};

void strand_graph_builder::find_holes() {
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {
    const trace::call& one = of_.calls[i];
    if (one.outer == 0) continue;
    const std::size_t below = find_.running(process_of(one.worker), one.outer, one.begin, one.end);
    if (below == none || below == i) continue;
    below_[i] = below;
    holes_[below].push_back({one.begin, one.end});
  }
  for (const trace::pause& one : of_.pauses) {
    const std::size_t call = find_.running(process_of(one.resumed), one.number, one.begin, one.end);
    if (call != none) holes_[call].push_back({one.begin, one.end});
  }
  for (auto& of_one : holes_)
    std::ranges::sort(of_one, {}, [](const span& one) { return std::tie(one.begin, one.end); });
}

void strand_graph_builder::find_forwardings() {
  gives_.assign(of_.calls.size(), none);
  for (const trace::forwarding& one : of_.forwardings) {
    const std::uint32_t process = process_of(one.worker);
    const std::size_t call = names_.call(process, one.number, one.at);
    const std::size_t to = names_.call(process, one.to, one.at);
    if (call != none && to != none) gives_[call] = to;
  }
  // A damaged recording may have circles, which end where they are entered.
  std::vector<std::size_t> seen_from(of_.calls.size(), none);
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {
    std::size_t at = i;
    for (; at != none && seen_from[at] == none; at = gives_[at]) seen_from[at] = i;
    if (at != none && seen_from[at] == i) gives_[at] = none;
  }
}

// The call whose end gives the result.
std::size_t strand_graph_builder::giver(std::size_t call) {
  std::size_t at = call;
  while (gives_[at] != none) at = gives_[at];
  while (call != at) call = std::exchange(gives_[call], at);
  return at;
}

void strand_graph_builder::link_makings() {
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {
    const std::size_t which = names_.making_of(i);
    std::size_t by = none;
    if (which != none) {
      const trace::making& made = of_.makings[which];
      by = running(made.worker, made.maker, made.at);
      if (by != none && by != i)
        links_.push_back({by, i, made.at, of_.calls[i].begin, strand_graph::reason::made});
    }
    if (below_[i] != none) link_on_stack(i, by != none);
  }
}

// An object's function that accepts a call waits for it; so does one of a call without a maker.
void strand_graph_builder::link_on_stack(std::size_t call, bool has_maker) {
  const std::size_t below = below_[call];
  const bool is_accepted = object_of(call) != 0 && object_of(call) == object_of(below);
  if (has_maker && !is_accepted) return;
  const trace::call& one = of_.calls[call];
  links_.push_back({below, call, one.begin, one.begin, strand_graph::reason::made});
  links_.push_back({call, below, one.end, one.end, strand_graph::reason::object});
}

void strand_graph_builder::link_arguments() {
  for (const trace::argument& one : of_.arguments) {
    const std::uint32_t process = process_of(one.worker);
    const std::size_t call = names_.call(process, one.number, one.at);
    const std::size_t named = names_.call(process, one.producer, one.at);
    if (call == none || named == none || call == named) continue;
    const std::size_t producer = giver(named);
    const std::int64_t needed = of_.calls[call].begin;
    links_.push_back({producer, call, needed, needed, strand_graph::reason::argument});
    given_[producer] = std::min(given_[producer], needed);
  }
}

// What a function does on its stack, or does not, between a need and the next thing that it does
// itself, belongs to the need.
void strand_graph_builder::link_needs() {
  std::map<std::size_t, std::vector<std::int64_t>> own;  // by call: what it does itself
  std::vector<std::size_t> callers(of_.needs.size(), none);
  for (std::size_t i = 0; i < of_.needs.size(); ++i) {
    const trace::need& one = of_.needs[i];
    callers[i] = running(one.worker, one.number, one.at);
    if (callers[i] != none) own[callers[i]].push_back(one.at);
  }
  for (const trace::making& one : of_.makings)
    if (const std::size_t by = running(one.worker, one.maker, one.at); by != none)
      own[by].push_back(one.at);
  for (auto& [call, times] : own) std::ranges::sort(times);
  for (std::size_t i = 0; i < of_.needs.size(); ++i) {
    if (callers[i] == none) continue;
    const auto& times = own[callers[i]];
    const auto next = std::ranges::upper_bound(times, of_.needs[i].at);
    link_need(of_.needs[i], callers[i], next == times.end() ? of_.calls[callers[i]].end : *next);
  }
}

void strand_graph_builder::link_need(const trace::need& one, std::size_t waits,
                                     std::int64_t until) {
  const std::uint32_t process = process_of(one.worker);
  std::int64_t end = one.at;
  const auto& holes = holes_[waits];
  const auto first =
      std::ranges::partition_point(holes, [&](const span& each) { return each.begin < one.at; });
  const bool stood = first != holes.end() && first->begin < until;
  // Below level `full`, only waits that left their worker are there, and not what follows them.
  const auto behind = of_.level == "full" || !stood ? holes.end() : std::next(first);
  for (auto hole = first; hole != behind && hole->begin < until; ++hole)
    end = std::max(end, std::min(hole->end, of_.calls[waits].end));
  const std::size_t named = names_.call(process, one.wanted, one.at);
  const std::size_t wanted = named == none ? none : giver(named);
  if (wanted != none && !stood && of_.calls[wanted].end > end && of_.calls[wanted].end <= until)
    end = of_.calls[wanted].end;
  const auto number = static_cast<std::uint32_t>(into_.waits_.size());
  into_.waits_.push_back({static_cast<index>(waits), names_.method(process, one.wanted, one.at),
                          one.place, one.at, end});
  if (wanted == none || wanted == waits) return;
  links_.push_back({wanted, waits, end, end, strand_graph::reason::result, number});
  cuts_[waits].push_back(of_.calls[waits].end);  // a place to which the wait could be moved
  given_[wanted] = std::min(given_[wanted], end);
}

// The calls of an object follow each other as they did.
void strand_graph_builder::link_objects() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> open;  // by object
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {  // in the order of their begins
    const std::uint32_t object = object_of(i);
    if (object == 0) continue;
    auto& begun = open[{process_of_call(i), object}];
    std::size_t last = none;
    while (!begun.empty() && of_.calls[begun.back()].end <= of_.calls[i].begin) {
      if (last == none || of_.calls[begun.back()].end > of_.calls[last].end) last = begun.back();
      begun.pop_back();
    }
    if (last != none)
      links_.push_back(
          {last, i, of_.calls[last].end, of_.calls[i].begin, strand_graph::reason::object});
    begun.push_back(i);
  }
}

// A result is there when the first one that needs it goes on, at the latest.
void strand_graph_builder::settle_results() {
  using reason = strand_graph::reason;
  for (link& one : links_)
    if (one.why == reason::argument || one.why == reason::result) one.left = given_[one.from];
  for (const link& one : links_) {
    cuts_[one.from].push_back(one.left);
    cuts_[one.to].push_back(one.arrived);
  }
}

// The part of a call without its holes, cut where something leaves or arrives.
void strand_graph_builder::cut(std::size_t call, span piece) {
  const auto& cuts = cuts_[call];
  auto at = std::ranges::upper_bound(cuts, piece.begin);
  for (; at != cuts.end() && *at <= piece.end; ++at) {
    into_.nodes_.push_back({piece.begin, *at, static_cast<index>(call)});
    piece.begin = *at;
  }
  if (piece.begin < piece.end)
    into_.nodes_.push_back({piece.begin, piece.end, static_cast<index>(call)});
}

void strand_graph_builder::make_nodes() {
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {
    const trace::call& one = of_.calls[i];
    into_.first_.push_back(static_cast<index>(into_.nodes_.size()));
    auto& cuts = cuts_[i];
    for (std::int64_t& each : cuts) each = std::clamp(each, one.begin, one.end);
    std::ranges::sort(cuts);
    cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
    const auto add_moment = [&](std::int64_t at) {
      into_.nodes_.push_back({at, at, static_cast<index>(i)});
    };
    if (!cuts.empty() && cuts.front() == one.begin) add_moment(one.begin);
    std::int64_t begin = one.begin;
    for (const span& hole : holes_[i]) {
      if (hole.begin > begin) cut(i, {begin, std::min(hole.begin, one.end)});
      begin = std::max(begin, hole.end);
    }
    cut(i, {std::min(begin, one.end), one.end});
    const bool is_empty = into_.nodes_.size() == into_.first_.back();
    if (is_empty || (!cuts.empty() && cuts.back() == one.end)) add_moment(one.end);
  }
  into_.first_.push_back(static_cast<index>(into_.nodes_.size()));
}

// The last strand of the call that ended by then.
index strand_graph_builder::before(std::size_t call, std::int64_t at) const {
  const auto begin = into_.nodes_.begin() + into_.first_[call],
             end = into_.nodes_.begin() + into_.first_[call + 1];
  const auto behind = std::ranges::partition_point(
      begin, end, [&](const strand_graph::node& one) { return one.end <= at; });
  return behind == begin ? strand_graph::none
                         : static_cast<index>(behind - into_.nodes_.begin()) - 1;
}

// The first one that began at that time, or later.
index strand_graph_builder::from(std::size_t call, std::int64_t at) const {
  const auto begin = into_.nodes_.begin() + into_.first_[call],
             end = into_.nodes_.begin() + into_.first_[call + 1];
  const auto found = std::ranges::partition_point(
      begin, end, [&](const strand_graph::node& one) { return one.begin < at; });
  return found == end ? strand_graph::none : static_cast<index>(found - into_.nodes_.begin());
}

bool strand_graph_builder::follows(index second, index first) const {
  const auto& a = into_.nodes_[first];
  const auto& b = into_.nodes_[second];
  return a.end <= b.begin && std::tie(a.begin, a.end, first) < std::tie(b.begin, b.end, second);
}

void strand_graph_builder::make_dependences() {
  for (const link& one : links_) {
    const index first = before(one.from, one.left);
    const index second = from(one.to, one.arrived);
    if (first == strand_graph::none || second == strand_graph::none || !follows(second, first))
      continue;
    into_.dependences_.push_back({first, second, one.why, one.wait});
  }
}

void strand_graph_builder::put_in_order() {
  auto& all = into_.in_order_;
  all.resize(into_.nodes_.size());
  for (index i = 0; i < all.size(); ++i) all[i] = i;
  std::ranges::sort(all, {}, [this](index which) {
    return std::tuple(into_.nodes_[which].begin, into_.nodes_[which].end, which);
  });
}

strand_graph::strand_graph(const trace& of) : of_(of) { strand_graph_builder(*this).build(); }

std::string why_incomplete(const trace& of) {
  constexpr std::uint32_t with_arguments = 2, with_sendings = 3;
  std::uint64_t lost = of.events_left_out;
  for (const trace::loss& one : of.losses) lost += one.events;
  if (of.version < with_arguments)
    return "an older version of Mentat made the recording, without the dependences of calls";
  if (of.level != "full") return "only MENTAT_RECORD=full records what depends on what";
  if (of.mode == "serial")
    return "mode serial does not record which results are needed where: record in mode threads";
  const bool has_processes = of.mode == "processes" || of.mode == "cluster";
  if (has_processes && of.version < with_sendings)
    return "an older version of Mentat made the recording, which does not connect the calls of "
           "different processes";
  for (std::size_t i = 1; i < of.hosts.size(); ++i)
    if (!of.hosts[i].is_whole)
      return "the end of what " + of.hosts[i].name + " recorded is missing";
  if (lost != 0 || of.unrecorded_workers != 0) return "events were lost";
  if (!of.is_whole) return "the recording was cut";
  return "";
}

}  // namespace mentat::command
