#include "tests/sim/model/called_object.h"

#include "mmps/base/check.h"
#include "rts/core/class_info.h"
#include "rts/core/custody_scope.h"

namespace mentat {
namespace {

using mmps::mentat_message;
using mmps::mmps_name;

constexpr class_description described{"called_object", kind::persistent, 0};
constexpr class_info played{&described, {}, nullptr, nullptr, nullptr, [](void*) noexcept {}};

// Who makes the calls of one process in its order.
std::uint64_t caller_of(const mmps_name& process) {
  return lineage_of(std::uint64_t{process.host} << 32 | process.incarnation,
                    std::uint64_t{process.slot} << 32 | process.generation);
}

}  // namespace

class called_object::call final : public computation_instance {
 public:
  call(std::uint32_t function, unit&& what)
      : computation_instance(&played, function, true), what(std::move(what)) {}
  unit what;
};

called_object::called_object(const mmps_name& name) { object_.bind(played, this, name, true); }

void called_object::post(std::uint64_t id, mentat_message&& message) {
  const std::uint32_t function = number_of(message.header.function);
  const std::uint64_t caller = caller_of(message.header.source.process());
  call& made = *new call(function, {id, std::move(message)});
  made.set_caller(caller);
  post(made);
}

void called_object::serve(std::uint64_t id) {
  serving_ = id;
  post(*new call(serve_function, {id, {}}));
}

void called_object::end() { post(*new call(destroy_function, {})); }

void called_object::post(call& made) {
  made.set_target(&object_, object_.name().generation);
  if (!object_.post(made)) return;
  MENTAT_CHECK(object_.begin(), "there is one thread");
  look();
}

void called_object::select(std::uint64_t id, const predicate_manager& wanted) {
  MENTAT_CHECK(!standing_.empty() && standing_.back() == id && !parked_, "the innermost one acts");
  parked_.emplace(wanted);
  object_.select(parked_->waiting);
  look();
}

void called_object::executed(std::uint64_t id) {
  MENTAT_CHECK(!standing_.empty() && standing_.back() == id && !parked_, "the innermost one acts");
  standing_.pop_back();
  if (!standing_.empty()) return;  // who accepted it goes on
  if (id == serving_) end_object(nullptr);
  look();
}

// Whoever is here has the right to run the object; it is kept for the function that runs then.
void called_object::look() {
  do {
    if (object_.is_selecting()) {
      const selection* over = object_.look_for_end();
      if (over) end_of_selection(*over);
      if (!standing_.empty() && over) return;
    } else if (computation_instance* next = object_.next_unit()) {
      if (next->function() != destroy_function) return begin(static_cast<call&>(*next));
      end_object(next);
    }
    refuse_lost();
  } while (!object_.end());
}

void called_object::begin(call& next) {
  standing_.push_back(next.what.id);
  output_.begun = std::move(next.what);
  next.release();
}

void called_object::end_of_selection(const selection& over) {
  const std::optional<predicate_manager::accepted> found = over.found;
  parked_.reset();
  if (found) {
    call& unit = static_cast<call&>(*found->unit);
    const std::uint64_t by = standing_.back();
    standing_.push_back(unit.what.id);
    output_.accepted = acceptance{by, found->operation, std::move(unit.what)};
    return unit.release();
  }
  output_.unwound.assign(standing_.rbegin(), standing_.rend());
  standing_.clear();
  end_object(object_.take_ending());
}

void called_object::end_object(computation_instance* destroying) {
  object_.unbind();
  if (destroying) destroying->release();
  output_.ended = true;
}

void called_object::refuse_lost() {
  while (computation_instance* unit = object_.take_lost()) {
    // Who destroys the object does not wait for that.
    if (unit->function() != destroy_function)
      output_.lost.push_back(static_cast<call&>(*unit).what.id);
    unit->release();
  }
}

}  // namespace mentat
