#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/cxx_build.h"
#include "tools/mentat/files.h"
#include "tools/mentat/missing_package.h"
#include "tools/mentat/process.h"
#include "tools/mentat/response_files.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

struct module_request {
  std::vector<std::string> headers;
  arguments others;  // as for `mentat c++`
  fs::path output;   // without .so
  std::string python = "python3";

  [[nodiscard]] std::string name() const { return output.filename().string(); }
};

bool is_name(const std::string& word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
         std::ranges::all_of(word,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::string without_ending(const std::string& path, std::string_view ending) {
  return path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
}

// The headers beside the sources.
std::vector<std::string> headers_of_sources(const arguments& words) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    const std::string header = without_ending(word, ".cc") + ".h";
    if (word.ends_with(".mpl.cc") && fs::exists(header)) found.push_back(header);
  }
  return found;
}

expected<void> complete(module_request& made) {
  if (made.headers.empty()) made.headers = headers_of_sources(made.others);
  if (made.headers.empty())
    return fail("name an .mpl.h file with Mentat classes: Python uses the classes of headers", 2);
  for (const std::string& header : made.headers)
    if (!fs::exists(header)) return fail("there is no file '" + base::shown(header) + "'", 2);
  if (made.output.empty())
    made.output = fs::path(without_ending(made.headers.front(), ".mpl.h")).filename();
  if (!is_name(made.name()))
    return fail(
        "'" + base::shown(made.name()) + "' is no name of a Python module; give one with -o", 2);
  return {};
}

expected<module_request> parse(const arguments& words) {
  constexpr std::string_view python = "--python=";
  module_request made;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-o" && i + 1 == words.size())
      return fail("-o: the name of the module is missing", 2);
    if (word == "-o")
      made.output = without_ending(words[++i], ".so");
    else if (word.starts_with(python))
      made.python = word.substr(python.size());
    else if (word.ends_with(".mpl.h"))
      made.headers.push_back(word);
    else
      made.others.push_back(word);
  }
  if (const auto done = complete(made); !done) return tl::unexpected(done.error());
  return made;
}

// The folders of Python's headers and of pybind11's, if that is not the compiler's own.
expected<std::vector<std::string>> header_folders(const module_request& request) {
  const auto asked = output_of({{request.python, "-c",
                                 "import os, sysconfig\n"
                                 "print(sysconfig.get_path('include'))\n"
                                 "try:\n import pybind11; print(pybind11.get_include())\n"
                                 "except ImportError: print('/usr/include')\n"}});
  if (!asked) return tl::unexpected(asked.error());
  std::vector<std::string> folders;
  std::istringstream lines(*asked);
  for (std::string line; std::getline(lines, line);) folders.push_back(line);
  const std::pair<const char*, const char*> needed[] = {{"Python.h", "python3-dev"},
                                                        {"pybind11/pybind11.h", "pybind11-dev"}};
  for (std::size_t i = 0; i < std::size(needed); ++i)
    if (folders.size() <= i || !fs::exists(fs::path(folders[i]) / needed[i].first))
      return fail(std::string("there is no ") + needed[i].first + " for " + request.python + "; " +
                  what_to_install(needed[i].second));
  std::erase(folders, "/usr/include");
  return folders;
}

// The run-time system, which all modules of a process share.
fs::path library(const installation& here) {
  return here.prefix / "lib/mentat" / (std::string("libmentat.so.") + version);
}

class module_maker {
 public:
  module_maker(const installation& here, module_request request, fs::path folder,
               std::vector<std::string> includes)
      : here_(here),
        request_(std::move(request)),
        folder_(std::move(folder)),
        includes_(std::move(includes)) {}

  expected<int> make() {
    if (const auto status = bind(); !status || *status != 0) return status;
    if (const auto written = write_file(source(), text()); !written)
      return tl::unexpected(written.error());
    if (const int status = run_cxx(here_, compilation()); status != 0) return status;
    const auto stub = stub_text();
    if (!stub) return tl::unexpected(stub.error());
    if (const auto moved = move_into_place(made(), request_.output.string() + ".so"); !moved)
      return tl::unexpected(moved.error());
    if (const auto done = write_file(request_.output.string() + ".pyi", *stub); !done)
      return tl::unexpected(done.error());
    return 0;
  }

 private:
  [[nodiscard]] fs::path source() const { return folder_ / (request_.name() + "_module.mpl.cc"); }
  [[nodiscard]] fs::path made() const { return folder_ / (request_.name() + ".so"); }
  [[nodiscard]] fs::path binding(std::size_t of) const {
    return folder_ / ("binding" + std::to_string(of) + ".h");
  }

