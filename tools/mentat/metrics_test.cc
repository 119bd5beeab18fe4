#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/metrics.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mentat::command;
using mentat::host::rows_from_text;

namespace {

metrics_look look_at(std::vector<class_activity> classes, const std::string& programs) {
  metrics_look made;
  for (const class_activity& one : classes)
    made.executed.push_back(mentat::host::session_row{"class", {}}
                                .add("program", one.program)
                                .add("name", one.name)
                                .add("calls", std::to_string(one.calls)));
  made.classes = std::move(classes);
  made.programs = rows_from_text(programs);
  return made;
}

class_activity one(const std::string& program, const std::string& name, unsigned long long calls) {
  class_activity made;
  made.program = program, made.name = name, made.calls = calls;
  return made;
}

bool has(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("values of labels are escaped, whatever they contain") {
  CHECK(label_value("a\"b\\c") == "a\\\"b\\\\c");
  CHECK(label_value("<img onerror>") == "<img onerror>");
  CHECK(label_value("x\ny\x01").find_first_of("\n\x01") == std::string::npos);
  CHECK(label_value(std::string(100'000, 'x')).size() < 300);
  CHECK(label_value("\xff\xfe").find('\xff') == std::string::npos);
}

TEST_CASE("a counter does not fall when a program ends, is silent, or another gets its number") {
  metrics counted;
  const std::string both = "program\tnumber=1\nprogram\tnumber=2\n";
  CHECK(has(counted.text_of(look_at({one("1", "a", 10), one("2", "a", 5)}, both)),
            "mentat_calls_total{class=\"a\"} 15"));
  auto silent = look_at({one("2", "a", 6)}, "program\tnumber=2\n");
  silent.silent = 1;
  CHECK(has(counted.text_of(silent), "mentat_calls_total{class=\"a\"} 16"));
  CHECK(has(counted.text_of(look_at({one("1", "a", 12), one("2", "a", 6)}, both)),
            "mentat_calls_total{class=\"a\"} 18"));
  CHECK(has(counted.text_of(look_at({}, "")), "mentat_calls_total{class=\"a\"} 18"));
  CHECK(has(counted.text_of(look_at({one("1", "a", 3)}, "program\tnumber=1\n")),
            "mentat_calls_total{class=\"a\"} 21"));
  CHECK(has(counted.text_of(look_at({one("1", "a", 2)}, "program\tnumber=1\n")),
            "mentat_calls_total{class=\"a\"} 23"));
}

TEST_CASE("a process that is silent, or was killed, is not counted twice") {
  metrics counted;
  const auto look = [&](const std::string& executed) {
    metrics_look made;
    made.executed = rows_from_text(executed);
    made.programs = rows_from_text("program\tnumber=1\n");
    return counted.text_of(made);
  };
  const std::string first = "class\tprogram=1\thost=n1\tprocess=0.1\tpid=7\tname=a\tcalls=";
  const std::string second = "class\tprogram=1\thost=n2\tprocess=1.1\tpid=7\tname=a\tcalls=";
  CHECK(has(look(first + "100\n" + second + "50\n"), "mentat_calls_total{class=\"a\"} 150"));
  CHECK(has(look(second + "51\n"), "mentat_calls_total{class=\"a\"} 151"));
  CHECK(has(look(first + "101\n" + second + "52\n"), "mentat_calls_total{class=\"a\"} 153"));
}

TEST_CASE("a million classes do not make a million series, and the busiest have their own") {
  std::vector<class_activity> all;
  for (int i = 0; i < 1'000'000; ++i) all.push_back(one("1", "c" + std::to_string(i), 1));
  all.push_back(one("1", "busy", 1'000));
  metrics counted;
  const std::string text = counted.text_of(look_at(std::move(all), "program\tnumber=1\n"));
  CHECK(count(text, "mentat_calls_total{") == metrics::most_classes + 1);
  CHECK(has(text, "mentat_calls_total{class=\"busy\"} 1000"));
  CHECK(has(text, "mentat_calls_total{class=\"other\"} 999801"));
  CHECK(text.size() < 200'000);
}

TEST_CASE("hosts and dropped messages are counted") {
  metrics_look look;
  look.hosts = rows_from_text(
      "host\tname=n1\tstate=lost\tcores=4\nhost\tname=n1\tstate=up\tcores=8\n"
      "host\tname=n2\tstate=draining\tcores=2\n");
  look.drops = rows_from_text(
      "drop\tprogram=1\thost=n1\tpid=3\twhat=late result\tcount=5\n"
      "drop\tprogram=1\thost=n2\tpid=3\twhat=late result\tcount=2\n");
  look.programs = rows_from_text("program\tnumber=1\n");
  metrics counted;
  static_cast<void>(counted.text_of(look));
  const std::string text = counted.text_of(look);
  CHECK(has(text, "mentat_host_up{host=\"n1\"} 1"));
  CHECK(has(text, "mentat_host_cores{host=\"n1\"} 8"));
  CHECK(has(text, "mentat_host_up{host=\"n2\"} 0"));
  CHECK(has(text, "mentat_dropped_messages_total{what=\"late result\"} 7"));
  CHECK(has(metrics::text_of_failure(), "mentat_up 0"));
}
