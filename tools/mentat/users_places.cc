#include "tools/mentat/users_places.h"

#include <cctype>
#include <sstream>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct word_at {
  std::size_t column;  // from 1
  std::string_view text;
};

std::vector<word_at> words_of(std::string_view line) {
  std::vector<word_at> words;
  for (std::size_t at = 0; at < line.size();) {
    if (std::isspace(static_cast<unsigned char>(line[at])) != 0) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && in_word(line[end])) ++end;
    if (end == at) ++end;
    words.push_back({at + 1, line.substr(at, end - at)});
    at = end;
  }
  return words;
}

/// The position in `in` of the word `middle` of `from` and its `reach` neighbours; nothing unless
/// it is unique.
std::optional<std::size_t> only_place(const std::vector<word_at>& from, std::size_t middle,
                                      const std::vector<word_at>& in, std::size_t before,
                                      std::size_t behind) {
  if (middle < before || middle + behind >= from.size()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t at = before; at + behind < in.size(); ++at) {
    bool same = true;
    for (std::size_t k = 0; same && k <= before + behind; ++k)
      same = in[at - before + k].text == from[middle - before + k].text;
    if (!same) continue;
    if (found) return std::nullopt;
    found = at;
  }
  return found;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The number in `#line 12 "a.mpl.cc"` if it names that file; 0 if it names another file.
std::optional<std::size_t> line_directive(const std::string& line, const std::string& file) {
  if (!line.starts_with("#line ")) return std::nullopt;
  const auto quote = line.find('"');
  if (quote == std::string::npos) return std::nullopt;
  const bool of_file = line.substr(quote + 1, line.rfind('"') - quote - 1) == file;
  return of_file ? static_cast<std::size_t>(std::strtoul(line.c_str() + 6, nullptr, 10)) : 0;
}

/// Reads the number after a colon; nothing if there is none.
std::optional<std::size_t> number_behind(const std::string& text, std::size_t& at) {
  if (at >= text.size() || text[at] != ':') return std::nullopt;
  std::size_t end = at + 1;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
  if (end == at + 1 || end - at > 9) return std::nullopt;
  const std::size_t number = std::strtoul(text.c_str() + at + 1, nullptr, 10);
  at = end;
  return number;
}

/// Whether a file name there is a message's place: at the start of a line, or after a colour or a
/// space.
bool begins_place(const std::string& line, std::size_t at) {
  return at == 0 || line[at - 1] == 'K' || line[at - 1] == ' ' || line[at - 1] == 'm';
}

bool says_through(const std::string& line) {
  return line.find("required from") != std::string::npos ||
         line.find("required by") != std::string::npos ||
         line.find("in instantiation of") != std::string::npos;
}

}  // namespace

std::optional<std::size_t> users_column(std::string_view users, std::string_view made,
                                        std::size_t column) {
  const auto in_users = words_of(users), in_made = words_of(made);
  for (std::size_t middle = 0; middle < in_made.size(); ++middle) {
    if (in_made[middle].column != column) continue;
    constexpr std::pair<std::size_t, std::size_t> around[] = {
        {2, 2}, {1, 2}, {2, 1}, {1, 1}, {0, 2}, {2, 0}, {0, 1}, {1, 0}, {0, 0}};
    for (const auto& [before, behind] : around)
      if (const auto own = only_place(in_made, middle, in_made, before, behind))
        if (const auto found = only_place(in_made, middle, in_users, before, behind))
          return in_users[*found].column;
  }
  return std::nullopt;
}

void users_places::add(const std::string& original, const std::filesystem::path& generated) {
  const auto users = read_file(original), made = read_file(generated);
  if (!users || !made) return;
  translated& file = files_[original];
  file.generated = generated.string();
  file.lines = lines_of(*users);
  std::size_t number = 0;  // 0: lines added by mplc
  for (std::string& line : lines_of(*made)) {
    if (const auto named = line_directive(line, original)) {
      number = *named;
    } else if (number != 0) {
      file.of_translation.emplace(number++, std::move(line));
    }
  }
}

std::optional<std::string> users_places::line_in_users_places(std::string line,
                                                              const std::string& machinery) const {
  if (says_through(line) && !machinery.empty() && line.find(machinery) != std::string::npos)
    return std::nullopt;
  for (const auto& [original, file] : files_) {
    if (auto at = line.find(file.generated + ":"); at != std::string::npos) {
      if (says_through(line)) return std::nullopt;
      std::size_t end = at + file.generated.size();
      if (number_behind(line, end)) static_cast<void>(number_behind(line, end));
      line.replace(at, end - at, original);
    }
    const auto at = line.find(original + ":");
    if (at == std::string::npos || !begins_place(line, at)) continue;
    std::size_t end = at + original.size();
    const auto number = number_behind(line, end);
    const std::size_t before_column = end;
    const auto column = number ? number_behind(line, end) : std::nullopt;
    if (!column || *number == 0 || *number > file.lines.size()) continue;
    std::optional<std::size_t> found;
    bool several = false;
    for (auto [one, last] = file.of_translation.equal_range(*number); one != last; ++one)
      if (const auto here = users_column(file.lines[*number - 1], one->second, *column)) {
        several = several || (found && *found != *here);
        found = here;
      }
    line.replace(before_column, end - before_column,
                 found && !several ? ":" + std::to_string(*found) : "");
  }
  return line;
}

std::string users_places::in_users_places(std::string_view messages,
                                          const std::filesystem::path& machinery) const {
  std::string made;
  while (!messages.empty()) {
    const auto newline = messages.find('\n');
    const std::size_t size = newline == std::string_view::npos ? messages.size() : newline + 1;
    if (const auto line =
            line_in_users_places(std::string(messages.substr(0, size)), machinery.string()))
      made += *line;
    messages.remove_prefix(size);
  }
  return made;
}

}  // namespace mentat::command
