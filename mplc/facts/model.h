// The translator's knowledge of the Mentat classes of one main file, as plain data: text ranges of
// the user's file, names and numbers. Emission works on this alone, without Clang's syntax tree.
//
// Invariants: 1. Ranges are byte offsets of the original main file. 2. Qualified names begin with
// "::" and can be printed anywhere.
// 3. Classes stand in the order of their definitions, so a base comes before its derived classes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mplc/facts/space_uses.h"
#include "mplc/lower/class_kind.h"
#include "mplc/text/edits.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {

// Text of the user's that is used again somewhere else: with its edits from the main file, or as
// Clang prints it where a macro or another file made it.
struct copied_text {
  std::optional<text_range> range;
  std::string printed;
};

enum class passing { scalar, value, reference };

struct mentat_parameter {
  copied_text before, after;  // the declarator around the name
  std::string name;           // empty when the user gave none
  passing how = passing::value;
  std::optional<copied_text> default_value;
};

// One declaration or definition of a remote member function in the main file.
struct method_head {
  text_range specifiers;                // before the qualified name: result type and specifiers
  std::optional<text_range> qualifier;  // of an out-of-line definition: `ns::counter::`
  text_offset behind_parenthesis = 0;   // behind the `(` of the parameters
  std::vector<text_range> cuts;         // default arguments, trailing result type
  std::optional<text_range> trailing_result;
  std::string printed_result;  // where its text has no meaning: `decltype(a + b)`
};

// Where the user wrote something.
struct source_line {
  std::string file;  // empty: the main file
  unsigned line = 0;
};

// `mentat::guard(condition);` at the beginning of a member function.
struct guard_text {
  copied_text condition;
  unsigned line = 0;
  std::vector<std::string> parameters;  // their names in the definition; empty where it has none
};

struct mentat_method {
  std::string name, stem;
  std::string comment;  // the user's, in front of it; read for bindings alone
  std::uint32_t number = 0;
  source_line defined_at;  // its definition; its declaration, if no file seen here defines it
  bool returns_void = false, returns_reference = false;
  bool answers = true;  // it may: its text has an rtf or gives back a value
  bool is_virtual = false, is_pure = false, is_rvalue = false;  // `&&`: called on an rvalue
  std::string qualifiers;                                       // " const &": of the function
  bool has_twin = false;  // another differs from it in the qualifiers alone
  bool is_constrained = false;
  copied_text constraint;       // behind `requires`
  std::string overrides_plain;  // " override", " final", if it overrides one of an ordinary base
  bool throws_nothing = false;  // and must say so
  bool is_first = true;         // it overrides none of a Mentat base
  bool is_read = false;         // const, of a replicated class: it changes nothing
  bool runs_inline = false;     // its calls run where they are made
  bool late = false;  // its signature names a type that is not complete yet when the class is
  std::vector<mentat_parameter> parameters;
  bool has_body_here = false;           // the main file defines it
  std::optional<guard_text> guard;      // of a definition in the main file
  std::optional<method_head> in_class;  // present when the class is defined in the main file
  std::vector<method_head> out_of_line;
};

// A constructor with parameters, as create() can name it [TOCS96 3.2.6]: its place among those that
// travel is its number. One that does not travel takes part in the choice among them all.
struct mentat_constructor {
  bool travels = false;
  bool late = false;  // as of mentat_method
  std::vector<mentat_parameter> parameters;
  bool is_plain = false;  // nobody can observe when it runs (mplc/classes/plain_constructors.h)
};

// A data member whose value is encoded.
struct data_field {
  std::string name;
  std::string bit_field_type;  // of a bit-field; else empty
};

// How a class is declared.
enum class class_shape { plain, templated, partial_specialisation, full_specialisation };

// A forward declaration in the main file, or the head of a definition.
struct class_declaration {
  std::optional<text_range> words;  // the keywords of MPL; absent in attribute spelling
  text_offset class_key = 0;
  text_range name;
  std::optional<text_range> template_head;    // `template <class T>` up to the mark or class-key
  std::vector<text_range> default_arguments;  // of the template head, ` = int`
  bool introduces_alias = false;
  bool is_marked_by_macro = false;   // `class PERSISTENT counter`
  text_offset behind_semicolon = 0;  // of a forward declaration
};

// A template of types that is a member: `template <class U> using list = std::vector<U>;`
struct member_template {
  std::string head, name, arguments;  // "template <class U>", "list", "U"
};

struct mentat_class {
  std::string name;     // counter
  std::string comment;  // as of mentat_method
  [[nodiscard]] std::string impl_name() const { return name + std::string(impl_suffix); }
  std::string qualified;  // ::ns::counter_impl__, ::ns::box_impl__<T>
  std::string title;      // ns::counter, for people and for the registry
  std::string key;        // class or struct
  class_kind kind = class_kind::none;
  class_shape shape = class_shape::plain;
  std::uint64_t interface_hash = 0;
  std::uint64_t identity = 0;      // hash of the class's USR
  std::string template_arguments;  // <T>
  std::vector<class_declaration> forward_declarations;
  std::vector<mentat_method> methods;
  std::vector<mentat_constructor> constructors;  // none, if none of them travels
  bool ends_plainly = false;             // destroying an object calls no function of the program
  bool has_plain_default = false;        // as of mentat_constructor, of the one without parameters
  bool has_serve = false;                // it declares a thread of control, `void serve()`
  bool serves = false;                   // it or a Mentat base does
  std::vector<std::string> plain_bases;  // of a replicated or durable class, and its data
  std::vector<data_field> state;

  // The rest is there when the class is defined in the main file.
  std::optional<class_declaration> definition;
  text_range braces;                // behind the `{` and before the `}`
  std::optional<copied_text> base;  // as written: `ns::base<T>`
  std::string base_qualified;       // ::ns::base_impl__
  std::optional<std::uint64_t>
      base_identity;  // absent for a base that depends on a template parameter
  std::vector<std::string> public_types;
  std::vector<member_template> public_templates;
  std::vector<std::string> inherited_names;                                // of `using base::op;`
  std::vector<std::string> static_members, static_functions, enumerators;  // public ones
};

// A struct that gets its serialisation from the translator.
struct plain_struct {
  std::vector<std::string> name_spaces;  // from the outside; an unnamed one is empty
  std::string type;                      // ::ns::point
  std::uint64_t identity = 0;
  std::vector<std::string> bases;
  std::vector<data_field> fields;
};

// An exception of a type of the program's own that can travel.
struct own_error {
  std::string type;  // ::ns::parse_error
  std::uint64_t identity = 0;
  std::string empty;  // an expression that makes one
  std::string base;   // the nearest base that can travel, too, and stands before; may be empty
};

struct model {
  std::vector<mentat_class> classes;    // defined in the main file, or with members defined in it
  std::vector<mentat_class> far_bases;  // Mentat bases that other files define
  std::vector<plain_struct> structs;    // in an order in which parts come first
  std::vector<own_error> errors;
  std::vector<space_use> space_uses;
};

}  // namespace mentat::mplc
