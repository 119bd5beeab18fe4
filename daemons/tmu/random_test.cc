// A token-matching unit in a world that misbehaves, from a seed: tokens in any order, repeated,
// with errors, never sent; a manager that is silent, answers twice,
// refuses, or names the dead; processes that die, finish late, finish twice; little memory. After
// each message, and at the end, the world checks the rules.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/base/random.h"

namespace mentat::tmu {
namespace {

using namespace test;
using base::instant;

// The history of one call, as the world knows it.
struct call {
  std::uint16_t count = 0;
  bool whole = false;
  std::vector<byte_vector> values;  // by argument; whole: one
  byte_vector future;
  std::vector<std::uint64_t> arcs;  // to callers
  // The messages to the token-matching unit, in their order.
  std::set<std::uint16_t> arrived;
  bool ended_badly = false;  // an error must have been, or was, passed on
  // Its output.
  bool complete = false;
  bool running = false;
  mmps_name process;
  std::uint8_t attempt = 0;
  std::uint32_t deaths = 0;  // of this run
  std::uint32_t executions_finished = 0;
  std::map<std::uint64_t, std::uint32_t> errors;  // by arc
};

class world {
 public:
  explicit world(std::uint64_t seed)
      : chance_(seed),
        unit_({self, manager, "host", seed}, tight(), chance_.below(4) == 0 ? nullptr : &store_) {
    for (std::uint32_t number = 10; number < 14; ++number) processes_.push_back(worker(number));
  }

  void run() {
    make_calls();
    for (;;) {
      const instant timer = unit_.next_deadline();
      const instant next = events_.empty() ? instant::never() : events_.begin()->first.first;
      if (timer == instant::never() && next == instant::never()) break;
      if (timer < next) {
        now_ = std::max(now_, timer);
        unit_.tick(now_);
      } else {
        now_ = next;
        event happens = std::move(events_.begin()->second);
        events_.erase(events_.begin());
        give(std::move(happens));
      }
      take_output();
    }
    check_end();
  }

  [[nodiscard]] const counts& counted() const { return unit_.counted(); }
  [[nodiscard]] std::uint64_t spilled() const { return unit_.database().spilled(); }
  [[nodiscard]] std::uint64_t passed_on() const { return passed_on_; }

 private:
  struct event {
    mentat_message message;
  };

  limits tight() {
    limits made;
    made.memory = 24'000 + chance_.below(20'000);  // the index alone takes 20'000
    made.reserve = 1 << 20;
    made.memory = chance_.below(2) == 0 ? made.memory : std::size_t{1} << 20;
    made.asked_at_first = 1 + chance_.below(8);
    made.asked_at_once = made.asked_at_first + chance_.below(8);
    return made;
  }

  bool one_in(std::uint64_t many) { return chance_.below(many) == 0; }
  base::duration soon(std::uint64_t max_ms) {
    return static_cast<base::duration>(chance_.below(max_ms * 1000)) * base::microsecond;
  }

  void later(base::duration delay, mentat_message&& message) {
    events_.emplace(std::pair{now_ + delay, ++serial_}, event{std::move(message)});
  }

  // ---- the producers

  void make_calls() {
    const std::uint64_t calls = 5 + chance_.below(40);
    for (std::uint64_t id = 1; id <= calls; ++id) make_call(id);
  }

  void make_call(std::uint64_t id) {
    call& made = calls_[id];
    made.whole = one_in(3);
    made.count = static_cast<std::uint16_t>(made.whole ? chance_.below(4) : 1 + chance_.below(4));
    mmps::future_writer writer;
    for (std::uint64_t arc = 1 + chance_.below(3); arc > 0; --arc) {
      made.arcs.push_back(id * 10 + arc);
      writer.add(to_caller(made.arcs.back()));
    }
    made.future = {writer.bytes().begin(), writer.bytes().end()};
    for (std::uint16_t argument = 0; argument < (made.whole ? 1 : made.count); ++argument)
      made.values.push_back(
          byte_vector(chance_.below(1500), static_cast<std::byte>(id * 16 + argument)));
    const bool incomplete = !made.whole && made.count > 1 && one_in(8);
    for (std::uint16_t argument = incomplete ? 1 : 0; argument < made.values.size(); ++argument)
      for (std::uint64_t copies = one_in(3) ? 2 : 1; copies > 0; --copies) send_token(id, argument);
  }

  void send_token(std::uint64_t id, std::uint16_t argument) {
    const call& of = calls_[id];
    const bool is_error = !of.whole && one_in(25);
    mentat_message made = of_call(of.whole ? message_type::exec : message_type::token, {id, 0},
                                  of.whole ? 0 : argument, of.count, of.future,
                                  is_error ? bytes_of("an error") : of.values[argument]);
    made.header.source = one_in(2) ? caller : worker(8);
    if (is_error) made.header.flags |= mmps::flag::error;
    later(soon(2000), std::move(made));
  }

  // ---- input of the unit

