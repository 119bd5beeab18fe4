// Program graphs on bare computation instances: no member function runs, a scheduler writes down
// the calls that have become ready, and the test executes them by hand.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/program_graph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rts/core/server_object.h"

using namespace mentat;

namespace {

class actor;

// An arc from one actor to an argument of another.
struct argument_arc : arc {
  actor* consumer = nullptr;
  int value = 0;
  bool moved = false;
  std::exception_ptr error;
};

// An actor with a name, whose function adds its arguments.
class actor final : public computation_instance {
 public:
  actor(std::string name, int arguments, int& living)
      : computation_instance(nullptr, 1, false),
        arguments(static_cast<std::size_t>(arguments)),
        name(std::move(name)),
        living_(living) {
    ++living_;
    if (arguments != 0) expect(arguments + 1);  // one for the creator
  }
  ~actor() override { --living_; }

  void draw(std::size_t argument, actor& producer, scheduler& runs_on) {
    arguments[argument].consumer = this;
    arguments[argument].deliver = [](arc& along, computation_instance& from, bool may_move,
                                     scheduler& on) {
      auto& argument = static_cast<argument_arc&>(along);
      if (from.result() == outcome::error) {
        argument.error = from.error();
        argument.consumer->note_argument_error();
      } else {
        argument.value = static_cast<actor&>(from).value;
        argument.moved = may_move;
      }
      argument_arrived(*argument.consumer, on);
    };
    draw_arc(producer, arguments[argument], runs_on);
  }

  std::exception_ptr argument_error() const override {
    for (const argument_arc& argument : arguments)
      if (argument.error) return argument.error;
    return nullptr;
  }

  std::vector<argument_arc> arguments;
  std::string name;
  int value = 0;

 private:
  int& living_;
};

// Records the actors that become ready.
class recorder final : public scheduler {
 public:
  void ready(computation_instance& instance) override {
    calls.push_back(static_cast<actor*>(&instance));
  }
  void ready(server_object& object) override { objects.push_back(&object); }

  std::string names() const {
    std::vector<std::string> all;
    for (const actor* one : calls) all.push_back(one->name);
    std::sort(all.begin(), all.end());
    std::string text;
    for (const std::string& one : all) text += one;
    return text;
  }
  actor& take(const std::string& name) {
    const auto found = std::find_if(calls.begin(), calls.end(),
                                    [&](const actor* one) { return one->name == name; });
    REQUIRE(found != calls.end());
    actor* taken = *found;
    calls.erase(found);
    return *taken;
  }

  std::vector<actor*> calls;
  std::vector<server_object*> objects;
};

struct graph {
  recorder ready;
  int living = 0;
  std::vector<actor*> held;  // the test's own references

  // Makes an actor whose arguments come from `producers`, as a caller does.
  actor& add(const std::string& name, std::initializer_list<actor*> producers) {
    auto* made = new actor(name, static_cast<int>(producers.size()), living);
    held.push_back(made);
    made->retain();  // the scheduler's
    std::size_t argument = 0;
    for (actor* producer : producers) made->draw(argument++, *producer, ready);
    if (producers.size() == 0)
      ready.ready(*made);
    else
      argument_arrived(*made, ready);
    return *made;
  }
  void abandon(actor& of) {
    held.erase(std::find(held.begin(), held.end(), &of));
    of.release();
  }
  // Executes an actor: its value is `value`, or the sum of its arguments.
  void execute(actor& one) {
    REQUIRE(one.claim());
    for (const argument_arc& argument : one.arguments) one.value += argument.value;
    one.set_value_outcome();
    complete(one, ready);
    one.release();
  }
  void execute(actor& one, int value) {
    one.value = value;
    execute(one);
  }
  ~graph() {
    for (actor* one : held) one->release();
    CHECK(living == 0);
  }
};

}  // namespace

