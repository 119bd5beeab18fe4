#include "tools/mentat/cxx_arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "tools/mentat/nearest.h"

namespace mentat::command {
namespace {

using words = std::vector<std::string>;

// The value of -x.
constexpr std::string_view mentat_language = "mentat";

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The word itself, or the beginning of it.
template <std::size_t N>
bool begins_with_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view each) { return word.starts_with(each); });
}

/// Options of g++ whose value is the next word.
constexpr std::array<std::string_view, 29> with_next_word{
    "-A",        "-D",      "-I",         "-L",          "-MF",      "-MQ",
    "-MT",       "-T",      "-U",         "-Xassembler", "-Xlinker", "-Xpreprocessor",
    "-dumpbase", "-e",      "-idirafter", "-imacros",    "-include", "-imultilib",
    "-iprefix",  "-iquote", "-isysroot",  "-isystem",    "-l",       "--param",
    "-u",        "-z",      "-wrapper",   "-aux-info",   "-dumpdir"};

/// Options that affect the translator.
constexpr std::array<std::string_view, 19> parsing{"-D",
                                                   "-I",
                                                   "-U",
                                                   "-std=",
                                                   "-include",
                                                   "-imacros",
                                                   "-idirafter",
                                                   "-iquote",
                                                   "-isystem",
                                                   "-isysroot",
                                                   "-m",
                                                   "-pthread",
                                                   "-fno-exceptions",
                                                   "-fexceptions",
                                                   "-fno-rtti",
                                                   "-frtti",
                                                   "-fopenmp",
                                                   "-fsigned-char",
                                                   "-funsigned-char"};

constexpr std::array<std::string_view, 5> dependencies{"-MD", "-MMD", "-MG", "-MP", "-MV"};
constexpr std::array<std::string_view, 3> dependency_values{"-MF", "-MQ", "-MT"};
constexpr std::array<std::string_view, 7> linking{"-l", "-L", "-Wl,", "-Xlinker", "-T", "-u", "-z"};
constexpr std::array<std::string_view, 6> goals{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};
constexpr std::array<std::string_view, 5> too_old{"-std=c++9", "-std=c++0", "-std=c++1",
                                                  "-std=gnu++9", "-std=gnu++0"};
/// The compiler answers these, whatever else is on the command line.
constexpr std::array<std::string_view, 5> questions{"-print-", "-dump", "--print-",
                                                    "--help=", "--target-help"};
constexpr std::array<std::string_view, 8> cxx_endings{".cc", ".cpp", ".cxx", ".c++",
                                                      ".C",  ".cp",  ".c",   ".s"};

class parser {
 public:
  explicit parser(const words& given) : given_(given) {}

  expected<cxx_request> parse() {
    while (next_ < given_.size()) {
      const auto done = take(given_[next_++]);
      if (!done) return tl::unexpected(done.error());
    }
    const auto complete = check();
    if (!complete) return tl::unexpected(complete.error());
    return std::move(request_);
  }

 private:
  expected<void> take(const std::string& word) {
    if (word[0] != '-' || word == "-") return take_file(word);
    if (is_question(word)) return set(asks_);
    if (word.starts_with("--") && word != "--param") return take_own(word);
    if (is_one_of(word, goals)) return take_goal(word);
    if (word.starts_with("-x")) return take_language(word);
    if (word == "-v") return set(request_.verbose);
    if (word == "-###") return set(request_.show_only);
    if (word == "-h") return set(request_.help);
    if (word == "-shared") request_.makes_shared_library = true;
    if (word.starts_with("-o")) return take_output(word);
    if (word.starts_with("-R") || word.starts_with("-Welision")) {
      request_.mplc_options.push_back(word);
      return {};
    }
    return take_option(word);
  }

  static expected<void> set(bool& value) {
    value = true;
    return {};
  }

  // -dumpbase and -dumpdir name files; they ask nothing.
  static bool is_question(const std::string& word) {
    return begins_with_one_of(word, questions) && !word.starts_with("-dumpbase") &&
           word != "-dumpdir";
  }

  // The last option counts, but an earlier stage wins over a later one.
  expected<void> take_goal(const std::string& word) {
    const auto place = [](const std::string& one) {
      return std::find(goals.begin(), goals.end(), one) - goals.begin();
    };
    if (request_.goal != cxx_goal::compile || place(word) > place(request_.compile_option))
      request_.compile_option = word;
    request_.goal = cxx_goal::compile;
    return {};
  }

