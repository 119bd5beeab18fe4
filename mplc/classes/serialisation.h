// Which types can travel from one object to another, and which structs get their serialisation from
// the translator.
//
// A type travels if it is arithmetic, an enumeration, a Mentat variable, one of the standard's
// value types over types that travel, a mentat::buffer of elements whose memory is their value,
// has serialize (or save and load) as a member or beside it, or is a plain struct of such types.
// Other types are reported with the path to the member that is the reason [E0312].
#pragma once

#include <set>

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "mplc/facts/model.h"
#include "mplc/tree/context.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {

class serialisation {
 public:
  serialisation(context& x, std::vector<plain_struct>& structs) : x_(x), structs_(structs) {}

  // Why a value of this type cannot be sent, beginning with the path to the reason; empty if it
  // can.
  std::string obstacle(clang::QualType type, const std::string& path) { return check(type, path); }

  // The same for a parameter of a member function, which may be a view: the call keeps the elements
  // of a std::span<const T> or std::string_view.
  std::string obstacle_of_parameter(clang::QualType type, const std::string& path);

  // The same for a field of a tuple: the interface of spaces must find how it is encoded where the
  // field stands, before the translator's own serialisation.
  std::string obstacle_of_field(clang::QualType type, const std::string& path);

  // The same for a type that need not travel: nothing is reported.
  bool travels(clang::QualType type);
  // Like travels(), for an exception, whose base in the standard library does not matter.
  bool travels_as_error(clang::QualType type);

  static bool is_standard(const clang::CXXRecordDecl* of);
  static bool is_of_mentat(const clang::CXXRecordDecl* of);

 private:
  using record = clang::CXXRecordDecl;
  // Limit of nesting: every type within a type has to be named in full.
  static constexpr unsigned deepest = 256;

  std::string check(clang::QualType type, const std::string& path);

  std::string check_here(clang::QualType type, const std::string& path);

  std::string check_record(const record* of, clang::QualType type, const std::string& path);

  // Whether copying is declared at all. Whether it compiles is not known here.
  static bool can_be_copied(const record* of);

  std::string check_members(const record* of, clang::QualType type, const std::string& path);

  static bool is_address(clang::QualType type);

  std::string obstacle_of_viewed(clang::QualType element, const std::string& path);

  // The same for the elements of a mentat::buffer, which travel as their memory: an address, a
  // bool, or padding, whose bytes have no value. The class itself says which types they may have,
  // but sees no members of theirs.
  std::string obstacle_of_element(clang::QualType type, const std::string& path);
  // bool, or an enumeration of that type.
  static bool is_truth_value(clang::QualType type);
  bool has_padding(const record* of, clang::QualType type) const;

  // The standard library.
  static bool has_error_name(const record* of);
  // The name behind `std::`, without inline namespaces: "vector", "chrono::duration".
  static std::string standard_name(const record* of);
  // How many of the first template arguments of a value type must travel. No value: the type
  // travels unchanged.
  static std::optional<unsigned> travelling_arguments(llvm::StringRef name);

  static std::string advice(llvm::StringRef name);

  std::string check_standard(const record* of, clang::QualType type, const std::string& path);

  static std::string part(llvm::StringRef container, std::size_t index);

  // Types that define their own serialisation.
  static bool is_serialising_name(const clang::NamedDecl* declaration);

  static bool has_serialising_member(const record* of);

  static const record* family(const record* of);

  static const record* record_behind(clang::QualType type);

  static bool serialises(const clang::Decl* candidate, const record* of);

  bool has_serialising_function(const record* of) const;

  bool serialises_itself(const record* of) const;

  // Plain structs.
  std::string check_plain(const record* of, clang::QualType type, const std::string& path);

  std::string check_field(const clang::FieldDecl* field, const std::string& owner,
                          const std::string& path, const std::string& advice, plain_struct& made);

  void finish(const record* of, clang::QualType type, plain_struct& made);

  std::string printed(clang::QualType type) const;
  std::string has_type(const std::string& path, clang::QualType type) const;

  context& x_;
  std::vector<plain_struct>& structs_;
  unsigned depth_ = 0;
  bool as_error_ = false, as_field_ = false;
  std::set<const record*>
      checked_;  // found plain, or being checked: a struct may hold a vector of itself
  std::vector<const record*> found_plain_;  // by the last call of obstacle() or travels()
};

}  // namespace mentat::mplc
