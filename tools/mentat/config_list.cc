#include "tools/mentat/config_list.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "rts/config/settings.h"
#include "tools/mentat/json_object.h"

namespace mentat::command {
namespace {

constexpr std::size_t width = 79;

std::string variable_of(const std::string& key) {
  std::string variable = "MENTAT_";
  for (const char letter : key)
    if (letter == '.')
      variable += "__";
    else
      variable += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return variable;
}

// 65536 -> "65,536"
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string amount(const fixed::fixed_limit& limit) {
  if (limit.unit != "bytes" || limit.value < fixed::mebibyte)
    return grouped(limit.value) + " " + std::string(limit.unit);
  const bool whole = limit.value % fixed::gibibyte == 0;
  return std::to_string(limit.value / (whole ? fixed::gibibyte : fixed::mebibyte)) +
         (whole ? " GiB" : " MiB");
}

void print_wrapped(std::string text) {
  std::erase(text, '`');
  constexpr std::string_view indent = "    ";
  while (indent.size() + text.size() > width) {
    const std::size_t space = text.rfind(' ', width - indent.size());
    if (space == std::string::npos) break;
    std::printf("%s%s\n", indent.data(), text.substr(0, space).c_str());
    text.erase(0, space + 1);
  }
  std::printf("%s%s\n", indent.data(), text.c_str());
}

void print_text() {
  std::puts("Settings: in a settings file, as MENTAT_KEY, or as --mentat-KEY=VALUE.\n");
  for (const node::setting_description& one : node::describe_settings()) {
    std::printf("%s\n", one.key.c_str());
    print_wrapped("Values: " + one.values + ". Default: " + one.default_value + ".");
    print_wrapped(one.meaning);
  }
  std::puts("\nLimits that no setting changes:\n");
  for (const fixed::fixed_limit& limit : fixed::all) {
    std::printf("%.*s: %s\n", static_cast<int>(limit.name.size()), limit.name.data(),
                amount(limit).c_str());
    print_wrapped(std::string(limit.consequence));
  }
}

void print_markdown() {
  std::puts("| key | variable | values | default | |\n|---|---|---|---|---|");
  for (const node::setting_description& one : node::describe_settings())
    std::printf("| `%s` | `%s` | %s | %s | %s |\n", one.key.c_str(), variable_of(one.key).c_str(),
                one.values.c_str(), one.default_value.c_str(), one.meaning.c_str());
  std::puts("\n| limit | value | consequence |\n|---|---|---|");
  for (const fixed::fixed_limit& limit : fixed::all)
    std::printf("| `%.*s` | %s | %.*s |\n", static_cast<int>(limit.name.size()), limit.name.data(),
                amount(limit).c_str(), static_cast<int>(limit.consequence.size()),
                limit.consequence.data());
}

void print_json() {
  std::vector<json_object> settings, limits;
  for (const node::setting_description& one : node::describe_settings())
    settings.emplace_back()
        .add("key", one.key)
        .add("variable", variable_of(one.key))
        .add("values", one.values)
        .add("default", one.default_value)
        .add("meaning", one.meaning);
  for (const fixed::fixed_limit& limit : fixed::all)
    limits.emplace_back()
        .add("name", std::string(limit.name))
        .add("value", static_cast<long long>(limit.value))
        .add("unit", std::string(limit.unit))
        .add("consequence", std::string(limit.consequence));
  json_object object;
  object.add("settings", settings).add("limits", limits);
  std::fputs(object.text().c_str(), stdout);
}

}  // namespace

void print_config_list(list_format format) {
  switch (format) {
    case list_format::text:
      return print_text();
    case list_format::json:
      return print_json();
    case list_format::markdown:
      return print_markdown();
  }
}

}  // namespace mentat::command
