#include "mplc/emit/python_binding.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "mplc/emit/user_text.h"
#include "mplc/text/emitted_names.h"
#include "mplc/text/hashes.h"

namespace mentat::mplc {
namespace {

constexpr std::string_view words_of_python[] = {
    "None", "as",     "assert",   "async", "await",  "def",    "del",
    "elif", "except", "finally",  "from",  "global", "import", "in",
    "is",   "lambda", "nonlocal", "pass",  "raise",  "with",   "yield"};

// A name that Python keeps for itself gets a `_`.
std::string in_python(const std::string& name) {
  return std::ranges::find(words_of_python, name) == std::end(words_of_python) ? name : name + "_";
}

// `self` is the object.
std::string parameter_in_python(const std::string& name) {
  return name == "self" ? "self_" : in_python(name);
}

std::string last_part(const std::string& qualified) {
  const std::size_t at = qualified.rfind("::");
  return at == std::string::npos ? qualified : qualified.substr(at + 2);
}

bool is_bound(const mentat_class& of) {
  return of.definition.has_value() && of.shape == class_shape::plain;
}
bool is_bound(const plain_struct& of, const model& all) {
  const bool is_error =
      std::ranges::any_of(all.errors, [&of](const own_error& one) { return one.type == of.type; });
  return !is_error && of.type.find('<') == std::string::npos &&
         std::ranges::find(of.name_spaces, "") == of.name_spaces.end();
}

// Of several lines.
std::string literal(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '\n')
      made += "\\n";
    else if (c == '"' || c == '\\' || c == '?')
      made += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) >= ' ')
      made += c;
  }
  return made + "\"";
}

// Text that is the same in the bindings of several headers stands in the module once.
std::string once(const std::string& word, std::uint64_t identity, const std::string& text) {
  const std::string guard = "MENTAT_PYTHON_" + word + "_" + hexadecimal(identity, 16);
  return "#ifndef " + guard + "\n#define " + guard + "\n" + text + "#endif\n";
}

std::string name_line(const std::string& type, const std::string& name) {
  return "template <>\ninline constexpr const char* mentat::python::bound_name__<" + type +
         "> = " + string_literal(name) + ";\n";
}

class binding {
 public:
  binding(const model& all, const std::string& line_name) : all_(all), line_name_(line_name) {}

  std::string write() {
    std::string names;
    for (const mentat_class& of : all_.classes)
      if (is_bound(of))
        names += name_line("::mentat::handle__<" + of.qualified + ">", in_python(of.name));
    if (names.empty()) return {};
    for (const plain_struct& of : all_.structs)
      if (is_bound(of, all_))
        names += once("NAME", of.identity, name_line(of.type, in_python(last_part(of.type))));
    for (const plain_struct& of : all_.structs)
      if (is_bound(of, all_)) write_struct(of);
    for (const own_error& of : all_.errors) write_error(of);
    for (const mentat_class& of : all_.classes)
      if (is_bound(of)) write_class(of);
    return names + "namespace {\nconst ::mentat::python::bindings__ bindings_" +
           hexadecimal(fnv1a_64(line_name_), 16) + "__([](::mentat::python::module__& to__) {\n" +
           text_ + "});\n}  // namespace\n";
  }

 private:
  void line(const std::string& content) { text_ += "  " + content + "\n"; }

  // The fields of bases come first, as in an aggregate.
  void write_fields(const plain_struct& of, const std::string& type) {
    for (const std::string& base : of.bases)
      for (const plain_struct& one : all_.structs)
        if (one.type == base) write_fields(one, type);
    for (const data_field& field : of.fields) {
      const std::string name = string_literal(in_python(field.name));
      if (field.bit_field_type.empty())
        line("made__.field__<&" + type + "::" + field.name + ">(" + name + ");");
      else
        line("made__.bits__(" + name + ", [](const " + type + "& of__) { return of__." +
             field.name + "; }, [](" + type + "& of__, " + field.bit_field_type +
             " value__) { of__." + field.name + " = value__; });");
    }
  }

