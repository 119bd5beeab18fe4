// Copies of a value from one result variable to another, as `a = b;` and `v.push_back(b);`. A delay
// can pass to the copy, so nothing needs to wait.
#pragma once

#include "mplc/functions/function_errors.h"
#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class copy_scan {
 public:
  explicit copy_scan(scan_base& scan)
      : scan_(scan), x(scan.x), tree(scan.tree), facts(scan.facts), witnesses_(scan.tree) {}

  void run() {
    if (facts.variables.empty()) return;
    const std::size_t calls = facts.calls.size();
    for (node_index i = 0; i < tree.size(); ++i) {
      if (const auto* plain = tree.as<clang::BinaryOperator>(i)) {
        if (plain->getOpcode() == clang::BO_Assign) read(i, plain->getLHS(), plain->getRHS());
      } else if (const auto* operation = tree.as<clang::CXXOperatorCallExpr>(i)) {
        if (operation->getOperator() == clang::OO_Equal && types::assigns_members(operation))
          read(i, operation->getArg(0), operation->getArg(1));
      } else if (const auto* call = tree.as<clang::CXXMemberCallExpr>(i)) {
        if (const auto* name = types::grown_container(call); name != nullptr)
          read_push(i, name, call->getArg(0));
      }
    }
    if (facts.calls.size() != calls) std::ranges::stable_sort(facts.calls, {}, &call_facts::node);
  }

 private:
  struct end {
    const clang::VarDecl* variable = nullptr;
    access_path path;
    text_span text;
  };

  // A result variable, or a part of one, whose subscripts have no effects.
  std::optional<end> read_end(node_index at, const clang::Expr* written) const {
    std::string reason;
    const clang::DeclRefExpr* name = scan_base::root_name(written, reason);
    if (name == nullptr || scan_.is_shown(name->getLocation())) return std::nullopt;
    end found;
    found.variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    const auto known = scan_.variables.find(found.variable);
    if (known == scan_.variables.end() || facts.variables[known->second].unit != tree.unit(at) ||
        !scan_.sees_itself(found.variable, tree.unit(at), tree.unit(at)))
      return std::nullopt;
    found.path = scan_.path_of(tree.index_of(name));
    const auto text = scan_.span(written);
    if (tree[found.path.top] != written || found.path.complicated || !text ||
        written->getType().isVolatileQualified())
      return std::nullopt;
    found.text = *text;
    return found;
  }

  void read(node_index at, const clang::Expr* left, const clang::Expr* right) {
    right = right->IgnoreImpCasts();
    if (!types::same(left->getType(), right->getType())) return;
    const auto from = read_end(at, right);
    const auto to = from ? read_end(at, left) : std::nullopt;
    if (!to || to->variable->getType().isConstQualified()) return;
    const text_offset sign = skip_blanks(x.original(), to->text.end);
    if (x.original()[sign] != '=' || skip_blanks(x.original(), sign + 1) != from->text.begin)
      return;
    if (!add(at, *to, *from, to->path.element, to->path.depth)) return;
    const auto* operation = tree.as<clang::CXXOperatorCallExpr>(at);
    facts.calls.back().overwrites = operation == nullptr || types::assignment_overwrites(operation);
  }

  void read_push(node_index at, const clang::DeclRefExpr* container, const clang::Expr* value) {
    value = value->IgnoreImpCasts();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(value))
      value = made->getSubExpr()->IgnoreImpCasts();
    const auto from = read_end(at, value);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(container->getDecl());
    if (!from || from->path.depth != 0 || variable == nullptr ||
        !types::same(types::element_of(container->getType()), value->getType()) ||
        !scan_.why_not_a_variable(variable, tree.unit(at)).empty() ||
        !types::may_grow(x, container->getType()))
      return;
    const auto text = scan_.span(container);
    if (!text || !is_push(x.original(), text->end, from->text.begin) ||
        scan_.owner_of(variable) != tree.unit(at))
      return;
    if (add(at, {variable, {}, *text}, *from, true, 1)) facts.calls.back().pushes = true;
  }

  bool add(node_index at, const end& to, const end& from, bool element, unsigned depth) {
    if (!scan_.is_dropped(at) || !witnesses_.reason(at, false).empty()) return false;
    call_facts copy;
    copy.node = at;
    copy.nodes = tree.range(at);
    copy.unit = tree.unit(at);
    copy.where = tree[at]->getBeginLoc();
    copy.place = call_place::copied;
    copy.is_copy = true;
    copy.changes = tree[at];
    copy.target = scan_.variable_of(to.variable);
    copy.source = scan_.variables.at(from.variable);
    copy.assigns = element ? delay_elements : delay_whole;
    copy.depth = depth;
    copy.name = to.text;
    copy.whole = from.text;
    copy.copied = from.path.top;
    facts.calls.push_back(std::move(copy));
    return true;
  }

  scan_base& scan_;
  context& x;
  const function_tree& tree;
  function_facts& facts;
  error_witnesses witnesses_;
};

}  // namespace mentat::mplc
