// The facts about one function with a body, as plain data. The walk over the syntax tree
// (function_scan) writes them, control flow (function_flow) and the decisions (function_plan)
// complete them, and the edits (function_emit) read them [TOCS96 3.2.2].
//
// A *result variable* is a local variable that a Mentat call is assigned to. Its *whole* is the
// memory of the variable itself. If it is a container, its *elements* live elsewhere and are
// delayed on their own. Invariants: 1. Nodes of the syntax tree are named by their index in source
// order; the nodes below a node follow it without a gap. 2. Text positions are offsets in the
// original text. Ownership: pointers to the syntax tree are borrowed and never followed outside
// function_scan and function_flow. Cost: a function may have tens of thousands of calls and
// variables, so no algorithm compares all facts of one kind with all of another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "mplc/facts/select_facts.h"
#include "mplc/text/edits.h"

namespace clang {
class Decl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace mentat::mplc {

using node_index = std::uint32_t;
using variable_index = std::uint32_t;
using unit_index = std::uint32_t;  // 0 is the function, the others are the lambdas in it
inline constexpr std::uint32_t nothing = ~std::uint32_t{0};

// The parts of a variable that can be delayed.
using delay = std::uint8_t;
inline constexpr delay delay_none = 0, delay_whole = 1, delay_elements = 2;

struct text_span {
  text_offset begin = 0, end = 0;
  bool operator==(const text_span&) const = default;
};

struct node_range {
  node_index begin = 0, end = 0;
  [[nodiscard]] bool contains(node_index node) const { return begin <= node && node < end; }
};

// The function or one of its lambdas: each has a control flow of its own.
struct unit_facts {
  const clang::Decl* function = nullptr;
  const clang::Stmt* body = nullptr;
  unit_index parent = nothing;
  node_index lambda = nothing;  // the lambda expression, in the parent
  bool dependent = false;       // part of a template: control flow is not analysed
};

struct variable_facts {
  const clang::VarDecl* declaration = nullptr;
  clang::SourceLocation where;
  std::string name, type;  // the type without const, printable at the place of the declaration
  unit_index unit = 0;
  node_index declared = 0;  // its declaration statement
  bool container = false;   // its elements have memory of their own: std::vector, std::map
  bool constant = false;
  bool slot =
      false;  // const or not constructible first: it lives in raw memory until its value comes
  bool shared = false;               // a lambda that is not its own unit assigns it
  std::optional<text_offset> guard;  // where the guard of its scope stands
  std::string obstacle;              // why it is never delayed; empty: it is a live result variable
  clang::SourceLocation obstacle_at;  // place of the obstacle
  delay assigned = delay_none;        // the parts that Mentat calls assign
  unsigned shallowest_whole = 0,
           shallowest_element = 0;  // least depth of the assigned paths, counted from the variable

