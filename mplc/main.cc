// The command mplc: reads its options, translates one file, and writes the translation. Exit
// status: 0 translated, 1 the source has errors or a file cannot be read or written, 2 wrong
// options.

#include <unistd.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "mmps/base/shown_text.h"
#include "mplc/facts/call_profile.h"
#include "mplc/lower/lowering.h"
#include "mplc/parse/deep_stack.h"
#include "mplc/parse/frontend.h"
#include "mplc/version.h"

namespace {

using mentat::mplc::diagnostics;

struct settings {
  std::string input, output, output_name, server_output, header_name, line_name, emit,
      resource_directory, preambles, profile, profile_use, inputs, unused_inputs;
  std::vector<std::string> remarks, warnings, compiler_line;
  bool check_only = false, dump_lowered = false, times = false, no_preamble = false,
       readable = false, explain = false, json = false, space_uses = false;

  [[nodiscard]] bool has_warning(std::string_view name) const {
    return std::ranges::find(warnings, name) != warnings.end();
  }
};

// Everything behind `--` is for the parser of C++.
std::vector<std::string> split_compiler_line(int argc, char** argv, settings& chosen) {
  std::vector<std::string> own;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) own.emplace_back(argv[i]);
  for (++i; i < argc; ++i) chosen.compiler_line.emplace_back(argv[i]);
  std::ranges::reverse(own);  // as CLI11 wants it
  return own;
}

void describe(CLI::App& app, settings& chosen) {
  app.set_version_flag("--version", mentat::version_line("mplc") +
                                        " (the Mentat programming language to C++20, on Clang 19)");
  app.footer("Behind -- come flags as for a compiler: -I, -D, -std and so on.");
  app.add_option("input", chosen.input, "a .mpl.cc or .mpl.h file")->required();
  app.add_option(
      "-o", chosen.output,
      "the generated file, - for the standard output (default: the input without '.mpl')");
  app.add_option("--output-name", chosen.output_name,
                 "name of the generated file in #line (default: as given with -o)");
  app.add_option("--server-out", chosen.server_output, "where the server sections of a header go");
  app.add_option("--header-name", chosen.header_name,
                 "name by which the server file includes the generated header");
  app.add_option("--line-name", chosen.line_name, "name of the input in #line (default: as given)");
  app.add_option("--emit", chosen.emit,
                 "cc or h (default: from the input's name); python: the binding of a header's "
                 "classes, for `mentat python-module`")
      ->check(CLI::IsMember({"cc", "h", "python"}));
  app.add_option("--resource-dir", chosen.resource_directory,
                 "Clang's resource directory (default: beside its library)");
  app.add_option("--preambles", chosen.preambles,
                 "folder of precompiled headers (default: $MENTAT_PREAMBLES, else in ~/.cache)");
  app.add_flag("--no-preamble", chosen.no_preamble, "parse all headers each time");
  auto* inputs = app.add_option("--inputs", chosen.inputs,
                                "a file that lists, one a line, the possible inputs");
  app.add_option("--unused-inputs", chosen.unused_inputs,
                 "where to list those of them on which the translation does not depend")
      ->needs(inputs);
  app.add_option("-R", chosen.remarks, "-Rmentat: say where calls block and why")
      ->check(CLI::IsMember({"mentat"}))
      ->allow_extra_args(false);
  app.add_option("-W", chosen.warnings,
                 "-Welision: say where an ordinary compiler would make another program of this; "
                 "-Werror: warnings are errors")
      ->check(CLI::IsMember({"elision", "error"}))
      ->allow_extra_args(false);
  app.add_flag("--check-only", chosen.check_only, "report errors and write nothing");
  app.add_flag("--readable", chosen.readable,
               "write for people: formatted, without #line; it needs no mplc any more");
  auto* explain =
      app.add_flag("--explain", chosen.explain,
                   "write nothing; print where each result variable is produced and first needed, "
                   "and the work between");
  app.add_option("--profile", chosen.profile,
                 "with --explain: how long it waited, from a file that a run with "
                 "MENTAT_PROFILE=FILE wrote")
      ->needs(explain);
  app.add_option("--profile-use", chosen.profile_use,
                 "run calls inline that were too brief to be handed over, by a file that `mentat "
                 "profile --json --output=FILE RECORDING` wrote");
  app.add_flag("--json", chosen.json, "with --explain: as JSON")->needs(explain);
  app.add_flag("--space-uses", chosen.space_uses,
               "write nothing; print a line for each operation on a space, for `mentat explain "
               "--spaces`")
      ->excludes(explain);
  app.add_flag("--dump-lowered", chosen.dump_lowered, "print the text that the parser sees");
  app.add_flag("--times", chosen.times, "print how long each stage took");
}