  // Writes the text that describes the classes of each header.
  expected<int> bind() const {
    const auto installed = read_installed_options(here_);
    if (!installed) return tl::unexpected(installed.error());
    for (std::size_t i = 0; i < request_.headers.size(); ++i) {
      arguments words{"--emit=cc", request_.headers[i]};
      words.insert(words.end(), request_.others.begin(), request_.others.end());
      const auto parsed = parse_cxx_arguments(words);
      if (!parsed) return tl::unexpected(parsed.error());
      program_call call{{here_.translator().string(), request_.headers[i], "--emit=python",
                         "--line-name", request_.headers[i], "-o", binding(i).string(), "--"}};
      for (const auto* more : {&parsed->parsing_options, &installed->compile})
        call.arguments.insert(call.arguments.end(), more->begin(), more->end());
      call.arguments.insert(call.arguments.end(), {"-isystem", here_.include().string()});
      const auto end = run(call);
      if (!end) return tl::unexpected(end.error());
      if (!end->good()) return end->status();
    }
    return 0;
  }

  // mplc does not see the binding, which names what it emits.
  [[nodiscard]] std::string text() const {
    std::string text = "#include <mentat/mpl.h>\n";
    for (const std::string& header : request_.headers)
      text += "#include \"" + fs::path(header).filename().string() + "\"\n";
    text += "#ifdef MENTAT_TRANSLATED\n#include <mentat/python.h>\n";
    for (std::size_t i = 0; i < request_.headers.size(); ++i)
      text += "#include \"" + binding(i).string() + "\"\n";
    return text + "MENTAT_PYTHON_MODULE__(" + request_.name() + ", \"" + version + "\", \"" +
           here_.shared("python").string() + "\")\n#endif\n";
  }

  [[nodiscard]] arguments compilation() const {
    arguments words{"-shared", "-fPIC", source().string()};
    for (const std::string& header : request_.headers)
      words.insert(words.end(),
                   {"-iquote", fs::absolute(header).parent_path().lexically_normal().string()});
    for (const std::string& folder : includes_) words.insert(words.end(), {"-isystem", folder});
    const bool chooses = std::ranges::any_of(
        request_.others, [](const std::string& word) { return word.starts_with("-O"); });
    if (!chooses) words.emplace_back("-O2");
    words.insert(words.end(), request_.others.begin(), request_.others.end());
    // Found first, it leaves nothing for the archive to do.
    words.push_back(library(here_).string());
    words.insert(words.end(),
                 {"-Wl,-rpath," + library(here_).parent_path().string(), "-o", made().string()});
    return words;
  }

  // Python imports the module, which knows its stub.
  [[nodiscard]] expected<std::string> stub_text() const {
    program_call call{{request_.python, "-c",
                       "import sys; sys.path.insert(0, sys.argv[1])\n"
                       "import " +
                           request_.name() + " as made; print(made._mentat_stub, end='')",
                       folder_.string()}};
    const fs::path own = here_.shared("python");  // not there with the Debian packages
    const char* const others = std::getenv("PYTHONPATH");
    if (fs::exists(own))
      call.environment.emplace_back("PYTHONPATH",
                                    own.string() + (others ? std::string(":") + others : ""));
    call.environment.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
    const auto text = output_of(call);
    if (!text) return fail("Python cannot import the module, as it says above");
    std::string stub =
        "# Made by `mentat python-module`. Results are delayed values, which behave like these.\n";
    for (const char* used : {"datetime", "mentat", "numpy", "typing"})
      if (text->find(std::string(used) + ".") != std::string::npos)
        stub += std::string("import ") + used + "\n";
    return stub + "\n" + *text;
  }

  const installation& here_;
  const module_request request_;
  const fs::path folder_;
  const std::vector<std::string> includes_;
};

}  // namespace

int run_python_module(const installation& here, const arguments& given) {
  const auto words = with_response_files(given);
  if (!words) return report(words.error());
  if (std::ranges::any_of(*words,
                          [](const std::string& word) { return word == "--help" || word == "-h"; }))
    return command_line::explain("python-module");
  auto request = parse(*words);
  if (!request) return report(request.error());
  auto includes = header_folders(*request);
  if (!includes) return report(includes.error());
  if (!fs::exists(library(here)))
    return report(
        {"there is no " + library(here).string() + "; " + what_to_install("python3-mentat")});
  const auto folder = temporary_folder::create("python");
  if (!folder) return report(folder.error());
  const auto status =
      module_maker(here, std::move(*request), folder->path(), std::move(*includes)).make();
  return status ? *status : report(status.error());
}

}  // namespace mentat::command