  void write_struct(const plain_struct& of) {
    const std::string before = std::exchange(text_, "");
    line("{");
    line("::mentat::python::struct__<" + of.type + "> made__(to__, " +
         string_literal(in_python(last_part(of.type))) + ");");
    write_fields(of, of.type);
    line("}");
    text_ = before + once("STRUCT", of.identity, text_);
  }

  void write_error(const own_error& of) {
    if (of.type.find('<') != std::string::npos) return;
    const std::string name = string_literal(in_python(last_part(of.type)));
    const bool has_base = !of.base.empty() && of.base.find('<') == std::string::npos;
    text_ +=
        once("ERROR", of.identity,
             "  to__.error__<" + of.type + ">(" + name +
                 (has_base ? ", " + string_literal(in_python(last_part(of.base))) : std::string()) +
                 ");\n");
  }

  void write_class(const mentat_class& of) {
    const bool has_base =
        !of.base_qualified.empty() && of.base_qualified.find('<') == std::string::npos;
    line("{");
    line("::mentat::python::class__<" + of.qualified +
         (has_base ? ", " + of.base_qualified : std::string()) + "> made__(to__, " +
         string_literal(in_python(of.name)) + ", " + literal(of.comment) + ");");
    write_constructors(of);
    for (const mentat_method& method : of.methods) write_method(of, method);
    line("}");
  }

  void write_constructors(const mentat_class& of) {
    line("made__.constructor__();");
    std::size_t number = 0;
    for (const mentat_constructor& constructor : of.constructors) {
      if (!constructor.travels) continue;
      const std::string tag = of.qualified + "::" + constructor_name(number++);
      const auto defaults = std::ranges::count_if(
          constructor.parameters,
          [](const mentat_parameter& one) { return one.default_value.has_value(); });
      write_checks(tag, of.name + "'s constructor", constructor.parameters, 0);
      line("made__.constructor__<" + tag + ", " +
           std::to_string(std::min<std::size_t>(static_cast<std::size_t>(defaults),
                                                constructor.parameters.size() - 1)) +
           ">(" + names_of(constructor.parameters) + ");");
    }
  }

  void write_method(const mentat_class& of, const mentat_method& method) {
    const std::string tag = of.qualified + "::" + tag_name(method.stem);
    const std::string title = of.name + "::" + method.name;
    const unsigned at = method.defined_at.file.empty() ? method.defined_at.line : 0;
    write_checks(tag, title, method.parameters, at);
    check("typename " + tag + "::result", title + ": the result", at);
    std::string defaults;
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
      defaults +=
          method.parameters[i].default_value
              ? ", [] { return " + of.qualified + "::" + default_name(method.stem, i) + "(); }"
              : ", ::mentat::python::no_default__{}";
    const bool reads = method.is_read && !method.guard;
    line("made__.method__<" + tag + ", " + (reads ? "true" : "false") + ">(" +
         string_literal(in_python(method.name)) + ", " + literal(method.comment) + ", " +
         names_of(method.parameters) + defaults + ");");
  }

  static std::string names_of(const std::vector<mentat_parameter>& parameters) {
    std::string names;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      names += (i == 0 ? "" : ", ") + string_literal(parameter_in_python(name_of(parameters, i)));
    return "std::array<const char*, " + std::to_string(parameters.size()) + ">{" + names + "}";
  }
  static std::string name_of(const std::vector<mentat_parameter>& parameters, std::size_t i) {
    return parameters[i].name.empty() ? "argument_" + std::to_string(i + 1) : parameters[i].name;
  }

  void write_checks(const std::string& tag, const std::string& title,
                    const std::vector<mentat_parameter>& parameters, unsigned at) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      check("typename " + tag + "::template kept<" + std::to_string(i) + ">",
            title + ": parameter '" + name_of(parameters, i) + "'", at);
  }

  void check(const std::string& type, const std::string& what, unsigned at) {
    if (at != 0) text_ += line_directive(at, line_name_);
    line("static_assert(::mentat::python::form<" + type + ">::exists, " +
         string_literal(what +
                        " has a type that has no form in Python; docs/python.md lists those that "
                        "have one") +
         ");");
  }

  const model& all_;
  const std::string& line_name_;
  std::string text_;
};

}  // namespace

std::string python_binding(const model& all, const std::string& line_name) {
  return binding(all, line_name).write();
}

}  // namespace mentat::mplc
