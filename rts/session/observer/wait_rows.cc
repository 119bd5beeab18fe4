#include "rts/session/observer/wait_rows.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/clock.h"
#include "rts/core/argument_arc.h"
#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/executor/debugger.h"
#include "rts/executor/waiter.h"

namespace mentat::node {
namespace {

constexpr std::size_t most_sent = 200;  // calls that nobody awaits and no argument needs
constexpr std::size_t most_listed = 8;  // calls of one queue, but those that are awaited

const computation_instance& wanted_by(const waiter& waiting) {
  return result_of(*const_cast<computation_instance*>(waiting.wanted));
}

std::string number_of(std::size_t value) { return std::to_string(value); }

// The argument that an arc inside of a call fills: the first one whose state lies behind the arc.
std::optional<std::size_t> argument_at(const computation_instance& call, const arc& one) {
  const class_info* of_class = call.of_class();
  const method_description* method = of_class ? find_function(*of_class, call.function()) : nullptr;
  if (!method || !method->argument_states) return std::nullopt;
  const auto offset =
      reinterpret_cast<std::uintptr_t>(&one) - reinterpret_cast<std::uintptr_t>(&call);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < method->arity; ++i) {
    const std::uint32_t state = method->argument_states[i];
    if (state >= offset && (!found || state < method->argument_states[*found])) found = i;
  }
  return found;
}

// Of one caller and one function.
struct left_out_calls {
  std::size_t count = 0;
  std::string behind;
};

class wait_look {
 public:
  enum class state : std::uint8_t {
    runs,    // queues and arcs change
    asleep,  // nothing changes for a moment
    stands   // the same, and no other look will be compared with this one
  };
  wait_look(const executor& runs, const wait_sources& session, rows& to, state process)
      : runs_(runs),
        session_(session),
        to_(to),
        is_quiet_(process != state::runs),
        counts_calls_(process == state::stands) {}

  void list(bool has_timers) {
    to_.add("look", {{"quiet", is_quiet_ ? "yes" : "no"}, {"timers", has_timers ? "yes" : "no"}});
    find_standing();
    if (session_.visit_sent)
      session_.visit_sent([&](const sent_call& one) {
        sent_[one.call] = one;
        if (is_quiet_) to_follow_.push_back(one.call);
      });
    runs_.visit_waits([&](const waiter& one) { list_wait(one); });
    runs_.visit_objects([&](const server_object& one) { list_object_with_calls(one); });
    // In a session the process that made a call tells of it; a standing process runs none.
    if (!session_.visit_sent && !counts_calls_) list_running();
    if (is_quiet_) list_feeds();
    list_some_sent();  // last: there may be more than rows
    list_spaces(to_, runs_.now_ns(), is_quiet_);
  }

 private:
  // The calls that waiting fibers execute, and the awaited ones.
  void find_standing() {
    runs_.visit_waits([&](const waiter& one) {
      const computation_instance& wanted = wanted_by(one);
      if (awaited_.insert(&wanted).second && wanted.target()) ++awaited_of_[wanted.target()];
      for (const activation* at = one.sleeper->standing_in(); at && at != &detail::no_activation;
           at = at->outer) {
        if (at->instance) executing_.insert(at->instance);
        if (at->object) running_.emplace(at->object, id_of(*at));
      }
    });
  }

  std::string id_of(const activation& at) {
    if (at.instance && at.instance->of_class()) return id_of(*at.instance);
    return at.object ? "serve:" + text_of(at.object->name()) : "main:" + session_.self;
  }

  std::string received_id(const computation_instance& call) {
    if (!session_.received || !(is_quiet_ || executing_.contains(&call))) return "";
    for (arc* at = call.future.arcs(); at; at = at->next)
      if (std::string id = session_.received(*at); !id.empty()) return id;
    return "";
  }

  std::string id_of(const computation_instance& call) {
    if (const auto found = sent_.find(&call); found != sent_.end()) return found->second.id;
    if (std::string id = received_id(call); !id.empty()) return id;
    if (counts_calls_) {  // the text of a simulation does not depend on addresses
      const std::size_t number = numbers_.emplace(&call, numbers_.size()).first->second;
      return session_.self + "#" + number_of(number);
    }
    return id_of_address(&call);
  }