  void give(event&& happens) {
    const mmps::message_header header = happens.message.header;
    const message_type type = type_of(happens.message);
    const auto found = calls_.find(header.tag.number);
    if (found != calls_.end() && (type == message_type::token || type == message_type::exec))
      expect_token(found->second, header);
    if (type == message_type::finished && found != calls_.end())
      expect_finished(found->second, header);
    if (type == message_type::down) {
      dead_.insert(header.source);
      kept_.erase(header.source);
      for (auto& [id, of] : calls_)
        if (of.running && of.process == header.source) {
          of.running = false;
          ++of.deaths;
        }
    }
    const bool keeps =
        type == message_type::token || type == message_type::exec || type == message_type::finished;
    if (keeps && !dead_.contains(header.source)) kept_[header.source].insert(header.tag);
    unit_.step(now_, std::move(happens.message));
  }

  void expect_token(call& of, const mmps::message_header& header) {
    const bool done = of.ended_badly || of.executions_finished > 0;
    if (done && !of.running && !of.complete) return;
    if (of.complete || of.arrived.contains(header.argument)) return;
    if ((header.flags & mmps::flag::error) != 0) {
      of.ended_badly = true;
      ++expected_errors_[header.tag.number];
      of.arrived.clear();
      return;
    }
    of.arrived.insert(header.argument);
    of.complete = of.arrived.size() == of.values.size();
  }

  void expect_finished(call& of, const mmps::message_header& header) {
    if (!of.running || of.process != header.source || of.attempt != header.attempt) return;
    of.running = false;
    of.deaths = 0;
    of.attempt = 0;
    ++of.executions_finished;
    of.complete = false;
    of.arrived.clear();
  }

  // ---- output of the unit

  void take_output() {
    for (mentat_message& message : unit_.take_output()) {
      switch (type_of(message)) {
        case message_type::instantiate:
          asked(message);
          break;
        case message_type::exec:
          delivered(message);
          break;
        case message_type::finished:
          given_back(message);
          break;
        case message_type::settled:
          settled(message);
          break;
        default:
          failed(message);
      }
    }
  }

  void asked(const mentat_message& request) {
    call& of = calls_.at(request.header.tag.number);
    REQUIRE(of.complete);
    REQUIRE_FALSE(of.running);
    if (one_in(12)) return;  // silence
    if (one_in(40)) {
      mentat_message refusal = message(message_type::instantiated, bytes_of("no place"));
      refusal.header.source = manager;
      refusal.header.tag = request.header.tag;
      refusal.header.flags = mmps::flag::error;
      refusals_.insert(request.header.tag.number);
      return later(soon(100), std::move(refusal));
    }
    for (std::uint64_t answers = one_in(10) ? 2 : 1; answers > 0; --answers) {
      const mmps_name process = one_in(12) && !dead_.empty()
                                    ? *dead_.begin()
                                    : processes_[chance_.below(processes_.size())];
      ++places_[{request.header.tag.number, process}];
      later(soon(one_in(10) ? 3000 : 50),
            instantiated(request.header.tag, process, request.header.attempt));
    }
  }

  void delivered(const mentat_message& exec) {
    const mmps::message_header& header = exec.header;
    call& of = calls_.at(header.tag.number);
    REQUIRE(of.complete);
    REQUIRE_FALSE(of.running);
    REQUIRE_FALSE(of.ended_badly);
    REQUIRE_FALSE(dead_.contains(header.destination));
    const bool has_place = std::ranges::any_of(
        places_, [&](const auto& place) { return place.first.second == header.destination; });
    REQUIRE(has_place);
    if (!places_.contains({header.tag.number, header.destination})) {
      ++passed_on_;
      REQUIRE(header.attempt == 1);
    }
    REQUIRE(header.attempt == of.deaths + 1);
    REQUIRE(header.attempt <= 3);
    byte_vector expected = of.future;
    for (const byte_vector& value : of.values)
      expected.insert(expected.end(), value.begin(), value.end());
    REQUIRE(std::ranges::equal(exec.body(), expected));
    REQUIRE(header.future_length == of.future.size());
    of.running = true;
    of.process = header.destination;
    of.attempt = header.attempt;
    execute(of, header);
  }

  void execute(const call& of, const mmps::message_header& header) {
    if (one_in(5)) return die(of.process);
    for (std::uint64_t copies = one_in(5) ? 2 : 1; copies > 0; --copies) {
      mentat_message news = finished(header.tag, of.process, header.attempt);
      news.header.set_run_time(one_in(2) ? 0
                                         : static_cast<std::uint32_t>(chance_.below(3'000'000)));
      later(soon(one_in(5) ? 5000 : 200), std::move(news));
    }
  }

  // Everything in the process dies with it; its messages may still be in transit.
  void die(const mmps_name& process) {
    const auto found = std::ranges::find(processes_, process);
    if (found == processes_.end()) return;
    *found = worker(process.process_number(), ++lives_);
    later(soon(300), down(process, "died"));
  }

