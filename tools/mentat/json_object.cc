#include "tools/mentat/json_object.h"

#include <nlohmann/json.hpp>

namespace mentat::command {
namespace {

/// Replaces bytes that are not text, which a program may print.
std::string dump(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

json_object::json_object()
    : value_(std::make_unique<nlohmann::ordered_json>(nlohmann::ordered_json::object())) {}
json_object::json_object(json_object&&) noexcept = default;
json_object& json_object::operator=(json_object&&) noexcept = default;
json_object::~json_object() = default;

json_object& json_object::add(const std::string& key, const char* value) {
  return add(key, std::string(value));
}

json_object& json_object::add(const std::string& key, const std::string& value) {
  (*value_)[key] = value;
  return *this;
}

json_object& json_object::add(const std::string& key, int value) {
  (*value_)[key] = value;
  return *this;
}

json_object& json_object::add(const std::string& key, long long value) {
  (*value_)[key] = value;
  return *this;
}

json_object& json_object::add(const std::string& key, bool value) {
  (*value_)[key] = value;
  return *this;
}

json_object& json_object::add(const std::string& key, const json_object& value) {
  (*value_)[key] = *value.value_;
  return *this;
}

json_object& json_object::add(const std::string& key, const std::vector<std::string>& values) {
  (*value_)[key] = values;
  return *this;
}

json_object& json_object::add(const std::string& key, const std::vector<json_object>& values) {
  auto& array = (*value_)[key] = nlohmann::ordered_json::array();
  for (const json_object& each : values) array.push_back(*each.value_);
  return *this;
}

std::string json_object::text() const { return dump(*value_); }

}  // namespace mentat::command
