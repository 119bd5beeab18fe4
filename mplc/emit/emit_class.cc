#include "mplc/emit/emit_class.h"

#include <algorithm>

#include "mplc/text/emitted_names.h"
#include "mplc/text/hashes.h"

namespace mentat::mplc {
namespace {

// As in rts/api/handle.h: calls with more arguments record no place.
constexpr std::size_t max_placed_arguments = 16;

// A parameter as the added text spells it.
struct spelled_parameter {
  std::string type;         // const std::vector<int>&
  std::string declaration;  // const std::vector<int>& values
  std::string forward;      // how the name is handed on
  std::string default_value;
};

struct spelled_method {
  const mentat_method* of;
  std::string result;  // as the user wrote it
  std::string value;   // without const and reference
  std::vector<spelled_parameter> parameters;
  std::string constraint{};  // " requires C<T>"
};

struct spelled_constructor {
  const mentat_constructor* of;
  std::vector<spelled_parameter> parameters;
};

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

std::string listed(const std::vector<spelled_parameter>& parameters, auto&& spell) {
  std::string list;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    list += (i == 0 ? "" : ", ") + spell(parameters[i], i);
  return list;
}

spelled_parameter spell(user_text& text, const mentat_parameter& of, std::size_t index) {
  spelled_parameter made;
  const std::string before = trimmed(text.line(of.before)), after = trimmed(text.line(of.after));
  const std::string name = of.name.empty() ? argument_name(index) : of.name;
  made.type = before + after;
  made.declaration = before + " " + name + after;
  // A parameter may have the name of its type. An rvalue reference is an lvalue by its name.
  const bool moves = of.how == passing::value || made.type.ends_with("&&");
  made.forward = moves ? "static_cast<decltype(" + name + ")&&>(" + name + ")" : name;
  if (of.default_value) made.default_value = text.line(*of.default_value);
  return made;
}

spelled_method spell(user_text& text, const mentat_method& of) {
  spelled_method made{&of, text.result_type(*of.in_class), {}, {}};
  if (of.is_constrained) made.constraint = " requires " + text.line(of.constraint);
  made.value = of.returns_reference ? "::mentat::value_t__<" + made.result + ">" : made.result;
  for (std::size_t i = 0; i < of.parameters.size(); ++i)
    made.parameters.push_back(spell(text, of.parameters[i], i));
  return made;
}

spelled_constructor spell(user_text& text, const mentat_constructor& of) {
  spelled_constructor made{&of, {}};
  for (std::size_t i = 0; i < of.parameters.size(); ++i)
    made.parameters.push_back(spell(text, of.parameters[i], i));
  return made;
}

// The added members.

std::string with_defaults(const spelled_method& method) {
  return listed(method.parameters, [&](const spelled_parameter& parameter, std::size_t i) {
    if (parameter.default_value.empty()) return parameter.declaration;
    return parameter.declaration + " = " + default_name(method.of->stem, i) + "()";
  });
}

template <class Spelled>
std::string without_defaults(const Spelled& function) {
  return listed(function.parameters, [](const spelled_parameter& parameter, std::size_t) {
    return parameter.declaration;
  });
}

// These defaults have no other use, so they stay where they are.
std::string with_own_defaults(const spelled_constructor& constructor) {
  return listed(constructor.parameters, [](const spelled_parameter& parameter, std::size_t) {
    return parameter.declaration +
           (parameter.default_value.empty() ? "" : " = " + trimmed(parameter.default_value));
  });
}

// A member that is added to a class: declared and defined there, or, if a type of it is not
// complete yet, defined in the server section, where every type must be complete.
struct added_function {
  std::string result, name, defaulted, parameters, suffix;
  std::vector<std::string> body;
  std::string override{};  // in the class only

