#include "mplc/classes/model_reader.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "mplc/classes/class_checks.h"
#include "mplc/classes/class_reader.h"
#include "mplc/classes/own_errors.h"
#include "mplc/classes/serialisation.h"
#include "mplc/classes/space_checks.h"
#include "mplc/tree/context.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {
namespace {

// Every declaration of a Mentat class carries the mark: a file that sees only this declaration must
// know the meaning of the name [E0204].
void check_marks(context& x, const clang::CXXRecordDecl* record) {
  for (const clang::TagDecl* tag : record->redecls()) {
    const auto* declaration = llvm::cast<clang::CXXRecordDecl>(tag);
    if (declaration->getFriendObjectKind() != clang::Decl::FOK_None || declaration->isImplicit())
      continue;
    const class_kind written = x.written_kind(declaration);
    if (written == x.kind_of(record)) continue;
    const std::string name = "'" + record->getNameAsString() + "'";
    if (written == class_kind::none)
      x.error("E0204", declaration->getLocation(),
              name + " is a Mentat class; mark this declaration as the definition is marked");
    else
      x.error("E0204", declaration->getLocation(),
              name + " is declared " + word_of(x.kind_of(record)) + " in one place and " +
                  word_of(written) + " in another");
    if (const auto* definition = record->getDefinition();
        definition != nullptr && definition != declaration)
      x.note(definition->getLocation(), "it is defined here");
  }
}

// Class templates of Mentat that the main file instantiates: the types that its arguments bring in
// travel too.
void read_instantiations(context& x, const clang::CXXRecordDecl* record, serialisation& types) {
  const auto* described = record->getDescribedClassTemplate();
  if (described == nullptr) return;
  for (const auto* special : described->specializations()) {
    const auto at = special->getPointOfInstantiation();
    if (special->isExplicitSpecialization() || !x.in_main_file(at)) continue;
    for (const clang::CXXMethodDecl* method : special->methods()) {
      if (!x.is_remote(method) || method->isInvalidDecl()) continue;
      const std::string name =
          "'" + record->getNameAsString() + "::" + method->getNameAsString() + "'";
      std::string found;
      if (!method->getReturnType()->isVoidType())
        found = types.obstacle(method->getReturnType(), "result");
      if (!found.empty())
        x.error("E0312", at, "the result of " + name + " cannot be sent: " + found);
      for (const clang::ParmVarDecl* parameter : method->parameters())
        if (found = types.obstacle_of_parameter(parameter->getType(), parameter->getNameAsString());
            !found.empty())
          x.error("E0312", at,
                  "parameter '" + parameter->getNameAsString() + "' of " + name +
                      " cannot be sent: " + found);
    }
    if (has_state(x.kind_of(record)))
      for (const clang::FieldDecl* field : special->fields())
        if (const std::string found = types.obstacle(field->getType(), field->getNameAsString());
            !found.empty())
          x.error(x.kind_of(record) == class_kind::durable ? "E1001" : "E0901", at,
                  "data member '" + field->getNameAsString() + "' of " +
                      word_of(x.kind_of(record)) + " class '" + record->getNameAsString() +
                      (x.kind_of(record) == class_kind::durable
                           ? "' cannot be recorded: "
                           : "' cannot be copied to another process: ") +
                      found);
    // The run-time system does not send these either (rts/api/value_bytes.h).
    for (const clang::CXXConstructorDecl* constructor : special->ctors())
      if (!constructor->isImplicit() && !x.is_injected(constructor))
        for (const clang::ParmVarDecl* parameter : constructor->parameters())
          static_cast<void>(types.travels(parameter->getType()));
  }
}

// Errors are thrown and caught only in files that have classes and bodies of their functions.
std::vector<own_error> read_errors(context& x, serialisation& types, const model& all) {
  const bool is_needed = llvm::any_of(all.classes, [](const mentat_class& of) {
    return of.definition || llvm::any_of(of.methods, [](const mentat_method& method) {
             return !method.out_of_line.empty();
           });
  });
  if (!is_needed) return {};
  own_errors errors(x, types);
  for (clang::Decl* declaration : x.ast.getTranslationUnitDecl()->noload_decls())
    if (!x.sources.isInSystemHeader(declaration->getLocation())) errors.TraverseDecl(declaration);
  return errors.take();
}

void read_far_bases(const mentat_class& made, const clang::CXXRecordDecl* record, context& x,
                    class_reader& reader, model& all) {
  for (const auto* definition = record->getDefinition();
       definition != nullptr && made.definition;) {
    const clang::CXXRecordDecl* above = nullptr;
    for (const clang::CXXBaseSpecifier& base : definition->bases())
      if (const auto* candidate = base.getType()->getAsCXXRecordDecl();
          x.kind_of(candidate) != class_kind::none)
        above = candidate->getDefinition();
    if (above == nullptr || x.in_main_file(above->getLocation()) ||
        above->getTemplateInstantiationPattern() != nullptr)
      return;
    if (std::ranges::find(all.far_bases, usr_hash(above), &mentat_class::identity) !=
        all.far_bases.end())
      return;
    all.far_bases.insert(all.far_bases.begin(), reader.read_far_base(above));
    definition = above;
  }
}

}  // namespace

model read_model(context& x, const std::vector<const clang::CXXRecordDecl*>& marked,
                 bool is_header) {
  model all;
  serialisation types(x, all.structs);
  class_reader reader(x, types, is_header);
  std::map<std::string, const clang::CXXRecordDecl*> titles;
  for (const clang::CXXRecordDecl* record : marked) {
    check_marks(x, record);
    mentat_class made = reader.read(record);
    if (made.definition) {
      read_far_bases(made, record, x, reader, all);
      const auto [known, is_new] = titles.try_emplace(made.title + made.template_arguments, record);
      if (!is_new)
        x.error("E0209", record->getDefinition()->getLocation(),
                "there is a second Mentat class '" + made.title +
                    "' in this program; objects are found by the name of their class");
    }
    read_instantiations(x, record, types);
    all.classes.push_back(std::move(made));
  }
  class_checks checks(x);
  space_checks spaces(x, types);
  for (clang::Decl* declaration : x.ast.getTranslationUnitDecl()->noload_decls()) {
    if (!x.in_main_file(declaration->getLocation())) continue;
    checks.TraverseDecl(declaration);
    spaces.TraverseDecl(declaration);
  }
  all.space_uses = spaces.report_keys();
  // Last: a type that travels as an error does not travel as a value.
  if (!x.failed()) all.errors = read_errors(x, types, all);
  return all;
}

}  // namespace mentat::mplc
