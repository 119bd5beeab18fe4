#include "mplc/facts/call_profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "mmps/base/shown_text.h"

namespace mentat::mplc {
namespace {

using json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::uintmax_t max_bytes = std::uintmax_t{16} << 20;
constexpr const char* make_one =
    "; `mentat profile --json --output=FILE RECORDING` makes one of what `mentat run "
    "--record=RECORDING PROGRAM` has recorded";

// Throws json::exception or std::invalid_argument.
std::int64_t integer_in(const json& row, const char* name) {
  const json& of = row.at(name);
  if (!of.is_number_integer()) throw std::invalid_argument(name);
  return of.get<std::int64_t>();
}

tl::unexpected<std::string> refused(const std::string& path, const std::string& why) {
  return tl::unexpected("'" + path + "' " + why);
}

tl::expected<json, std::string> read_json(const std::string& path) {
  std::error_code none;
  // A pipe without a writer would block the command.
  if (fs::exists(path, none) && !fs::is_regular_file(path, none))
    return refused(path, "is no profile: this is not a plain file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected("cannot read the profile '" + path + "'" + make_one);
  const std::uintmax_t bytes = fs::file_size(path, none);
  if (bytes > max_bytes)
    return refused(path, "is no profile: it is larger than 16 MiB" + std::string(make_one));
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return tl::unexpected("cannot read the profile '" + path + "'" + make_one);
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("MENTATRC"))
    return refused(path, "is a recording, not its profile: `mentat profile --json --output=FILE " +
                             path + "` makes the profile, and --profile-use takes that file");
  json made = json::parse(text, nullptr, false);
  if (!made.is_object()) return refused(path, "is no profile, or was cut" + std::string(make_one));
  return made;
}

}  // namespace

tl::expected<call_profile, std::string> call_profile::read(const std::string& path) {
  const auto text = read_json(path);
  if (!text) return tl::unexpected(text.error());
  call_profile made;
  try {
    if (!text->contains("profile_version")) {
      if (text->contains("functions") && text->contains("work_ns"))
        return refused(path,
                       "is a profile of an older `mentat`: make it again, from the same "
                       "recording" +
                           std::string(make_one));
      return refused(path, "is no profile of calls" + std::string(make_one));
    }
    if (const std::int64_t of = integer_in(*text, "profile_version"); of != version)
      return refused(path, "has version " + std::to_string(of) +
                               " of profiles, and this mplc reads version " +
                               std::to_string(version) +
                               ": make it again with the `mentat` of this installation");
    if (!text->at("whole").get<bool>())
      return refused(path,
                     "is the profile of a recording that was cut: record a run that comes to its "
                     "end");
    made.program_ = base::shown_value(text->at("program").get<std::string>());
    made.break_even_ = std::max<std::int64_t>(integer_in(*text, "break_even_ns"), 0);
    for (const json& name : text->at("known")) made.means_[name.get<std::string>()] = never_called;
    for (const json& row : text->at("functions")) {
      std::int64_t& mean = made.means_[row.at("function").get<std::string>()];
      constexpr std::int64_t fewest = 100;  // calls that show it
      const bool is_shown = integer_in(row, "calls") >= fewest;
      mean = std::max(mean, is_shown ? integer_in(row, "mean_ns") : INT64_MAX);
    }
  } catch (const std::exception&) {
    return refused(path, "is no profile of calls, or was changed" + std::string(make_one));
  }
  return made;
}

std::optional<std::int64_t> call_profile::brief_mean(const std::string& function) const {
  const auto found = means_.find(function);
  if (found == means_.end() || found->second < 0 || found->second >= break_even_)
    return std::nullopt;
  return found->second;
}

}  // namespace mentat::mplc
