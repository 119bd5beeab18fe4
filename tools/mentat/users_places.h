#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::command {

/// Maps places in translated files back to the user's files.
///
/// #line keeps the line numbers. A column refers to the translation: it is mapped where the words
/// around it occur once in each line, else omitted. A place in lines added by mplc becomes the
/// file alone.
class users_places {
 public:
  /// Adds a translated file: the user's name for it, and the translation.
  void add(const std::string& original, const std::filesystem::path& generated);

  /// Rewrites the places of messages. Drops the lines of a template's instantiation chain that
  /// refer to functions in `machinery`, a folder, or to added lines.
  std::string in_users_places(std::string_view messages,
                              const std::filesystem::path& machinery) const;

 private:
  struct translated {
    std::string generated;                                   // its path
    std::vector<std::string> lines;                          // of the user's file
    std::multimap<std::size_t, std::string> of_translation;  // by line number in the user's file
  };

  std::optional<std::string> line_in_users_places(std::string line,
                                                  const std::string& machinery) const;

  std::map<std::string, translated> files_;
};

/// Maps a column of `made`, the translation, to one of `users`; nothing if uncertain. Columns begin
/// with 1.
std::optional<std::size_t> users_column(std::string_view users, std::string_view made,
                                        std::size_t column);

}  // namespace mentat::command
