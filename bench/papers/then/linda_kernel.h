// The S/Net's Linda kernel [LINDA86 3] as a pure machine for each node, in its three designs: the
// first and the second delete protocol, over a tuple space of which every node has a copy, and
// Leichter's, in which a tuple stays where it was put and patterns travel. A node runs one process,
// so a kernel has one operation at a time. No clock, no bus; not thread-safe.
//
// Invariants: a tuple is given to one `in`; it matches; when no message is under way, no
// pattern waits for a tuple that is in the space.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mentat::bench::then {

using node = std::uint32_t;
constexpr node every_node = 1000;

struct tuple_id {
  node origin = 0;
  std::uint64_t number = 0;
  auto operator<=>(const tuple_id&) const = default;
};

/// A name and numbers; `bytes` is the size that a larger field would add on the bus.
struct tuple {
  std::string name;
  std::vector<std::int64_t> fields;
  std::size_t bytes = 0;
  tuple_id id{};
};

/// What an `in` looks for: a formal has no value.
struct pattern {
  std::string name;
  std::vector<std::optional<std::int64_t>> fields;
  bool matches(const tuple& one) const;
};

struct linda_message {
  enum class kind : std::uint8_t { tuple, erase, proceed, wait, look, give };
  kind what = kind::tuple;
  node from = 0;
  node to = every_node;
  tuple carried{};            // tuple, give
  tuple_id id{};              // erase, proceed, wait
  pattern wanted{};           // look
  std::uint64_t request = 0;  // look, give
  bool takes = true;          // look, give: an `in` and not a `rd`
};
using linda_outbox = std::vector<linda_message>;

/// `two_takers`: a kernel that tells, or believes, that a tuple may be taken twice.
enum class linda_mutant : std::uint8_t { none, two_takers };

class linda_kernel {
 public:
  virtual ~linda_kernel() = default;

  void out(tuple one, linda_outbox& sent);
  /// An `in`, or a `rd` unless `takes`. Its tuple comes from result(), at once or after a
  /// receive(). REQUIRES: no operation waits.
  void look(const pattern& wanted, bool takes, linda_outbox& sent);
  virtual void receive(const linda_message& received, linda_outbox& sent) = 0;
  /// Time passes. Only Leichter's design counts it.
  virtual void tick(linda_outbox&) {}

  /// The tuple that the operation was waiting for, once.
  std::optional<tuple> result();
  bool is_waiting() const { return waiting_.has_value() && !result_; }
  std::size_t size() const;
  const pattern* waits_for() const { return is_waiting() ? &*waiting_ : nullptr; }
  bool holds_match(const pattern& wanted) const;

 protected:
  linda_kernel(node self, linda_mutant bug) : self_(self), bug_(bug) {}

  virtual void put(tuple one, linda_outbox& sent) = 0;
  /// Looks for a tuple that the process waits for, unless it is trying to delete one.
  virtual void seek(linda_outbox& sent) = 0;

  void install(tuple one) { store_[one.name].push_back(std::move(one)); }
  const tuple* find(const pattern& wanted) const;
  std::optional<tuple> remove(const std::string& name, tuple_id id);
  void finish(tuple one);

  const node self_;
  const linda_mutant bug_;
  std::map<std::string, std::list<tuple>> store_;
  std::optional<pattern> waiting_;
  bool takes_ = false;
  std::optional<tuple> claimed_;  // the tuple that it tries to delete

 private:
  std::optional<tuple> result_;
  std::uint64_t next_ = 0;
};

/// A kernel broadcasts its wish to delete; the node where the tuple was put says "proceed" to one.
class delete_by_origin : public linda_kernel {
 public:
  explicit delete_by_origin(node self, linda_mutant bug = linda_mutant::none)
      : linda_kernel(self, bug) {}
  void receive(const linda_message& received, linda_outbox& sent) override;

 private:
  void put(tuple one, linda_outbox& sent) override;
  void seek(linda_outbox& sent) override;
  void erase(const linda_message& received, linda_outbox& sent);

  std::set<tuple_id> custody_;  // put here and not assigned to anybody
  std::set<tuple_id> early_;    // deleted before they came
};

/// The bus is reliable and orders messages: the kernel that first reads a deletion back has the
/// tuple. Its own messages must come back to it.
class delete_by_bus : public linda_kernel {
 public:
  explicit delete_by_bus(node self, linda_mutant bug = linda_mutant::none)
      : linda_kernel(self, bug) {}
  void receive(const linda_message& received, linda_outbox& sent) override;

 private:
  void put(tuple one, linda_outbox& sent) override;
  void seek(linda_outbox& sent) override;
};

/// `out` is local; patterns are broadcast, kept for `keeps` ticks, and sent again after as many.
class local_out : public linda_kernel {
 public:
  explicit local_out(node self, unsigned keeps = 4)
      : linda_kernel(self, linda_mutant::none), keeps_(keeps) {}
  void receive(const linda_message& received, linda_outbox& sent) override;
  void tick(linda_outbox& sent) override;

 private:
  struct foreign {
    linda_message look;
    unsigned age = 0;
  };

  void put(tuple one, linda_outbox& sent) override;
  void seek(linda_outbox& sent) override;
  void give(const tuple& one, const linda_message& look, linda_outbox& sent) const;

  const unsigned keeps_;
  std::list<foreign> foreign_;
  std::uint64_t request_ = 0;
  unsigned age_ = 0;
};

enum class linda_design : std::uint8_t { by_origin, by_bus, local };
std::unique_ptr<linda_kernel> make_linda_kernel(linda_design design, node self,
                                                linda_mutant bug = linda_mutant::none);

}  // namespace mentat::bench::then
