#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>

#include "mplc/version.h"
#include "tools/mentat/compile_commands.h"
#include "tools/mentat/cxx_build.h"
#include "tools/mentat/files.h"
#include "tools/mentat/missing_package.h"
#include "tools/mentat/precompiled.h"
#include "tools/mentat/replace_all.h"
#include "tools/mentat/response_files.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/users_names.h"
#include "tools/mentat/users_places.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

std::string quoted(const program_call& call) {
  std::string line;
  for (const std::string& word : call.arguments)
    line += " " + (word.find_first_of(" \t\"'\\$") == std::string::npos ? word : "'" + word + "'");
  return line;
}

void print_commands(const build_step& step) {
  for (const program_call& call : step.calls) std::fprintf(stderr, "%s\n", quoted(call).c_str());
}

/// The file for a source from standard input; its name gives the object name that g++ would choose.
fs::path input_in(const fs::path& folder) { return folder / "input" / "-.mpl.cc"; }

/// Removes the private folder from the text; the linker names objects in it.
std::string in_users_terms(std::string text, const fs::path& folder) {
  replace_all(text, input_in(folder).string(), "<stdin>");
  replace_all(text, folder.string() + "/", "");
  return text;
}

constexpr const char* two_mains =
    "the program has more than one main; one of them is in a translated source. Keep one: a "
    "plain main makes a mentat::runtime (<mentat/runtime.h>) and calls functions of translated "
    "sources inside of its run()";

bool is_translation(const program_call& call, const installation& here) {
  return call.arguments.front() == here.translator().string();
}

/// Requests colours explicitly, because the program's output goes to a file.
void ask_for_colors(program_call& call, const installation& here) {
  call.environment.emplace_back("MENTAT_COLOR", colors_errors() ? "always" : "never");
  const bool told =
      std::any_of(call.arguments.begin(), call.arguments.end(), [](const std::string& word) {
        return word.starts_with("-fdiagnostics-color") ||
               word.starts_with("-fno-diagnostics-color");
      });
  if (!told && colors_errors() && !is_translation(call, here))
    call.arguments.emplace_back("-fdiagnostics-color=always");
}

/// Rewrites the compiler's messages on translations as if they concerned the user's text.
std::string of_users_text(const std::string& messages, const cxx_sources& sources,
                          const installation& here) {
  users_places places;
  for (const mpl_file& file : sources.files()) places.add(file.original, file.generated);
  return in_users_names(places.in_users_places(messages, here.include()));
}

/// Makes `precompiled`, if requested, in parallel with the calls; ignores its failure.
std::vector<expected<program_end>> run_beside(precompiled_header* precompiled,
                                              std::vector<program_call> calls) {
  const bool makes = precompiled && precompiled->making();
  if (makes) calls.push_back(*precompiled->making());
  auto ends = run_all(calls, std::max(1u, std::thread::hardware_concurrency()));
  if (!makes) return ends;
  if (ends.back() && ends.back()->good()) precompiled->keep();
  ends.pop_back();
  return ends;
}

/// Runs the calls of a step; prints their output in the order of calls, in the user's terms.
int run_step(build_step step, const installation& here, const cxx_sources& sources,
             const fs::path& folder, precompiled_header* precompiled) {
  for (std::size_t i = 0; i < step.calls.size(); ++i) {
    step.calls[i].standard_error = folder / ("messages" + std::to_string(i));
    ask_for_colors(step.calls[i], here);
  }
  const auto ends = run_beside(precompiled, step.calls);
  int status = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto messages = read_file(*step.calls[i].standard_error);
    if (messages) {
      const bool of_translation = !messages->empty() && !is_translation(step.calls[i], here);
      const std::string shown =
          of_translation ? of_users_text(*messages, sources, here) : *messages;
      std::fputs(in_users_terms(sources.in_users_terms(shown), folder).c_str(), stderr);
      if (const auto package = missing_package(*messages)) report({what_to_install(*package)});
      if (messages->find("multiple definition of `main'") != std::string::npos) report({two_mains});
    }
    if (!ends[i]) {
      status = std::max(status, report(ends[i].error()));
    } else if (!ends[i]->good()) {
      if (ends[i]->signal != 0)
        report({step.calls[i].arguments.front() + " was ended by " + describe(*ends[i])});
      else if (messages && messages->empty())
        report({step.calls[i].arguments.front() + " failed without a message; is there room in '" +
                folder.parent_path().string() + "' (TMPDIR)?"});
      status = std::max(status, 1);
    }
  }
  return status;
}

