#include "tools/mentat/cxx_sources.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "tools/mentat/files.h"
#include "tools/mentat/replace_all.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

// In bytes; there is no mark beyond.
constexpr std::size_t longest_looked_at = 4096;

/// Canonicalizes the path's folders, so that each file has one name.
fs::path one_name(const fs::path& file) {
  std::error_code error;
  const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
  return error ? fs::absolute(file).lexically_normal() : folder / file.filename();
}

bool is_mpl_header(const std::string& name) { return name.ends_with(".mpl.h"); }

std::string without_mpl(std::string name) {
  const std::size_t at = name.rfind(".mpl.");
  return name.erase(at, 4);
}

/// Strips comments; `//` and `/*` inside string literals do not count.
class comment_filter {
 public:
  /// Returns the line without comments; the state carries over to the next line.
  std::string filter(const std::string& line) {
    std::string code;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool pair = i + 1 < line.size();
      if (in_comment_) {
        if (line[i] == '*' && pair && line[i + 1] == '/') in_comment_ = false, ++i;
        continue;
      }
      if (!quote && line[i] == '/' && pair && line[i + 1] == '/') break;
      if (!quote && line[i] == '/' && pair && line[i + 1] == '*') {
        in_comment_ = true;
        ++i;
        continue;
      }
      if (line[i] == '"' || line[i] == '\'') quote = quote == line[i] ? 0 : quote ? quote : line[i];
      if (line[i] == '\\' && pair) code += line[i++];
      code += line[i];
    }
    return code;
  }

 private:
  bool in_comment_ = false;
};

/// The name in `# include "name"`, with its opening delimiter; empty if the line is not an
/// #include.
std::string included_name(const std::string& line) {
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < line.size() && std::isspace(static_cast<unsigned char>(line[at]))) ++at;
  };
  skip_blanks();
  if (at == line.size() || line[at++] != '#') return "";
  skip_blanks();
  constexpr std::string_view directive = "include";
  if (line.compare(at, directive.size(), directive) != 0) return "";
  at += directive.size();
  skip_blanks();
  if (at == line.size() || (line[at] != '"' && line[at] != '<')) return "";
  const std::size_t end = line.find(line[at] == '"' ? '"' : '>', at + 1);
  return end == std::string::npos ? "" : line.substr(at, end - at);
}

/// The code without quoted text.
std::string without_literals(const std::string& code) {
  std::string left;
  char quote = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool ends = quote != 0 && code[i] == quote;
    if (quote == 0 && (code[i] == '"' || code[i] == '\''))
      quote = code[i];
    else if (ends)
      quote = 0;
    else if (quote == 0)
      left += code[i];
    else if (code[i] == '\\')
      ++i;
  }
  return left;
}

}  // namespace

std::string in_rule(const fs::path& path) {
  std::string spelled;
  for (const char each : path.string()) {
    if (each == ' ' || each == '\t' || each == '#') spelled += '\\';
    if (each == '$') spelled += '$';
    spelled += each;
  }
  return spelled;
}

int line_of_mentat_class(const std::string& text) {
  static const std::regex marked(
      R"(\b(class|struct)\s*\[\[[^\]]*\bmentat\s*::?\s*(persistent|regular|replicated)\b|\bmentat\s+(class|struct)\b)");
  comment_filter comments;
  int number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = without_literals(comments.filter(text.substr(begin, end - begin)));
    if (line.size() <= longest_looked_at && std::regex_search(line, marked)) return number;
    begin = end + 1;
  }
  return 0;
}

std::vector<include_line> include_lines(const std::string& text) {
  std::vector<include_line> found;
  comment_filter comments;
  int number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string name = included_name(comments.filter(text.substr(begin, end - begin)));
    if (!name.empty()) found.push_back({number, name.substr(1), name[0] == '"'});
    begin = end + 1;
  }
  return found;
}

expected<void> cxx_sources::add(const cxx_request& request) {
  for (const link_item& item : request.items) {
    if (item.what == link_item::kind::cxx_source && item.text != "-") {
      const auto plain = check_plain(item.text);
      if (!plain) return plain;
    }
    const bool source = item.what == link_item::kind::mpl_source;
    if (!source && item.what != link_item::kind::mpl_header) continue;
    const auto done = visit(item.text, true, request);
    if (!done) return done;
  }
  return {};
}

// Ignores unreadable files: the compiler reports them.
expected<void> cxx_sources::check_plain(const std::string& source) {
  const auto text = read_file(source);
  // Files with raw strings are not checked.
  const bool looked_at = text && text->find("R\"") == std::string::npos;
  const int line = looked_at ? line_of_mentat_class(*text) : 0;
  if (line == 0) return {};
  return fail(source + ":" + std::to_string(line) +
              ": a Mentat class in a file that is not translated; rename it to " +
              fs::path(source).stem().string() + ".mpl.cc");
}

