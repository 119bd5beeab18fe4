// Waits of processes that are only rows.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/why/wait_text.h"

#include <doctest/doctest.h>

#include <string>

#include "rts/why/verdict.h"

using namespace mentat::why;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

wait_graph graph_of(const std::string& text) { return wait_graph(rows_from_text(text)); }

std::string verdict_of(const wait_graph& graph) {
  std::string text;
  for (const std::string& one : verdict(graph)) text += one + "\n";
  return text;
}

std::string call_row(const std::string& id, const std::string& name, const std::string& object,
                     const std::string& state) {
  return "call\tid=" + id + "\tclass=" + name + "\tmethod=run\tobject=" + object +
         "\tstate=" + state + "\tcalled_at=a.mpl.cc:" + std::to_string(id.size()) + "\n";
}
std::string wait_row(const std::string& by, const std::string& wanted, const std::string& ticket) {
  return "wait\tby=" + by + "\tfor=" + wanted + "\tat=a.mpl.cc:9\tage_ms=41000\tticket=" + ticket +
         "\n";
}

// Each of two objects waits for the other.
const std::string two_objects =
    "look\tquiet=no\n" + call_row("a", "ping", "1.1", "runs") +
    call_row("b", "pong", "1.2", "runs") + call_row("ab", "pong", "1.2", "queued") +
    call_row("ba", "ping", "1.1", "queued") + wait_row("a", "ab", "1") + wait_row("b", "ba", "2") +
    "object\tname=1.1\tclass=ping\tstate=runs\tby=a\tmethod=run\twaiting=1\n"
    "object\tname=1.2\tclass=pong\tstate=runs\tby=b\tmethod=run\twaiting=1\n";

}  // namespace

TEST_CASE("two objects that wait for each other are a circle, with what usually helps") {
  const wait_graph graph = graph_of(two_objects);
  const auto circles = graph.circles();
  REQUIRE(circles.size() == 1);
  CHECK(circles[0].size() == 4);
  const std::string text = explain_all(graph);
  CHECK(contains(text, "DEADLOCK: 4 wait for each other, for 41 s\n"));
  CHECK(contains(text, "<- the circle closes here\n"));
  CHECK(contains(text, "needs the result of pong::run of object 1.2"));
  CHECK(contains(text, "its object runs pong::run"));
  CHECK(contains(text, "What usually helps: hand the result of the inner call on with rtf"));
  CHECK(text.ends_with("One circle of waits is stuck for ever.\n"));
}

TEST_CASE("an edge that is in one of two looks closes no circle") {
  wait_graph graph = graph_of(two_objects);
  std::string later = two_objects;
  later.replace(later.find("ticket=2"), 8, "ticket=3");  // it has gone on, and waits again
  graph.keep_common(graph_of(later));
  CHECK(graph.circles().empty());
  CHECK(contains(verdict_of(graph), "No circle of waits was found."));
  wait_graph same = graph_of(two_objects);
  same.keep_common(graph_of(two_objects));
  CHECK(same.circles().size() == 1);
}

TEST_CASE("a call that waits for an argument names the call that makes it") {
  const wait_graph graph = graph_of(
      "look\tquiet=yes\ttimers=no\nlook\tquiet=no\n" + call_row("a", "tally", "1.1", "arguments") +
      call_row("s", "slow", "", "runs") + call_row("bb", "tally", "1.1", "queued") +
      wait_row("main:1.0", "bb", "1") +
      "feed\tfrom=s\tto=a\targument=1\n"
      "object\tname=1.1\tclass=tally\tstate=idle\twaiting=9\thost=vm\tpid=13\n"
      "queued\tobject=1.1\tcall=a\tplace=0\nqueued\tobject=1.1\tcall=bb\tplace=1\tbehind=a\n"
      "behind\tobject=1.1\tmethod=add\tcount=7\n");
  const explanation made = explain(graph, "tally");
  CHECK(made.found);
  CHECK(contains(made.text, "tally 1.1 on vm, process 13: executes nothing, 9 calls wait\n"));
  CHECK(contains(made.text,
                 "  first tally::run of object 1.1, called at a.mpl.cc:1: has not begun\n"));
  CHECK(contains(made.text,
                 "    argument 1 is the result of slow::run, called at a.mpl.cc:1: runs\n"));
  CHECK(contains(made.text, "  behind it: 7 add, 1 run\n"));
  CHECK(contains(made.text,
                 "No circle of waits was found. slow::run runs. 10 calls and functions wait.\n"
                 "Only a call that still runs can end these waits.\n"));
  CHECK(contains(explain_all(graph), "the main program: waits at a.mpl.cc:9 for 41 s\n"));
  CHECK(contains(explain_all(graph), "comes after tally::run"));
  CHECK_FALSE(explain(graph, "other").found);
  CHECK(explain(graph, "slow::run").found);
}

