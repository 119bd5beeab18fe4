// Questions of the analysis of a function about types. Every answer errs towards blocking.
#pragma once

#include <initializer_list>

#include "mplc/tree/context.h"

namespace mentat::mplc::types {

enum class sequence { none, array, container };

const clang::CXXRecordDecl* record_of(clang::QualType type);

bool is_std(const clang::CXXRecordDecl* record, llvm::StringRef name);

bool is_std_function(const clang::FunctionDecl* function,
                     std::initializer_list<llvm::StringRef> names);

// The type of `c[i]` for a container whose elements keep their place when others are added or
// removed; null for any other type. std::vector<bool> has no elements that could be delayed.
clang::QualType element_of(clang::QualType type);

bool is_keyed(clang::QualType type);

sequence sequence_of(clang::QualType type);

bool same(clang::QualType left, clang::QualType right);

// T of mentat::result<T>; null for any other class.
clang::QualType lasting_result(const clang::CXXRecordDecl* record);

// T of std::optional<T>; null for any other class.
clang::QualType inside_optional(clang::QualType type);

// Whether a result may be converted later, by a static_cast, instead of now, by the conversion that
// Clang chose.
bool converts_later(clang::QualType from, clang::QualType to);

// Whether a field may stand at an address that its type does not allow.
bool is_packed(const clang::FieldDecl* field);

// Whether no reference can be bound to the value of an expression, so that a copy is passed on.
bool goes_by_copy(const clang::Expr* value);

// Whether a value of the type can lead to memory that it does not own: pointers, references, views,
// iterators, closures.
bool may_refer(const context& x, clang::QualType type, unsigned depth = 0);

// Whether a value of the type owns memory that a move hands over, and no code of the program sees
// whether the value was moved or copied.
bool moves_unseen(const context& x, clang::QualType type);

// Whether `T x;` surely compiles.
bool constructible_first(const context& x, clang::QualType type, unsigned depth = 0);

// Whether `a = std::move(b)` surely compiles.
bool assignable(const context& x, clang::QualType type, unsigned depth = 0);

// Whether assigning replaces every part of the old value without reading it.
bool assignment_overwrites(const clang::CXXOperatorCallExpr* assignment);

// Whether it is a memberwise assignment of a whole value, without code of the user.
bool assigns_members(const clang::CXXOperatorCallExpr* assignment);

// `v.push_back(x)`, `v.emplace_back(x)`: the container, if it is named; else null.
const clang::DeclRefExpr* grown_container(const clang::CXXMemberCallExpr* call);

// Whether a new element can exist before its value is known.
bool may_grow(const context& x, clang::QualType container);

}  // namespace mentat::mplc::types
