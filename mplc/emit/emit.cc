#include "mplc/emit/emit.h"

#include <algorithm>

#include "mplc/emit/emit_class.h"
#include "mplc/emit/emit_server.h"
#include "mplc/emit/hidden_macros.h"
#include "mplc/emit/space_report.h"
#include "mplc/emit/user_text.h"

namespace mentat::mplc {
namespace {

constexpr const char* start_of_program =
    "int main(int argc__, char** argv__) {\n"
    "  return ::mentat::run_main__(argc__, argv__, &mentat_main__);\n}\n";

// Gives the lines that stand for `#line N "generated file"` their numbers.
std::string number_generated_lines(const std::string& text, const std::string& name) {
  std::string numbered;
  unsigned line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto newline = text.find('\n', at);
    const std::size_t end = newline == std::string::npos ? text.size() : newline + 1;
    const std::string_view one(text.data() + at, end - at);
    if (one == generated_line)
      numbered += line_directive(line + 1, name);
    else
      numbered += one;
    ++line;
    at = end;
  }
  return numbered;
}

std::string block(const std::string& sections) {
  return sections.empty() ? "" : std::string(generated_line) + sections;
}

std::string server_file(const generated_names& names, const std::string& sections) {
  std::string text = "// The server sections of " + names.header + ".\n";
  if (sections.empty())
    return text + "// It defines no Mentat class that is not a template.\n#include \"" +
           names.header + "\"\n";
  // In this order no macro of the header reaches the run-time system's headers, which may be
  // precompiled.
  return text + hidden_from(names.hidden_macros, "#include <mentat/server.h>\n") + "#include \"" +
         names.header + "\"\n\n" + sections;
}

// Puts text at the end of a header, inside of its include guard, and goes on with the user's lines.
void add_to_header(user_text& text, const std::string& sections, const generated_names& names) {
  if (sections.empty()) return;
  const text_offset at = text.end_of_header();
  const bool line_start = text.line_begin(at) == at;
  text.changes().insert_before(at, (line_start ? "" : "\n") + block(sections) +
                                       line_directive(text.line_number(at), names.line));
}

// If a macro made a mark, the rest of the mark is an attribute that no compiler knows.
std::string silenced_marks(const model& all) {
  const bool needed = std::ranges::any_of(all.classes, [](const mentat_class& of) {
    return (of.definition && of.definition->is_marked_by_macro) ||
           std::ranges::any_of(of.forward_declarations, &class_declaration::is_marked_by_macro);
  });
  if (!needed) return {};
  return "#ifdef __clang__\n"
         "#pragma clang diagnostic ignored \"-Wunknown-attributes\"\n"
         "#else\n"
         "#pragma GCC diagnostic ignored_attributes \"mentat::\"\n"
         "#endif\n";
}

}  // namespace

tl::expected<generated_files, std::string> emit(const model& all, edits& changes,
                                                std::string_view original,
                                                const generated_names& names) {
  user_text text(original, changes);
  const bool templates = has_templates(all);
  const std::string structs = struct_sections(all);
  const std::string errors = error_sections(all);
  const std::string of_templates = template_sections(all, text, names.line);
  std::string of_classes = class_sections(
      all, names.line, names.is_header ? section_place::of_header : section_place::of_source);
  std::string late;
  for (const mentat_class& of : all.classes) late += emit_class(text, of, names.line);

  of_classes += late;
  // Readable text belongs to its reader; nothing shall come back from it.
  const std::string spaces = names.line.empty() ? "" : section_text(all.space_uses, names.line);
  if (names.is_header)
    add_to_header(text, (templates ? structs + of_templates : "") + spaces, names);
  if (!text.error().empty()) return tl::unexpected(text.error());
  // A byte order mark is valid only at the beginning of a file.
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const text_offset begin = original.starts_with(mark) ? mark.size() : 0;
  const auto body = changes.render(original, begin, static_cast<text_offset>(original.size()));
  if (!body) return tl::unexpected(body.error());

  std::string at_end = names.is_header ? "" : structs + of_templates + of_classes + errors;
  const bool needs_server = names.is_header ? templates : !at_end.empty();
  const bool has_program = !names.main_declaration.empty();
  if (has_program) at_end += start_of_program;
  if (!names.is_header) at_end += spaces;
  const std::string headers = std::string("#include <mentat/") +
                              (needs_server ? "server.h" : "api.h") + ">\n" +
                              (has_program ? "#include <mentat/main.h>\n" : "");
  // A declaration for -Wmissing-declarations; readable text shows the caller instead.
  std::string whole = names.first_line + hidden_from(names.hidden_macros, headers) +
                      silenced_marks(all) + (names.line.empty() ? "" : names.main_declaration) +
                      line_directive(1, names.line) + *body;
  if (!at_end.empty()) whole += (whole.ends_with('\n') ? "" : "\n") + block(at_end);
  generated_files made{number_generated_lines(whole, names.output), ""};
  if (names.is_header)
    made.server =
        names.first_line +
        server_file(names,
                    of_classes.empty() ? "" : (templates ? "" : structs) + of_classes + errors);
  return made;
}

}  // namespace mentat::mplc
