// Spaces of which every process has a copy: replicated objects (docs/replicated.md) of the class of
// spaces. Functions that read are const there; the others are writes (docs/adr/0028).
#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rts/api/replica_state.h"
#include "rts/api/replicated.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/server_object.h"
#include "rts/replica/replica_table.h"
#include "rts/space/signature.h"

namespace mentat {
namespace {

constexpr std::array<std::uint32_t, 7> functions_that_read{
    space_impl::rd_tag::number__,     space_impl::rdp_tag::number__,
    space_impl::rd_for_tag::number__, space_impl::rd_all_tag::number__,
    space_impl::count_tag::number__,  space_impl::miss_tag::number__,
    space_impl::begin_tag::number__,  // says a name to people
};

// False: there is no copy that can be read, and a call does the operation.
template <class Look>
bool look_at_copy(const mmps::mmps_name& space, std::uint32_t function, Look&& look) {
  run_time_system* const in = current_activation->runtime;
  replica_table* const copies = in ? in->replicas() : nullptr;
  if (!copies) return false;
  if (copies->reads_take_turns()) in->before_read();
  {
    const replica_table::reading here(*copies);
    const auto* const found = static_cast<const space_impl*>(here.find(space));
    if (found && look(*found)) return true;
  }
  detail::require_sound_copy(*in, space_impl::class_everywhere(), function, space);
  return false;
}

}  // namespace

const class_description server__<space_impl>::everywhere__{"mentat::space", kind::replicated,
                                                           0x73706163652e3034, &description__};

const class_info& space_impl::class_everywhere() {
  static constexpr std::size_t count = std::size(server__<space_impl>::methods__);
  static const auto methods = [] {
    std::array<method_description, count> all{};
    std::ranges::copy(server__<space_impl>::methods__, all.begin());
    for (method_description& one : all)
      one.is_read = std::ranges::find(functions_that_read, one.number) != functions_that_read.end();
    return all;
  }();
  static constexpr replica_form form{
      [](void* self, base::byte_buffer& behind) { static_cast<space_impl*>(self)->save(behind); },
      [](void* self, std::span<const std::byte> state, bool swapped) {
        static_cast<space_impl*>(self)->load(state, swapped);
      },
      [] { return true; }};
  static const class_info info = [] {
    class_info made = mentat_class__();
    made.description = &server__<space_impl>::everywhere__;
    made.methods = methods;
    made.replica = &form;
    made.in_keeper = false;
    return made;
  }();
  return info;
}

namespace {

[[maybe_unused]] const bool class_everywhere_registered =
    (class_registry::add(space_impl::class_everywhere()), true);

}  // namespace

// --- a copy

void space_impl::save(base::byte_buffer& behind) const {
  byte_writer archive(behind);
  const auto tuples = store_.all();
  archive(static_cast<std::uint64_t>(most_tuples_), static_cast<std::uint64_t>(most_memory_),
          is_broken(), static_cast<std::uint64_t>(tuples.size()));
  for (const tuple* one : tuples) archive(*one);
}

void space_impl::load(std::span<const std::byte> state, bool swapped) {
  board_.note_copy();
  byte_reader archive(state, swapped);
  std::uint64_t count = 0;
  archive(most_tuples_, most_memory_, is_incomplete_, count);
  for (; count != 0; --count) {
    tuple one;
    archive(one);
    if (!space_detail::is_well_typed(one))
      throw marshal_error("a tuple is of types that this program does not have");
    store_.put(std::move(one));
  }
  if (archive.left() != 0) throw marshal_error("there are bytes behind the state of a space");
}

space_impl::looked space_impl::read_copy(const mmps::mmps_name& space, const tuple& pattern,
                                         tuple& read) {
  looked seen = looked::unknown;
  look_at_copy(space, rdp_tag::number__, [&](const space_impl& copy) {
    if (copy.is_broken()) return false;
    const tuple* const found = copy.store_.find(pattern);
    if (found) read = *found;
    seen = found ? looked::found : looked::none;
    return true;
  });
  return seen;
}

// Not for a call that may run again: the second run must take what the first one took.
space_impl::looked space_impl::take_from_copy(const mmps::mmps_name& space, const tuple& pattern) {
  looked seen = looked::unknown;
  if (current_activation->scope) return seen;
  look_at_copy(space, inp_tag::number__, [&](const space_impl& copy) {
    if (copy.is_broken() || copy.store_.holds(pattern)) return false;
    seen = looked::none;
    return true;
  });
  return seen;
}

bool space_impl::read_all_of_copy(const mmps::mmps_name& space, const tuple& pattern,
                                  tuples& read) {
  return look_at_copy(space, rd_all_tag::number__, [&](const space_impl& copy) {
    if (copy.is_broken()) return false;
    read = copy.read_all(pattern);
    return true;
  });
}

bool space_impl::count_in_copy(const mmps::mmps_name& space, const tuple& pattern,
                               std::uint64_t& n) {
  return look_at_copy(space, count_tag::number__, [&](const space_impl& copy) {
    if (copy.is_broken()) return false;
    n = copy.store_.count(pattern);
    return true;
  });
}

// --- a variable

void space_impl::mentat_stubs__::create_everywhere__(source_place at) {
  run_time_system& in = detail::required_runtime();
  const class_info& info = class_everywhere();
  if (in.places_objects() && !in.home_of_replicas()) {
    bind__(info, detail::create_elsewhere(in, info, {}, at));
    return asked_at<begin_tag, false>(
        at, std::vector<std::uint32_t>{name().host, name().incarnation, name().slot,
                                       name().generation},
        std::uint32_t{0}, text_of(at));
  }
  auto made = std::make_unique<space_impl>();
  const mmps::mmps_name name = detail::adopt_made(in, info, made.get(), at);
  space_impl& here = *made.release();
  here.note_created(name, text_of(at), true);
  bind__(info, name);
}

}  // namespace mentat
