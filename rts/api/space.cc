#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "mmps/base/seeded_bug.h"
#include "rts/core/activation.h"
#include "rts/core/server_object.h"
#include "rts/space/signature.h"

namespace mentat {
namespace {

// The state of a space whose object this caller holds while it lives.
class held_space {
 public:
  explicit held_space(const mmps::mmps_name& space) {
    run_time_system* const in = current_activation->runtime;
    // Operations of a unit that may run again are calls, which have one effect.
    if (!in || current_activation->scope || !space.bound()) return;
    object_ = in->hold_idle(space);
    if (!object_) return;
    in_ = in;
    // A name that came from another process may claim another class.
    if (object_->of_class() == &space_impl::mentat_class__() ||
        object_->of_class() == &space_impl::class_with_homes()) [[likely]]
      state_ = static_cast<space_impl*>(object_->self());
  }
  held_space(const held_space&) = delete;
  held_space& operator=(const held_space&) = delete;
  ~held_space() {
    if (object_) in_->release_object(*object_, changed_);
  }

  [[nodiscard]] space_impl* state() const { return state_; }
  void note_changed() { changed_ = true; }

 private:
  run_time_system* in_ = nullptr;
  server_object* object_ = nullptr;
  space_impl* state_ = nullptr;
  bool changed_ = false;
};

void warn_of_patterns_that_nothing_meets(run_time_system& in) {
  static std::once_flag once;
  std::call_once(once, [&] {
    for (const std::string& line : space_detail::patterns_that_nothing_meets())
      in.warn("tuple spaces: " + line);
  });
}

}  // namespace

error_place space_detail::operation_place(const char* operation, source_place at) {
  const run_time_system* const in = current_activation->runtime;
  return {"mentat::space", operation, in ? in->host() : "", mentat::text_of(at)};
}

using space_detail::operation_place;

space_impl::space_impl() {
  run_time_system* const in = current_activation->runtime;
  if (!in) return;
  most_tuples_ = in->limits().space_tuples;
  most_memory_ = in->limits().space_memory;
  warn_of_patterns_that_nothing_meets(*in);
}

void space_impl::note_created(const mmps::mmps_name& name, const std::string& at, bool everywhere) {
  board_.note_name(std::to_string(name.host) + "." + std::to_string(name.process_number()) + "." +
                       std::to_string(name.object_number()) + "." +
                       std::to_string(name.generation & mmps::mmps_name::max_objects),
                   at, everywhere);
}

void space_impl::require_size(const tuple& put, source_place at) {
  const std::size_t most = detail::required_runtime().limits().tuple;
  if (put.bytes().size() > most) [[unlikely]]
    throw limit_error(operation_place("out", at), "limits.tuple",
                      "the fields of a tuple have " + std::to_string(put.bytes().size()) +
                          " bytes, more than " + std::to_string(most));
}

// A full space fails: a tuple is missing, so an `in` may wait for ever.
void space_impl::put(tuple&& one) {
  require_room(one);
  const bool too_many = store_.size() >= most_tuples_;
  if (too_many && detail::required_runtime().bug() == base::seeded_bug::full_spaces_unsaid) return;
  if (too_many || store_.memory() + one.bytes().size() + store_.memory_of_tuple > most_memory_) {
    full_ = std::make_exception_ptr(limit_error(
        operation_place("out", {}), too_many ? "limits.space_tuples" : "limits.space_memory",
        too_many
            ? "more than " + std::to_string(most_tuples_) + " tuples are in one space"
            : "the tuples of one space have more than " + std::to_string(most_memory_) + " bytes"));
    std::rethrow_exception(full_);
  }
  store_.put(std::move(one));
}

// Bytes from another process are a tuple of the program or are refused.
void space_impl::require_room(const tuple& pattern) const {
  if (full_) std::rethrow_exception(full_);
  require_homes();
  if (!space_detail::is_well_typed(pattern))
    throw marshal_error("a tuple is of types that this program does not have");
}

bool space_impl::may_begin(const timed& wanted, const char* operation) const {
  require_room(wanted.pattern);
  return store_.holds(wanted.pattern) || wanted.is_over(board_, operation);
}

bool space_impl::put_here(const mmps::mmps_name& space, tuple& put) {
  held_space held(space);
  space_impl* const here = held.state();
  if (!here || here->is_broken() || here->store_.size() >= here->most_tuples_ ||
      here->store_.memory() + put.bytes().size() + here->store_.memory_of_tuple >
          here->most_memory_)
    return false;
  here->store_.put(std::move(put));
  held.note_changed();
  return true;
}

bool space_impl::take_here(const mmps::mmps_name& space, const tuple& pattern, tuple& taken) {
  const held_space held(space);
  if (!held.state() || held.state()->is_broken()) return false;
  std::optional<tuple> found = held.state()->store_.take(pattern);
  if (!found) return false;
  taken = *std::move(found);
  return true;
}

bool space_impl::read_here(const mmps::mmps_name& space, const tuple& pattern, tuple& read) {
  const held_space held(space);
  if (!held.state() || held.state()->is_broken()) return false;
  const tuple* const found = held.state()->store_.find(pattern);
  if (!found) return false;
  read = *found;
  return true;
}

space_impl::tuples space_impl::take_some(const tuple& pattern, std::uint64_t most) {
  tuples taken;
  while (taken.size() < most) {
    std::optional<tuple> one = store_.take(pattern);
    if (!one) break;
    taken.push_back(*std::move(one));
  }
  return taken;
}

space_impl::tuples space_impl::read_all(const tuple& pattern) const {
  tuples all;
  for (const tuple* one : store_.find_all(pattern)) all.push_back(*one);
  return all;
}

space_impl::numbers space_impl::misses_of(const tuple& pattern) const {
  const auto miss = store_.nearest_miss(pattern);
  numbers found{miss.tuples, miss.field};
  for (const auto& of : store_.describe_tuples())
    found.insert(found.end(), {of.count, of.signature});
  return found;
}

// False: it is another function.
template <std::size_t Fields>
bool space_impl::dispatch_out(work_unit& unit) {
  if (unit.function() != out_tag<Fields>::number__) return false;
  accepted_call<out_tag<Fields>> call(unit);
  tuple made(call.template argument__<0>());
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    [[maybe_unused]] const auto add = [&](const space_detail::field& given) {
      given.is_formal ? made.add_formal() : made.add(given.bytes);
    };
    (add(call.template argument__<K + 1>()), ...);
  }(std::make_index_sequence<Fields>());
  require_size(made, {});
  if (!hand_on(made)) put(std::move(made));
  return true;
}

