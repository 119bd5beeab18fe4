#include "mplc/emit/emit_server.h"

#include <algorithm>
#include <ranges>
#include <set>

#include "mplc/emit/emit_class.h"
#include "mplc/text/emitted_names.h"
#include "mplc/text/hashes.h"

namespace mentat::mplc {
namespace {

bool is_template(const mentat_class& of) {
  return of.shape == class_shape::templated || of.shape == class_shape::partial_specialisation;
}

// Serialisation of plain structs.

void write_fields(std::string& text, const plain_struct& of) {
  std::string list;
  const auto flush = [&] {
    if (!list.empty()) text += "  archive__(" + list + ");\n";
    list.clear();
  };
  for (const std::string& base : of.bases)
    list += (list.empty() ? "" : ", ") + ("static_cast<" + base + "&>(value__)");
  for (const data_field& field : of.fields) {
    if (field.bit_field_type.empty()) {
      list += (list.empty() ? "value__." : ", value__.") + field.name;
      continue;
    }
    // No reference binds to a bit-field.
    flush();
    text += "  " + field.bit_field_type + " " + field.name + " = value__." + field.name + ";\n";
    text +=
        "  archive__(" + field.name + ");\n  value__." + field.name + " = " + field.name + ";\n";
  }
  flush();
}

std::string serialisation_of(const plain_struct& of) {
  const std::string guard = "MENTAT_SERIALIZE_" + hexadecimal(of.identity, 16);
  std::string text = "#ifndef " + guard + "\n#define " + guard + "\n";
  for (const std::string& space : of.name_spaces)
    text += "namespace " + space + (space.empty() ? "{\n" : " {\n");
  const bool empty = of.bases.empty() && of.fields.empty();
  text += "template <class Archive__>\nvoid serialize__(Archive__&" +
          std::string(empty ? "" : " archive__") + ", " + of.type + "&" +
          (empty ? "" : " value__") + ") {\n";
  // No cast says that a value that was a bit-field fits into one.
  const bool narrows = std::ranges::any_of(
      of.fields, [](const data_field& field) { return !field.bit_field_type.empty(); });
  if (narrows)
    text += "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wconversion\"\n";
  write_fields(text, of);
  if (narrows) text += "#pragma GCC diagnostic pop\n";
  text += "}\n";
  for (std::size_t i = of.name_spaces.size(); i-- > 0;) text += "}\n";
  return text + "#endif\n";
}

// Classes.

class section {
 public:
  section(const mentat_class& of, const std::string& template_head, const std::string& line_name)
      : of_(of), head_(template_head), main_file_(line_name), dependent_(is_template(of)) {}

  std::string write() {
    text_ += (head_.empty() ? "template <>" : head_) + (dependent_ ? "\n" : " ") +
             "struct mentat::server__<" + of_.qualified + "> {\n";
    write_dispatch();
    if (of_.serves)
      text_ +=
          "  static void serve__(" + of_.qualified + "& self__) { self__.mentat_serve__(); }\n";
    write_description();
    write_constructors();
    text_ += "};\n";
    return text_;
  }

 private:
  void write_dispatch() {
    const bool used = !of_.methods.empty() || !of_.base_qualified.empty();
    text_ += "  static void dispatch__(" + of_.qualified + "&" + (used ? " self__" : "") +
             ", ::mentat::work_unit__& unit__) {\n";
    if (!of_.methods.empty()) {
      text_ += "    switch (unit__.function__()) {\n";
      for (const mentat_method& method : of_.methods) write_case(method);
      text_ += "      default: break;\n    }\n";
    }
    if (of_.base_qualified.empty())
      text_ += "    ::mentat::no_such_function__(unit__);\n";
    else
      text_ += "    ::mentat::server__<" + of_.base_qualified + ">::dispatch__(self__, unit__);\n";
    text_ += "  }\n";
  }

  void write_case(const mentat_method& method) {
    const std::string tag = of_.qualified + "::" + tag_name(method.stem);
    const std::string call =
        "::mentat::accepted_call__<" + std::string(dependent_ ? "typename " : "") + tag + ">";
    text_ += "      case " + tag + "::number__: {\n";
    // A constrained function does not exist in every instance of a class template.
    if (method.is_constrained)
      text_ += "        if constexpr (requires(" + call + "& call__) { " + body_call(method) +
               "; }) {\n";
    text_ += "        " + call + " call__(unit__);\n";
    text_ += "        return " + body_call(method) + ";\n";
    text_ += method.is_constrained ? "        } else { break; }\n      }\n" : "      }\n";
  }

  [[nodiscard]] std::string body_call(const mentat_method& method) const {
    const std::string self =
        method.is_rvalue ? "static_cast<" + of_.qualified + "&&>(self__)" : "self__";
    std::string text = self + "." + body_name(method.stem) + "(call__.rtf__()";
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
      text += std::string(", call__.") + (dependent_ ? "template " : "") + "argument__<" +
              std::to_string(i) + ">()";
    return text + ")";
  }

