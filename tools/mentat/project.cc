#include "tools/mentat/project.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/process.h"
#include "tools/mentat/replace_all.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 64;

/// A template's file and its name in a project.
struct template_file {
  std::string from, to;
};
using template_files = std::vector<template_file>;

/// The files of a --template or --build; empty if unknown.
template_files files_of_kind(const std::string& kind) {
  if (kind == "hello")
    return {{"hello.source", "@NAME@.mpl.cc"}, {"hello.expected", "@NAME@.expected"}};
  if (kind == "pipeline")
    return {{"pipeline.source", "@NAME@.mpl.cc"},
            {"pipeline.header", "@NAME@_stages.mpl.h"},
            {"pipeline.classes", "@NAME@_stages.mpl.cc"},
            {"pipeline.expected", "@NAME@.expected"}};
  return {};
}

template_files files_of_build(const std::string& build) {
  if (build == "bazel")
    return {
        {"bazel.BUILD", "BUILD"}, {"bazel.WORKSPACE", "WORKSPACE"}, {"bazel.bazelrc", ".bazelrc"}};
  if (build == "cmake") return {{"cmake.CMakeLists.txt", "CMakeLists.txt"}};
  if (build == "make") return {{"make.Makefile", "Makefile"}};
  return {};
}

/// The values of the @NAME@ placeholders in a template.
using replacements = std::vector<std::pair<std::string, std::string>>;

std::string filled(std::string text, const replacements& all) {
  for (const auto& [from, to] : all) replace_all(text, from, to);
  return text;
}

/// The path of the installation for other builds: in a checkout, a link that stays the same.
fs::path installation_path(const installation& here) {
  std::error_code error;
  const fs::path link = here.checkout ? *here.checkout / "bazel-bin/tools/sdk/sdk" : fs::path();
  return here.checkout && fs::exists(link, error) ? link : here.prefix;
}

/// Refuses special characters: files of three build systems, with different quoting, contain the
/// path. CMake takes blanks between quotes, and make passes them on to a shell; to Bazel a blank
/// ends an option of the compiler.
expected<void> check_path(const fs::path& path, const std::string& build) {
  const bool takes_blanks = build != "bazel";
  const std::string special = std::string("\"'`$\\#@\t\n") + (takes_blanks ? "" : " ");
  if (path.string().find_first_of(special) == std::string::npos) return {};
  const bool is_blank_alone = path.string().find_first_of("\"'`$\\#@\t\n") == std::string::npos;
  return fail("the path of this installation, " + base::shown_value(path.string()) + ", contains " +
              (is_blank_alone ? "a blank, with which Bazel does not build; choose --build=make or "
                                "--build=cmake, or install it elsewhere"
                              : "a character that build files do not allow; install it elsewhere"));
}

std::string compile_commands(const installation& here, const fs::path& folder,
                             const template_files& files) {
  std::string text;
  for (const template_file& file : files) {
    if (!file.to.ends_with(".mpl.cc") && !file.to.ends_with(".mpl.h")) continue;
    json_object entry;
    entry.add("directory", folder.string()).add("file", file.to);
    entry.add("arguments",
              std::vector<std::string>{"clang++", "-xc++", "-std=c++20", "-Wno-unknown-attributes",
                                       "-isystem", here.include().string(), file.to});
    text += (text.empty() ? "" : ",\n") + entry.text();
  }
  return "[\n" + text + "]\n";
}

