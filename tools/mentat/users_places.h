#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::command {

/// Where in the user's text that is what a compiler found in its translation.
///
/// #line keeps the lines. A column is that of the translation: it is turned into the user's where
/// the words around it stand once in either line, else it is left out. A place in lines that mplc
/// has added is the file alone.
class users_places {
 public:
  /// A translated file: as the user names it, and the translation.
  void add(const std::string& original, const std::filesystem::path& generated);

  /// The message with the user's places. Lines that say through which functions of `machinery`, a
  /// folder, or through which added lines a template was come to, are left out.
  std::string in_users_places(std::string_view messages,
                              const std::filesystem::path& machinery) const;

 private:
  struct translated {
    std::string generated;                                   // its path
    std::vector<std::string> lines;                          // of the user's file
    std::multimap<std::size_t, std::string> of_translation;  // by number in the user's file
  };

  std::optional<std::string> line_in_users_places(std::string line,
                                                  const std::string& machinery) const;

  std::map<std::string, translated> files_;
};

/// The column in `users` that means what a column in `made`, its translation, means; nothing if
/// that is not sure. Columns begin with 1.
std::optional<std::size_t> users_column(std::string_view users, std::string_view made,
                                        std::size_t column);

}  // namespace mentat::command
