#include "mplc/emit/space_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mplc/text/hashes.h"

namespace mentat::mplc {
namespace {

using json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::size_t> numbers_of(std::uint32_t fields, std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < count; ++k)
    if ((fields >> k & 1) != 0) numbers.push_back(k + 1);
  return numbers;
}

std::string key_text(const tuple_type& of) {
  if (!of.is_put()) return "nothing puts it";
  if (!of.is_met()) return "no pattern meets it";
  const std::vector<std::size_t> key = numbers_of(of.key, of.fields.size());
  if (key.empty()) return "no key";
  std::vector<std::string> words;
  for (const std::size_t number : key) words.push_back(std::to_string(number));
  return (key.size() == 1 ? "key: field " : "key: fields ") + joined(words, ", ");
}

bool empties(const tuple_type& of, std::size_t use) {
  return std::ranges::find(of.emptied_by, use) != of.emptied_by.end();
}

std::string literal(std::string_view text) {
  std::string made = "\"\\0";
  for (const char one : text) {
    if (one == '\t')
      made += "\\t";
    else if (one == '\n')
      made += "\\n";
    else if (one == '"' || one == '\\' || one == '?')  // no trigraphs
      (made += '\\') += one;
    else
      made += one;
  }
  return made + '"';
}

}  // namespace

std::string section_text(const std::vector<space_use>& uses, std::string_view file) {
  if (uses.empty()) return {};
  std::string text =
      "// For `mentat explain --spaces`.\n[[__gnu__::__used__, __gnu__::__retain__, "
      "__gnu__::__section__(\"" +
      std::string(spaces_section) + "\")]] static const char spaces_" +
      hexadecimal(fnv1a_64(file), 16) + "__[] =";
  for (const space_use& use : uses) text += "\n    " + literal(lines_of({use}));
  return text + ";\n";
}

std::string lines_of_section(std::string_view bytes) {
  std::string lines(bytes);
  std::erase(lines, '\0');
  return lines;
}

std::string pattern_text(const space_use& use) {
  std::vector<std::string> fields = use.fields;
  for (std::size_t k = 0; k < fields.size(); ++k)
    if ((use.formals >> k & 1) != 0) fields[k] = "formal<" + fields[k] + ">";
  return "(" + joined(fields, ", ") + ")";
}

std::string spaces_as_text(const std::vector<tuple_type>& all) {
  std::string text;
  for (const tuple_type& of : all) {
    text += "(" + joined(of.fields, ", ") + "): " + key_text(of) + "\n";
    for (std::size_t k = 0; k < of.uses.size(); ++k) {
      const space_use& use = of.uses[k];
      text += "  " + use.file + ":" + std::to_string(use.line) + ": " + use.operation + " " +
              pattern_text(use) + (empties(of, k) ? ": this leaves the key empty [R0806]" : "") +
              "\n";
    }
  }
  return text.empty() ? "no operations on spaces\n" : text;
}

std::string spaces_as_json(const std::vector<tuple_type>& all) {
  json tuples = json::array();
  for (const tuple_type& of : all) {
    json uses = json::array();
    for (std::size_t k = 0; k < of.uses.size(); ++k) {
      const space_use& use = of.uses[k];
      uses.push_back({{"operation", use.operation},
                      {"file", use.file},
                      {"line", use.line},
                      {"formals", numbers_of(use.formals, use.fields.size())},
                      {"empties_key", empties(of, k)}});
    }
    tuples.push_back({{"fields", of.fields},
                      {"key", numbers_of(of.key, of.fields.size())},
                      {"is_put", of.is_put()},
                      {"is_met", of.is_met()},
                      {"uses", std::move(uses)}});
  }
  return json{{"tuples", std::move(tuples)}}.dump(2, ' ', false, json::error_handler_t::replace) +
         "\n";
}

}  // namespace mentat::mplc