  expected<void> take_language(const std::string& word) {
    if (word.size() == 2 && next_ == given_.size()) return fail("-x needs a language", 2);
    language_ = word.size() > 2 ? word.substr(2) : given_[next_++];
    if (language_ == "none") language_.clear();
    return {};
  }

  expected<void> take_file(const std::string& word) {
    using kind = link_item::kind;
    kind what = kind::other;
    if (word == "-" && language_ == mentat_language) {
      request_.items.push_back({kind::mpl_source, word});
      return {};
    }
    if (language_ == mentat_language && !word.ends_with(".mpl.cc"))
      return fail("'" + word + "': -x mentat is for standard input; Mentat sources end in .mpl.cc",
                  2);
    if (word.ends_with(".mpl.cc"))
      what = kind::mpl_source;
    else if (word.ends_with(".mpl.h"))
      what = kind::mpl_header;
    else if (word.ends_with(".mpl"))
      return fail("'" + word + "': Mentat sources end in .mpl.cc, headers in .mpl.h", 2);
    else if (!language_.empty() || word == "-" ||
             std::any_of(cxx_endings.begin(), cxx_endings.end(),
                         [&](std::string_view ending) { return word.ends_with(ending); }))
      what = kind::cxx_source;
    request_.items.push_back({what, word, what == kind::cxx_source ? language_ : std::string()});
    return {};
  }

  expected<void> take_own(const std::string& word) {
    static const words own{"--emit=cc",     "--emit=server", "--compile-commands", "--help",
                           "--profile-use", "--version",     "--as-launcher"};
    constexpr std::string_view database = "--compile-commands", launcher = "--as-launcher",
                               profile = "--profile-use";
    if (word == "--emit=cc")
      request_.goal = cxx_goal::show_translation;
    else if (word == "--emit=server")
      request_.goal = cxx_goal::show_server;
    else if (word == database || word.starts_with("--compile-commands="))
      return take_database(word.substr(database.size()));
    else if (word == profile || word.starts_with("--profile-use="))
      return take_profile(word.substr(profile.size()));
    else if (word == launcher || word.starts_with("--as-launcher="))
      return take_compiler(word.substr(std::min(word.size(), launcher.size() + 1)));
    else if (word == "--help")
      request_.help = true;
    else if (word == "--version")
      request_.print_version = true;
    else if (const std::string meant = nearest(word, own); !meant.empty())
      return fail("unknown option '" + word + "'; did you mean '" + meant + "'?", 2);
    else
      request_.options.push_back(word);
    return {};
  }

  /// The words up to the compiler are another launcher.
  expected<void> take_compiler(const std::string& compiler) {
    if (next_ != 1) return fail("--as-launcher must be the first option", 2);
    if (compiler.empty()) return fail("--as-launcher needs a compiler: --as-launcher=g++", 2);
    while (next_ < given_.size() && given_[next_] != compiler)
      request_.launcher.push_back(given_[next_++]);
    if (next_++ == given_.size())
      return fail("--as-launcher=" + compiler + ": '" + compiler + "' does not follow", 2);
    request_.compiler = compiler;
    return {};
  }

  /// As take_database().
  expected<void> take_profile(const std::string& rest) {
    const bool is_next = rest.empty() && next_ < given_.size();
    const std::string file = is_next ? given_[next_++] : rest.empty() ? rest : rest.substr(1);
    if (file.empty())
      return fail("--profile-use needs a file, which `mentat profile --json --output` wrote", 2);
    std::erase_if(request_.mplc_options,
                  [](const std::string& one) { return one.starts_with("--profile-use="); });
    request_.mplc_options.push_back("--profile-use=" + file);
    return {};
  }

  /// `rest` follows the option's name: nothing, or = and the file.
  expected<void> take_database(const std::string& rest) {
    if (rest.empty() && next_ == given_.size())
      return fail("--compile-commands needs a file name, such as compile_commands.json", 2);
    request_.compile_commands = rest.empty() ? given_[next_++] : rest.substr(1);
    if (request_.compile_commands.empty())
      return fail("--compile-commands needs a file name, such as compile_commands.json", 2);
    return {};
  }