/// Replaces the mirror and private objects in the dependency files of -MD.
expected<void> mend_dependencies(const cxx_request& request, const cxx_sources& sources,
                                 const build_plan& plan) {
  const auto given =
      std::find(request.compile_options.begin(), request.compile_options.end(), "-MF");
  const bool wanted =
      std::any_of(request.compile_options.begin(), request.compile_options.end(),
                  [](const std::string& each) { return each == "-MD" || each == "-MMD"; });
  if (!wanted || request.goal != cxx_goal::compile) return {};
  for (const build_output& output : plan.outputs) {
    fs::path made = output.made;
    if (made.extension() == ".joined") made.replace_extension();
    fs::path file = made;
    file.replace_extension(".d");
    if (given != request.compile_options.end() && given + 1 != request.compile_options.end())
      file = *(given + 1);
    auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    std::string mended = sources.in_users_rule(*text);
    if (const std::size_t at = mended.find(in_rule(made)); at != std::string::npos)
      mended.replace(at, in_rule(made).size(), in_rule(output.wanted));
    fs::path wanted_file = output.wanted;
    if (given == request.compile_options.end()) file = wanted_file.replace_extension(".d");
    const auto done = write_file(file, mended);
    if (!done) return done;
  }
  return {};
}

/// -E, -M and -MM: their output names files.
bool names_files(const cxx_request& request) {
  return request.goal == cxx_goal::compile &&
         (request.compile_option == "-E" || request.compile_option.starts_with("-M"));
}

int put_in_place(const build_plan& plan, const cxx_request& request, const cxx_sources& sources,
                 const fs::path& folder) {
  const bool is_rule = request.compile_option.starts_with("-M");
  for (const build_output& output : plan.outputs) {
    if (names_files(request)) {
      auto text = read_file(output.made);
      if (!text) return report(text.error());
      const auto mended = write_file(
          output.made,
          in_users_terms(is_rule ? sources.in_users_rule(*text) : sources.in_users_terms(*text),
                         folder));
      if (!mended) return report(mended.error());
    }
    if (output.wanted.empty()) {
      const auto text = read_file(output.made);
      if (!text) return report(text.error());
      std::fwrite(text->data(), 1, text->size(), stdout);
      continue;
    }
    const auto done = move_into_place(output.made, output.wanted);
    if (!done) return report(done.error());
  }
  return std::fflush(stdout) == 0 ? 0 : report({"cannot write to standard output"});
}

std::string chosen_compiler(const cxx_request& request) {
  if (!request.compiler.empty()) return request.compiler;
  const char* named = std::getenv("MENTAT_CXX");
  return named && *named ? named : "g++";
}

/// A problem with exit status 127, as in a shell, if there is no such compiler.
expected<void> check_compiler(const std::string& compiler) {
  std::error_code error;
  if (compiler.find('/') != std::string::npos ? fs::exists(compiler, error)
                                              : in_path(compiler).has_value())
    return {};
  return fail("there is no C++ compiler '" + compiler + "'; " + what_to_install("g++") +
                  ", or name another in MENTAT_CXX",
              127);
}

int ask_compiler(const cxx_request& request, const arguments& given) {
  program_call question{{chosen_compiler(request)}};
  const std::size_t own = request.compiler.empty() ? 0 : request.launcher.size() + 2;
  question.arguments.insert(question.arguments.end(),
                            given.begin() + static_cast<std::ptrdiff_t>(own), given.end());
  const auto end = run(question);
  return end ? end->status() : report(end.error());
}

int print_versions(const installation& here, const cxx_request& request) {
  std::printf("mentat c++ %s, with\n", version);
  std::fflush(stdout);
  for (const std::string& program : {here.translator().string(), chosen_compiler(request)}) {
    const auto end = run({{program, "--version"}});
    if (!end) return report(end.error());
  }
  return 0;
}

/// Reports an unusable place now rather than after a minute of work.
expected<void> check_places(const cxx_request& request) {
  for (const link_item& item : request.items) {
    std::error_code error;
    if (item.text[0] != '-' && item.text[0] != '@' && item.what != link_item::kind::other &&
        !fs::exists(item.text, error))
      return fail("there is no file '" + item.text + "'");
  }
  const fs::path folder = fs::path(request.output).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error))
    return fail("-o " + request.output + ": there is no folder '" + folder.string() + "'");
  if (!request.output.empty() && fs::is_directory(request.output, error))
    return fail("-o " + request.output + ": it is a folder");
  return {};
}

