#include "tools/mentat/cxx_build.h"

#include <algorithm>
#include <sstream>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

constexpr const char* checks_only = "-fsyntax-only";

void append(words& list, const words& more) { list.insert(list.end(), more.begin(), more.end()); }

expected<words> lines_of(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  words lines;
  std::istringstream stream(*text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace

bool is_clang(const std::string& compiler) {
  std::error_code error;
  const auto program = compiler.find('/') == std::string::npos ? in_path(compiler) : compiler;
  const fs::path behind = program ? fs::canonical(*program, error) : fs::path();
  for (const fs::path& each : {fs::path(compiler), behind})
    if (each.filename().string().find("clang") != std::string::npos) return true;
  return false;
}

expected<installed_options> read_installed_options(const installation& here) {
  auto compile = lines_of(here.options("compile"));
  if (!compile) return tl::unexpected(compile.error());
  auto link = lines_of(here.options("link"));
  if (!link) return tl::unexpected(link.error());
  return installed_options{std::move(*compile), std::move(*link)};
}

build_planner::build_planner(const installation& here, const installed_options& installed,
                             const cxx_request& request, const cxx_sources& sources,
                             fs::path folder, std::string compiler, fs::path precompiled)
    : here_(here),
      installed_(installed),
      request_(request),
      sources_(sources),
      folder_(std::move(folder)),
      compiler_(std::move(compiler)),
      precompiled_(std::move(precompiled)) {}

build_plan build_planner::plan() {
  translate();
  if (request_.goal == cxx_goal::compile) compile_each();
  if (request_.goal == cxx_goal::link) compile_and_link();
  return std::move(plan_);
}

void build_planner::translate() {
  build_step step;
  for (const mpl_file& file : sources_.files()) {
    step.calls.push_back(translation(file));
    const bool shown =
        request_.goal == cxx_goal::show_translation || request_.goal == cxx_goal::show_server;
    if (!shown) continue;
    for (const link_item& item : request_.items)
      if (item.text == file.original)
        plan_.outputs.push_back(
            {request_.goal == cxx_goal::show_server ? file.server : file.generated,
             request_.prints() ? "" : request_.output, file.original});
  }
  if (!step.calls.empty()) plan_.steps.push_back(std::move(step));
}

program_call build_planner::translation(const mpl_file& file) const {
  program_call call{{here_.translator().string(), file.original, "-o", file.generated.string()}};
  if (file.is_header())
    append(call.arguments, {"--server-out", file.server.string(), "--header-name",
                            file.generated.filename().string()});
  append(call.arguments, {"--line-name", file.original});
  if (request_.goal == cxx_goal::show_translation || request_.goal == cxx_goal::show_server)
    call.arguments.emplace_back("--readable");
  append(call.arguments, request_.mplc_options);
  call.arguments.emplace_back("--");
  append(call.arguments, request_.parsing_options);
  append(call.arguments, installed_.compile);
  append(call.arguments, {"-isystem", here_.include().string()});
  return call;
}

program_call build_planner::compilation(const link_item& item, const fs::path& made) const {
  const bool compiles = request_.goal == cxx_goal::compile;
  const std::string option = compiles ? request_.compile_option : "-c";
  program_call call;
  if (item.what == link_item::kind::mpl_source) {
    call = translated_compilation(sources_.of(item.text).generated, option, made);
  } else {
    call.arguments = request_.launcher;
    append(call.arguments, {compiler_, option});
    if (!item.language.empty()) append(call.arguments, {"-x", item.language});
    call.arguments.push_back(item.text);
    if (!item.language.empty()) append(call.arguments, {"-x", "none"});
    if (option != checks_only) append(call.arguments, {"-o", made.string()});
    call.arguments.emplace_back(probes_the_stack);
    append(call.arguments, request_.options);
    append(call.arguments, {"-isystem", here_.include().string()});
  }
  if (compiles) append(call.arguments, request_.compile_options);
  if (request_.verbose) call.arguments.emplace_back("-v");
  return call;
}

program_call build_planner::translated_compilation(const fs::path& generated,
                                                   const std::string& option,
                                                   const fs::path& made) const {
  program_call call{{compiler_, option, generated.string()}};
  if (option != checks_only) append(call.arguments, {"-o", made.string()});
  call.arguments.emplace_back(probes_the_stack);
  append(call.arguments, sources_.with_mirrored_folders(request_.options));
  append(call.arguments, installed_.compile);
  if (!precompiled_.empty()) append(call.arguments, {"-isystem", precompiled_.string()});
  append(call.arguments, {"-isystem", here_.include().string()});
  // Disables carets: under the user's line they would show the column of the translation.
  call.arguments.emplace_back(is_clang(compiler_) ? "-fno-caret-diagnostics"
                                                  : "-fno-diagnostics-show-caret");
  call.arguments.push_back("-ffile-prefix-map=" + sources_.mirror().string() + "=");
  return call;
}

void build_planner::add_server_compilations(build_step& step) {
  for (const mpl_file& file : sources_.files()) {
    if (!file.is_header()) continue;
    const fs::path made = folder_ / ("server" + std::to_string(server_objects_.size()) + ".o");
    step.calls.push_back(translated_compilation(file.server, "-c", made));
    server_objects_[file.server] = made;
  }
}

/// Links the server sections of included headers into each separately compiled object, because the
/// link step cannot know of them. Several objects may carry the same section: its definitions are
/// weak.
void build_planner::join_server_parts() {
  build_step step;
  for (const link_item& item : request_.items) {
    if (item.what != link_item::kind::mpl_source) continue;
    build_output& output =
        *std::find_if(plan_.outputs.begin(), plan_.outputs.end(),
                      [&](const build_output& one) { return one.of == item.text; });
    const fs::path joined = output.made.string() + ".joined";
    program_call join{{compiler_, "-r", "-nostdlib", "-o", joined.string(), output.made.string()}};
    for (const mpl_file& header : sources_.headers_of(item.text))
      join.arguments.push_back(server_objects_.at(header.server).string());
    if (join.arguments.back() == output.made) continue;  // includes no Mentat header
    output.made = joined;
    step.calls.push_back(std::move(join));
  }
  if (!step.calls.empty()) plan_.steps.push_back(std::move(step));
}

void build_planner::compile_each() {
  build_step step;
  for (const link_item& item : request_.items) {
    if (item.what != link_item::kind::mpl_source && item.what != link_item::kind::cxx_source)
      continue;
    const fs::path made = folder_ / (std::to_string(plan_.outputs.size()) + ".o");
    step.calls.push_back(compilation(item, made));
    std::string wanted = request_.output;
    if (request_.prints())
      wanted.clear();
    else if (wanted.empty())
      wanted = default_object_name(item.text, request_.compile_option);
    plan_.outputs.push_back({made, wanted, item.text});
  }
  const bool objects = request_.compile_option == "-c";
  if (objects) add_server_compilations(step);
  plan_.steps.push_back(std::move(step));
  if (objects) join_server_parts();
  if (request_.compile_option == checks_only) plan_.outputs.clear();
}

void build_planner::compile_and_link() {
  build_step step;
  program_call link{{compiler_, "-o", (folder_ / "program").string()}};
  append(link.arguments, request_.options);
  if (request_.verbose) link.arguments.emplace_back("-v");
  add_server_compilations(step);
  for (const link_item& item : request_.items) {
    if (item.what == link_item::kind::other) {
      link.arguments.push_back(item.text);
      continue;
    }
    const fs::path object = folder_ / (std::to_string(step.calls.size()) + ".o");
    step.calls.push_back(compilation(item, object));
    link.arguments.push_back(object.string());
  }
  for (const auto& [server, object] : server_objects_) link.arguments.push_back(object.string());
  append_run_time_system(link.arguments);
  if (!step.calls.empty()) plan_.steps.push_back(std::move(step));
  plan_.steps.push_back({{std::move(link)}});
  plan_.outputs.push_back(
      {folder_ / "program", request_.output.empty() ? "a.out" : request_.output, ""});
}

void build_planner::append_run_time_system(words& link) const {
  // With -r the object is linked again later, and gets the run-time system then.
  if (std::find(request_.options.begin(), request_.options.end(), "-r") != request_.options.end())
    return;
  // From an archive the linker takes only undefined symbols: none for plain C++.
  link.push_back(here_.library("mentat").string());
  append(link, installed_.link);
}

}  // namespace mentat::command