  [[nodiscard]] std::string inside(const std::string& indentation, bool is_static = false) const {
    const std::string head = indentation + (is_static ? "static " : "") + result + " " + name +
                             "(" + defaulted + ")" + suffix + override + " {";
    if (body.size() == 1 && head.size() + body[0].size() + 3 <= 100)
      return head + " " + body[0] + " }\n";
    std::string text = head + "\n";
    for (const std::string& statement : body) text += indentation + "  " + statement + "\n";
    return text + indentation + "}\n";
  }
  [[nodiscard]] std::string declared(const std::string& indentation, bool is_static = false) const {
    return indentation + (is_static ? "static " : "") + result + " " + name + "(" + defaulted +
           ")" + suffix + override + ";\n";
  }
  // The result type stands behind the name, where names of the class are known.
  [[nodiscard]] std::string outside(const std::string& owner) const {
    std::string text =
        "auto " + owner + "::" + name + "(" + parameters + ")" + suffix + " -> " + result + " {\n";
    for (const std::string& statement : body) text += "  " + statement + "\n";
    return text + "}\n";
  }
};

added_function spell_guard(user_text& text, const guard_text& guard, const std::string& tag) {
  std::string parameters = tag + "*";
  for (std::size_t i = 0; i < guard.parameters.size(); ++i)
    parameters += ", [[maybe_unused]] const typename " + tag + "::template value__<" +
                  std::to_string(i) + ">&" +
                  (guard.parameters[i].empty() ? "" : " " + guard.parameters[i]);
  return {"bool",     "mentat_guard__",
          parameters, parameters,
          " const",   {"return static_cast<bool>(" + text.line(guard.condition) + ");"}};
}

class class_tail {
 public:
  class_tail(user_text& user, const mentat_class& of, std::string indentation,
             std::string line_name)
      : user_(user),
        of_(of),
        indentation_(std::move(indentation)),
        line_name_(std::move(line_name)) {}

  std::string write(const std::vector<spelled_method>& methods,
                    const std::vector<spelled_constructor>& constructors, const std::string& base) {
    line(" public:");
    for (const spelled_method& method : methods) write_method(method);
    write_guards(methods);
    write_constructors(constructors);
    write_lifetime();
    // serve() may be private.
    if (of_.has_serve) line("  void mentat_serve__() { serve(); }");
    if (of_.kind == class_kind::replicated) write_state();
    if (of_.kind == class_kind::durable) write_cells();
    for (const spelled_method& method : methods)
      if (reads_here(*method.of)) write_read(method);
    write_stubs(methods, base);
    if (of_.shape == class_shape::templated || of_.shape == class_shape::partial_specialisation)
      line(
          "  static const ::mentat::class_info__& mentat_class__() { return "
          "::mentat::class_info_of__<" +
          of_.impl_name() + ">(); }");
    else
      line("  static const ::mentat::class_info__& mentat_class__();");
    return text_;
  }

  [[nodiscard]] const std::string& late_definitions() const { return late_; }

 private:
  void line(const std::string& content) { text_ += indentation_ + content + "\n"; }

  void add(bool late, const added_function& made, bool is_static = false) {
    text_ += late ? made.declared(indentation_ + "  ", is_static)
                  : made.inside(indentation_ + "  ", is_static);
    if (late) late_ += made.outside(of_.qualified);
  }

  template <class Spelled>
  static std::string types_of(const Spelled& function) {
    return listed(function.parameters,
                  [](const spelled_parameter& parameter, std::size_t) { return parameter.type; });
  }
  template <class Spelled>
  static std::string forwards_of(const Spelled& function) {
    return listed(function.parameters, [](const spelled_parameter& parameter, std::size_t) {
      return parameter.forward;
    });
  }

  // create() chooses among these as C++ would choose among the constructors.
  void write_constructors(const std::vector<spelled_constructor>& constructors) {
    unsigned number = 0;
    for (const spelled_constructor& constructor : constructors) {
      const std::string parameters = with_own_defaults(constructor);
      if (!constructor.of->travels) {
        line("  static void mentat_constructor__(" + parameters + ");");
        continue;
      }
      const std::string tag = constructor_name(number);
      const std::string made = "::mentat::construction__<" + tag + ">";
      line("  using " + tag + " = ::mentat::constructor__<" + of_.impl_name() + ", " +
           std::to_string(number++) + ", " + types_of(constructor) + ">;");
      add(constructor.of->late,
          {made,
           "mentat_constructor__",
           parameters,
           without_defaults(constructor),
           "",
           {"return " + made + "::of__(" + forwards_of(constructor) + ");"}},
          true);
    }
  }