TEST_CASE("a program in which nothing can run is still, but not while a time or a process is out") {
  const std::string waits = call_row("a", "gate", "1.1", "queued") + wait_row("main:1.0", "a", "1");
  CHECK(graph_of("look\tquiet=yes\ttimers=no\n" + waits).is_still());
  CHECK_FALSE(graph_of("look\tquiet=yes\ttimers=yes\n" + waits).is_still());
  CHECK_FALSE(graph_of("look\tquiet=no\ttimers=no\n" + waits).is_still());
  CHECK_FALSE(graph_of("look\tquiet=yes\ttimers=no\nsilent\twhat=x\n" + waits).is_still());
  CHECK_FALSE(graph_of("look\tquiet=yes\ttimers=no\n" + call_row("a", "gate", "", "runs") +
                       wait_row("main:1.0", "a", "1"))
                  .is_still());
}

TEST_CASE("an answer that lacks rows says nothing about what is stuck, but for its circles") {
  const std::string waits = "look\tquiet=yes\ttimers=no\n" +
                            call_row("a", "gate", "1.1", "queued") + wait_row("main:1.0", "a", "1");
  CHECK(contains(verdict_of(graph_of(waits)), "Nothing runs that could end these waits"));
  wait_graph graph = graph_of(waits);
  graph.keep_common(graph_of(waits + "left_out\tcount=10206\n"));  // of either look
  CHECK(verdict_of(graph) ==
        "10206 rows are not shown.\nSo nothing can be said about whether something is stuck.\n");
  CHECK(contains(verdict_of(graph_of(two_objects + "left_out\tcount=1\n")),
                 "One circle of waits is stuck for ever.\n1 row is not shown.\n"
                 "So nothing can be said about the other waits.\n"));
}

TEST_CASE("a process that does not answer is in the verdict, with what to do") {
  const wait_graph graph = graph_of(
      "look\tquiet=yes\nsilent\twhat=worker\thost=h3\tpid=123\n"
      "silent\twhat=the daemon of the host\thost=h4\n");
  CHECK(graph.silent().size() == 2);
  CHECK(contains(verdict_of(graph),
                 "Process 123 on host h3 does not answer; if it is stopped: kill -CONT 123\n"));
  CHECK(contains(verdict_of(graph), "No answer from the daemon of the host on host h4\n"));
  CHECK(contains(verdict_of(graph), "nothing can be said about whether something is stuck.\n"));
}

TEST_CASE("a count of calls that is not whole says so") {
  const wait_graph graph = graph_of(
      "look\tquiet=no\nobject\tname=1.1\tclass=slow\tstate=runs\tmethod=nap\twaiting=1\tcounted="
      "no\n");
  CHECK(contains(explain_all(graph), "slow 1.1: runs nap, at least 1 call waits\n"));
  CHECK(contains(verdict_of(graph), "slow::nap runs. At least 1 call or function waits.\n"));
}

TEST_CASE("what was sent to another process is known better by that one") {
  const wait_graph graph = graph_of(
      "look\tquiet=no\ncall\tid=a\tclass=slow\tmethod=run\tstate=sent\tto=1.3\tkey=7\n"
      "run\tkey=7\thost=vm\tprocess=1.3\n");
  CHECK(state_of_node(graph, "a") == "runs in vm 1.3");
  CHECK(state_of_node(graph, "nobody") == "runs");
  CHECK(text_of_node(graph, "nobody") == "a call of which nothing is known");
}