  [[nodiscard]] std::string id_of_address(const computation_instance* call) const {
    char address[32];
    std::snprintf(address, sizeof address, "@%llx",
                  static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(call)));
    return session_.self + address;
  }

  std::string state_of(const computation_instance& call) const {
    if (executing_.contains(&call)) return "runs";
    if (sent_.contains(&call)) return "sent";
    if (!call.complete()) return "arguments";
    if (call.target()) return "queued";
    return call.claimed() ? "runs" : "ready";
  }

  void list_call(const computation_instance& call) {
    if (!call.of_class() || call.function() == end_of_session || !listed_.insert(&call).second)
      return;
    if (is_quiet_) to_follow_.push_back(&call);
    const class_info& of = *call.of_class();
    const method_description* method = find_function(of, call.function());
    const auto sent = sent_.find(&call);
    const bool is_sent = sent != sent_.end();
    const server_object* object = call.target();
    const std::string id = id_of(call);
    to_.add("call", {{"id", id},
                     {"class", of.description->name},
                     {"method", function_name(of, call.function())},
                     {"object", object ? text_of(object->name()) : ""},
                     {"state", state_of(call)},
                     {"to", is_sent ? sent->second.to : ""},
                     {"key", is_sent ? sent->second.key : ""},
                     {"called_at", mentat::text_of(call.called_at())},
                     {"defined_at", method ? method->defined_at : ""}});
    if (const std::string received = is_sent ? received_id(call) : ""; !received.empty())
      to_.add("alias", {{"id", received}, {"for", id}});
  }

  void list_wait(const waiter& waiting) {
    const computation_instance& wanted = wanted_by(waiting);
    if (waiting.wanted->function() == end_of_session || wanted.future.is_closed()) return;
    list_call(wanted);
    std::string waits_for = wanted.of_class() ? id_of(wanted) : "";
    std::string at = mentat::text_of(waiting.at);
    const std::string age =
        std::to_string((runs_.coarse_now() - waiting.since) / base::millisecond);
    const activation* standing = waiting.sleeper->standing_in();
    for (; standing && standing != &detail::no_activation; standing = standing->outer) {
      if (standing->instance && standing->instance->of_class()) list_call(*standing->instance);
      const std::string by = id_of(*standing);
      to_.add("wait", {{"by", by},
                       {"for", waits_for},
                       {"at", at},
                       {"age_ms", age},
                       {"ticket", std::to_string(waiting.ticket)},
                       {"object", standing->object ? text_of(standing->object->name()) : ""}});
      waits_for = by;  // for the function on whose stack this one runs
      at.clear();
    }
  }

  void list_object_with_calls(const server_object& object) {
    const server_object::activity now = object.look();
    const auto queue = is_quiet_ ? object.queued() : std::vector<const computation_instance*>();
    // server_object::activity says where posted calls are counted.
    const bool is_counted = is_quiet_ || session_.visit_sent || now.waiting != 0;
    std::size_t waiting = is_quiet_ ? queue.size() : now.waiting;
    if (const auto awaited = awaited_of_.find(&object); !is_counted && awaited != awaited_of_.end())
      waiting = std::max(waiting, awaited->second - (now.runs ? 1 : 0));
    if (!now.runs && waiting == 0) return;
    const auto by = running_.find(&object);
    const selection* selects = is_quiet_ ? object.standing_selection() : nullptr;
    to_.add("object", {{"name", text_of(object.name())},
                       {"class", object.of_class()->description->name},
                       {"state", object.is_selecting() ? "selects"
                                 : now.runs            ? "runs"
                                                       : "idle"},
                       {"by", by == running_.end() ? "" : by->second},
                       {"method", now.runs ? function_name(*object.of_class(), now.function) : ""},
                       {"waiting", number_of(waiting)},
                       {"counted", is_counted ? "yes" : "no"}});
    list_queue(object, queue, selects);
  }

  static std::string guard_of(const server_object& object, const computation_instance& call) {
    const method_description* method = find_function(*object.of_class(), call.function());
    return method && method->has_guard() ? method->guard->condition : "";
  }