  // As rts/api/creation.h reads it.
  void write_lifetime() {
    constexpr unsigned without_parameters = 63;
    std::uint64_t plain = of_.has_plain_default ? std::uint64_t{1} << without_parameters : 0;
    unsigned number = 0;
    for (const mentat_constructor& one : of_.constructors) {
      if (!one.travels) continue;
      if (one.is_plain && number < without_parameters) plain |= std::uint64_t{1} << number;
      ++number;
    }
    if (of_.serves || has_state(of_.kind)) plain = 0;
    // A type, which a debugger does not print with each object. Also if nothing is plain: a derived
    // class would have that of its base.
    if (!has_objects(of_.kind)) return;
    line("  using mentat_lifetime__ = ::mentat::lifetime__<0x" + hexadecimal(plain, 16) + ", " +
         (of_.ends_plainly ? "true>;" : "false>;"));
  }

  void write_method(const spelled_method& method) {
    const mentat_method& of = *method.of;
    line("  using " + tag_name(of.stem) + " = ::mentat::" +
         (of.runs_inline ? "inline_method__<" : "method__<") + of_.impl_name() + ", 0x" +
         hexadecimal(of.number, 8) + "u, " + method.result + "(" + types_of(method) + ")>;");
    for (std::size_t i = 0; i < method.parameters.size(); ++i) {
      const spelled_parameter& parameter = method.parameters[i];
      if (parameter.default_value.empty()) continue;
      const bool reference = of.parameters[i].how == passing::reference;
      add(of.late,
          {reference ? "::mentat::value_t__<" + parameter.type + ">" : parameter.type,
           default_name(of.stem, i),
           "",
           "",
           "",
           {"return " + parameter.default_value + ";"}},
          true);
    }
    // Callers through an ordinary base reach this one.
    write_local(method, of.name, body_name(of.stem), of.overrides_plain);
    // base::op() is a call of the base's own function, even if it is overridden.
    if (of.is_virtual && !of.is_pure)
      write_local(method, local_name(of.name), of_.impl_name() + "::" + body_name(of.stem), "");
  }

  // Writes the functions that test a call before the object accepts it (rts/api/guard.h).
  void write_guards(const std::vector<spelled_method>& methods) {
    for (const spelled_method& method : methods) {
      if (!method.of->guard) continue;
      const added_function made = spell_guard(user_, *method.of->guard, tag_name(method.of->stem));
      text_ += line_directive(method.of->guard->line, line_name_);
      add(method.of->late, made);
      text_ += generated_line;
    }
    const bool elsewhere = std::ranges::any_of(of_.methods, [](const mentat_method& method) {
      return !method.has_body_here && !method.is_pure;
    });
    if (!has_objects(of_.kind) || of_.shape != class_shape::plain || !elsewhere) return;
    line("  template <class method__, class... arguments__>");
    line("  bool mentat_guard__(method__*, const arguments__&...) const;");
  }

  // One with a guard waits until the object at its home accepts it.
  static bool reads_here(const mentat_method& of) { return of.is_read && !of.guard; }

  // A call from inside the class: an ordinary one, whose rtf goes to a result of its own.
  void write_local(const spelled_method& method, const std::string& name, const std::string& body,
                   const std::string& override) {
    const mentat_method& of = *method.of;
    const std::string self = of.is_rvalue ? "static_cast<" + of_.impl_name() + "&&>(*this)." : "";
    std::string arguments;
    for (const spelled_parameter& parameter : method.parameters)
      arguments += ", " + parameter.forward;
    add(of.late, {override.empty() ? method.value : method.result,
                  name,
                  with_defaults(method),
                  without_defaults(method),
                  of.qualifiers + (of.throws_nothing ? " noexcept" : "") + method.constraint,
                  {"::mentat::local_call__<" + tag_name(of.stem) + "> call__;",
                   self + body + "(call__.rtf__()" + arguments + ");", "return call__.take__();"},
                  override});
  }

