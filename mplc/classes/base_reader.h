// The Mentat class that a Mentat class derives from, as emission needs it. Reports E0205.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "mplc/classes/text_places.h"
#include "mplc/facts/model.h"
#include "mplc/tree/context.h"
#include "mplc/tree/template_text.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {

class base_reader {
 public:
  explicit base_reader(context& x) : x_(x), places_(x) {}

  // The Mentat class that a base specifier names, also when it depends on a template parameter.
  static const clang::CXXRecordDecl* record_of(const clang::CXXBaseSpecifier& base) {
    if (const auto* record = base.getType()->getAsCXXRecordDecl()) return record;
    if (const auto* made = base.getType()->getAs<clang::TemplateSpecializationType>())
      if (const auto* from = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
              made->getTemplateName().getAsTemplateDecl()))
        return from->getTemplatedDecl();
    return nullptr;
  }

  void check(const clang::CXXRecordDecl* definition) {
    unsigned mentat_bases = 0;
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
      if (x_.kind_of(record_of(base)) == class_kind::none) continue;
      const char* fault = ++mentat_bases > 1 ? "has several Mentat bases"
                          : base.isVirtual() ? "has a virtual Mentat base"
                          : base.getAccessSpecifier() != clang::AS_public
                              ? "derives from a Mentat class without 'public'"
                              : nullptr;
      if (fault != nullptr)
        x_.error("E0205", base.getBeginLoc(),
                 "Mentat class '" + definition->getNameAsString() + "' " + fault +
                     "; derive from one Mentat class, publicly");
      else if (is_other_durability(definition, record_of(base)))
        x_.error("E1006", base.getBeginLoc(),
                 "'" + definition->getNameAsString() + "' is " + word_of(x_.kind_of(definition)) +
                     ", its base '" + record_of(base)->getNameAsString() + "' is " +
                     word_of(x_.kind_of(record_of(base))) +
                     "; a durable class and its Mentat base are both durable");
      else if (is_other_kind(definition, record_of(base)))
        x_.error("E0205", base.getBeginLoc(),
                 "'" + definition->getNameAsString() + "' is " + word_of(x_.kind_of(definition)) +
                     ", its base '" + record_of(base)->getNameAsString() + "' is " +
                     word_of(x_.kind_of(record_of(base))) +
                     "; a replicated class and its Mentat base are both replicated");
    }
  }

  void read(const clang::CXXRecordDecl* definition, mentat_class& made) {
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
      const auto* record = record_of(base);
      if (x_.kind_of(record) == class_kind::none) continue;
      const auto range = base.getTypeSourceInfo()->getTypeLoc().getSourceRange();
      made.base = places_.copy(places_.begin(range.getBegin()), places_.end(range.getEnd()));
      // A class within a template depends on its parameters, and has no arguments of its own.
      const auto* written = base.getType()->getAs<clang::TemplateSpecializationType>();
      if (base.getType()->isDependentType() && written != nullptr) {
        made.base_qualified = x_.impl_name(record);
        made.base_qualified.resize(made.base_qualified.size() - x_.arguments_of(record).size());
        made.base_qualified += "<" + template_arguments(x_, written->template_arguments()) + ">";
      } else {
        made.base_qualified = x_.impl_name(record);
        made.base_identity = usr_hash(record);
      }
      made.base->printed = made.base_qualified;
      return;
    }
  }

 private:
  // A replicated object is one in all its parts.
  bool is_other_kind(const clang::CXXRecordDecl* of, const clang::CXXRecordDecl* above) const {
    const class_kind one = x_.kind_of(of), other = x_.kind_of(above);
    return one != other && (one == class_kind::replicated || other == class_kind::replicated);
  }

  bool is_other_durability(const clang::CXXRecordDecl* of,
                           const clang::CXXRecordDecl* above) const {
    const class_kind one = x_.kind_of(of), other = x_.kind_of(above);
    return one != other && (one == class_kind::durable || other == class_kind::durable);
  }

  context& x_;
  text_places places_;
};

}  // namespace mentat::mplc