/// For editors: records the files as the user wrote them, whether or not they compile.
expected<void> note_commands(const installation& here, const installed_options& installed,
                             const cxx_request& request, const cxx_sources& sources) {
  std::vector<std::string> files = request.files(link_item::kind::cxx_source);
  for (const mpl_file& file : sources.files()) files.push_back(file.original);
  std::vector<compile_command> commands;
  for (const std::string& file : files) {
    compile_command command{file, {"clang++", "-xc++"}};
    for (const auto* options : {&request.options, &installed.compile})
      command.arguments.insert(command.arguments.end(), options->begin(), options->end());
    for (const std::string& word : {std::string("-Wno-unknown-attributes"), std::string("-isystem"),
                                    here.include().string(), file})
      command.arguments.push_back(word);
    commands.push_back(std::move(command));
  }
  return update_compile_commands(request.compile_commands, fs::current_path(), commands);
}

/// Saves a translated source from standard input to a file. Its quoted includes are resolved from
/// the current folder, as by the compiler.
expected<void> keep_standard_input(cxx_request& request, const fs::path& folder) {
  for (link_item& item : request.items) {
    if (item.what != link_item::kind::mpl_source || item.text != "-") continue;
    std::ostringstream text;
    text << std::cin.rdbuf();
    const fs::path kept = input_in(folder);
    std::error_code error;
    fs::create_directory(kept.parent_path(), error);
    if (const auto written = write_file(kept, text.str()); !written) return written;
    item.text = kept.string();
    const std::string here = fs::current_path().string();
    for (auto* options : {&request.options, &request.parsing_options})
      options->insert(options->begin(), {"-iquote", here});
    request.quote_folders.emplace(request.quote_folders.begin(), here);
  }
  return {};
}

int build(const installation& here, cxx_request request) {
  const std::string compiler = chosen_compiler(request);
  if (const auto usable = check_compiler(compiler); !usable) return report(usable.error());
  if (const auto places = check_places(request); !places) return report(places.error());
  const auto installed = read_installed_options(here);
  if (!installed) return report(installed.error());
  drop_include_folder(request, here.include());
  const auto folder = temporary_folder::create("c++");
  if (!folder) return report(folder.error());
  if (const auto kept = keep_standard_input(request, folder->path()); !kept)
    return report(kept.error());
  cxx_sources sources(folder->path() / "source");
  if (const auto added = sources.add(request); !added) return report(added.error());
  if (const auto prepared = sources.prepare(); !prepared) return report(prepared.error());
  if (!request.compile_commands.empty())
    if (const auto noted = note_commands(here, *installed, request, sources); !noted)
      return report(noted.error());

  auto precompiled = precompiled_header::find(here, *installed, request, compiler);
  const build_plan plan = build_planner(here, *installed, request, sources, folder->path(),
                                        compiler, precompiled ? precompiled->folder() : fs::path())
                              .plan();
  for (const build_step& step : plan.steps) {
    const bool shows = request.verbose && !chosen_manner().verbose;
    if (shows || request.show_only) print_commands(step);
    if (request.show_only) continue;
    // The first step only translates; the second one compiles and takes longest.
    const bool makes =
        precompiled && &step == &plan.steps[std::min<std::size_t>(1, plan.steps.size() - 1)];
    if (const int status =
            run_step(step, here, sources, folder->path(), makes ? &*precompiled : nullptr);
        status != 0)
      return status;
  }
  if (request.show_only) return 0;
  if (const auto mended = mend_dependencies(request, sources, plan); !mended)
    return report(mended.error());
  return put_in_place(plan, request, sources, folder->path());
}

}  // namespace

int run_cxx(const installation& here, const arguments& given) {
  const auto words = with_response_files(given);
  if (!words) return report(words.error());
  const auto request = parse_cxx_arguments(*words);
  if (!request) return report(request.error());
  if (request->help) return command_line::explain("c++");
  if (request->print_version) return print_versions(here, *request);
  if (request->goal == cxx_goal::ask_compiler) return ask_compiler(*request, given);
  return build(here, *request);
}

}  // namespace mentat::command