  // Finds a read by its tag, on the copy of the object in its caller's process.
  void write_read(const spelled_method& method) {
    const mentat_method& of = *method.of;
    const std::string tag = tag_name(of.stem) + "*";
    const std::string comma = method.parameters.empty() ? "" : ", ";
    const std::string self =
        of.is_rvalue ? "static_cast<const " + of_.impl_name() + "&&>(*this)." : "this->";
    const std::string parameters = tag + comma + without_defaults(method);
    add(of.late, {method.value,
                  "mentat_read__",
                  parameters,
                  parameters,
                  " const" + method.constraint,
                  {"return " + self + of.name + "(" + forwards_of(method) + ");"}});
  }

  // Encodes and decodes a copy of a replicated object.
  void write_state() {
    line("  static constexpr bool mentat_replicated__ = true;");
    line("  template <class archive_type__>");
    line("  void mentat_state__([[maybe_unused]] archive_type__& archive__) {");
    if (!of_.base_qualified.empty())
      line("    " + of_.base_qualified + "::mentat_state__(archive__);");
    for (const std::string& base : of_.plain_bases)
      line("    archive__(static_cast<" + base + "&>(*this));");
    std::string list;
    for (const data_field& field : of_.state)
      if (field.bit_field_type.empty()) list += (list.empty() ? "" : ", ") + field.name;
    if (!list.empty()) line("    archive__(" + list + ");");
    for (const data_field& field : of_.state)
      if (!field.bit_field_type.empty()) write_bit_field(field, "    ");
    line("  }");
  }

  // No reference binds to a bit-field.
  void write_bit_field(const data_field& field, const std::string& inside) {
    line(inside + "{");
    line(inside + "  " + field.bit_field_type + " bits__ = " + field.name + ";");
    line(inside + "  archive__(bits__);");
    // No cast says that a value that was a bit-field fits into one.
    text_ += "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wconversion\"\n";
    line(inside + "  " + field.name + " = bits__;");
    text_ += "#pragma GCC diagnostic pop\n";
    line(inside + "}");
  }

  // Encodes and decodes the data members of a durable object, each apart: its cells, those of its
  // Mentat base first.
  void write_cells() {
    const std::size_t own = of_.plain_bases.size() + of_.state.size();
    const std::string above =
        of_.base_qualified.empty() ? "" : of_.base_qualified + "::mentat_cells__";
    line("  static constexpr unsigned mentat_cells__ = " + (above.empty() ? "" : above + " + ") +
         std::to_string(own) + ";");
    line("  template <class archive_type__>");
    line("  void mentat_cell__([[maybe_unused]] archive_type__& archive__, unsigned cell__) {");
    if (!above.empty())
      line("    if (cell__ < " + above + ") return " + of_.base_qualified +
           "::mentat_cell__(archive__, cell__);");
    line("    switch (cell__" + (above.empty() ? "" : " - " + above) + ") {");
    std::size_t number = 0;
    const auto begin_cell = [&] { line("      case " + std::to_string(number++) + ":"); };
    for (const std::string& base : of_.plain_bases) {
      begin_cell();
      line("        archive__(static_cast<" + base + "&>(*this));");
      line("        break;");
    }
    for (const data_field& field : of_.state) {
      begin_cell();
      if (field.bit_field_type.empty())
        line("        archive__(" + field.name + ");");
      else
        write_bit_field(field, "        ");
      line("        break;");
    }
    line("      default:");
    line("        break;");
    line("    }");
    line("  }");
  }

