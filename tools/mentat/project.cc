#include "tools/mentat/project.h"

#include <unistd.h>

#include <algorithm>

#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 64;

/// The template's files and what they are called in a project.
struct template_file {
  const char* from;
  const char* to;
};
constexpr template_file template_files[] = {
    {"source.mpl.cc", "@NAME@.mpl.cc"},
    {"expected", "@NAME@.expected"},
    {"BUILD.template", "BUILD"},
    {"WORKSPACE.template", "WORKSPACE"},
    {"bazelrc", ".bazelrc"},
    {"gitignore", ".gitignore"},
    {"README.md", "README.md"},
};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string compile_commands(const installation& here, const fs::path& folder,
                             const std::string& name) {
  const std::string source = name + ".mpl.cc";
  json_object entry;
  entry.add("directory", folder.string()).add("file", source);
  entry.add("arguments",
            std::vector<std::string>{"clang++", "-xc++", "-std=c++20", "-Wno-unknown-attributes",
                                     "-isystem", here.include().string(), source});
  return "[\n" + entry.text() + "]\n";
}

expected<void> fill(const installation& here, const fs::path& unfinished, const fs::path& place) {
  const std::string name = place.filename().string();
  const std::string checkout =
      here.checkout ? here.checkout->string() : "/path/to/a/checkout/of/mentat";
  for (const template_file& file : template_files) {
    auto text = read_file(here.shared("new") / file.from);
    if (!text) return tl::unexpected(text.error());
    std::string to = file.to;
    for (std::string* each : {&*text, &to}) {
      replace_all(*each, "@NAME@", name);
      replace_all(*each, "@CHECKOUT@", checkout);
    }
    const auto written = write_file(unfinished / to, *text);
    if (!written) return written;
  }
  return write_file(unfinished / "compile_commands.json", compile_commands(here, place, name));
}

}  // namespace

expected<void> check_project_name(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool good = !name.empty() && name.size() <= longest_name && name[0] >= 'a' &&
                    name[0] <= 'z' && std::all_of(name.begin(), name.end(), fits);
  if (good) return {};
  return fail("'" + name +
                  "' cannot be the name of a project: use small letters, digits and underscores, "
                  "beginning with a letter, at most 64, such as word_count",
              2);
}

expected<fs::path> make_project(const installation& here, const fs::path& wanted) {
  std::error_code error;
  const fs::path place = fs::absolute(wanted, error).lexically_normal();
  if (const auto good = check_project_name(place.filename().string()); !good)
    return tl::unexpected(good.error());
  if (fs::exists(fs::symlink_status(place, error)))
    return fail(place.string() + " exists already; take another name or remove it", 2);
  if (!fs::is_directory(place.parent_path(), error))
    return fail("there is no folder " + place.parent_path().string() + " to make it in", 2);
  std::string unfinished =
      (place.parent_path() / ("." + place.filename().string() + ".XXXXXX")).string();
  if (!::mkdtemp(unfinished.data()))
    return fail("cannot make a folder in " + place.parent_path().string() +
                "; is it yours to write to?");
  auto filled = fill(here, unfinished, place);
  if (filled) {
    fs::permissions(unfinished,
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                        fs::perms::others_read | fs::perms::others_exec,
                    error);
    fs::rename(unfinished, place, error);
    if (!error) return place;
    filled = fail("cannot make " + place.string() + ": " + error.message());
  }
  fs::remove_all(unfinished, error);
  return tl::unexpected(filled.error());
}

}  // namespace mentat::command
