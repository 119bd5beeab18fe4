#include "rts/api/handle.h"

#include <atomic>
#include <stdexcept>

#include "rts/api/expect.h"
#include "rts/api/marshal_error.h"
#include "rts/api/self.h"
#include "rts/core/server_object.h"

namespace mentat {
namespace {

std::uint64_t caller_here(run_time_system& in) {
  activation& here = *current_activation;
  if (here.caller == 0) here.caller = in.new_caller();
  return here.caller;
}

// The call that ends an object: it waits its turn like any other.
class destroy_call final : public typed_instance<void> {
 public:
  explicit destroy_call(const class_info* of_class)
      : typed_instance<void>(of_class, destroy_function) {}
};

// The call of a constructor without parameters.
class default_creation final : public typed_instance<mmps::mmps_name> {
 public:
  default_creation(const class_info* of_class, source_place at)
      : typed_instance<mmps::mmps_name>(of_class, create_function), called_at_(at) {}
  [[nodiscard]] source_place called_at() const override { return called_at_; }

 private:
  const source_place called_at_;
};

}  // namespace

void object_name::await() const {
  const mmps::mmps_name made = detail::finish_creation(detail::required_runtime(), creation());
  let_go();
  name_ = made;
}

// An error is for the use.
void object_name::settle() const noexcept {
  try {
    await();
  } catch (...) {
  }
}

bool detail::may_stay_under_way() {
  constexpr std::uint32_t most_under_way = 1'024;
  static std::atomic<std::uint32_t> begun{0};
  return begun.fetch_add(1, std::memory_order_relaxed) % most_under_way != most_under_way - 1;
}

void detail::throw_no_runtime() {
  throw remote_error({}, "mentat::no_runtime",
                     "a Mentat member function was called on a thread that does not belong to "
                     "the run-time system: call it from main() or from a member function of a "
                     "Mentat class, not from a std::thread or a static initialiser; in a program "
                     "that makes a mentat::runtime, call it inside of its run()");
}

bool mentat_object::prepare_persistent(computation_instance& made, const mmps::mmps_name& name,
                                       run_time_system& in) {
  if (!name.bound()) throw unbound_variable(place_of(made, in));
  made.set_caller(caller_here(in));
  server_object* object = in.find(name);
  if (!object) {
    made.set_error(
        std::make_exception_ptr(object_lost(place_of(made, in), "the object was destroyed")));
    static_cast<void>(made.future.close());
    return false;
  }
  made.set_target(object, name.generation);
  return true;
}

void mentat_object::throw_too_deep(const computation_instance& made, run_time_system& in) {
  static_cast<void>(detail::required_runtime(*made.of_class()));
  throw limit_error(place_of(made, in), "limits.graph_depth",
                    "more than " + std::to_string(in.limits().graph_depth) +
                        " calls inside calls; raise it, for example MENTAT_LIMITS__GRAPH_DEPTH=" +
                        std::to_string(10 * std::uint64_t{in.limits().graph_depth}));
}

run_time_system& detail::required_runtime(const class_info& of_class) {
  if (current_activation->depth != makes_no_calls) return required_runtime();
  const server_object* const here = current_activation->object;
  if (here && here->of_class()->durable)
    throw std::logic_error("a function of durable class " +
                           std::string(here->of_class()->description->name) + " cannot use class " +
                           std::string(of_class.description->name) +
                           " yet; the caller of the function can");
  throw std::logic_error(
      "a write of a replicated object is executed once for each copy, so it cannot use class " +
      std::string(of_class.description->name) + "; the caller of the write can");
}

bool detail::may_become_partial(const computation_instance& call, run_time_system& in) {
  return (!call.target() || call.target()->is_far()) && in.sends_partial(call);
}

bool detail::is_executed_elsewhere(computation_instance& producer) {
  const computation_instance& at = result_of(producer);
  return at.target() ? at.target()->is_far() : at.sent_by() != nullptr;
}

void detail::report_unseen_error(const computation_instance& ended) noexcept {
  run_time_system* in = current_activation->runtime;
  if (!in) return;
  in->warn(explained(ended.error()) + " (nobody uses the result of the call)");
}

void mentat_object::become(std::uint64_t interface_hash) {
  if (interface_hash == class_->description->interface_hash) return;
  const class_info* found = class_registry::find(interface_hash);
  const class_description* at = found ? found->description : nullptr;
  while (at && at != class_->description) at = at->base;
  if (!at)
    throw marshal_error(std::string("a name of an object was expected to be of class '") +
                        class_->description->name + "', and is of another one");
  class_ = found;
}

// False: it names no object, also because that could not be made.
bool mentat_object::is_named() const {
  try {
    return name().bound();
  } catch (...) {
    if (!name_.has_failed()) throw;  // the wait, not the creation
    return false;
  }
}

void mentat_object::destroy() {
  if (class_->description->kind == kind::regular) return;
  if (!is_named()) return static_cast<void>(name_ = {});
  run_time_system& in = detail::required_runtime(*class_);
  const cip<void> made(new destroy_call(class_));
  made->note_error_seen();  // an object that has ended already is not an error
  inherit_unit(*made, *current_activation);
  const mmps::mmps_name name = name_.known();
  name_ = {};
  if (!prepare_persistent(*made, name, in)) return;
  made->retain();
  const kind of = class_->description->kind;
  if (of == kind::persistent) [[likely]]
    return in.submit(*made);
  if (of == kind::durable) made->note_durable();
  in.submit(*made);
  if (of == kind::replicated) wait_for(*made, {}, false);  // as for a write
}

bool mentat_object::bound() const {
  if (class_->description->kind == kind::regular) return true;
  return is_named() && detail::required_runtime().find(name()) != nullptr;
}

void detail::begin_creation(run_time_system& in, typed_instance<mmps::mmps_name>& creation,
                            std::uint16_t constructor, const placements& wanted) {
  std::vector<mmps::hint> hints;
  for (std::size_t i = 0; i < wanted.count; ++i) hints.push_back(wanted.given[i]->hint());
  for (const mmps::hint& each : hints)
    if (each.kind == mmps::hint_kind::on_named &&
        (each.host.empty() || each.host.size() > mmps::longest_host_name))
      throw remote_error(
          place_of(creation, in), "mentat::no_place",
          "the name of a host has 1 to " + std::to_string(mmps::longest_host_name) + " characters");
  in.begin_creation(creation, constructor, hints);
}

cip<mmps::mmps_name> detail::begin_creation(run_time_system& in, const class_info& of_class,
                                            const placements& wanted, source_place at) {
  cip<mmps::mmps_name> creation(new default_creation(&of_class, at));
  begin_creation(in, *creation, no_constructor, wanted);
  return creation;
}

mmps::mmps_name detail::finish_creation(run_time_system& in,
                                        typed_instance<mmps::mmps_name>& creation) {
  in.wait(creation);
  if (creation.result() == computation_instance::outcome::error) {
    creation.note_error_seen();
    std::rethrow_exception(creation.error());
  }
  return creation.value();
}

mmps::mmps_name detail::create_elsewhere(run_time_system& in, const class_info& of_class,
                                         const placements& wanted, source_place at) {
  return finish_creation(in, *begin_creation(in, of_class, wanted, at));
}

mmps::mmps_name detail::adopt_made(run_time_system& in, const class_info& of_class, void* made,
                                   source_place at) {
  try {
    return in.adopt(of_class, made);
  } catch (limit_error& full) {
    full.note_called_at(at);
    throw;
  }
}

void detail::throw_creation_error(const run_time_system& in, const class_info& of_class,
                                  source_place at) {
  try {
    throw;
  } catch (const object_ends&) {
    throw;
  } catch (...) {
    std::rethrow_exception(
        describe_exception({of_class.description->name, "create", in.host(), text_of(at)}));
  }
}

void force() {
  if (run_time_system* in = current_activation->runtime) in->force();
}

// Each copy of a replicated object executes its writes: none of them counts.
void detail::expect_calls(const class_info& of_class, long long calls) {
  const activation& here = *current_activation;
  if (here.runtime && here.depth != makes_no_calls) here.runtime->expect(of_class, calls);
}

mmps::mmps_name detail::running_object(const class_info*& of_class) {
  const activation& here = *current_activation;
  if (!here.object) return {};
  of_class = here.object->of_class();
  return here.object->name();
}

}  // namespace mentat