int fail(const std::string& text) {
  std::cerr << "mplc: error: " << mentat::base::shown(text) << "\n";
  return 1;
}

int dump_lowered(const std::string& input) {
  std::ifstream file(input, std::ios::binary);
  if (!file) return fail("cannot read '" + input + "'");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::cout << mentat::mplc::lower(text).text;
  return 0;
}

bool read_lines(const std::string& path, std::vector<std::string>& lines) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return file.eof();
}

// The files appear whole and together, or not at all: each is complete before the first gets its
// name.
bool write_files(const std::vector<std::pair<std::string, const std::string*>>& files) {
  if (files.size() == 1 && files[0].first == "-") return !(std::cout << *files[0].second).fail();
  const std::string suffix = ".tmp" + std::to_string(::getpid());
  std::string unwritable;
  std::error_code failed;
  const auto written_to =
      [&](const std::string& path) {  // a device or a pipe is written, not replaced
        const bool replaced = !std::filesystem::exists(path, failed) ||
                              std::filesystem::is_regular_file(path, failed);
        return replaced ? path + suffix : path;
      };
  for (const auto& [path, text] : files) {
    std::ofstream file(written_to(path), std::ios::binary);
    file << *text;
    file.close();
    if (!file) unwritable = path;
  }
  for (const auto& [path, text] : files) {
    const std::string written = written_to(path);
    if (written == path) continue;
    if (unwritable.empty()) std::filesystem::rename(written, path, failed);
    if (failed && unwritable.empty()) unwritable = path;
    std::filesystem::remove(written, failed);
  }
  if (unwritable.empty()) return true;
  fail("cannot write '" + unwritable + "'");
  return false;
}

int print_explanation(const settings& chosen, const mentat::mplc::explanation& made) {
  tl::expected<mentat::mplc::wait_profile, std::string> profile;
  if (!chosen.profile.empty()) profile = mentat::mplc::read_profile(chosen.profile);
  if (!profile) return fail(profile.error());
  const auto* waits = chosen.profile.empty() ? nullptr : &*profile;
  std::cout << (chosen.json ? explain_as_json(made, waits) : explain_as_text(made, waits));
  return std::cout.flush() ? 0 : fail("cannot write to the standard output");
}

int write_python(const settings& chosen, const std::string& binding) {
  if (binding.empty())
    return fail("'" + chosen.input +
                "' defines no Mentat class that Python can use; class templates cannot be bound");
  return write_files({{chosen.output, &binding}}) ? 0 : 1;
}

std::string without_mpl(const std::string& input) {
  const auto at = input.rfind(".mpl.");
  return at == std::string::npos ? "" : input.substr(0, at) + input.substr(at + 4);
}