  void list_queue(const server_object& object,
                  const std::vector<const computation_instance*>& queue, const selection* selects) {
    std::map<std::uint64_t, const computation_instance*> first_incomplete;  // of each caller
    std::map<std::pair<std::uint64_t, std::uint32_t>, left_out_calls> left_out;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const computation_instance& call = *queue[i];
      const auto blocker = first_incomplete.find(call.caller());
      const bool is_behind = blocker != first_incomplete.end();
      if (!is_behind && !call.complete()) first_incomplete[call.caller()] = &call;
      if (i >= most_listed && !awaited_.contains(&call)) {
        left_out_calls& of = left_out[{call.caller(), call.function()}];
        ++of.count;
        if (is_behind) of.behind = id_of(*blocker->second);
        continue;
      }
      list_call(call);
      to_.add("queued", {{"object", text_of(object.name())},
                         {"call", id_of(call)},
                         {"place", number_of(i)},
                         {"guard", guard_of(object, call)},
                         {"behind", is_behind ? id_of(*blocker->second) : ""},
                         {"accepted", !selects                                      ? ""
                                      : selects->predicate.accepts(call.function()) ? "yes"
                                                                                    : "no"}});
    }
    for (const auto& [which, of] : left_out)
      to_.add("behind", {{"object", text_of(object.name())},
                         {"method", function_name(*object.of_class(), which.second)},
                         {"count", number_of(of.count)},
                         {"key", key_of(object.name(), which.first, which.second)},
                         {"behind", of.behind}});
  }

  void list_some_sent() {
    std::size_t count = 0;
    if (session_.visit_sent)
      session_.visit_sent([&](const sent_call& one) {
        if (count++ < most_sent && sent_.contains(one.call)) list_call(*one.call);
      });
  }

  // Calls of regular classes, for which nobody needs to wait.
  void list_running() {
    for (const seen_call& one : debugged_thread::seen_calls())
      if (listed_.insert(one.address).second)
        to_.add("call", {{"id", id_of_address(one.address)},
                         {"class", one.of_class->description->name},
                         {"method", function_name(*one.of_class, one.function)},
                         {"state", "runs"}});
  }

  // Follows the arcs of all listed calls, and of those that were sent. A call that waits for
  // arguments is in no other list.
  void list_feeds() {
    while (!to_follow_.empty()) {
      const computation_instance& maker = *to_follow_.back();
      to_follow_.pop_back();
      for (arc* at = maker.future.arcs(); at; at = at->next) {
        std::string fed;
        std::size_t argument = 0;
        if (const argument_arc* to_argument = argument_arc::from(*at)) {
          list_call(*to_argument->end);
          fed = id_of(*to_argument->end);
          argument = argument_at(*to_argument->end, *at).value_or(0) + 1;
        } else if (const auto far = session_.fed ? session_.fed(*at) : std::nullopt) {
          fed = far->id;
          argument = far->argument + 1;
        }
        if (fed.empty()) continue;
        list_call(maker);
        to_.add("feed", {{"from", id_of(maker)}, {"to", fed}, {"argument", number_of(argument)}});
      }
    }
  }

  const executor& runs_;
  const wait_sources& session_;
  rows& to_;
  const bool is_quiet_, counts_calls_;
  std::map<const computation_instance*, std::size_t> numbers_;
  std::map<const computation_instance*, sent_call> sent_;
  std::set<const computation_instance*> executing_, awaited_, listed_;
  std::map<const server_object*, std::string> running_;
  std::map<const server_object*, std::size_t> awaited_of_;  // how many of its calls
  std::vector<const computation_instance*> to_follow_;
};

}  // namespace

void list_standing_waits(const executor& runs, const wait_sources& session, rows& to) {
  wait_look(runs, session, to, wait_look::state::stands).list(false);
}

void list_waits(executor& runs, const wait_sources& session, rows& to, base::duration patience) {
  using namespace std::chrono;
  const auto end = steady_clock::now() + nanoseconds(patience);
  const auto look = [&](bool has_timers) {
    wait_look(runs, session, to, wait_look::state::asleep).list(has_timers);
  };
  while (!runs.look_while_asleep(look)) {
    if (steady_clock::now() >= end)
      return wait_look(runs, session, to, wait_look::state::runs).list(false);
    std::this_thread::sleep_for(microseconds(200));
  }
}

}  // namespace mentat::node
