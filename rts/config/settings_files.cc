#include "rts/config/settings_files.h"

#include <charconv>
#include <optional>
#include <string_view>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::node {
namespace {

constexpr std::size_t largest_file = 64 * 1024;  // tables nest on the stack, at most so deep

std::string value_of(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& entry : environment)
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
  return {};
}

std::string at(const std::string& path, const toml::source_region& where) {
  return path + ":" + std::to_string(where.begin.line) + ":" + std::to_string(where.begin.column);
}

// "a,b" of ["a", "b"].
std::optional<std::string> words_of(const toml::node& value) {
  const auto* list = value.as_array();
  if (!list) return std::nullopt;
  std::string all;
  for (const toml::node& one : *list) {
    if (!one.is_string()) return std::nullopt;
    all += (all.empty() ? "" : ",") + one.as_string()->get();
  }
  return all;
}

// As it would be given on the command line; empty: it is not of that kind.
std::optional<std::string> text_of(const toml::node& value, value_kind kind) {
  const auto whole = [&]() -> std::optional<std::string> {
    if (const auto* number = value.as_integer()) return std::to_string(number->get());
    return std::nullopt;
  };
  switch (kind) {
    case value_kind::word:
      if (const auto* text = value.as_string()) return text->get();
      return std::nullopt;
    case value_kind::whole:
      return whole();
    case value_kind::real:
      if (const auto* number = value.as_floating_point()) {
        char digits[64];
        return std::string(digits,
                           std::to_chars(digits, digits + sizeof digits, number->get()).ptr);
      }
      return whole();
    case value_kind::flag:
      if (const auto* flag = value.as_boolean()) return flag->get() ? "true" : "false";
      return std::nullopt;
    case value_kind::size:
      if (const auto* text = value.as_string()) return text->get();
      return whole();
    case value_kind::words:
      return words_of(value);
  }
  return std::nullopt;
}

const char* expectation(value_kind kind) {
  switch (kind) {
    case value_kind::word:
      return "a text in quotes";
    case value_kind::whole:
      return "a whole number";
    case value_kind::real:
      return "a number";
    case value_kind::flag:
      return "true or false";
    case value_kind::size:
      return "a number of bytes, or a size in quotes such as \"256MiB\"";
    case value_kind::words:
      return "a list of texts such as [\"shm\", \"zmq\"]";
  }
  return "something else";
}

tl::expected<void, std::string> take_table(const std::string& path, const toml::table& from,
                                           const std::string& section,
                                           std::vector<setting_origin>& to) {
  for (const auto& [name, value] : from) {
    const std::string key = section + std::string(name.str());
    const auto kind = kind_of_key(key);
    if (const auto* inner = value.as_table(); inner && !kind && section.empty()) {
      if (auto done = take_table(path, *inner, key + ".", to); !done) return done;
      continue;
    }
    if (!kind)
      return tl::unexpected(at(path, name.source()) + ": unknown setting '" + base::shown_value(key) +
                            "'; the nearest known one is '" + nearest_key(key) + "'");
    auto text = text_of(value, *kind);
    if (!text)
      return tl::unexpected(at(path, value.source()) + ": " + key + ": expected " +
                            expectation(*kind));
    to.push_back({at(path, value.source()), key, std::move(*text)});
  }
  return {};
}

}  // namespace

std::vector<std::string> settings_file_paths(const std::vector<std::string>& environment) {
  std::vector<std::string> paths = {"/etc/mentat/mentat.toml"};
  const std::string home = value_of(environment, "HOME");
  std::string config = value_of(environment, "XDG_CONFIG_HOME");
  if (!config.starts_with('/')) config = home.starts_with('/') ? home + "/.config" : "";
  if (!config.empty()) paths.push_back(config + "/mentat/config.toml");
  paths.emplace_back("mentat.toml");
  return paths;
}

tl::expected<std::vector<setting_origin>, std::string> read_settings_files(
    const std::vector<std::string>& paths) {
  std::vector<setting_origin> all;
  for (const std::string& path : paths) {
    const auto text = mmps::trust::read_trusted_file(path, largest_file);
    if (!text) return tl::unexpected(text.error());
    if (!*text) continue;
    try {
      const toml::table content = toml::parse(**text, path);
      if (auto done = take_table(path, content, "", all); !done)
        return tl::unexpected(done.error());
    } catch (const toml::parse_error& error) {
      return tl::unexpected(at(path, error.source()) + ": " + base::shown(error.description()));
    }
  }
  return all;
}

}  // namespace mentat::node
