#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>

#include "mplc/emit/space_report.h"
#include "tools/mentat/cxx_build.h"
#include "tools/mentat/elf_section.h"
#include "tools/mentat/files.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

// In each program with the run-time system, in the names of its types, which stripping leaves.
constexpr std::string_view name_of_run_time_types = "N6mentat";

// `wanted`: the options of mplc that say what it prints.
program_call explanation_of(const std::string& file, const cxx_request& request,
                            const installed_options& installed, const installation& here,
                            const arguments& wanted) {
  program_call call{{here.translator().string(), file, "--line-name", file}};
  call.arguments.insert(call.arguments.end(), wanted.begin(), wanted.end());
  call.arguments.emplace_back("--");
  for (const auto* options : {&request.parsing_options, &installed.compile})
    call.arguments.insert(call.arguments.end(), options->begin(), options->end());
  call.arguments.insert(call.arguments.end(), {"-isystem", here.include().string()});
  return call;
}

bool is_mpl_file(const std::string& word) {
  return !word.starts_with('-') && (word.ends_with(".mpl.cc") || word.ends_with(".mpl.h"));
}

arguments mpl_files(const arguments& words) {
  arguments files;
  std::ranges::copy_if(words, std::back_inserter(files), is_mpl_file);
  return files;
}

// The request for that file with the options among the words. `mentat c++` takes a header only to
// show it.
expected<cxx_request> request_for(const std::string& file, arguments words) {
  std::erase_if(words, is_mpl_file);
  words.push_back(file);
  if (file.ends_with(".h")) words.emplace_back("--emit=cc");
  return parse_cxx_arguments(words);
}

bool is_program(const arguments& words) {
  return words.size() == 1 && !words[0].starts_with('-') && !is_mpl_file(words[0]);
}

expected<std::string> space_uses_of_program(const std::string& path) {
  const auto file = read_file(path);
  if (!file) return tl::unexpected(file.error());
  const auto section = section_of(*file, mplc::spaces_section);
  if (!section) return fail("cannot explain '" + path + "': " + section.error().text);
  if (file->find(name_of_run_time_types) == std::string::npos)
    return fail("cannot explain '" + path + "': it is no Mentat program", 2);
  return mplc::lines_of_section(*section);
}

expected<std::string> space_uses_of_files(const arguments& words, const installation& here) {
  const arguments files = mpl_files(words);
  if (files.empty()) return fail("name a program, or .mpl.cc and .mpl.h files", 2);
  const auto installed = read_installed_options(here);
  if (!installed) return tl::unexpected(installed.error());
  std::string lines;
  for (const std::string& file : files) {
    const auto request = request_for(file, words);
    if (!request) return tl::unexpected(request.error());
    const auto more = output_of(explanation_of(file, *request, *installed, here, {"--space-uses"}));
    if (!more) return tl::unexpected(more.error());
    lines += *more;
  }
  return lines;
}

int explain_spaces(const arguments& words, const installation& here, bool json) {
  const auto lines =
      is_program(words) ? space_uses_of_program(words[0]) : space_uses_of_files(words, here);
  if (!lines) return report(lines.error());
  auto uses = mplc::uses_of_lines(*lines);
  if (!uses)
    return report({"cannot explain '" + words[0] + "': what it tells of spaces is damaged"});
  const auto all = mplc::tuple_types_of(std::move(*uses));
  std::fputs((json ? mplc::spaces_as_json(all) : mplc::spaces_as_text(all)).c_str(), stdout);
  return 0;
}

}  // namespace

int run_explain(const installation& here, const arguments& given) {
  command_line line("explain");
  std::string profile;
  bool json = false, spaces = false;
  arguments words;
  line.option("--profile", profile);
  line.flag("--spaces", spaces);
  line.flag("--json", json);
  line.rest("FILE", words, true);
  if (const auto done = line.parse(given)) return *done;
  if (spaces && !profile.empty()) return report({"--spaces and --profile exclude each other", 2});
  if (spaces) return explain_spaces(words, here, json);
  const arguments files = mpl_files(words);
  if (files.size() != 1)
    return report({files.empty() ? "name a .mpl.cc or .mpl.h file" : "name one file at a time", 2});
  const auto request = request_for(files[0], words);
  if (!request) return report(request.error());
  const auto installed = read_installed_options(here);
  if (!installed) return report(installed.error());
  arguments wanted{"--explain"};
  if (!profile.empty()) wanted.insert(wanted.end(), {"--profile", profile});
  if (json) wanted.emplace_back("--json");
  const auto end = run(explanation_of(files[0], *request, *installed, here, wanted));
  if (!end) return report(end.error());
  return end->good() ? 0 : 1;
}

}  // namespace mentat::command
