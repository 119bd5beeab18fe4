#include <algorithm>
#include <cstdio>

#include "tools/mentat/doctor_checks.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

const char* word_for(health state) {
  switch (state) {
    case health::good:
      return "good";
    case health::doubtful:
      return "doubtful";
    case health::faulty:
      return "faulty";
  }
  return "";
}

void print_table(const std::vector<finding>& findings) {
  for (const finding& each : findings) {
    std::printf("%-9s %-16s %s\n", word_for(each.state), each.name.c_str(), each.found.c_str());
    if (!each.mend.empty()) std::printf("%-26s -> %s\n", "", each.mend.c_str());
  }
}

void print_json(const std::vector<finding>& findings, bool fault) {
  std::vector<json_object> checks;
  for (const finding& each : findings) {
    checks.emplace_back();
    checks.back()
        .add("name", each.name)
        .add("state", word_for(each.state))
        .add("found", each.found)
        .add("mend", each.mend);
  }
  json_object all;
  all.add("healthy", !fault).add("checks", checks);
  std::fputs(all.text().c_str(), stdout);
}

}  // namespace

int run_doctor(const installation& here, const arguments& given) {
  command_line line("doctor");
  bool json = false;
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const std::vector<finding> findings = examine(here);
  const bool fault = std::any_of(findings.begin(), findings.end(),
                                 [](const finding& each) { return each.state == health::faulty; });
  if (json)
    print_json(findings, fault);
  else
    print_table(findings);
  return fault ? 1 : 0;
}

}  // namespace mentat::command