  // Text that mplc cannot edit, such as the body of a macro, calls these: so they take the place
  // too.
  void write_stubs(const std::vector<spelled_method>& methods, const std::string& base) {
    const std::string place = "place__", place_type = "::mentat::source_place__";
    const std::string above =
        base.empty() ? "::mentat::mentat_object__" : "::mentat::handle__<" + base + ">";
    const bool dependent_base = !base.empty() && !of_.base_identity;
    line("  struct mentat_stubs__ : " + above + " {");
    const std::string own =
        (of_.template_arguments.empty() ? "" : "typename ") + of_.impl_name() + "::";
    for (const std::string& type : of_.public_types)
      line("    using " + type + " = " + own + type + ";");
    const std::string word = of_.template_arguments.empty() ? "" : "template ";
    for (const member_template& one : of_.public_templates)
      line("    " + one_line(one.head) + " using " + one.name + " = " + own + word + one.name +
           "<" + one.arguments + ">;");
    for (const std::string& name : of_.inherited_names)
      line("    using " + above + "::" + name + ";");
    write_static_names();
    for (const spelled_method& method : methods) {
      const bool placed = method.parameters.size() <= max_placed_arguments;
      const std::string comma = method.parameters.empty() ? "" : ", ";
      const std::string declared = placed ? comma + place_type + " " + place : "";
      const bool reads = reads_here(*method.of);
      const std::string forwards = forwards_of(method);
      // A read takes the place first, where it may be empty.
      const std::string arguments = reads ? (placed ? place : place_type + "{}") + comma + forwards
                                          : forwards + (placed ? comma + place : "");
      const added_function stub{
          method.value,
          method.of->name,
          with_defaults(method) + declared + (placed ? " = ::mentat::here__()" : ""),
          without_defaults(method) + declared,
          (method.of->has_twin ? method.of->qualifiers : " const") + method.constraint,
          {std::string("return ") + (dependent_base ? "this->template " : "") +
           (reads ? "read__<" : "call_fn__<") + tag_name(method.of->stem) + ">(" + arguments +
           ");"}};
      text_ += method.of->late ? stub.declared(indentation_ + "    ")
                               : stub.inside(indentation_ + "    ");
      if (method.of->late) late_ += stub.outside(of_.qualified + "::mentat_stubs__");
    }
    line("  };");
  }

  // Writes static names for text that cannot name the class itself, as `T::limit` in a template.
  void write_static_names() {
    const std::string own = of_.impl_name() + of_.template_arguments + "::";
    for (const std::string& name : of_.static_members)
      line("    static constexpr auto& " + name + " = " + own + name + ";");
    for (const std::string& name : of_.enumerators)
      line("    static constexpr auto " + name + " = " + own + name + ";");
    for (const std::string& name : of_.static_functions) {
      line("    template <class... given__>");
      line("    static constexpr decltype(auto) " + name + "(given__&&... values__) {");
      line("      return " + own + name + "(static_cast<given__&&>(values__)...);");
      line("    }");
    }
  }