  expected<void> take_output(const std::string& word) {
    if (!request_.output.empty()) return fail("-o is given twice", 2);
    if (word.size() > 2) {
      request_.output = word.substr(2);
      return {};
    }
    if (next_ == given_.size()) return fail("-o needs a file name", 2);
    request_.output = given_[next_++];
    return {};
  }

  expected<void> take_option(const std::string& word) {
    words option{word};
    if (begins_with_one_of(word, dependency_values) && word.size() > 3)
      option = {word.substr(0, 3), word.substr(3)};
    if (is_one_of(word, with_next_word)) {
      if (next_ == given_.size()) return fail("'" + word + "' needs a value", 2);
      option.push_back(given_[next_++]);
    }
    note_folder(option, "-I", request_.include_folders);
    note_folder(option, "-iquote", request_.quote_folders);
    note_folder(option, "-isystem", request_.system_folders);
    note_needed(option);
    if (begins_with_one_of(word, linking)) {
      for (const std::string& part : option)
        request_.items.push_back({link_item::kind::other, part});
      return {};
    }
    const bool dependency =
        is_one_of(word, dependencies) || begins_with_one_of(word, dependency_values);
    append(dependency ? request_.compile_options : request_.options, option);
    if (begins_with_one_of(word, parsing)) append(request_.parsing_options, option);
    return {};
  }

  // Notes options that conflict with translated text. The last word on each decides.
  void note_needed(const words& option) {
    const std::string& word = option.front();
    if (word.starts_with("-std=") || word == "-ansi") {
      standard_ = word;
    } else if (word == "-fno-rtti" || word == "-frtti") {
      no_types_ = word == "-fno-rtti";
    } else if (word == "-fno-exceptions" || word == "-fexceptions") {
      no_exceptions_ = word == "-fno-exceptions";
    } else if (word.starts_with("-D")) {
      const std::string name = word.size() > 2 ? word.substr(2) : option.back();
      if (name.substr(0, name.find('=')) == "_GLIBCXX_DEBUG") debug_containers_ = true;
    }
  }

  [[nodiscard]] expected<void> check_needed() const {
    const bool is_old = begins_with_one_of(standard_, too_old) ||
                        standard_.starts_with("-std=gnu++1") || standard_ == "-ansi";
    if (is_old)
      return fail("'" + standard_ +
                      "': Mentat programs are C++20 or later; leave it out or give -std=c++20",
                  2);
    if (no_types_)
      return fail(
          "'-fno-rtti': Mentat programs need type information, because errors travel as "
          "exceptions; leave it out",
          2);
    if (no_exceptions_)
      return fail(
          "'-fno-exceptions': Mentat programs need exceptions, because errors of calls are "
          "thrown where their values are used; leave it out",
          2);
    if (debug_containers_)
      return fail(
          "'-D_GLIBCXX_DEBUG' gives containers a layout that differs from the run-time system's; "
          "use -D_GLIBCXX_ASSERTIONS, which keeps the layout",
          2);
    return {};
  }

  static void append(words& list, const words& more) {
    list.insert(list.end(), more.begin(), more.end());
  }

  static void note_folder(const words& option, const std::string& name,
                          std::vector<std::filesystem::path>& folders) {
    if (option.front() == name)
      folders.emplace_back(option.back());
    else if (option.front().starts_with(name))
      folders.emplace_back(option.front().substr(name.size()));
  }

  expected<void> check() {
    if (request_.help || request_.print_version) return {};
    const bool has_files =
        std::any_of(request_.items.begin(), request_.items.end(),
                    [](const link_item& item) { return item.text[0] != '-' || item.text == "-"; });
    if (asks_ || (!has_files && (request_.verbose || request_.show_only))) {
      request_.goal = cxx_goal::ask_compiler;
      return {};
    }
    if (!has_files)
      return fail("no input files; 'mentat c++ hello.mpl.cc -o hello' makes a program", 2);
    if (request_.translates()) {
      if (const auto needed = check_needed(); !needed) return needed;
      if (standard_.empty()) {
        request_.options.insert(request_.options.begin(), "-std=c++20");
        request_.parsing_options.insert(request_.parsing_options.begin(), "-std=c++20");
      }
    }
    if (const auto kinds = check_kinds(); !kinds) return kinds;
    return check_outputs();
  }

  [[nodiscard]] bool shows() const {
    return request_.goal == cxx_goal::show_translation || request_.goal == cxx_goal::show_server;
  }

