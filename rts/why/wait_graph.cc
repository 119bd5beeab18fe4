#include "rts/why/wait_graph.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <sstream>

namespace mentat::why {
namespace {

std::uint64_t number_in(const row& of, const char* name) {
  return std::strtoull(of.get(name).c_str(), nullptr, 10);
}

std::string place_of(const row& of) {
  const std::string host = of.get("host"), process = of.get("process");
  return host + (host.empty() || process.empty() ? "" : " ") + process;
}

// More is known about a call where it runs than where it was made.
int knowledge(const std::string& state) {
  return state == "runs" ? 3 : state == "sent" ? 1 : state.empty() ? 0 : 2;
}

// The circle on the path along `next`, which has one node for each.
std::vector<std::string> circle_on(const std::map<std::string, std::string>& next, std::string at,
                                   std::set<std::string>& seen) {
  std::vector<std::string> way;
  while (seen.insert(at).second) {
    way.push_back(at);
    const auto found = next.find(at);
    if (found == next.end()) return {};
    at = found->second;
  }
  const auto begin = std::ranges::find(way, at);
  return {begin, way.end()};
}

}  // namespace

std::vector<row> rows_from_text(const std::string& text) {
  std::vector<row> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    row made;
    std::getline(parts, made.kind, '\t');
    for (std::string part; std::getline(parts, part, '\t');)
      if (const std::size_t sign = part.find('='); sign != std::string::npos)
        made.values.emplace(part.substr(0, sign), part.substr(sign + 1));
    if (!made.kind.empty()) all.push_back(std::move(made));
  }
  return all;
}

wait_graph::wait_graph(const std::vector<row>& rows) {
  std::map<std::string, std::string> places;  // of running calls, by their keys
  for (const row& one : rows) {
    take(one);
    if (one.kind == "run") places.emplace(one.get("key"), place_of(one));
  }
  for (const row& one : rows)
    if (one.kind == "queued") take_queued(one);
  note_running(places);
  add_edges_to_earlier(rows);
  add_edges_to_objects();
  look_whether_still(rows);
}

void wait_graph::take(const row& one) {
  if (one.kind == "call") {
    call& of = calls_[one.get("id")];
    if (of.key.empty()) of.key = one.get("key");  // in the sender's row
    if (of.called_at.empty()) of.called_at = one.get("called_at");
    if (knowledge(one.get("state")) <= knowledge(of.state)) return;
    of.class_name = one.get("class"), of.method = one.get("method");
    of.object = one.get("object"), of.state = one.get("state"), of.to = one.get("to");
    of.where = of.state == "sent" ? of.to : place_of(one);
  } else if (one.kind == "wait") {
    add_edge(one.get("by"), {one.get("for"), reason::result, 0, one.get("at"),
                             number_in(one, "age_ms"), one.get("ticket")});
  } else if (one.kind == "feed") {
    add_edge(one.get("to"), {one.get("from"), reason::argument,
                             static_cast<std::size_t>(number_in(one, "argument")), "", 0, ""});
  } else if (one.kind == "alias") {
    add_edge(one.get("id"), {one.get("for"), reason::result, 0, "", 0, ""});
  } else if (one.kind == "object") {
    take_object(one);
  } else if (one.kind == "space" && one.get("state") == "waiting") {
    patterns_.push_back({one.get("name"), one.get("created_at"), one.get("tuple"), one.get("count"),
                         one.get("nearest"), one.get("operation"), one.get("left_ms")});
  } else if (one.kind == "silent") {
    silent_.insert({one.get("what"), one.get("host"), one.get("pid")});
  } else if (one.kind == "left_out") {
    left_out_ += number_in(one, "count");
  } else if (one.kind == "behind") {
    objects_[one.get("object")].behind[one.get("method")] += number_in(one, "count");
  }
}

void wait_graph::take_object(const row& one) {
  object& of = objects_[one.get("name")];
  of.name = one.get("name"), of.class_name = one.get("class"), of.state = one.get("state");
  of.by = one.get("by"), of.method = one.get("method"), of.host = one.get("host");
  of.process = one.get("process"), of.pid = one.get("pid");
  of.waiting = number_in(one, "waiting");
  of.is_counted = one.get("counted") != "no";
}

void wait_graph::take_queued(const row& one) {
  const std::string id = one.get("call");
  const auto known = calls_.find(id);
  const auto at = objects_.find(one.get("object"));
  if (known == calls_.end() || at == objects_.end()) return;
  at->second.queue.emplace(number_in(one, "place"), id);
  queued_.insert(id);
  known->second.accepted = one.get("accepted");
  known->second.guard = one.get("guard");
  if (const std::string earlier = one.get("behind"); !earlier.empty())
    add_edge(id, {earlier, reason::order, 0, "", 0, ""});
}

void wait_graph::add_edge(const std::string& from, edge made) {
  if (from.empty() || made.to.empty()) return;
  std::vector<edge>& all = edges_[from];
  const auto known =
      std::ranges::find_if(all, [&](const edge& one) { return one.identity() == made.identity(); });
  if (known == all.end()) all.push_back(std::move(made));
}

void wait_graph::note_running(const std::map<std::string, std::string>& places) {
  std::set<std::string> taken;  // of several calls with one key, one runs
  for (auto& [id, one] : calls_) {
    const auto place = places.find(one.key);
    if (one.state != "sent" || place == places.end() || !taken.insert(one.key).second) continue;
    one.state = "runs";
    one.where = place->second;
  }
}

