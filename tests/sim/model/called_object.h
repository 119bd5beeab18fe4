// One persistent object of the simulator's executing process: which of its calls runs now. The
// order is that of the server_object [TOCS96 3.2, 3.2.4]; what is here is who stands in its
// monitor, for an owner that executes member functions elsewhere, or plays them.
//
// A function that runs may come to an mselect: it says select(), and gets an accepted call, or is
// unwound because the object ends. It executes the accepted call, which may select in its turn, and
// goes on when that is executed. So the functions that run form a stack; only the innermost one
// acts. serve() is the first unit of an object that has a thread of control.
//
// Invariants: 1. A call that was posted begins, is accepted, or is lost, once. 2. At most one
// function acts. 3. When the object ends, what stands in it is unwound, the innermost first, and
// what waits is lost. Ownership: the messages of units until they begin. Thread-safety: none.
// Errors: none; the owner gives the limits. Cost: that of server_object and token_database.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/predicate_manager.h"
#include "rts/core/selection.h"
#include "rts/core/server_object.h"

namespace mentat {

class called_object {
 public:
  struct unit {
    std::uint64_t id = 0;
    mmps::mentat_message message;  // without a body: serve()
  };
  struct acceptance {
    std::uint64_t by = 0;  // the unit whose function stood in the mselect
    int operation = 0;
    called_object::unit accepted;
  };
  struct output {
    std::optional<called_object::unit> begun;
    std::optional<acceptance> accepted;
    std::vector<std::uint64_t> unwound;  // the innermost first
    std::vector<std::uint64_t> lost;     // came too late
    bool ended = false;
  };

  explicit called_object(const mmps::mmps_name& name);

  // The number under which a predicate_manager knows a function of the wire.
  static constexpr std::uint32_t number_of(std::uint16_t function) { return function + 1u; }

  void post(std::uint64_t id, mmps::mentat_message&& call);
  void serve(std::uint64_t id);  // before any other
  void end();                    // behind everything that waits and can run
  // The innermost function that runs is `id`.
  void select(std::uint64_t id, const predicate_manager& wanted);
  void executed(std::uint64_t id);
  [[nodiscard]] output take_output() { return std::exchange(output_, {}); }

  [[nodiscard]] bool is_selecting() const { return object_.is_selecting(); }

 private:
  class call;
  struct parked {
    explicit parked(const predicate_manager& wanted) : predicate(wanted), waiting(predicate) {}
    predicate_manager predicate;
    selection waiting;
  };

  void post(call& made);
  void look();
  void begin(call& next);
  void end_of_selection(const selection& over);
  void end_object(computation_instance* destroying);
  void refuse_lost();

  server_object object_;
  std::vector<std::uint64_t> standing_;  // units whose functions run, the innermost last
  std::optional<parked> parked_;
  std::uint64_t serving_ = 0;
  output output_;
};

}  // namespace mentat