  void write_description() {
    const std::string kind = word_of(of_.kind);
    const std::string base = of_.base_qualified.empty()
                                 ? "nullptr"
                                 : "&::mentat::server__<" + of_.base_qualified + ">::description__";
    const std::string about = "::mentat::kind__::" + kind + "__" + ", 0x" +
                              hexadecimal(of_.interface_hash, 16) + "ull, " + base;
    text_ += "  static constexpr ::mentat::class_description__ description__";
    if (dependent_)
      text_ += " =\n      ::mentat::describe_instance__<" + of_.qualified + ">(" + about + ");\n";
    else
      text_ += "{\n      \"" + of_.title + "\", " + about + "};\n";
    if (of_.methods.empty()) {
      text_ += "  static constexpr ::mentat::no_methods__ methods__{};\n";
      return;
    }
    text_ += "  static constexpr ::mentat::method_description__ methods__[] = {\n";
    for (const mentat_method& method : of_.methods)
      text_ +=
          std::string("      ::mentat::") + (is_read(method) ? "describe_read__<" : "describe__<") +
          std::string(dependent_ ? "typename " : "") + of_.qualified +
          "::" + tag_name(method.stem) + ">(\"" + method.name + "\"" + place_of(method) + "),\n";
    text_ += "  };\n";
  }

  // It makes no record, if the class is durable.
  [[nodiscard]] bool is_read(const mentat_method& method) const {
    return method.is_read ||
           (of_.kind == class_kind::durable && method.qualifiers.starts_with(" const"));
  }

  // The place as a further argument. Readable text has none, because its lines are not those of the
  // source.
  [[nodiscard]] std::string place_of(const mentat_method& method) const {
    const source_line& at = method.defined_at;
    const std::string& file = at.file.empty() ? main_file_ : at.file;
    return file.empty() ? "" : ", " + string_literal(file + ":" + std::to_string(at.line));
  }

  void write_constructors() {
    const auto count = std::ranges::count_if(of_.constructors, &mentat_constructor::travels);
    if (count == 0) return;
    text_ += "  static constexpr ::mentat::constructor_description__ constructors__[] = {\n";
    for (std::ptrdiff_t i = 0; i < count; ++i)
      text_ += "      ::mentat::describe_constructor__<" +
               std::string(dependent_ ? "typename " : "") + of_.qualified +
               "::" + constructor_name(static_cast<std::size_t>(i)) + ">(),\n";
    text_ += "  };\n";
  }

  const mentat_class& of_;
  std::string head_, main_file_;
  bool dependent_;
  std::string text_;
};

// A section that may be seen more than once in a translation unit.
std::string guarded(const mentat_class& of, const std::string& line_name) {
  const std::string guard = "MENTAT_SERVER_" + hexadecimal(of.identity, 16);
  return "#ifndef " + guard + "\n#define " + guard + "\n" + section(of, "", line_name).write() +
         "#endif\n";
}

// The classes that a class template of this file derives from: the header needs their sections too.
std::set<std::uint64_t> bases_of_templates(const model& all) {
  std::set<std::uint64_t> bases;
  // Derived classes come behind their bases.
  for (const mentat_class& of : std::views::reverse(all.classes))
    if (of.definition && of.base_identity && (is_template(of) || bases.contains(of.identity)))
      bases.insert(*of.base_identity);
  return bases;
}

}  // namespace

bool has_templates(const model& all) {
  return std::ranges::any_of(
      all.classes, [](const mentat_class& of) { return of.definition && is_template(of); });
}

std::string struct_sections(const model& all) {
  std::string text;
  for (const plain_struct& of : all.structs) text += serialisation_of(of);
  return text;
}

std::string error_sections(const model& all) {
  std::string text;
  for (const own_error& of : all.errors) {
    const std::string name = hexadecimal(of.identity, 16);
    text += "[[maybe_unused]] static const bool mentat_error_" + name +
            "__ =\n    ::mentat::know_error__<" + of.type + ">([] { return " + of.empty + "; });\n";
  }
  return text;
}

std::string template_sections(const model& all, user_text& user, const std::string& line_name) {
  std::string text;
  if (!has_templates(all)) return text;
  for (const mentat_class& base : all.far_bases) text += guarded(base, line_name);
  const std::set<std::uint64_t> bases = bases_of_templates(all);
  for (const mentat_class& of : all.classes) {
    if (!of.definition) continue;
    if (is_template(of))
      text += section(of, bare_template_head(user, of), line_name).write();
    else if (bases.contains(of.identity))
      text += guarded(of, line_name);
  }
  return text;
}

std::string class_sections(const model& all, const std::string& line_name, section_place place) {
  const std::string linkage = place == section_place::of_header ? "[[__gnu__::__weak__]] " : "";
  std::string bases, text;
  for (const mentat_class& base : all.far_bases) bases += guarded(base, line_name);
  const std::set<std::uint64_t> of_templates = bases_of_templates(all);
  for (const mentat_class& of : all.classes) {
    if (!of.definition || is_template(of)) continue;
    text += of_templates.contains(of.identity) ? guarded(of, line_name)
                                               : section(of, "", line_name).write();
    text += linkage + "auto " + of.qualified +
            "::mentat_class__() -> const ::mentat::class_info__& {\n  return "
            "::mentat::class_info_of__<" +
            of.qualified + ">();\n}\nMENTAT_REGISTER_CLASS(" + of.qualified + ")\n";
  }
  return text.empty() ? text : bases + text;
}

}  // namespace mentat::mplc
