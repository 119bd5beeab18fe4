#include "mplc/emit/explanation.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

namespace mentat::mplc {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

// The same file by two names, if one name is given from a folder further up.
bool same_file(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return !a.empty() && b.ends_with(a) &&
         (a.size() == b.size() || b[b.size() - a.size() - 1] == '/');
}

struct waited {
  unsigned long long times = 0;
  double seconds = 0;
  void add(const wait_row& row) {
    times += row.times;
    seconds += row.seconds;
  }
};

class waits_of {
 public:
  waits_of(const explanation& all, const wait_profile* profile)
      : file_(all.file), profile_(profile) {}

  [[nodiscard]] std::optional<waited> variable(const explained_variable& of) const {
    return sum([&](const wait_row& row) {
      return same_file(row.file, file_) &&
             std::ranges::any_of(of.waits, [&](line_column at) { return at.line == row.line; }) &&
             std::ranges::any_of(of.produced, [&](const explained_call& call) {
               return call.of_class == row.of_class && call.function == row.function;
             });
    });
  }

  [[nodiscard]] std::optional<waited> call(const explained_call& of) const {
    return sum([&](const wait_row& row) {
      return row.file.empty() && row.of_class == of.of_class && row.function == of.function;
    });
  }

 private:
  std::optional<waited> sum(auto&& belongs) const {
    if (profile_ == nullptr) return std::nullopt;
    waited all;
    for (const wait_row& row : *profile_)
      if (belongs(row)) all.add(row);
    return all;
  }

