#include "daemons/launch/kubernetes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "daemons/launch/image_name.h"
#include "daemons/launch/kubernetes_parts.h"
#include "mmps/base/shown_text.h"

namespace mentat::launch {
namespace {

using texts = std::map<std::string, std::string, std::less<>>;
template <class T>
using expected = tl::expected<T, std::string>;

// A label of DNS has 63; the names of pods end with their number and some letters.
constexpr std::size_t longest_label = 63, longest_object = 50;
constexpr std::size_t longest_quantity = 20;
constexpr double most_processors = 1'000'000;          // thousandths: more than a machine has
constexpr double least_memory = 6 << 20;               // what a container needs to begin
constexpr double most_memory = 1024.0 * (1ull << 40);  // 1024 Ti

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

bool is_label(std::string_view text, std::size_t longest) {
  return !text.empty() && text.size() <= longest && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text, [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

// 2, 0.5, 500m or 4Gi, in units of the first of `units`; nothing: it is none.
struct unit {
  std::string_view name;
  double factor;
};
std::optional<double> quantity(std::string_view text, std::initializer_list<unit> units) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, end);
  const auto* const found = std::ranges::find(units, text.substr(end), &unit::name);
  if (text.size() > longest_quantity || number.empty() || !is_digit(number.front()) ||
      !is_digit(number.back()) || std::ranges::count(number, '.') > 1 || found == units.end())
    return std::nullopt;
  double value = 0;
  std::from_chars(number.data(), number.data() + number.size(), value);
  return value * found->factor;
}

bool is_within(std::optional<double> value, double least, double most) {
  return value && *value >= least && *value <= most;
}

// But for what the arithmetic of 0.07 adds.
bool is_whole(double value) { return std::abs(value - std::round(value)) < 1e-6; }

// In thousandths of a core, the finest that Kubernetes has.
std::optional<double> processors(std::string_view text) {
  return quantity(text, {{"m", 1}, {"", 1000}});
}

std::optional<double> bytes(std::string_view text) {
  constexpr double kibi = 1024, kilo = 1000;
  return quantity(text, {{"", 1},
                         {"k", kilo},
                         {"M", kilo * kilo},
                         {"G", kilo * kilo * kilo},
                         {"T", kilo * kilo * kilo * kilo},
                         {"Ki", kibi},
                         {"Mi", kibi * kibi},
                         {"Gi", kibi * kibi * kibi},
                         {"Ti", kibi * kibi * kibi * kibi}});
}

// One pass: a value is not looked at again.
std::string filled(std::string_view part, const texts& values) {
  std::string text;
  while (!part.empty()) {
    const std::size_t begin = std::min(part.find('{'), part.size());
    const std::size_t end = part.find('}', begin);
    text += part.substr(0, begin);
    if (end == part.npos) break;
    text += values.at(std::string(part.substr(begin + 1, end - begin - 1)));
    part.remove_prefix(end + 1);
  }
  return text;
}

// Kubernetes replaces $(NAME) in a command, and takes $$ for $.
std::string without_expansion(std::string_view word) {
  std::string text;
  for (const char c : word) text += c == '$' ? std::string("$$") : std::string(1, c);
  return text;
}

expected<std::string> list_of(const std::vector<std::string>& words) {
  std::string lines;
  for (const std::string& word : words) {
    const auto value = yaml_value(without_expansion(word));
    if (!value) return value;
    lines += (lines.empty() ? "            - " : "\n            - ") + *value;
  }
  return lines;
}

std::vector<std::string> driver_command(const kubernetes_wish& wish) {
  const std::string mount(keys_mount);
  std::vector<std::string> words{wish.mentat,
                                 "launch",
                                 "pods",
                                 "--hosts=" + std::to_string(wish.hosts),
                                 "--within=" + std::to_string(wish.within),
                                 "--founder-secret=" + mount + "/founder",
                                 "--listen=auto:" + std::to_string(founder_port)};
  if (wish.all_hosts) words.emplace_back("--all-hosts");
  words.emplace_back("--");
  words.insert(words.end(), wish.program.begin(), wish.program.end());
  return words;
}

// A host has some seconds of the pod's 60 to leave in when it has given its work away.
std::vector<std::string> host_command(const kubernetes_wish& wish) {
  return {wish.mentat,       "start",
          "--lease=session", "--join-secret=" + std::string(keys_mount) + "/join",
          "--listen=auto",   "--within=" + std::to_string(wish.within),
          "--grace=50s"};
}

// The values of the parts that all objects share.
expected<texts> common_values(const kubernetes_wish& wish) {
  texts values{{"hosts", std::to_string(wish.hosts)},
               {"port", std::to_string(founder_port)},
               {"mount", std::string(keys_mount)}};
  for (const auto& [key, text] : {std::pair{"name", &wish.name},
                                  {"image", &wish.image},
                                  {"cpu", &wish.cpu},
                                  {"memory", &wish.memory},
                                  {"founder", &wish.founder_line},
                                  {"join", &wish.invitation}}) {
    const auto value = yaml_value(*text);
    if (!value) return tl::unexpected(value.error());
    values[key] = *value;
  }
  if (!wish.space.empty())
    values["namespace"] = "  namespace: \"" + wish.space + "\"\n";
  else
    values["namespace"] = "";
  values["deadline"] =
      wish.longest == 0 ? "" : "  activeDeadlineSeconds: " + std::to_string(wish.longest) + "\n";
  values["object"] = values["name"];
  values["metadata"] = filled(metadata_part, values);
  return values;
}

expected<std::string> job(std::string_view part, const kubernetes_wish& wish, texts values,
                          const std::string& component, const std::vector<std::string>& command) {
  const auto words = list_of(command);
  if (!words) return words;
  const bool is_driver = component == "driver";
  values["words"] = *words;
  values["component"] = component;
  values["key"] = is_driver ? "founder" : "join";
  values["object"] = "\"" + wish.name + (is_driver ? "\"" : "-hosts\"");
  values["metadata"] = filled(metadata_part, values);
  if (!wish.queue.empty())
    values["metadata"] += "\n    kueue.x-k8s.io/queue-name: \"" + wish.queue + "\"";
  values["template"] = filled(template_part, values);
  values["container"] = filled(container_part, values);
  return filled(part, values);
}

}  // namespace

std::string name_of_objects(std::string_view program) {
  program.remove_prefix(std::min(program.rfind('/') + 1, program.size()));
  std::string name;
  for (const char c : program.substr(0, longest_object)) {
    if (name.empty() && !is_letter(c)) continue;
    if (is_letter(c))
      name += static_cast<char>(c | 0x20);
    else
      name += is_digit(c) ? c : '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

std::string why_not(const kubernetes_wish& wish) {
  const auto no = [](const std::string& expects, const std::string& value) {
    return expects + ", not \"" + base::shown_value(value) + "\"";
  };
  if (!is_label(wish.name, longest_object) || is_digit(wish.name.front()))
    return no("--name: expected at most 50 small letters, digits and -, the first one a letter",
              wish.name);
  if (!wish.space.empty() && !is_label(wish.space, longest_label))
    return no("--namespace: expected at most 63 small letters, digits and -", wish.space);
  if (const std::string why = why_no_image(wish.image); !why.empty())
    return no("--image: expected " + why, wish.image);
  if (const auto value = processors(wish.cpu);
      !is_within(value, 1, most_processors) || !is_whole(*value))
    return no("--cpu: expected a number of cores from 1m to 1000, such as 2 or 500m", wish.cpu);
  if (!is_within(bytes(wish.memory), least_memory, most_memory))
    return no("--memory: expected a number of bytes from 6Mi to 1024Ti, such as 512Mi or 4Gi",
              wish.memory);
  if (!wish.queue.empty() && !is_label(wish.queue, longest_label))
    return no("--queue: expected at most 63 small letters, digits and -", wish.queue);
  if (wish.hosts == 0 || wish.hosts > most_host_pods)
    return no("--hosts: expected a number from 1 to " + std::to_string(most_host_pods),
              std::to_string(wish.hosts));
  if (wish.mentat.empty() || wish.program.empty()) return "expected the program in the image";
  if (wish.mentat.front() == '~')
    return no("--remote-mentat: expected a name or a path; no shell is there that expands ~",
              wish.mentat);
  std::size_t bytes = 0;
  for (const std::string& word : wish.program) bytes += word.size();
  if (bytes > longest_pod_program)
    return "the program and its arguments have " + std::to_string(bytes) + " bytes, and may have " +
           std::to_string(longest_pod_program) + ": put them into a file of the image";
  return {};
}

std::string founder_address(const kubernetes_wish& wish) {
  return "tcp://" + wish.name + ":" + std::to_string(founder_port);
}

expected<std::string> yaml_value(std::string_view text) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
  } catch (const nlohmann::json::exception&) {
    return tl::unexpected("expected UTF-8, not \"" + base::shown_value(text) + "\"");
  }
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  // Its escapes are those of YAML.
  return '"' + base::shown(escaped, SIZE_MAX) + '"';
}

expected<std::string> manifests(const kubernetes_wish& wish) {
  if (const std::string why = why_not(wish); !why.empty()) return tl::unexpected(why);
  const auto values = common_values(wish);
  if (!values) return tl::unexpected(values.error());
  std::string text(head_part);
  for (const std::string_view part :
       {account_part, secret_part, network_part, service_part, disruption_part})
    text += filled(part, *values);
  const auto driver = job(driver_part, wish, *values, "driver", driver_command(wish));
  if (!driver) return driver;
  const auto hosts = job(hosts_part, wish, *values, "host", host_command(wish));
  if (!hosts) return hosts;
  return text + *driver + *hosts;
}

}  // namespace mentat::launch
