// Reads one Mentat class from the syntax tree into plain data, and checks its declarations.
#pragma once

#include "mplc/classes/base_reader.h"
#include "mplc/classes/class_names.h"
#include "mplc/classes/class_place.h"
#include "mplc/classes/method_reader.h"

namespace mentat::mplc {

class class_reader {
 public:
  class_reader(context& x, serialisation& types, bool is_header)
      : x_(x), places_(x), bases_(x), methods_(x, types), types_(types), is_header_(is_header) {}

  // A class that the main file defines, or whose members it defines.
  mentat_class read(const clang::CXXRecordDecl* record);

  // A base that another file defines, with the functions that a server section needs.
  mentat_class read_far_base(const clang::CXXRecordDecl* definition);

 private:
  mentat_class identify(const clang::CXXRecordDecl* record);

  // Names and numbers.
  static class_shape shape(const clang::CXXRecordDecl* record);
  static std::string title(const clang::DeclContext* scope);
  std::uint64_t interface_hash(const clang::CXXRecordDecl* definition) const;
  bool has_serve(const clang::CXXRecordDecl* definition) const;
  bool serves(const clang::CXXRecordDecl* definition) const;

  // Declarations of the class.
  std::optional<class_declaration> read_head(const clang::CXXRecordDecl* declaration);
  void read_template_head(const clang::CXXRecordDecl* declaration, class_declaration& made) const;
  std::optional<text_range> default_range(const clang::NamedDecl* parameter) const;

  // The first declaration that is more than a friend introduces the alias.
  bool introduces_alias(const clang::CXXRecordDecl* declaration) const;
  void read_declaration(const clang::CXXRecordDecl* declaration, mentat_class& made);

  // Definition.
  bool read_definition(const clang::CXXRecordDecl* definition, mentat_class& made);
  void check_template_parameters(const clang::CXXRecordDecl* definition);
  // The data of a replicated or durable class, which travels. Reports E0901 to E0903, or E1001,
  // E1002, E1004 and E1015.
  void read_state(const clang::CXXRecordDecl* definition, mentat_class& made);
  // Reports E1005.
  void check_single_kind(const clang::CXXRecordDecl* definition);
  void read_member(const clang::FieldDecl* field, mentat_class& made, const std::string& what);
  void report_state(clang::SourceLocation at, const mentat_class& of, const std::string& what,
                    const std::string& why);
  void check_numbers(const clang::CXXRecordDecl* definition);

  context& x_;
  text_places places_;
  base_reader bases_;
  method_reader methods_;
  serialisation& types_;
  bool is_header_;
};

}  // namespace mentat::mplc