  [[nodiscard]] bool live() const { return obstacle.empty() && assigned != delay_none; }
};

// `copied`: not a call but a copy of a result variable, which can pass a delay on
// (function_copies.h).
enum class call_place { ignored, assigned, initialises, argument, copied, value };

// An argument written as `{...}`, which needs its type.
struct braced_argument {
  unsigned number;
  text_span text;
};

struct initialiser_facts {
  text_span name;                    // of the variable
  text_offset statement = 0;         // where the declaration begins
  text_span automatic;               // `auto`, if it stands there (else empty)
  std::vector<text_offset> closers;  // of `(`, `{` behind the call
};

struct call_facts {
  node_index node = 0;
  unit_index unit = 0;
  clang::SourceLocation where;
  call_place place = call_place::value;
  std::string reason;                    // why it blocks
  const clang::Stmt* changes = nullptr;  // the assignment or declaration that changes the target
  variable_index target = nothing;
  delay assigns = delay_none;
  unsigned depth = 0;
  text_span name, whole;  // the member's name; the call
  text_offset close = 0;  // its `)`
  bool bare = false;      // no argument is written
  bool editable = true;
  std::string tag;                    // "::ns::counter_impl__::op_tag__"
  std::vector<std::string> defaults;  // calls that give the omitted arguments
  std::vector<braced_argument> braced;
  initialiser_facts initialiser;
  bool pushes = false;  // into a container, which grows; `name` of a copy is its target
  // For copies only.
  bool is_copy = false;
  bool overwrites = false;  // the assignment replaces the old value without reading it
  variable_index source = nothing;
  node_index copied = nothing;  // the copied expression; its text is `whole`
  node_range nodes;
  text_span container;  // that a call pushes into
};

enum class use_kind {
  assigned,  // target of a Mentat assignment
  grown,     // a container that gets one more element from a call or a copy
  copied_to,
  copied_from,
  overwritten,
  argument,  // of a Mentat call or of rtf: may be passed on before it has a value
  size,      // asks a container for its size
  strict
};

// A target that gets a value without being read.
[[nodiscard]] inline bool is_target(use_kind kind) {
  return kind == use_kind::assigned || kind == use_kind::grown || kind == use_kind::copied_to;
}

struct use_facts {
  variable_index variable = nothing;
  node_index node = 0;
  unit_index unit = 0;
  const clang::Stmt* name_node = nullptr;  // the name in the tree
  const clang::Stmt* settles =
      nullptr;  // the end of its full expression, if it is certainly evaluated there
  clang::SourceLocation where;
  use_kind kind = use_kind::strict;
  text_span name, path;
  bool element = false;  // the path goes through a subscript of a container
  unsigned depth = 0;    // 0: the variable itself
  bool everything =
      false;  // memory outside of the path is reached through it: a pointer, a view, an alias
  bool whole_statement = false;  // `return w;`, `throw w;`
  text_span statement;
  bool pinned = false;          // a macro shows its text: it must stay
  node_range expression;        // the full expression that it is part of
  node_index anchor = nothing;  // the statement that holds it, for a RESOLVE in front
  // the innermost try block around it, which must receive its exception
  node_range guarded;
  node_index header_of = nothing;  // it is evaluated once, before the rounds of this loop
  std::vector<const clang::VarDecl*> subscripts;  // variables in its subscripts
  bool subscripted = false,
       complicated = false;   // has subscripts; they are more than variables and numbers
  delay before = delay_none;  // the parts that may be delayed when it is evaluated
};

// A lambda that needs the value of a variable before the lambda is made: it copies the variable, or
// it may run where another table of delayed values applies.
struct capture_facts {
  node_index node = 0;
  unit_index unit = 0;
  const clang::Stmt* lambda_node = nullptr;
  const clang::Stmt* settles = nullptr;  // as in use_facts
  text_span lambda;
  variable_index variable = nothing;
  delay before = delay_none;
};

// Something that may reach the variable later without its name.
struct alias_facts {
  variable_index variable = nothing;
  const clang::Stmt* node = nullptr;
  node_index index = 0;
  unit_index unit = 0;
  std::string reason;
  clang::SourceLocation where;
  node_range only_within;  // if not empty, the alias matters only for assignments in this range
};

// A place in front of which `RESOLVE(w);` can be put: a loop, or the statement around a pinned use.
struct anchor_facts {
  node_range nodes;
  clang::SourceLocation where;
  text_span text;         // with its `;`
  bool in_block = false;  // else braces are needed
  bool editable = false;
};

struct loop_facts {
  anchor_facts anchor;
  unit_index unit = 0;
  bool closed =
      true;  // no Mentat call (copies aside), no rtf, no mselect inside, and nothing jumps into it
};

struct write_facts {
  const clang::VarDecl* variable;
  node_index node;
};

// One declarator behind a comma, for declarations that must be split.
struct declarator_facts {
  text_offset comma = 0;
  text_span name;
  std::string type;  // with const
  variable_index variable = nothing;
};

struct declaration_facts {
  node_index node = 0;
  std::vector<variable_index> initialised;  // by calls
  std::vector<declarator_facts> later;
};

struct rtf_facts {
  const clang::Stmt* node = nullptr;
  node_index index = 0;
  text_span name;  // "rtf" or "mentat::rtf"
  text_span
      moved;  // the argument, if it is a local variable that is not used afterwards (else empty)
  text_span given;          // the argument, if rtf waits (else empty)
  text_span lasting;        // the same, if it is a mentat::result
  bool waits = false;       // code here could observe the error of the value
  bool ends = false;        // `moved` has the type of the result
  std::string before_wait;  // the function's tag, if it may wait behind the rtf (else empty)
};

struct return_facts {
  const clang::Stmt* node = nullptr;
  text_span keyword, value;
  text_span lasting;   // the value, if it is a mentat::result and the return waits (else empty)
  bool moves = false;  // the value is a local variable
  bool waits = false;  // code here could observe the error of the value
  bool ends = false;   // `moves`, and the variable has the type of the result
  bool comma = false;  // `return a, b;`
};

// `RESOLVE(w);` in front of a statement, for all uses in it.
struct hoist_facts {
  anchor_facts anchor;
  variable_index variable = nothing;
  std::string path;  // the variable's name or a path of fields
  bool elements = false;
};

// A strict use in a loop (R0403).
struct forced_facts {
  variable_index variable = nothing;
  clang::SourceLocation where;
  bool hoisted = false;
};

struct function_facts {
  std::vector<select_facts> selects;
  std::vector<node_range> guards;  // of mselects: all guards are evaluated before one arm is chosen
  std::vector<unit_facts> units;
  std::vector<variable_facts> variables;
  std::vector<call_facts> calls;  // in the order of their nodes, like uses
  std::vector<use_facts> uses;
  std::vector<capture_facts> captures;
  std::vector<alias_facts> aliases;
  std::vector<loop_facts> loops;
  std::vector<anchor_facts> anchors;  // of pinned uses
  std::vector<write_facts> writes;    // to variables that occur in subscripts
  std::vector<declaration_facts> declarations;
  std::vector<rtf_facts> rtfs;
  std::vector<return_facts> returns;  // of a value, of a remote function
  std::vector<text_span> copied;      // arguments and results to which no reference can be bound
  std::vector<text_span> moved;       // variables that are moved into calls
  std::vector<hoist_facts> hoists;
  std::vector<forced_facts> forced;
  bool remote = false;  // rtf is allowed here
};

// The facts of one kind whose nodes are in a range, in the order of their nodes.
template <class Fact>
[[nodiscard]] std::span<const Fact> facts_in(const std::vector<Fact>& facts, node_range range) {
  const auto begin = std::ranges::lower_bound(facts, range.begin, {}, &Fact::node);
  const auto end = std::ranges::lower_bound(begin, facts.end(), range.end, {}, &Fact::node);
  return {begin, end};
}

}  // namespace mentat::mplc