TEST_CASE("names of the program end no label of the graph for Graphviz") {
  const std::string dot =
      as_dot({{"1, \"x\"", graph_of("call\tid=\"x\\\tclass=\"]; evil [\"\tmethod=m\tstate=runs\n")},
              {"2, y", graph_of("")}});
  CHECK(contains(dot, "[label=\"\\\"]; evil [\\\"::m: runs\"]"));
  CHECK(contains(dot, "\"1 \\\"x\\\\\" [label"));
  CHECK(contains(dot, "subgraph cluster_1 {\n    label=\"1, \\\"x\\\"\"\n"));
  CHECK(contains(dot, "subgraph cluster_2 {"));
  CHECK(dot.find("digraph") == dot.rfind("digraph"));
  CHECK(as_dot({}) == "digraph waits {\n  node [shape=box]\n}\n");
}

TEST_CASE("rows that make no sense are left out") {
  const wait_graph graph = graph_of(
      "\n\t\nwait\nwait\tby=\tfor=x\nfeed\tfrom=a\nqueued\tobject=o\tcall=c\nobject\nlook\n=\tx\n"
      "call\tid\nwait\tby=a\tfor=a\tage_ms=99999999999999999999999\n");
  CHECK(graph.circles().size() == 1);  // what waits for itself
  CHECK(contains(explain_all(graph), "DEADLOCK: 1 wait"));
}

TEST_CASE("long chains and many waits are cut") {
  std::string text = "look\tquiet=no\n";
  for (int i = 0; i < 1'000; ++i)
    text += wait_row("c" + std::to_string(i), "c" + std::to_string(i + 1), std::to_string(i)) +
            wait_row("main:" + std::to_string(i), "c0", std::to_string(i));
  const std::string said = explain_all(graph_of(text));
  CHECK(said.size() < 20'000);
  CHECK(contains(said, "... and so on, to a call of which nothing is known: runs\n"));
  CHECK(contains(said, "and 980 more\n"));
}

TEST_CASE("equal steps of a chain are counted, and its cause is told") {
  std::string text =
      "look\tquiet=yes\n" + call_row("nap", "w", "", "runs") + wait_row("main:1", "49", "1");
  for (int i = 0; i < 50; ++i)
    text += "call\tid=" + std::to_string(i) +
            "\tclass=w\tmethod=add\tstate=arguments\tcalled_at=a.mpl.cc:2\nfeed\tto=" +
            std::to_string(i) + "\tfrom=" + (i == 0 ? "nap" : std::to_string(i - 1)) +
            "\targument=1\n";
  const std::string said = explain_all(graph_of(text));
  CHECK(contains(said,
                 "  needs the result of w::add, called at a.mpl.cc:2: has not begun\n"
                 "    ... 49 more calls like it\n"
                 "    argument 1 is the result of w::run, called at a.mpl.cc:3: runs\n"));
}

TEST_CASE("a large circle is told once, cut in its middle, and closed") {
  std::string text = "look\tquiet=no\n";
  for (int i = 0; i < 80; ++i)
    text += call_row("c" + std::to_string(i), "ball", std::to_string(i), "runs") +
            wait_row("c" + std::to_string(i), "c" + std::to_string((i + 1) % 80), "1");
  for (const std::string& said :
       {explain_all(graph_of(text)), explain(graph_of(text), "ball").text}) {
    CHECK(contains(said, "DEADLOCK: 80 wait for each other"));
    CHECK(contains(said, "... 68 more in between\n"));
    CHECK(contains(said, "<- the circle closes here\n"));
    CHECK(said.find("DEADLOCK") == said.rfind("DEADLOCK"));
    CHECK(said.find("circle closes") == said.rfind("circle closes"));
  }
}

TEST_CASE("a class is found without its namespaces and template arguments") {
  const wait_graph graph = graph_of(
      "call\tid=a\tclass=outer::inner::box<char, 34>\tmethod=put\tstate=runs\n"
      "call\tid=b\tclass=late\tmethod=create\tstate=sent\tto=1.3\n" +
      wait_row("main:1", "b", "1"));
  for (const char* const asked : {"box", "inner::box", "outer::inner::box<char, 34>", "box::put"})
    CHECK(explain(graph, asked).found);
  CHECK_FALSE(explain(graph, "ox").found);
  CHECK(contains(explain_all(graph), "needs the result of the creation of a late"));
}
