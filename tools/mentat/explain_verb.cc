#include <algorithm>

#include "tools/mentat/cxx_build.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

program_call explanation_of(const std::string& file, const cxx_request& request,
                            const installed_options& installed, const installation& here,
                            const std::string& profile, bool json) {
  program_call call{{here.translator().string(), file, "--explain", "--line-name", file}};
  if (!profile.empty()) call.arguments.insert(call.arguments.end(), {"--profile", profile});
  if (json) call.arguments.emplace_back("--json");
  call.arguments.emplace_back("--");
  for (const auto* options : {&request.parsing_options, &installed.compile})
    call.arguments.insert(call.arguments.end(), options->begin(), options->end());
  call.arguments.insert(call.arguments.end(), {"-isystem", here.include().string()});
  return call;
}

}  // namespace

int run_explain(const installation& here, const arguments& given) {
  command_line line("explain");
  std::string profile;
  bool json = false;
  arguments words;
  line.option("--profile", profile);
  line.flag("--json", json);
  line.rest("FILE", words, true);
  if (const auto done = line.parse(given)) return *done;
  const auto request = parse_cxx_arguments(words);
  if (!request) return report(request.error());
  auto files = request->files(link_item::kind::mpl_source);
  const auto headers = request->files(link_item::kind::mpl_header);
  files.insert(files.end(), headers.begin(), headers.end());
  if (files.size() != 1)
    return report({files.empty() ? "name a .mpl.cc or .mpl.h file" : "name one file at a time", 2});
  const auto installed = read_installed_options(here);
  if (!installed) return report(installed.error());
  const auto end = run(explanation_of(files[0], *request, *installed, here, profile, json));
  if (!end) return report(end.error());
  return end->good() ? 0 : 1;
}

}  // namespace mentat::command