// Fills in what the command line leaves open. Returns 0, or the exit status.
int complete(settings& chosen) {
  if (chosen.output.empty() && chosen.emit == "python")
    return fail("a binding for Python has no usual name; give one with -o");
  if (chosen.output.empty()) chosen.output = without_mpl(chosen.input);
  if (chosen.output.empty() && !chosen.check_only && !chosen.explain && !chosen.space_uses)
    return fail("'" + chosen.input +
                "' does not end in .mpl.cc or .mpl.h; give the output with -o");
  if (chosen.emit.empty())
    chosen.emit = chosen.input.ends_with(".h") || chosen.input.ends_with(".hpp") ? "h" : "cc";
  if (chosen.emit == "python" && !chosen.input.ends_with(".h") && !chosen.input.ends_with(".hpp"))
    return fail("'" + chosen.input + "' is no header; Python uses the classes of .mpl.h files");
  if (chosen.line_name.empty()) chosen.line_name = chosen.input;
  if (chosen.output_name.empty()) chosen.output_name = chosen.output;
  if (chosen.header_name.empty())
    chosen.header_name = std::filesystem::path(chosen.output).filename().string();
  if (chosen.resource_directory.empty())
    chosen.resource_directory = mentat::mplc::find_resource_directory();
  return 0;
}

int run(settings& chosen) {
  if (chosen.dump_lowered) return dump_lowered(chosen.input);
  if (const int status = complete(chosen); status != 0) return status;

  diagnostics reports(
      {!chosen.remarks.empty(), chosen.has_warning("elision"), chosen.has_warning("error")});
  mentat::mplc::stage_times times;
  std::vector<std::string> inputs;
  if (!chosen.inputs.empty() && !read_lines(chosen.inputs, inputs))
    return fail("cannot read '" + chosen.inputs + "'");
  tl::expected<mentat::mplc::call_profile, std::string> calls;
  if (!chosen.profile_use.empty()) calls = mentat::mplc::call_profile::read(chosen.profile_use);
  if (!calls) return fail(calls.error());
  const mentat::mplc::translation_request request{
      .input = chosen.input,
      .line_name = chosen.line_name,
      .output_name = chosen.output_name,
      .header_name = chosen.header_name,
      .first_line = "// Translated by mplc " + std::string(mentat::version) + ".\n",
      .is_header = chosen.emit != "cc",
      .readable = chosen.readable,
      .explain = chosen.explain,
      .binds_python = chosen.emit == "python",
      .resource_directory = chosen.resource_directory,
      .compiler_line = chosen.compiler_line,
      .use_preamble = !chosen.no_preamble,
      .inputs = std::move(inputs),
      .profile = chosen.profile_use.empty() ? nullptr : &*calls,
      .preambles = chosen.preambles,
      .frees_memory = false};
  std::optional<mentat::mplc::translation> made;
  mentat::mplc::on_deep_stack(chosen.input,
                              [&] { made = mentat::mplc::translate(request, reports, times); });
  reports.print();
  if (chosen.times)
    std::cerr << "mplc: preamble " << times.preamble_use << " " << times.preamble
              << " ms, lowering " << times.lowering << " ms, parsing " << times.parsing
              << " ms, analysis and emission " << times.analysis << " ms\n";
  if (!made) {
    if (!reports.failed()) return fail("'" + chosen.input + "' could not be translated");
    return 1;
  }
  if (chosen.explain) return print_explanation(chosen, made->explained);
  if (chosen.space_uses) {
    std::cout << lines_of(made->space_uses);
    return std::cout.flush() ? 0 : fail("cannot write to the standard output");
  }
  if (chosen.check_only) return 0;
  if (chosen.emit == "python") return write_python(chosen, made->python);
  std::vector<std::pair<std::string, const std::string*>> files{{chosen.output, &made->text}};
  if (!chosen.server_output.empty()) files.emplace_back(chosen.server_output, &made->server);
  std::string unused;
  for (const std::string& input : made->unused) unused += input + "\n";
  if (!chosen.unused_inputs.empty()) files.emplace_back(chosen.unused_inputs, &unused);
  return write_files(files) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  settings chosen;
  CLI::App app("mplc: translates the Mentat programming language to C++", "mplc");
  describe(app, chosen);
  try {
    app.parse(split_compiler_line(argc, argv, chosen));
  } catch (const CLI::ParseError& stop) {
    return app.exit(stop) == 0 ? 0 : 2;
  }
  return run(chosen);
}
