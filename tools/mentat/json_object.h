#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mentat::command {

/// The --json output of a verb, built key by key. Hides the JSON library, which takes four seconds
/// to compile, from the verbs.
class json_object {
 public:
  json_object();
  json_object(json_object&&) noexcept;
  json_object& operator=(json_object&&) noexcept;
  ~json_object();

  json_object& add(const std::string& key, const char* value);
  json_object& add(const std::string& key, const std::string& value);
  json_object& add(const std::string& key, int value);
  json_object& add(const std::string& key, long long value);
  json_object& add(const std::string& key, bool value);
  json_object& add(const std::string& key, const json_object& value);
  json_object& add(const std::string& key, const std::vector<std::string>& values);
  json_object& add(const std::string& key, const std::vector<json_object>& values);

  /// Returns indented text with a final newline; keys keep the order of insertion.
  std::string text() const;

 private:
  std::unique_ptr<nlohmann::ordered_json> value_;
};

}  // namespace mentat::command