TEST_CASE("Figure 1: A returns 5, which goes to B and C alone, and they are enabled [TOCS96 2.1]") {
  graph g;
  actor& a = g.add("A", {});
  actor& e = g.add("E", {});
  actor& b = g.add("B", {&a});
  actor& c = g.add("C", {&a});
  actor& f = g.add("F", {&e});
  actor& d = g.add("D", {&b, &c});
  actor& last = g.add("G", {&d, &f});
  CHECK(g.ready.names() == "AE");

  g.execute(g.ready.take("A"), 5);
  CHECK(g.ready.names() == "BCE");
  CHECK(b.arguments[0].value == 5);
  CHECK(c.arguments[0].value == 5);
  CHECK_FALSE(d.complete());
  CHECK_FALSE(f.complete());

  g.execute(g.ready.take("C"));
  CHECK(g.ready.names() == "BE");
  g.execute(g.ready.take("B"));
  CHECK(g.ready.names() == "DE");
  g.execute(g.ready.take("D"));
  CHECK_FALSE(last.complete());
  g.execute(g.ready.take("E"), 7);
  g.execute(g.ready.take("F"));
  g.execute(g.ready.take("G"));
  CHECK(last.value == 5 + 5 + 7);
}

TEST_CASE(
    "Figure 2: A elaborates into a subgraph whose last actor has A's future; nobody else changes "
    "[TOCS96 2.1]") {
  graph g;
  actor& a = g.add("A", {});
  actor& e = g.add("E", {});
  actor& b = g.add("B", {&a});
  actor& c = g.add("C", {&a});
  actor& f = g.add("F", {&e});

  actor& running = g.ready.take("A");
  REQUIRE(running.claim());
  actor& h = g.add("H", {});
  actor& i = g.add("I", {});
  actor& j = g.add("J", {&h, &i});
  elaborate(running, j, g.ready);
  running.release();

  CHECK(a.future.is_forwarded());
  CHECK(&result_of(a) == &j);
  CHECK(g.ready.names() == "EHI");  // neither B nor C: A has no value
  CHECK(a.result() == computation_instance::outcome::none);

  g.execute(g.ready.take("I"), 2);
  g.execute(g.ready.take("H"), 3);
  g.execute(g.ready.take("J"));
  CHECK(g.ready.names() == "BCE");
  CHECK(b.arguments[0].value == 5);
  CHECK(c.arguments[0].value == 5);
  CHECK_FALSE(f.complete());
  for (const char* name : {"B", "C", "E"}) g.execute(g.ready.take(name), 0);
  g.execute(g.ready.take("F"), 0);
}

TEST_CASE("an arc may be drawn before and after completion, and before and after elaboration") {
  graph g;
  actor& a = g.add("A", {});
  actor& before = g.add("K", {&a});
  g.execute(g.ready.take("A"), 4);
  actor& after = g.add("L", {&a});
  CHECK(before.arguments[0].value == 4);
  CHECK(after.arguments[0].value == 4);
  CHECK(g.ready.names() == "KL");

  actor& b = g.add("B", {});
  actor& b_before = g.add("M", {&b});
  actor& into = g.add("C", {});
  elaborate(g.ready.take("B"), into, g.ready);
  b.release();
  actor& b_after = g.add("N", {&b});
  g.execute(g.ready.take("C"), 9);
  actor& b_later = g.add("O", {&b});
  CHECK(b_before.arguments[0].value == 9);
  CHECK(b_after.arguments[0].value == 9);
  CHECK(b_later.arguments[0].value == 9);
  for (const char* name : {"K", "L", "M", "N", "O"}) g.execute(g.ready.take(name), 0);
}

TEST_CASE("an actor may elaborate into one that is complete already") {
  graph g;
  actor& done = g.add("D", {});
  g.execute(g.ready.take("D"), 6);
  actor& a = g.add("A", {});
  actor& b = g.add("B", {&a});
  elaborate(g.ready.take("A"), done, g.ready);
  a.release();
  CHECK(b.arguments[0].value == 6);
  CHECK(result_of(a).result() == computation_instance::outcome::value);
  g.execute(g.ready.take("B"), 0);
}

TEST_CASE(
    "a value is moved to its last consumer if nobody holds the producer, and copied to the "
    "others") {
  graph g;
  actor& a = g.add("A", {});
  actor& b = g.add("B", {&a});
  actor& c = g.add("C", {&a});
  SUBCASE("the caller has let it go") {
    actor& running = g.ready.take("A");
    g.abandon(a);
    g.execute(running, 1);
    CHECK(b.arguments[0].moved + c.arguments[0].moved == 1);
  }
  SUBCASE("the caller may still ask for it") {
    g.execute(g.ready.take("A"), 1);
    CHECK(b.arguments[0].moved + c.arguments[0].moved == 0);
  }
  SUBCASE("the actor that elaborated into it may still be asked for it") {
    actor& into = g.add("I", {});
    actor& running_into = g.ready.take("I");
    elaborate(g.ready.take("A"), into, g.ready);
    a.release();
    g.abandon(into);
    g.execute(running_into, 1);
    CHECK(b.arguments[0].moved + c.arguments[0].moved == 0);
    CHECK(static_cast<actor&>(result_of(a)).value == 1);
  }
  g.execute(g.ready.take("B"), 0);
  g.execute(g.ready.take("C"), 0);
}

