// What the calls, objects and functions of a program wait for: a graph made of the rows of its
// processes (rts/session/observer/wait_rows.h), and the circles in it.
//
// Nodes are calls, by their ids, and `main:PROCESS` and `serve:OBJECT`: functions that no call
// began. An edge says that its first node cannot go on before its second one has ended. Each look
// is a snapshot of each process at another moment; so only edges of two looks count
// (keep_common()): they were there all the time between the looks, and a circle of them is none
// that only seems so. Pure; a value. Errors: rows that make no sense are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mentat::why {

struct row {
  std::string kind;
  std::map<std::string, std::string> values;

  [[nodiscard]] std::string get(const std::string& name) const {
    const auto found = values.find(name);
    return found == values.end() ? "" : found->second;
  }
};

// The rows of one process: a line each, `kind`, then `name=value` between tabs.
std::vector<row> rows_from_text(const std::string& text);

enum class reason : std::uint8_t {
  result,    // a function needs the result
  argument,  // the result is an argument
  order,     // the earlier call of the same caller comes first
  object     // the object runs that function
};

struct edge {
  std::string to;
  reason because{};
  std::size_t argument = 0;  // from 1
  std::string at;            // where the result is needed
  std::uint64_t age_ms = 0;
  std::string ticket;

  [[nodiscard]] auto identity() const { return std::tie(to, because, ticket); }
};

struct call {
  std::string class_name, method, object, state, to, key, called_at, where;
  std::string accepted;  // "no": the mselect of its object does not accept it now
  std::string guard;     // of its object's function; empty: it has none, or none is known
};

struct object {
  std::string name, class_name, state, by, method, host, process, pid;
  std::size_t waiting = 0;
  bool is_counted = true;                     // else at least so many wait
  std::map<std::size_t, std::string> queue;   // listed calls by place
  std::map<std::string, std::size_t> behind;  // further ones: how many of each function
};

// Patterns for which a space has no tuple.
struct pattern {
  std::string space, created_at, tuple, count, nearest;
  std::string operation, left_ms;  // empty: not known
};

// A process or daemon that has not answered. `pid`: empty if it is not known.
struct silent_one {
  std::string what, host, pid;
  [[nodiscard]] auto operator<=>(const silent_one&) const = default;
};

class wait_graph {
 public:
  // Of all processes of one program. Rows may have `host`, `process` and `pid`.
  explicit wait_graph(const std::vector<row>& rows);

  // Removes the edges that the other one, of another look, does not have; takes over what that
  // one lacks.
  void keep_common(const wait_graph& other);

  [[nodiscard]] const std::map<std::string, call>& calls() const { return calls_; }
  [[nodiscard]] const std::map<std::string, object>& objects() const { return objects_; }
  [[nodiscard]] const std::vector<pattern>& patterns() const { return patterns_; }
  [[nodiscard]] const std::vector<edge>& edges_of(const std::string& node) const;
  [[nodiscard]] const std::map<std::string, std::vector<edge>>& edges() const { return edges_; }
  // Nodes that wait, and for which nothing waits.
  [[nodiscard]] std::vector<std::string> ends() const;
  // Each circle as its nodes, in the order of the edges; every node is in one at most.
  [[nodiscard]] std::vector<std::vector<std::string>> circles() const;
  // Whether the call is listed in the queue of its object.
  [[nodiscard]] bool is_in_queue(const std::string& node) const { return queued_.contains(node); }
  // Processes whose queues were not looked at, because they run functions.
  [[nodiscard]] const std::set<std::string>& busy() const { return busy_; }
  // What the answers lack: processes, and the number of rows beyond the limits.
  [[nodiscard]] const std::set<silent_one>& silent() const { return silent_; }
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] bool is_whole() const { return silent_.empty() && left_out_ == 0; }
  // Functions that run and wait for nothing, by their names: how many.
  [[nodiscard]] std::map<std::string, std::size_t> runners() const;
  // Calls and functions that wait; `is_exact`: there are no more.
  struct waiting_count {
    std::size_t number = 0;
    bool is_exact = true;
  };
  [[nodiscard]] waiting_count waiting() const;
  // A time may end a wait.
  [[nodiscard]] bool has_timers() const { return has_timers_; }
  // All processes stood, no time ends a wait, and no call can run.
  [[nodiscard]] bool is_still() const { return is_still_; }

 private:
  void take(const row& one);
  void take_object(const row& one);
  void take_queued(const row& one);
  void add_edge(const std::string& from, edge made);
  void note_running(const std::map<std::string, std::string>& places);
  void add_edges_to_earlier(const std::vector<row>& rows);
  void add_edges_to_objects();
  void look_whether_still(const std::vector<row>& rows);

  std::map<std::string, call> calls_;
  std::map<std::string, object> objects_;
  std::vector<pattern> patterns_;
  std::map<std::string, std::vector<edge>> edges_;
  std::set<std::string> queued_, busy_;
  std::set<silent_one> silent_;
  std::uint64_t left_out_ = 0;
  bool is_still_ = false, has_timers_ = false;
};

}  // namespace mentat::why