expected<void> fill(const installation& here, const project& wanted, const fs::path& unfinished,
                    const fs::path& place) {
  const std::string name = place.filename().string();
  const fs::path command = here.checkout ? *here.checkout / "mentat" : here.prefix / "bin/mentat";
  for (const fs::path& path : {command, installation_path(here)})
    if (const auto good = check_path(path, wanted.build); !good) return good;
  const auto building = read_file(here.shared("new") / (wanted.build + ".building"));
  if (!building) return tl::unexpected(building.error());
  std::string workspace = name;
  std::replace(workspace.begin(), workspace.end(), '-', '_');
  const replacements all{{"@BUILDING@\n", *building},
                         {"@NAME@", name},
                         {"@VERSION@", version},
                         {"@WORKSPACE@", workspace},
                         {"@INSTALLATION@", installation_path(here).string()},
                         {"@COMMAND@", quoted(command.string())}};

  template_files files = files_of_kind(wanted.kind);
  for (const template_file& each : files_of_build(wanted.build)) files.push_back(each);
  files.push_back({"gitignore", ".gitignore"});
  files.push_back({"README.md", "README.md"});
  for (template_file& file : files) {
    file.to = filled(file.to, all);
    const auto text = read_file(here.shared("new") / file.from);
    if (!text) return tl::unexpected(text.error());
    if (const auto written = write_file(unfinished / file.to, filled(*text, all)); !written)
      return written;
  }
  return write_file(unfinished / "compile_commands.json", compile_commands(here, place, files));
}

/// Makes a repository, unless one encloses the folder or git is missing.
void begin_repository(const fs::path& place) {
  const auto git = [](const fs::path& in, std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", in.string()});
    const auto end =
        run({.arguments = words, .standard_output = "/dev/null", .standard_error = "/dev/null"});
    return end && end->good();
  };
  if (in_path("git") && !git(place.parent_path(), {"rev-parse", "--is-inside-work-tree"}))
    git(place, {"init", "--quiet"});
}

}  // namespace

expected<void> check_project_name(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  static const std::set<std::string> of_build_systems{"all",  "build",   "check",   "clean",
                                                      "help", "install", "package", "test"};
  const bool good = !name.empty() && name.size() <= longest_name && name[0] >= 'a' &&
                    name[0] <= 'z' && std::all_of(name.begin(), name.end(), fits) &&
                    !of_build_systems.contains(name);
  if (good) return {};
  return fail("'" + name +
                  "' cannot be the name of a project: use small letters, digits, hyphens and "
                  "underscores, beginning with a letter, at most 64, such as word-count, and no "
                  "word of a build system, such as test",
              2);
}

expected<fs::path> make_project(const installation& here, const project& wanted) {
  std::error_code error;
  std::string named = wanted.place.string();
  while (named.size() > 1 && named.ends_with('/')) named.pop_back();
  if (files_of_kind(wanted.kind).empty())
    return fail("--template is hello or pipeline, not '" + wanted.kind + "'", 2);
  if (files_of_build(wanted.build).empty())
    return fail("--build is bazel, cmake or make, not '" + wanted.build + "'", 2);
  if (const auto good = check_project_name(fs::path(named).filename().string()); !good)
    return tl::unexpected(good.error());
  const fs::path place = fs::absolute(named, error).lexically_normal();
  if (fs::exists(fs::symlink_status(place, error)))
    return fail(place.string() + " exists already; take another name or remove it", 2);
  if (!fs::is_directory(place.parent_path(), error))
    return fail("there is no folder " + place.parent_path().string() + " to make it in", 2);
  std::string unfinished =
      (place.parent_path() / ("." + place.filename().string() + ".XXXXXX")).string();
  if (!::mkdtemp(unfinished.data()))
    return fail("cannot make a folder in " + place.parent_path().string() +
                "; is it yours to write to?");
  auto done = fill(here, wanted, unfinished, place);
  if (done) {
    fs::permissions(unfinished,
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                        fs::perms::others_read | fs::perms::others_exec,
                    error);
    fs::rename(unfinished, place, error);
    if (!error) {
      if (wanted.git) begin_repository(place);
      return place;
    }
    done = fail("cannot make " + place.string() + ": " + error.message());
  }
  fs::remove_all(unfinished, error);
  return tl::unexpected(done.error());
}

}  // namespace mentat::command