expected<void> cxx_sources::visit(const fs::path& file, bool is_mpl, const cxx_request& request) {
  const fs::path place = one_name(file);
  if (!visited_.insert(place).second) return {};
  const auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  for (const include_line& include : include_lines(*text)) {
    const auto done = follow(file, is_mpl, include.line, include.name, include.quoted, request);
    if (!done) return done;
  }
  if (!is_mpl) return {};
  const fs::path generated = in_mirror(without_mpl(place.string()));
  // Headers follow the headers they include, so that the mirror fills bottom-up.
  if (is_mpl_header(file))
    headers_.push_back({file.string(), generated,
                        generated.parent_path() / (generated.stem().string() + ".server.cc")});
  else
    sources_.push_back({file.string(), generated, {}});
  return {};
}

expected<void> cxx_sources::follow(const fs::path& from, bool from_mpl, int line,
                                   const std::string& name, bool quoted,
                                   const cxx_request& request) {
  if (!quoted && !is_mpl_header(name)) return {};
  std::vector<fs::path> folders;
  if (quoted) {
    folders.push_back(from.parent_path());
    folders.insert(folders.end(), request.quote_folders.begin(), request.quote_folders.end());
  }
  for (const auto* more : {&request.include_folders, &request.system_folders})
    folders.insert(folders.end(), more->begin(), more->end());
  std::error_code error;
  const auto found = std::find_if(folders.begin(), folders.end(), [&](const fs::path& folder) {
    return fs::is_regular_file(folder / name, error);
  });
  if (found == folders.end()) return {};  // the translator or the compiler reports it if necessary
  const fs::path file = *found / name;
  includes_[one_name(from)].push_back(one_name(file));
  if (is_mpl_header(name)) {
    if (!from_mpl)
      return fail(from.string() + ":" + std::to_string(line) +
                  ": a plain header includes the Mentat header '" + name + "'; rename it to " +
                  from.stem().string() + ".mpl.h so that it is translated too");
    return visit(file, true, request);
  }
  // Only files found beside the including file need a link, because the mirror is another folder.
  if (quoted && found == folders.begin())
    links_.emplace(in_mirror(one_name(from).parent_path() / name), one_name(file));
  return visit(file, false, request);
}

fs::path cxx_sources::in_mirror(const fs::path& file) const {
  return mirror_ / file.lexically_normal().relative_path();
}

std::vector<mpl_file> cxx_sources::files() const {
  std::vector<mpl_file> all = headers_;
  all.insert(all.end(), sources_.begin(), sources_.end());
  return all;
}

const mpl_file& cxx_sources::of(const std::string& source) const {
  const fs::path generated = in_mirror(without_mpl(one_name(source).string()));
  for (const mpl_file& file : sources_)
    if (file.generated == generated) return file;
  return *std::find_if(headers_.begin(), headers_.end(),
                       [&](const mpl_file& file) { return file.generated == generated; });
}

std::vector<mpl_file> cxx_sources::headers_of(const std::string& source) const {
  std::set<fs::path> reached;
  std::vector<fs::path> to_follow{one_name(source)};
  while (!to_follow.empty()) {
    const fs::path file = to_follow.back();
    to_follow.pop_back();
    const auto found = includes_.find(file);
    if (!reached.insert(file).second || found == includes_.end()) continue;
    to_follow.insert(to_follow.end(), found->second.begin(), found->second.end());
  }
  std::vector<mpl_file> headers;
  for (const mpl_file& header : headers_)
    if (reached.contains(one_name(header.original))) headers.push_back(header);
  return headers;
}

expected<void> cxx_sources::prepare() const {
  std::error_code error;
  for (const mpl_file& file : files()) {
    if (links_.contains(file.generated))
      return fail("'" + file.original + "' is translated into '" +
                  file.generated.filename().string() +
                  "', and a file of that name is included beside it; rename one");
    fs::create_directories(file.generated.parent_path(), error);
    if (error)
      return fail("cannot make " + file.generated.parent_path().string() + ": " + error.message());
  }
  for (const auto& [link, target] : links_) {
    fs::create_directories(link.parent_path(), error);
    fs::create_symlink(target, link, error);
    if (error) return fail("cannot make the link " + link.string() + ": " + error.message());
  }
  return {};
}

std::vector<std::string> cxx_sources::with_mirrored_folders(
    const std::vector<std::string>& options) const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const std::string name : {"-I", "-iquote", "-isystem"}) {
      if (!options[i].starts_with(name)) continue;
      const bool apart = options[i] == name;
      if (apart && i + 1 == options.size()) continue;
      const fs::path folder = apart ? options[i + 1] : options[i].substr(name.size());
      const fs::path mirrored = in_mirror(one_name(folder / "."));
      std::error_code error;
      if (fs::is_directory(mirrored, error)) all.insert(all.end(), {name, mirrored.string()});
    }
    all.push_back(options[i]);
  }
  return all;
}

std::string cxx_sources::in_users_terms(std::string text) const {
  for (const mpl_file& file : files()) replace_all(text, file.generated.string(), file.original);
  replace_all(text, mirror_.string(), "");
  return text;
}

std::string cxx_sources::in_users_rule(std::string rule) const {
  for (const mpl_file& file : files())
    replace_all(rule, in_rule(file.generated), in_rule(file.original));
  replace_all(rule, in_rule(mirror_), "");
  return rule;
}

}  // namespace mentat::command