  expected<void> check_kinds() {
    const words headers = request_.files(link_item::kind::mpl_header);
    if (!shows() && !headers.empty())
      return fail("'" + headers.front() +
                      "': a header is translated with the sources that include it; --emit=cc shows "
                      "its translation",
                  2);
    if (shows() && request_.files(link_item::kind::mpl_source).empty() && headers.empty())
      return fail("--emit needs an .mpl.cc or .mpl.h file", 2);
    for (const link_item& item : request_.items)
      if (item.text == "-" && item.what == link_item::kind::cxx_source && item.language.empty() &&
          request_.compile_option != "-E")
        return fail("the language of standard input is unknown; give -x mentat or -x c++", 2);
    return {};
  }

  expected<void> check_outputs() {
    const std::size_t translated = request_.files(link_item::kind::mpl_source).size();
    const std::size_t sources = translated + request_.files(link_item::kind::cxx_source).size();
    if (request_.goal == cxx_goal::compile && sources == 0)
      return fail(request_.compile_option + " needs a source file", 2);
    // -M writes to the file of -MF.
    auto& options = request_.compile_options;
    const auto named = std::find(options.begin(), options.end(), "-MF");
    if (request_.compile_option.starts_with("-M") && named != options.end()) {
      if (request_.output.empty()) request_.output = *(named + 1);
      options.erase(named, named + 2);
    }
    const std::size_t outputs =
        shows() ? translated + request_.files(link_item::kind::mpl_header).size()
        : request_.goal == cxx_goal::compile ? sources
                                             : 1;
    if (!request_.output.empty() && outputs > 1)
      return fail("-o names one file, but there are " + std::to_string(outputs) +
                      " outputs; leave -o out or give one source",
                  2);
    for (const link_item& item : request_.items)
      if (item.what != link_item::kind::other && item.text != "-" && item.text == request_.output)
        return fail("'" + item.text + "' is input and output", 2);
    return {};
  }

  const words& given_;
  std::size_t next_ = 0;
  bool asks_ = false;
  std::string language_;  // value of -x; empty: file names decide
  std::string standard_;
  bool no_types_ = false, no_exceptions_ = false, debug_containers_ = false;
  cxx_request request_;
};

}  // namespace

std::vector<std::string> cxx_request::files(link_item::kind what) const {
  std::vector<std::string> found;
  for (const link_item& item : items)
    if (item.what == what) found.push_back(item.text);
  return found;
}

bool cxx_request::translates() const {
  return !files(link_item::kind::mpl_source).empty() || !files(link_item::kind::mpl_header).empty();
}

bool cxx_request::prints() const {
  if (goal == cxx_goal::link || compile_option == "-fsyntax-only") return false;
  const bool is_text =
      goal != cxx_goal::compile || compile_option == "-E" || compile_option.starts_with("-M");
  return output == "-" || (is_text && output.empty());
}

expected<cxx_request> parse_cxx_arguments(const std::vector<std::string>& given) {
  for (const std::string& word : given)
    if (word.empty()) return fail("an argument is empty", 2);
  return parser(given).parse();
}

void drop_include_folder(cxx_request& request, const std::filesystem::path& folder) {
  const auto is_it = [&](const std::filesystem::path& other) {
    std::error_code error;
    return std::filesystem::equivalent(other, folder, error);
  };
  for (words* options : {&request.options, &request.parsing_options}) {
    words kept;
    for (std::size_t i = 0; i < options->size(); ++i) {
      const std::string& word = (*options)[i];
      const std::size_t name = word.starts_with("-isystem") ? 8 : word.starts_with("-I") ? 2 : 0;
      const bool apart = name == word.size() && i + 1 < options->size();
      if (name > 0 && is_it(apart ? (*options)[i + 1] : word.substr(name)))
        i += apart ? 1 : 0;
      else
        kept.push_back(word);
    }
    *options = std::move(kept);
  }
  std::erase_if(request.include_folders, is_it);
  std::erase_if(request.system_folders, is_it);
}

std::string default_object_name(const std::string& source, const std::string& compile_option) {
  std::string name = std::filesystem::path(source).stem().string();
  if (name.ends_with(".mpl")) name.resize(name.size() - 4);
  return name + (compile_option == "-S" ? ".s" : ".o");
}

}  // namespace mentat::command
