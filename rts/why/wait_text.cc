#include "rts/why/wait_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <set>
#include <vector>

#include "rts/why/verdict.h"

namespace mentat::why {
namespace {

constexpr std::size_t most_parts = 20;         // of one kind
constexpr std::size_t deepest = 40;            // lines of one chain
constexpr std::size_t largest_circle = 12;     // that is told whole
constexpr std::size_t deepest_of_circle = 11;  // indented

std::string time_text(std::uint64_t ms) {
  if (ms < 1'000) return std::to_string(ms) + " ms";
  char text[32];
  if (ms < 10'000)
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / 1'000.0);
  else
    std::snprintf(text, sizeof text, "%llu s", static_cast<unsigned long long>(ms / 1'000));
  return text;
}

// A part of one kind, unless there were enough of them.
class parts {
 public:
  explicit parts(std::string& text) : text_(text) {}
  parts(const parts&) = delete;
  parts& operator=(const parts&) = delete;
  ~parts() {
    if (count_ > most_parts) text_ += "and " + std::to_string(count_ - most_parts) + " more\n";
  }
  [[nodiscard]] bool takes_one() { return ++count_ <= most_parts; }

 private:
  std::string& text_;
  std::size_t count_ = 0;
};

// What a call that has not begun waits for, if no edge says it.
std::string obstacle_of(const call& one) {
  if (one.accepted == "no") return "; the mselect of its object does not accept it now";
  if (one.state == "queued" && !one.guard.empty()) return "; its guard does not hold: " + one.guard;
  return "";
}

std::string called_at(const wait_graph& graph, const std::string& node) {
  const auto found = graph.calls().find(node);
  if (found == graph.calls().end() || found->second.called_at.empty()) return "";
  return ", called at " + found->second.called_at;
}

// The only wait of a node; null: it has none, or several.
const edge* only_edge(const wait_graph& graph, const std::string& node) {
  const auto& all = graph.edges_of(node);
  return all.size() == 1 ? &all.front() : nullptr;
}

// Two calls of one function from one place, of which none has begun.
bool are_alike(const wait_graph& graph, const std::string& one, const std::string& other) {
  const auto a = graph.calls().find(one), b = graph.calls().find(other);
  return a != graph.calls().end() && b != graph.calls().end() && a->second.state != "runs" &&
         a->second.state == b->second.state && a->second.method == b->second.method &&
         a->second.class_name == b->second.class_name && a->second.called_at == b->second.called_at;
}

class chain {
 public:
  // `told`: nodes that are explained above.
  chain(const wait_graph& graph, std::string& text, std::set<std::string> told = {})
      : graph_(graph), text_(text), told_(std::move(told)) {}

  // A line for the node, and lines for what it waits for, indented. `intro`: before its name.
  void print(const std::string& node, const std::string& intro, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    const bool closes = std::ranges::find(way_, node) != way_.end();
    std::string line = indent + intro + text_of_node(graph_, node);
    const auto& all = graph_.edges_of(node);
    if (closes) {
      text_ += line + "   <- the circle closes here\n";
      return;
    }
    if (told_.contains(node)) {
      text_ += line + called_at(graph_, node) + ": in the circle above\n";
      return;
    }
    const bool is_new = printed_.insert(node).second;
    text_ += line + called_at(graph_, node) + ": " + state_of_node(graph_, node) +
             (is_new || all.empty() ? "" : ", as above") + "\n";
    if (!is_new) return;
    if (++lines_ > deepest) {
      print_end(node, indent);
      return;
    }
    way_.push_back(node);
    for (const edge& one : graph_.edges_of(last_alike(node, indent)))
      print(one.to, text_of_reason(one) + " ", depth + 1);
    way_.pop_back();
  }

  [[nodiscard]] bool has(const std::string& node) const { return printed_.contains(node); }

 private:
  // The last of the calls that differ from the node in nothing but their place in the chain.
  std::string last_alike(const std::string& node, const std::string& indent) {
    std::string last = node;
    std::size_t count = 0;
    for (const edge* next = only_edge(graph_, last);
         next && only_edge(graph_, next->to) && are_alike(graph_, last, next->to) &&
         !told_.contains(next->to) && printed_.insert(next->to).second;
         next = only_edge(graph_, last)) {
      last = next->to;
      ++count;
    }
    if (count != 0)
      text_ += indent + "  ... " + std::to_string(count) +
               (count == 1 ? " more call like it\n" : " more calls like it\n");
    return last;
  }

  // Where the chain ends that is too long to be told.
  void print_end(const std::string& node, const std::string& indent) {
    std::set<std::string> seen;
    std::string last = node;
    while (seen.insert(last).second && !graph_.edges_of(last).empty())
      last = graph_.edges_of(last).front().to;
    text_ += indent + "  ... and so on, to " + text_of_node(graph_, last) +
             called_at(graph_, last) + ": " + state_of_node(graph_, last) + "\n";
  }

  const wait_graph& graph_;
  std::string& text_;
  const std::set<std::string> told_;
  std::vector<std::string> way_;
  std::set<std::string> printed_;
  std::size_t lines_ = 0;
};

// The edges of a circle; those in the middle of a large one are counted.
void print_circle(const wait_graph& graph, const std::vector<std::string>& circle,
                  std::string& text) {
  std::string reason;
  for (std::size_t i = 0; i <= circle.size(); ++i) {
    const std::string& node = circle[i % circle.size()];
    const std::size_t depth = std::min(i, deepest_of_circle) + 1;
    const bool is_cut = circle.size() > largest_circle && i > largest_circle / 2 &&
                        i + largest_circle / 2 <= circle.size();
    if (is_cut && i == largest_circle / 2 + 1)
      text += std::string(2 * depth, ' ') + "... " +
              std::to_string(circle.size() - 2 * (largest_circle / 2)) + " more in between\n";
    if (!is_cut) {
      text += std::string(2 * depth, ' ') + reason + text_of_node(graph, node);
      text += i == circle.size()
                  ? "   <- the circle closes here\n"
                  : called_at(graph, node) + ": " + state_of_node(graph, node) + "\n";
    }
    const std::string& next = circle[(i + 1) % circle.size()];
    const auto& all = graph.edges_of(node);
    const auto found = std::ranges::find(all, next, &edge::to);
    reason = found == all.end() ? "" : text_of_reason(*found) + " ";
  }
}

std::uint64_t age_of(const wait_graph& graph, const std::vector<std::string>& nodes) {
  std::uint64_t youngest = 0;
  bool any = false;
  for (const std::string& node : nodes)
    for (const edge& one : graph.edges_of(node))
      if (one.because == reason::result && !one.ticket.empty()) {
        youngest = any ? std::min(youngest, one.age_ms) : one.age_ms;
        any = true;
      }
  return youngest;
}

bool has_reason(const wait_graph& graph, const std::vector<std::string>& nodes, reason wanted) {
  return std::ranges::any_of(nodes, [&](const std::string& node) {
    return std::ranges::any_of(graph.edges_of(node), [&](const edge& one) {
      return one.because == wanted && std::ranges::find(nodes, one.to) != nodes.end();
    });
  });
}

std::string help_for(const wait_graph& graph, const std::vector<std::string>& circle) {
  std::string help;
  if (has_reason(graph, circle, reason::order))
    help = "make the call that waits for its argument later, behind the one that is needed first";
  else if (has_reason(graph, circle, reason::object))
    help =
        "hand the result of the inner call on with rtf instead of waiting for it, so that the "
        "object is free; or wait in the caller";
  else
    help = "compute one of these values before the others need it";
  return "What usually helps: " + help + ".\n";
}

std::set<std::string> nodes_in_circles(const wait_graph& graph) {
  std::set<std::string> all;
  for (const auto& circle : graph.circles()) all.insert(circle.begin(), circle.end());
  return all;
}

std::string lines_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& one : sentences) text += one + "\n";
  return text;
}

bool is_named(const std::string& name, const std::string& asked) {
  return !asked.empty() && (name == asked || name.ends_with("::" + asked));
}

// A class or a function of one, with or without its namespaces and template arguments.
bool is_named(const std::string& class_name, const std::string& method, const std::string& asked) {
  const std::string plain = class_name.substr(0, class_name.find('<'));
  return is_named(class_name, asked) || is_named(plain, asked) ||
         (!method.empty() &&
          (is_named(class_name + "::" + method, asked) || is_named(plain + "::" + method, asked)));
}

bool matches(const call& one, const std::string& asked) {
  return is_named(one.class_name, one.method, asked) || (one.object == asked && !asked.empty()) ||
         one.called_at == asked ||
         (asked.find(':') != std::string::npos && one.called_at.ends_with("/" + asked));
}

bool matches(const object& one, const std::string& asked) {
  return one.name == asked || is_named(one.class_name, one.method, asked);
}

// Whether the paragraph of its object tells of the call.
bool is_told(const wait_graph& graph, const std::string& id) {
  const auto found = graph.calls().find(id);
  return graph.is_in_queue(id) ||
         (found->second.state == "sent" && graph.objects().contains(found->second.object) &&
          graph.edges_of(id).empty());
}

std::string text_of(const object& one) {
  std::string text = one.class_name + " " + one.name;
  if (!one.host.empty()) text += " on " + one.host;
  if (!one.pid.empty()) text += ", process " + one.pid;
  text += one.state == "selects" ? ": waits in an mselect of " + one.method
          : one.state == "runs"  ? ": runs " + one.method
                                 : ": executes nothing";
  return text + ", " + (one.is_counted ? "" : "at least ") + counted(one.waiting, "call") +
         (one.waiting == 1 ? " waits" : " wait");
}

void describe(const wait_graph& graph, const object& one, const std::set<std::string>& in_circle,
              std::string& text) {
  text += text_of(one) + "\n";
  std::map<std::string, std::size_t> behind = one.behind;
  chain printed(graph, text, in_circle);
  bool is_first = true;
  for (const auto& [place, id] : one.queue) {
    if (is_first)
      printed.print(id, "first ", 1);
    else if (const auto of = graph.calls().find(id); of != graph.calls().end())
      ++behind[of->second.method];
    is_first = false;
  }
  std::string rest;
  for (const auto& [method, count] : behind)
    rest += (rest.empty() ? "" : ", ") + std::to_string(count) + " " + method;
  if (!rest.empty()) text += "  behind it: " + rest + "\n";
}

void describe(const pattern& one, std::string& text) {
  const bool is_one = one.count == "1" || one.count.empty();
  std::string left;
  if (!one.left_ms.empty()) {
    const std::uint64_t ms = std::strtoull(one.left_ms.c_str(), nullptr, 10);
    left = std::string(is_one ? ", " : ", the first ") + "for another " + time_text(ms);
  }
  text += "space " + one.space + (one.created_at.empty() ? "" : ", created at " + one.created_at) +
          ": " + (is_one ? "" : one.count + " times ") +
          (one.operation.empty() ? "in" : one.operation) + one.tuple + " waits for a tuple" + left +
          (one.nearest.empty() ? "" : "; " + one.nearest) + "\n";
}

}  // namespace

std::string text_of_node(const wait_graph& graph, const std::string& node) {
  if (node.starts_with("main:")) return "the main program";
  if (node.starts_with("serve:")) return "serve() of object " + node.substr(6);
  const auto found = graph.calls().find(node);
  if (found == graph.calls().end()) return "a call of which nothing is known";
  const call& one = found->second;
  if (one.state == "sent" && one.method == "create") return "the creation of a " + one.class_name;
  return one.class_name + "::" + one.method +
         (one.object.empty() ? "" : " of object " + one.object);
}

std::string state_of_node(const wait_graph& graph, const std::string& node) {
  const std::vector<edge>& all = graph.edges_of(node);
  std::string waits;
  if (const auto one = std::ranges::find_if(
          all, [](const edge& each) { return each.because == reason::result; });
      one != all.end()) {
    waits = "waits" + (one->at.empty() ? "" : " at " + one->at);
    if (!one->ticket.empty()) waits += " for " + time_text(one->age_ms);
  }
  const auto found = graph.calls().find(node);
  if (found == graph.calls().end()) return waits.empty() ? "runs" : waits;
  const call& one = found->second;
  const std::string where = one.where.empty() ? "" : " in " + one.where;
  if (one.state == "runs") return waits.empty() ? "runs" + where : waits + where;
  if (one.state == "sent")
    return one.method == "create" ? "its constructor has not ended yet" : "was sent to " + one.to;
  if (one.state == "ready") return "is about to begin";
  return "has not begun" + obstacle_of(one);
}

std::string text_of_reason(const edge& one) {
  switch (one.because) {
    case reason::result:
      return "needs the result of";
    case reason::argument:
      return "argument " + std::to_string(one.argument) + " is the result of";
    case reason::order:
      return "comes after";
    case reason::object:
      break;
  }
  return "its object runs";
}

std::string text_of_busy(const wait_graph& graph) {
  std::string names;
  for (const std::string& one : graph.busy()) names += (names.empty() ? "" : ", ") + one;
  if (names.empty()) return "";
  return "Functions run in " + names + ", so the queues of its objects are not told.\n";
}

std::string explain_circles(const wait_graph& graph) {
  std::string text;
  parts all(text);
  for (const std::vector<std::string>& circle : graph.circles()) {
    if (!all.takes_one()) continue;
    text += "DEADLOCK: " + std::to_string(circle.size()) + " wait for each other, for " +
            time_text(age_of(graph, circle)) + "\n";
    print_circle(graph, circle, text);
    text += help_for(graph, circle);
  }
  return text;
}

std::string explain_waits(const wait_graph& graph) {
  std::string text;
  const std::set<std::string> in_circle = nodes_in_circles(graph);
  {
    parts waits(text);
    chain printed(graph, text, in_circle);
    for (const std::string& node : graph.ends())
      if (!in_circle.contains(node) && !graph.is_in_queue(node) && waits.takes_one())
        printed.print(node, "", 0);
  }
  {
    parts objects(text);
    for (const auto& [name, one] : graph.objects())
      if ((one.waiting != 0 || !one.is_counted) && objects.takes_one())
        describe(graph, one, in_circle, text);
  }
  {
    parts patterns(text);
    for (const pattern& one : graph.patterns())
      if (patterns.takes_one()) describe(one, text);
  }
  return text;
}

std::string explain_all(const wait_graph& graph) {
  return explain_circles(graph) + explain_waits(graph) + text_of_busy(graph) +
         lines_of(verdict(graph));
}

explanation explain(const wait_graph& graph, const std::string& asked) {
  explanation made;
  const std::set<std::string> in_circle = nodes_in_circles(graph);
  {
    parts objects(made.text);
    for (const auto& [name, one] : graph.objects())
      if (matches(one, asked) && objects.takes_one()) describe(graph, one, in_circle, made.text);
  }
  made.found = !made.text.empty();
  {
    parts calls(made.text);
    chain printed(graph, made.text, in_circle);
    for (const auto& [id, one] : graph.calls()) {
      if (!matches(one, asked) || (made.found && is_told(graph, id))) continue;
      made.found = true;
      if (!printed.has(id) && calls.takes_one()) printed.print(id, "", 0);
    }
  }
  for (const pattern& one : graph.patterns())
    if (one.space == asked) describe(one, made.text), made.found = true;
  made.text = explain_circles(graph) + made.text + text_of_busy(graph) + lines_of(verdict(graph));
  return made;
}

namespace {

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return made + "\"";
}

// Nodes and edges; names of nodes begin with the number, since programs may have equal ones.
std::string dot_part(const wait_graph& graph, const std::string& number) {
  std::set<std::string> nodes;
  const std::set<std::string> stuck = nodes_in_circles(graph);
  for (const auto& [id, one] : graph.calls()) nodes.insert(id);
  std::string text, arrows;
  for (const auto& [from, all] : graph.edges()) {
    nodes.insert(from);
    for (const edge& one : all) {
      nodes.insert(one.to);
      arrows += "    " + quoted(number + from) + " -> " + quoted(number + one.to) +
                " [label=" + quoted(text_of_reason(one)) + "]\n";
    }
  }
  for (const std::string& node : nodes)
    text += "    " + quoted(number + node) +
            " [label=" + quoted(text_of_node(graph, node) + ": " + state_of_node(graph, node)) +
            (stuck.contains(node) ? ", color=red, penwidth=2" : "") + "]\n";
  return text + arrows;
}

}  // namespace

std::string as_dot(const std::map<std::string, wait_graph>& programs) {
  std::string text = "digraph waits {\n  node [shape=box]\n";
  std::size_t number = 0;
  for (const auto& [title, graph] : programs) {
    const std::string name = std::to_string(++number);
    text += "  subgraph cluster_" + name + " {\n    label=" + quoted(title) + "\n" +
            dot_part(graph, name + " ") + "  }\n";
  }
  return text + "}\n";
}

}  // namespace mentat::why
