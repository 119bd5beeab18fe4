#include "tools/mentat/cxx_build.h"

#include <sstream>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

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

bool is_clang(const std::string& compiler) {
  return fs::path(compiler).filename().string().find("clang") != std::string::npos;
}

}  // namespace

expected<installed_options> read_installed_options(const installation& here) {
  auto compile = lines_of(here.options("compile"));
  if (!compile) return tl::unexpected(compile.error());
  auto link = lines_of(here.options("link"));
  if (!link) return tl::unexpected(link.error());
  return installed_options{std::move(*compile), std::move(*link)};
}

build_planner::build_planner(const installation& here, const installed_options& installed,
                             const cxx_request& request, const cxx_sources& sources,
                             fs::path folder, std::string compiler)
    : here_(here),
      installed_(installed),
      request_(request),
      sources_(sources),
      folder_(std::move(folder)),
      compiler_(std::move(compiler)) {}

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
             request_.output});
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

program_call build_planner::compilation(const std::string& source, const fs::path& object) const {
  program_call call{{compiler_, request_.goal == cxx_goal::compile ? request_.compile_option : "-c",
                     source, "-o", object.string()}};
  append(call.arguments, sources_.with_mirrored_folders(request_.options));
  // A dependency file describes a source that the user named, not a part of our own making.
  if (request_.goal == cxx_goal::compile && !source.ends_with(".server.cc"))
    append(call.arguments, request_.compile_options);
  append(call.arguments, installed_.compile);
  append(call.arguments, {"-isystem", here_.include().string()});
  const bool generated = source.starts_with(sources_.mirror().string());
  if (!generated) return call;
  // A column of generated text means nothing on a line of the user's file.
  append(call.arguments, {"-fno-show-column", is_clang(compiler_) ? "-fno-caret-diagnostics"
                                                                  : "-fno-diagnostics-show-caret"});
  call.arguments.push_back("-ffile-prefix-map=" + sources_.mirror().string() + "=");
  return call;
}

fs::path build_planner::generated_or_given(const link_item& item) const {
  return item.what == link_item::kind::mpl_source ? sources_.of(item.text).generated
                                                  : fs::path(item.text);
}

std::vector<program_call> build_planner::server_compilations(std::vector<fs::path>& objects) const {
  std::vector<program_call> calls;
  for (const mpl_file& file : sources_.files()) {
    if (!file.is_header()) continue;
    objects.push_back(folder_ / ("server" + std::to_string(objects.size()) + ".o"));
    calls.push_back(compilation(file.server.string(), objects.back()));
  }
  return calls;
}

/// A separately compiled object carries the server sections of the headers that it includes,
/// because the link step cannot know of them. Several objects carry the same one: their symbols are
/// weak.
void build_planner::join_server_parts(const std::vector<fs::path>& server_objects,
                                      const fs::path& object) {
  build_step weaken;
  program_call join{
      {compiler_, "-r", "-nostdlib", "-o", object.string() + ".joined", object.string()}};
  for (const fs::path& server : server_objects) {
    weaken.calls.push_back({{"objcopy", "--weaken", server.string()}});
    join.arguments.push_back(server.string());
  }
  plan_.steps.push_back(std::move(weaken));
  plan_.steps.push_back({{std::move(join)}});
}

void build_planner::compile_each() {
  build_step step;
  std::vector<fs::path> own_objects;
  std::vector<fs::path> server_objects;
  for (const link_item& item : request_.items) {
    if (item.what != link_item::kind::mpl_source && item.what != link_item::kind::cxx_source)
      continue;
    const fs::path made = folder_ / (std::to_string(plan_.outputs.size()) + ".o");
    step.calls.push_back(compilation(generated_or_given(item).string(), made));
    if (item.what == link_item::kind::mpl_source) own_objects.push_back(made);
    const bool to_stdout = request_.compile_option == "-E" && request_.output.empty();
    plan_.outputs.push_back({made, !request_.output.empty() ? request_.output
                                   : to_stdout
                                       ? ""
                                       : default_object_name(item.text, request_.compile_option)});
  }
  const bool objects = request_.compile_option == "-c";
  if (objects && !own_objects.empty())
    for (program_call& call : server_compilations(server_objects))
      step.calls.push_back(std::move(call));
  plan_.steps.push_back(std::move(step));
  if (server_objects.empty()) return;
  for (const fs::path& object : own_objects) {
    join_server_parts(server_objects, object);
    for (build_output& output : plan_.outputs)
      if (output.made == object) output.made += ".joined";
  }
}

void build_planner::compile_and_link() {
  build_step step;
  program_call link{{compiler_, "-o", (folder_ / "program").string()}};
  append(link.arguments, request_.options);
  std::vector<fs::path> server_objects;
  step.calls = server_compilations(server_objects);
  for (const link_item& item : request_.items) {
    if (item.what == link_item::kind::other) {
      link.arguments.push_back(item.text);
      continue;
    }
    const fs::path object = folder_ / (std::to_string(step.calls.size()) + ".o");
    step.calls.push_back(compilation(generated_or_given(item).string(), object));
    link.arguments.push_back(object.string());
  }
  for (const fs::path& object : server_objects) link.arguments.push_back(object.string());
  append(link.arguments, {"-Wl,--whole-archive", here_.library("mentat_start").string(),
                          "-Wl,--no-whole-archive", here_.library("mentat").string()});
  append(link.arguments, installed_.link);
  if (!step.calls.empty()) plan_.steps.push_back(std::move(step));
  plan_.steps.push_back({{std::move(link)}});
  plan_.outputs.push_back(
      {folder_ / "program", request_.output.empty() ? "a.out" : request_.output});
}

}  // namespace mentat::command