// Calls of a queue that have no row of their own are known by their keys.
void wait_graph::add_edges_to_earlier(const std::vector<row>& rows) {
  std::map<std::string, std::string> earlier;
  for (const row& one : rows)
    if (one.kind == "behind" && !one.get("behind").empty())
      earlier.emplace(one.get("key"), one.get("behind"));
  for (auto& [id, one] : calls_) {
    const auto found = earlier.find(one.key);
    if (one.state != "sent" || found == earlier.end() || found->second == id) continue;
    one.state = "arguments";
    add_edge(id, {found->second, reason::order, 0, "", 0, ""});
    queued_.insert(id);
  }
}

void wait_graph::add_edges_to_objects() {
  for (const auto& [id, one] : calls_) {
    if (one.object.empty() || one.state == "runs") continue;
    const auto at = objects_.find(one.object);
    if (at == objects_.end() || at->second.state != "runs" || at->second.by.empty()) continue;
    if (at->second.by != id) add_edge(id, {at->second.by, reason::object, 0, "", 0, ""});
  }
}

void wait_graph::look_whether_still(const std::vector<row>& rows) {
  bool stands = false, moves = false;
  for (const row& one : rows) {
    if (one.kind == "look" && one.get("quiet") != "yes") busy_.insert(place_of(one));
    if (one.kind == "look")
      (one.get("quiet") == "yes" && one.get("timers") != "yes" ? stands : moves) = true;
    has_timers_ |= one.kind == "look" && one.get("timers") == "yes";
  }
  moves |= !is_whole();
  for (const auto& [id, one] : calls_)
    moves |= edges_of(id).empty() && (one.state == "runs" || one.state == "ready");
  is_still_ = stands && !moves && !edges_.empty();
}

void wait_graph::keep_common(const wait_graph& other) {
  for (auto& [from, all] : edges_) {
    const std::vector<edge>& there = other.edges_of(from);
    std::erase_if(all, [&](const edge& mine) {
      return std::ranges::none_of(
          there, [&](const edge& one) { return one.identity() == mine.identity(); });
    });
  }
  const std::size_t before = edges_.size();
  std::erase_if(edges_, [](const auto& one) { return one.second.empty(); });
  is_still_ = is_still_ && other.is_still_ && edges_.size() == before;
  silent_.insert(other.silent_.begin(), other.silent_.end());
  left_out_ = std::max(left_out_, other.left_out_);
}

std::map<std::string, std::size_t> wait_graph::runners() const {
  std::map<std::string, std::size_t> found;
  std::set<std::string> told;  // objects
  for (const auto& [id, one] : calls_) {
    if (one.state != "runs") continue;
    told.insert(one.object);
    if (edges_of(id).empty()) ++found[one.class_name + "::" + one.method];
  }
  for (const auto& [name, one] : objects_)
    if (one.state == "runs" && one.by.empty() && !told.contains(name))
      ++found[one.class_name + "::" + one.method];
  return found;
}

wait_graph::waiting_count wait_graph::waiting() const {
  waiting_count sum;
  std::map<std::string, std::size_t> listed;  // calls of each object
  for (const auto& [id, one] : calls_)
    if (one.state != "runs") ++sum.number, ++listed[one.object];
  for (const auto& [from, all] : edges_) {
    const auto found = calls_.find(from);
    if (found == calls_.end() || found->second.state == "runs") ++sum.number;
  }
  for (const auto& [name, one] : objects_) {
    if (const std::size_t known = listed[name]; one.waiting > known)
      sum.number += one.waiting - known;
    sum.is_exact = sum.is_exact && one.is_counted;
  }
  return sum;
}

const std::vector<edge>& wait_graph::edges_of(const std::string& node) const {
  static const std::vector<edge> none;
  const auto found = edges_.find(node);
  return found == edges_.end() ? none : found->second;
}

std::vector<std::string> wait_graph::ends() const {
  std::set<std::string> awaited;
  for (const auto& [from, all] : edges_)
    for (const edge& one : all) awaited.insert(one.to);
  std::vector<std::string> found;
  for (const auto& [from, all] : edges_)
    if (!awaited.contains(from)) found.push_back(from);
  return found;
}

// A node is in a circle, or leads to one, if it is left when all nodes that can go on are taken
// out: first those that wait for nothing, then those of which each edge leads to such a one.
std::vector<std::vector<std::string>> wait_graph::circles() const {
  std::map<std::string, std::size_t> open;
  std::map<std::string, std::vector<std::string>> waiting;
  std::vector<std::string> free;
  for (const auto& [from, all] : edges_) {
    open[from] = all.size();
    for (const edge& one : all) {
      waiting[one.to].push_back(from);
      if (!edges_.contains(one.to)) free.push_back(one.to);
    }
  }
  std::set<std::string> gone;
  while (!free.empty()) {
    const std::string at = free.back();
    free.pop_back();
    if (!gone.insert(at).second) continue;
    for (const std::string& one : waiting[at])
      if (--open[one] == 0) free.push_back(one);
  }
  std::map<std::string, std::string> next;
  for (const auto& [from, all] : edges_)
    for (const edge& one : all)
      if (!gone.contains(from) && !gone.contains(one.to)) next[from] = one.to;
  std::vector<std::vector<std::string>> found;
  std::set<std::string> seen;
  for (const auto& [from, to] : next)
    if (auto one = circle_on(next, from, seen); !one.empty()) found.push_back(std::move(one));
  return found;
}

}  // namespace mentat::why