TEST_CASE("an error travels along every arc, and an actor fails with its first failed argument") {
  graph g;
  actor& a = g.add("A", {});
  actor& b = g.add("B", {});
  actor& c = g.add("C", {&a, &b});
  actor& d = g.add("D", {&b});
  const auto first = std::make_exception_ptr(std::runtime_error("first"));
  const auto second = std::make_exception_ptr(std::runtime_error("second"));

  fail(g.ready.take("B"), second, g.ready);
  b.release();
  CHECK(g.ready.names() == "AD");
  fail(g.ready.take("A"), first, g.ready);
  a.release();
  CHECK(g.ready.names() == "CD");
  CHECK(c.argument_failed());
  CHECK(c.argument_error() == first);  // the order of parameters, not of arrival
  CHECK(d.argument_error() == second);
  CHECK(a.result() == computation_instance::outcome::error);

  actor& late = g.add("E", {&a});
  CHECK(late.argument_error() == first);
  for (const char* name : {"C", "D", "E"}) g.execute(g.ready.take(name), 0);
}

TEST_CASE(
    "an actor becomes ready once: with its last argument, and not before its creator has drawn all "
    "arcs") {
  graph g;
  actor& a = g.add("A", {});
  g.execute(g.ready.take("A"), 1);
  auto* b = new actor("B", 2, g.living);
  g.held.push_back(b);
  b->retain();
  b->draw(0, a, g.ready);  // its value is there: it arrives at once
  CHECK(g.ready.calls.empty());
  b->draw(1, a, g.ready);
  CHECK(g.ready.calls.empty());
  argument_arrived(*b, g.ready);
  CHECK(g.ready.names() == "B");
  g.execute(g.ready.take("B"));
  CHECK(b->value == 2);
}

TEST_CASE("one actor executes once: a second claim fails") {
  graph g;
  actor& a = g.add("A", {});
  CHECK_FALSE(a.claimed());
  CHECK(a.claim());
  CHECK_FALSE(a.claim());
  CHECK(a.claimed());
  a.value = 1;
  a.set_value_outcome();
  complete(g.ready.take("A"), g.ready);
  a.release();
}

TEST_CASE(
    "the last argument of a call of a persistent object makes the object ready, not the call") {
  graph g;
  server_object object;
  actor& a = g.add("A", {});
  auto* call = new actor("B", 1, g.living);
  call->set_target(&object, object.generation());
  call->set_caller(1);
  CHECK_FALSE(object.post(*call));  // not complete
  call->draw(0, a, g.ready);
  argument_arrived(*call, g.ready);
  CHECK(g.ready.objects.empty());
  g.execute(g.ready.take("A"), 3);
  REQUIRE(g.ready.objects.size() == 1);
  CHECK(g.ready.objects[0] == &object);
  CHECK(g.ready.calls.empty());
  REQUIRE(object.begin());
  computation_instance* unit = object.next_unit();
  CHECK(unit == call);
  CHECK(object.end());
  g.execute(*call);
}

TEST_CASE(
    "a chain of a million elaborations keeps one value, and lets go of it without recursion") {
  graph g;
  actor& first = g.add("A", {});
  actor* at = &g.ready.take("A");
  for (int i = 0; i < 1'000'000; ++i) {
    auto* into = new actor("", 0, g.living);
    into->retain();  // for its executor
    elaborate(*at, *into, g.ready);
    at->release();    // it has been executed
    into->release();  // the CIP
    at = into;
  }
  at->value = 8;
  at->set_value_outcome();
  complete(*at, g.ready);
  at->release();
  CHECK(static_cast<actor&>(result_of(first)).value == 8);
  CHECK(g.living == 1'000'001);
  g.abandon(first);
  CHECK(g.living == 0);
}