  user_text& user_;
  const mentat_class& of_;
  std::string indentation_, line_name_, text_, late_;
};

// The user's text.

struct added_text {
  std::string lines;  // before the closing brace
  std::string late;   // for the server section
};

added_text make_added_text(user_text& text, const mentat_class& of,
                           const std::vector<spelled_method>& methods,
                           const std::vector<spelled_constructor>& constructors,
                           const std::string& line_name) {
  const text_offset close = of.braces.end, begin = text.line_begin(close);
  const bool own_line = text.only_blanks(begin, close);
  class_tail tail(text, of,
                  own_line ? std::string(text.original().substr(begin, close - begin)) : "",
                  line_name);
  std::string lines = own_line ? "" : "\n";
  lines += generated_line;
  lines += tail.write(methods, constructors, of.base ? text.line(*of.base) : "");
  lines += line_directive(text.line_number(close), line_name);
  // Columns stay, too; but a line that holds a whole program is not repeated for each class.
  constexpr text_offset widest = 1024;
  if (!own_line && close - begin <= widest) lines += std::string(close - begin, ' ');
  return {std::move(lines), tail.late_definitions()};
}

// The guard of a function whose class another file defines: a specialisation of the declared
// template.
std::string guard_behind_class(user_text& text, const mentat_class& of, const mentat_method& method,
                               const method_head& head) {
  if (!method.guard || of.definition) return "";
  const added_function guard =
      spell_guard(text, *method.guard, of.qualified + "::" + tag_name(method.stem));
  return std::string("template <> ") + (text.has_specifier(head, "inline") ? "inline " : "") +
         "bool " + of.qualified + "::" + guard.name + "(" + guard.parameters + ")" + guard.suffix +
         " { " + guard.body[0] + " } ";
}

// `int op(` becomes `void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, `.
// `before` stands in front of it.
void edit_head(user_text& text, const mentat_method& method, const method_head& head,
               const std::string& before = "") {
  const std::string result = text.result_type(head);
  const std::string value =
      method.returns_reference ? "::mentat::value_t__<" + result + ">" : result;
  // `override` alone made the function virtual, but the body of a function of an ordinary base
  // overrides nothing.
  const bool begins_to_override = !method.overrides_plain.empty() && method.is_first;
  const bool is_virtual =
      text.has_specifier(head, "virtual") || (begins_to_override && !head.qualifier);
  std::string made = before + (is_virtual ? "virtual " : "");
  if (head.qualifier && text.has_specifier(head, "inline")) made += "inline ";
  made += "void " + (head.qualifier ? text.line(*head.qualifier) : "") + body_name(method.stem) +
          "(" + (method.returns_void || !method.answers ? "[[maybe_unused]] " : "") +
          "::mentat::rtf_sink__<" + value + ">& " + std::string(sink_name) +
          (method.parameters.empty() ? "" : ", ");
  text.replace({text.before_attributes(head.specifiers.begin), head.behind_parenthesis}, made);
  for (const text_range& cut : head.cuts) text.replace(cut, "");
}

std::string alias(const mentat_class& of, const std::string& head) {
  return head + "using " + of.name + " = ::mentat::handle__<" + of.impl_name() +
         of.template_arguments + ">;";
}

std::string head_with_space(const std::string& head) { return head.empty() ? "" : head + " "; }

void edit_definition(user_text& text, const mentat_class& of, const class_declaration& head) {
  const std::string template_head =
      head.template_head ? head_with_space(text.line(*head.template_head)) : "";
  const std::string bare_head = head_with_space(bare_template_head(text, of));
  std::string before;
  if (head.introduces_alias)
    before = bare_head + of.key + " " + of.impl_name() + "; " + alias(of, template_head) + " ";
  text.changes().insert_after(head.name.end, std::string(impl_suffix));
  if (head.template_head) text.changes().insert_before(head.template_head->begin, before);
  if (head.words)
    text.replace(*head.words, head.template_head ? "" : before);
  else if (!head.template_head)
    text.changes().insert_before(head.class_key, before);
  for (const text_range& attribute : text.mentat_attributes(head.class_key, head.name.begin))
    text.replace(attribute, "");
}

void edit_forward_declaration(user_text& text, const mentat_class& of,
                              const class_declaration& head) {
  const std::string template_head =
      head.template_head ? head_with_space(text.line(*head.template_head)) : "";
  if (head.name.end != 0) text.changes().insert_after(head.name.end, std::string(impl_suffix));
  if (head.introduces_alias)
    text.changes().insert_after(head.behind_semicolon, " " + alias(of, template_head));
  if (head.words) text.replace(*head.words, "");
  for (const text_range& attribute : text.mentat_attributes(head.class_key, head.name.begin))
    text.replace(attribute, "");
}

}  // namespace

std::string bare_template_head(user_text& text, const mentat_class& of) {
  const class_declaration& head = *of.definition;
  return head.template_head ? text.line_without(*head.template_head, head.default_arguments) : "";
}

std::string emit_class(user_text& text, const mentat_class& of, const std::string& line_name) {
  // Text is copied first, because the edits of the heads replace it.
  added_text added;
  if (of.definition) {
    std::vector<spelled_method> methods;
    for (const mentat_method& method : of.methods)
      if (method.in_class) methods.push_back(spell(text, method));
    std::vector<spelled_constructor> constructors;
    for (const mentat_constructor& constructor : of.constructors)
      constructors.push_back(spell(text, constructor));
    added = make_added_text(text, of, methods, constructors, line_name);
  }
  for (const mentat_method& method : of.methods) {
    if (method.in_class) edit_head(text, method, *method.in_class);
    for (const method_head& head : method.out_of_line)
      edit_head(text, method, head, guard_behind_class(text, of, method, head));
  }
  for (const class_declaration& declaration : of.forward_declarations)
    edit_forward_declaration(text, of, declaration);
  if (!of.definition) return {};
  edit_definition(text, of, *of.definition);
  const text_offset close = of.braces.end, begin = text.line_begin(close);
  text.changes().insert_before(text.only_blanks(begin, close) ? begin : close, added.lines);
  return added.late;
}

}  // namespace mentat::mplc