  void settled(const mentat_message& message) {
    const auto all = mmps::read_claims(message.body());
    REQUIRE(all);
    REQUIRE_FALSE(dead_.contains(message.header.destination));
    for (const mmps::unit_claim& one : *all) {
      const call& of = calls_.at(one.tag.number);
      REQUIRE_FALSE(of.running);
      kept_[message.header.destination].erase(one.tag);
    }
  }

  void given_back(const mentat_message& message) {
    const mmps_name process = mmps::get_name(message.body().data());
    const std::uint64_t id = message.header.tag.number;
    const auto place = places_.find({id, process});
    REQUIRE(place != places_.end());  // a place that was given, and only once
    if (--place->second == 0) places_.erase(place);
  }

  void failed(const mentat_message& token) {
    REQUIRE(type_of(token) == message_type::token);
    REQUIRE((token.header.flags & mmps::flag::error) != 0);
    const std::uint64_t arc = token.header.tag.number, id = arc / 10;
    call& of = calls_.at(id);
    REQUIRE(std::ranges::count(of.arcs, arc) == 1);
    ++of.errors[arc];
    REQUIRE_FALSE(of.running);
    if (value_of(token) == bytes_of("an error")) {
      REQUIRE(expected_errors_.contains(id));
      return;
    }
    const auto error = mmps::read_error(token.body().subspan(token.header.future_length));
    REQUIRE(error);
    if (error->kind == mmps::error_kind::task_poisoned)
      REQUIRE((of.deaths == 3 || of.deaths == 0));
    else
      REQUIRE((error->kind == mmps::error_kind::resource_exhausted &&
               (refusals_.contains(id) || store_is_absent())));
    if (arc != of.arcs.back()) return;  // the last arc of the future
    of.ended_badly = true;
    of.complete = false;
    of.arrived.clear();
    of.deaths = 0;
  }

  [[nodiscard]] bool store_is_absent() const { return unit_.database().spilled() == 0; }

  void check_end() {
    // Units that still wait miss tokens that never come; they end with their caller.
    for (auto& [id, of] : calls_) {
      CAPTURE(id);
      REQUIRE_FALSE(of.running);
      REQUIRE_FALSE(of.complete);
      // Each end in an error was told to every arc.
      for (const std::uint64_t arc : of.arcs) REQUIRE(of.errors[arc] == of.errors[of.arcs[0]]);
      if (expected_errors_.contains(id)) REQUIRE(of.errors[of.arcs[0]] >= expected_errors_[id]);
    }
    unit_.step(now_, down(caller, "ended"));
    dead_.insert(caller);
    kept_.erase(caller);
    take_output();
    REQUIRE(places_.empty());
    REQUIRE(unit_.database().units() == 0);
    REQUIRE(unit_.database().used() == 0);
    REQUIRE(store_.records() == 0);
    unit_.tick(now_ + base::second);
    take_output();
    for (const auto& [process, tags] : kept_) REQUIRE(tags.empty());
    unit_.tick(now_ + 60 * base::second);
    REQUIRE(unit_.database().tombstones() == 0);
    REQUIRE(unit_.next_deadline() == instant::never());
    REQUIRE(unit_.take_output().empty());
  }

  base::random chance_;
  memory_store store_;
  token_matching_unit unit_;
  instant now_{1};
  std::map<std::pair<instant, std::uint64_t>, event> events_;
  std::uint64_t serial_ = 0;
  std::map<std::uint64_t, call> calls_;
  std::map<std::uint64_t, std::uint32_t> expected_errors_;
  std::set<std::uint64_t> refusals_;
  std::vector<mmps_name> processes_;
  std::uint32_t lives_ = 1;
  std::uint64_t passed_on_ = 0;              // units in places of others
  std::set<mmps_name> dead_;                 // of which the unit has heard
  std::map<mmps_name, std::set<tag>> kept_;  // by the senders of messages, until they are settled
  std::map<std::pair<std::uint64_t, mmps_name>, std::uint32_t> places_;
};

}  // namespace

TEST_CASE(
    "after every sequence of events each unit was delivered by the rules, and nothing is left") {
  std::map<std::string, std::uint64_t> reached;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    CAPTURE(seed);
    world world(seed);
    world.run();
    const counts& counted = world.counted();
    reached["duplicates"] += counted.duplicates;
    reached["stale FINISHED"] += counted.stale_finished;
    reached["executed again"] += counted.reissued;
    reached["asked again"] += counted.asked_again;
    reached["errors passed on"] += counted.errors_passed_on;
    reached["poisoned"] += counted.poisoned;
    reached["refused"] += counted.refused;
    reached["purged"] += counted.purged;
    reached["spilled"] += world.spilled();
    reached["passed on"] += world.passed_on();
  }
  for (const auto& [path, times] : reached) {
    MESSAGE(path, ": ", times);
    CHECK(times > 100);
  }
}

}  // namespace mentat::tmu