bool space_impl::dispatch_waiting(work_unit& unit) {
  static_cast<void>(note_guard__<in_tag>);
  static_cast<void>(note_guard__<rd_tag>);
  static_cast<void>(note_guard__<in_some_tag>);
  static_cast<void>(note_guard__<in_for_tag>);
  static_cast<void>(note_guard__<rd_for_tag>);
  const auto copied = [](const tuple* found) {
    return found ? std::optional<tuple>(*found) : std::nullopt;
  };
  switch (unit.function()) {
    case in_tag::number__: {
      accepted_call<in_tag> call(unit);
      const tuple& pattern = call.argument__<0>().pattern;
      const bool stays = detail::required_runtime().bug() == base::seeded_bug::taken_tuples_stay;
      call.rtf__()(stays ? copied(store_.find(pattern)).value() : store_.take(pattern).value());
      return true;
    }
    case rd_tag::number__: {
      accepted_call<rd_tag> call(unit);
      call.rtf__()(copied(store_.find(call.argument__<0>().pattern)).value());
      return true;
    }
    case in_some_tag::number__: {
      accepted_call<in_some_tag> call(unit);
      call.rtf__()(take_some(call.argument__<0>().pattern, call.argument__<1>()));
      return true;
    }
    case in_for_tag::number__: {
      accepted_call<in_for_tag> call(unit);
      call.rtf__()(store_.take(call.argument__<0>().pattern));
      return true;
    }
    case rd_for_tag::number__: {
      accepted_call<rd_for_tag> call(unit);
      call.rtf__()(copied(store_.find(call.argument__<0>().pattern)));
      return true;
    }
  }
  return false;
}

bool space_impl::dispatch_probe(work_unit& unit) {
  switch (unit.function()) {
    case inp_tag::number__: {
      accepted_call<inp_tag> call(unit);
      require_room(call.argument__<0>());
      call.rtf__()(store_.take(call.argument__<0>()));
      return true;
    }
    case rdp_tag::number__: {
      accepted_call<rdp_tag> call(unit);
      require_room(call.argument__<0>());
      const tuple* const found = store_.find(call.argument__<0>());
      call.rtf__()(found ? std::optional<tuple>(*found) : std::nullopt);
      return true;
    }
    case rd_all_tag::number__: {
      accepted_call<rd_all_tag> call(unit);
      require_room(call.argument__<0>());
      call.rtf__()(read_all(call.argument__<0>()));
      return true;
    }
    case count_tag::number__: {
      accepted_call<count_tag> call(unit);
      require_room(call.argument__<0>());
      call.rtf__()(store_.count(call.argument__<0>()));
      return true;
    }
    case miss_tag::number__: {
      accepted_call<miss_tag> call(unit);
      require_room(call.argument__<0>());
      call.rtf__()(misses_of(call.argument__<0>()));
      return true;
    }
  }
  return false;
}