  std::string_view file_;
  const wait_profile* profile_;
};

std::string text_of(line_column at) {
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string text_of(const explained_call& call) {
  return call.of_class + "::" + call.function + " at " + text_of(call.where);
}

template <class List>
std::string listed(const List& list) {
  std::string text;
  for (const auto& one : list) text += (text.empty() ? "" : ", ") + text_of(one);
  return text;
}

std::string text_of(const waited& of) {
  if (of.times == 0) return "never reached in this run";
  char text[64];
  std::snprintf(text, sizeof text, "%.6f s in %llu use%s", of.seconds, of.times,
                of.times == 1 ? "" : "s");
  return text;
}

std::string between_text(const explained_variable& of) {
  if (of.between.empty() && !of.rounds)
    return "    between   no other Mentat call: nothing runs in parallel here\n";
  return std::string("    between   ") + (of.rounds ? "the other rounds of its loop" : "") +
         (of.rounds && !of.between.empty() ? ", " : "") + listed(of.between) + "\n";
}

std::string mend_text(std::string indent, std::string_view reason) {
  const std::string_view mend = mend_of(reason);
  return mend.empty() ? "" : indent + "mend      " + std::string(mend) + "\n";
}

std::string text_of(const explained_variable& of, const waits_of& waits) {
  std::string text =
      "  " + of.name + " (" + of.type + "), declared at " + text_of(of.declared) + "\n";
  text += "    produced  " + listed(of.produced) + "\n";
  if (!of.obstacle.empty())
    return text + "    never delayed, because " + of.obstacle + " (" + text_of(of.obstacle_at) +
           ")\n" + mend_text("    ", of.obstacle);
  if (!of.handed_on.empty())
    text += "    handed on at " + listed(of.handed_on) + ", without waiting\n";
  if (of.needed.empty()) return text + "    never waited for here\n";
  text += "    needed    " + text_of(of.needed.front()) +
          (of.in_front_of_loop ? " (waited for in front of the loop, line " +
                                     std::to_string(of.waits.front().line) + ")"
                               : "");
  if (of.needed.size() > 1)
    text += "; later " + listed(std::vector(of.needed.begin() + 1, of.needed.end()));
  text += "\n" + between_text(of);
  if (const auto took = waits.variable(of)) text += "    waited    " + text_of(*took) + "\n";
  return text;
}

// Sorted by waiting time, longest first, in each function and among the functions. Without a
// profile the order stays.
std::vector<explained_function> by_cost(const explanation& all, const waits_of& waits) {
  const auto seconds = [](const std::optional<waited>& took) { return took ? took->seconds : 0.0; };
  const auto of_variable = [&](const explained_variable& of) {
    return seconds(waits.variable(of));
  };
  const auto of_call = [&](const explained_call& of) { return seconds(waits.call(of)); };
  std::vector<explained_function> sorted = all.functions;
  for (explained_function& function : sorted) {
    std::ranges::stable_sort(function.variables, std::greater(), of_variable);
    std::ranges::stable_sort(function.blocking, std::greater(), of_call);
  }
  std::ranges::stable_sort(sorted, std::greater(), [&](const explained_function& function) {
    double most = 0;
    if (!function.variables.empty()) most = of_variable(function.variables.front());
    if (!function.blocking.empty()) most = std::max(most, of_call(function.blocking.front()));
    return most;
  });
  return sorted;
}

json json_of(line_column at) { return {{"line", at.line}, {"column", at.column}}; }

json json_of(const explained_call& call) {
  json made{{"class", call.of_class},
            {"function", call.function},
            {"line", call.where.line},
            {"column", call.where.column}};
  if (!call.reason.empty()) made["reason"] = call.reason;
  if (const auto mend = mend_of(call.reason); !mend.empty()) made["mend"] = mend;
  return made;
}

template <class List>
json json_of_all(const List& list) {
  json made = json::array();
  for (const auto& one : list) made.push_back(json_of(one));
  return made;
}

void add_waited(json& to, const std::optional<waited>& took) {
  if (took) to["waited"] = {{"times", took->times}, {"seconds", took->seconds}};
}

json json_of(const explained_variable& of, const waits_of& waits) {
  json made{{"name", of.name},
            {"type", of.type},
            {"declared", json_of(of.declared)},
            {"produced", json_of_all(of.produced)}};
  if (!of.obstacle.empty()) {
    made["never_delayed"] = {{"reason", of.obstacle}, {"at", json_of(of.obstacle_at)}};
    return made;
  }
  made["handed_on"] = json_of_all(of.handed_on);
  made["needed"] = json_of_all(of.needed);
  made["in_front_of_loop"] = of.in_front_of_loop;
  made["waits"] = json_of_all(of.waits);
  made["rounds"] = of.rounds;
  made["between"] = json_of_all(of.between);
  add_waited(made, waits.variable(of));
  return made;
}

}  // namespace

std::string_view mend_of(std::string_view reason) {
  static constexpr std::pair<std::string_view, std::string_view> mends[] = {
      {"its value is used at once", "assign it to a local variable and use that later"},
      {"is not a local variable", "assign it to a local variable, and move that over at the end"},
      {"it is not assigned to a local",
       "assign it to a local variable, and move that over at the end"},
      {"a member of the object", "make the member a mentat::result, or move a local variable over"},
      {"through a pointer", "assign it to a local variable, and move that over at the end"},
      {"is a reference", "assign it to a local variable, and move that over at the end"},
      {"converted to another type", "declare the variable with the type of the result"},
      {"a handler of the 'try'", "move the try around the use of the value, or to the caller"},
      {"a destructor asks", "return behind the scope of the guard"},
      {"that cannot be delayed", "assign it to a local variable first"},
      {"cannot be delayed", "give the element a default constructor and an assignment"},
      {"macro", "write it out instead of the macro"},
      {"needs its value", "write the outer call out instead of the macro"},
      {"is the copy in a lambda", "capture the variable by reference"},
      {"bound to", "make the alias after the last call that assigns the variable"},
      {"may refer to it", "make the alias after the last call that assigns the variable"},
      {"a pointer", "make the alias after the last call that assigns the variable"},
      {"is kept", "make the alias after the last call that assigns the variable"},
      {"head of a statement", "declare it in front of the statement"},
      {"cases of a switch", "declare it in front of the switch"},
      {"one try block", "put the try inside the function"},
      {"uses goto", "move the calls to a function without goto"},
      {"is a coroutine", "move the calls to a function that is not a coroutine"},
      {"cannot be split", "declare each variable on its own"},
  };
  for (const auto& [part, mend] : mends)
    if (reason.find(part) != std::string_view::npos) return mend;
  return {};
}

tl::expected<wait_profile, std::string> read_profile(const std::string& path) {
  // A pipe without a writer would block the command.
  if (std::error_code none; fs::exists(path, none) && !fs::is_regular_file(path, none))
    return tl::unexpected("'" + path + "' is not a profile: this is not a plain file");
  std::ifstream file(path);
  if (!file)
    return tl::unexpected("cannot read the profile '" + path +
                          "'; a run with MENTAT_PROFILE=" + path + " writes it");
  wait_profile rows;
  try {
    const json all = json::parse(file);
    for (const json& row : all.at("waits"))
      rows.push_back({row.at("file").is_null() ? "" : row.at("file").get<std::string>(),
                      row.at("line").get<unsigned>(), row.at("class").get<std::string>(),
                      row.at("function").get<std::string>(),
                      row.at("times").get<unsigned long long>(), row.at("seconds").get<double>()});
  } catch (const json::exception& e) {
    return tl::unexpected("'" + path + "' is not a profile of a Mentat program: " + e.what());
  }
  return rows;
}

std::string explain_as_text(const explanation& all, const wait_profile* profile) {
  const waits_of waits(all, profile);
  std::string text;
  for (const explained_function& function : by_cost(all, waits)) {
    text += all.file + ":" + text_of(function.where) + ": " + function.name + "\n";
    for (const explained_variable& variable : function.variables) text += text_of(variable, waits);
    for (const explained_call& call : function.blocking) {
      text += "  call " + text_of(call) + " blocks, because " + call.reason + "\n";
      text += mend_text("    ", call.reason);
      if (const auto took = waits.call(call))
        text += "    waited    " + text_of(*took) + " of this function, wherever it blocked\n";
    }
  }
  return text.empty() ? all.file + ": no function here makes a Mentat call\n" : text;
}

std::string explain_as_json(const explanation& all, const wait_profile* profile) {
  const waits_of waits(all, profile);
  json functions = json::array();
  for (const explained_function& function : by_cost(all, waits)) {
    json variables = json::array(), blocking = json::array();
    for (const explained_variable& variable : function.variables)
      variables.push_back(json_of(variable, waits));
    for (const explained_call& call : function.blocking) {
      blocking.push_back(json_of(call));
      add_waited(blocking.back(), waits.call(call));
    }
    functions.push_back({{"function", function.name},
                         {"line", function.where.line},
                         {"column", function.where.column},
                         {"variables", std::move(variables)},
                         {"blocking", std::move(blocking)}});
  }
  return json{{"file", all.file}, {"functions", std::move(functions)}}.dump(1) + "\n";
}

}  // namespace mentat::mplc