// A tuple that nearly matches may have another key, and be in another home.
std::string space_impl::mentat_stubs__::why_at(source_place at, const tuple& pattern) const {
  std::uint64_t tuples = 0, most = 0, field = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;  // of all tuples, by signature
  const auto add = [&](const numbers& of) {
    if (of.size() < 2) return;
    tuples += of[0];
    if (of[0] > most) most = of[0], field = of[1];
    for (std::size_t i = 2; i + 1 < of.size(); i += 2) {
      const auto known = std::ranges::find(counts, of[i + 1], [](auto& one) { return one.first; });
      if (known == counts.end())
        counts.emplace_back(of[i + 1], of[i]);
      else
        known->second += of[i];
    }
  };
  const std::string waits = "; it waits for " + space_detail::text_of(pattern);
  try {
    if (!has_homes()) {
      add(call_at<miss_tag>(at, pattern));
    } else {
      for (const mmps::mmps_name& one : *homes(at))
        add(of_home__(one).call_at<miss_tag>(at, pattern));
    }
  } catch (const remote_error&) {  // the space has ended meanwhile
    return waits;
  }
  if (tuples != 0)
    return waits + ": " + std::to_string(tuples) +
           " of its types are there, most differ in field " +
           std::to_string(space_detail::position_in_text(pattern.signature(), field));
  std::string others;
  for (const auto& [signature, count] : counts)
    others += (others.empty() ? "" : ", ") + std::to_string(count) + " " +
              space_detail::text_of_signature(signature);
  return waits + ": none of its types is there; the space has " +
         (others.empty() ? "no tuples" : others);
}

void server__<space_impl>::dispatch__(space_impl& self, work_unit& unit) {
  if (self.dispatch_waiting(unit) || self.dispatch_probe(unit) || self.dispatch_homes(unit)) return;
  const bool is_out = [&]<std::size_t... Fields>(std::index_sequence<Fields...>) {
    return (self.dispatch_out<Fields>(unit) || ...);
  }(std::make_index_sequence<space_impl::tuple::most_fields + 1>());
  if (!is_out) no_such_function__(unit);
}

const class_description server__<space_impl>::description__{"mentat::space", kind::persistent,
                                                            0x73706163652e3032, nullptr};
const method_description server__<space_impl>::methods__[] = {
    describe__<space_impl::in_tag>("in"),           describe__<space_impl::rd_tag>("rd"),
    describe__<space_impl::in_some_tag>("in_some"), describe__<space_impl::inp_tag>("inp"),
    describe__<space_impl::rdp_tag>("rdp"),         describe__<space_impl::rd_all_tag>("rd_all"),
    describe__<space_impl::count_tag>("count"),     describe__<space_impl::in_for_tag>("in_for"),
    describe__<space_impl::rd_for_tag>("rd_for"),   describe__<space_impl::miss_tag>("miss"),
    describe__<space_impl::put_tag>("out"),         describe__<space_impl::homes_tag>("homes"),
    describe__<space_impl::begin_tag>("begin"),     describe__<space_impl::end_tag>("destroy"),
    describe__<space_impl::out_tag<0>>("out"),      describe__<space_impl::out_tag<1>>("out"),
    describe__<space_impl::out_tag<2>>("out"),      describe__<space_impl::out_tag<3>>("out"),
    describe__<space_impl::out_tag<4>>("out"),      describe__<space_impl::out_tag<5>>("out"),
    describe__<space_impl::out_tag<6>>("out"),      describe__<space_impl::out_tag<7>>("out"),
    describe__<space_impl::out_tag<8>>("out"),      describe__<space_impl::out_tag<9>>("out"),
    describe__<space_impl::out_tag<10>>("out"),     describe__<space_impl::out_tag<11>>("out"),
    describe__<space_impl::out_tag<12>>("out"),     describe__<space_impl::out_tag<13>>("out"),
    describe__<space_impl::out_tag<14>>("out"),     describe__<space_impl::out_tag<15>>("out"),
    describe__<space_impl::out_tag<16>>("out")};

const class_description server__<space_impl>::with_homes__{"mentat::space", kind::persistent,
                                                           0x73706163652e3033, &description__};

const class_info& space_impl::mentat_class__() { return class_info_of__<space_impl>(); }

const class_info& space_impl::class_with_homes() {
  static const class_info info = [] {
    class_info made = mentat_class__();
    made.description = &server__<space_impl>::with_homes__;
    return made;
  }();
  return info;
}

namespace {

[[maybe_unused]] const bool class_with_homes_registered =
    (class_registry::add(space_impl::class_with_homes()), true);

}  // namespace

}  // namespace mentat

MENTAT_REGISTER_CLASS(mentat::space_impl)
