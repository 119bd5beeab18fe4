// Spaces whose tuples are in several processes, the homes: one of each host. A tuple is in the home
// that its key chooses (docs/adr/0027).
#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

#include <algorithm>

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/server_object.h"
#include "rts/space/signature.h"

namespace mentat {
namespace {

using mmps::mmps_name;
using names = session_news::names;

constexpr std::size_t most_homes = 4'096;

std::vector<std::uint32_t> numbers_of(const names& all) {
  std::vector<std::uint32_t> numbers;
  for (const mmps_name& one : all)
    numbers.insert(numbers.end(), {one.host, one.incarnation, one.slot, one.generation});
  return numbers;
}

names names_of(const std::vector<std::uint32_t>& numbers) {
  if (numbers.empty() || numbers.size() % 4 != 0 || numbers.size() / 4 > most_homes)
    throw marshal_error("the names of the homes of a space are malformed");
  names all;
  for (std::size_t at = 0; at < numbers.size(); at += 4) {
    all.push_back({numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]});
    if (!all.back().bound()) throw marshal_error("the name of a home of a space is not bound");
  }
  return all;
}

// The number of the home.
std::size_t home_in(const names& homes, const space_impl::tuple& one) {
  const std::optional<std::uint64_t> hash = space_detail::hash_of_key(one);
  if (!hash)
    throw marshal_error(space_detail::text_of(one) +
                        " has no value in a field of the key, which was known when the first space "
                        "was made: load libraries before");
  return *hash % homes.size();
}

space_lost lost_with(const std::string& cause, source_place at) {
  return {space_detail::operation_place("", at), cause};
}

// Empty: that host cannot keep a share.
std::optional<mmps_name> made_on(std::uint32_t host, run_time_system& in, source_place at) {
  const placement there(mmps::hint_kind::on, {}, mmps_name::of_process(host, 0, 0, 1));
  placements wanted;
  wanted.given[wanted.count++] = &there;
  try {
    return detail::create_elsewhere(in, space_impl::class_with_homes(), wanted, at);
  } catch (const remote_error& why) {
    in.warn("host " + std::to_string(host) + " keeps no tuples of a space: " + why.explain());
    return std::nullopt;
  }
}

}  // namespace

// --- in a home

space_impl::~space_impl() {
  if (watch_) news_->unwatch(*watch_);
}

void space_impl::begin(names homes, std::size_t number, server_object& object) {
  homes_ = std::move(homes);
  number_ = number;
  names processes;
  for (const mmps_name& one : other_homes()) processes.push_back(one.process());
  watch_ = std::make_unique<process_watch>(object, std::move(processes));
  news_ = &detail::required_runtime().news();
  news_->watch(*watch_);
}

names space_impl::other_homes() const {
  names others = homes_;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(number_));
  return others;
}

void space_impl::require_homes() const {
  if (watch_ && watch_->has_ended.load(std::memory_order_acquire))
    throw lost_with(watch_->cause, {});
}

// A tuple with a delayed value comes to the first home, because its key may not be known before.
bool space_impl::hand_on(const tuple& one) {
  if (homes_.empty()) return false;
  const std::size_t home = home_in(homes_, one);
  if (home == number_) return false;
  mentat_stubs__::of_home__(homes_[home]).invoke_at<put_tag>(source_place(), one);
  return true;
}

bool space_impl::dispatch_homes(work_unit& unit) {
  switch (unit.function()) {
    case put_tag::number__: {
      accepted_call<put_tag> call(unit);
      tuple made(call.argument__<0>());
      require_size(made, {});
      put(std::move(made));
      return true;
    }
    case homes_tag::number__: {
      accepted_call<homes_tag> call(unit);
      call.rtf__()(numbers_of(homes_));
      return true;
    }
    case begin_tag::number__: {
      accepted_call<begin_tag> call(unit);
      names homes = names_of(call.argument__<0>());
      const std::uint32_t number = call.argument__<1>();
      if (number >= homes.size() || watch_) throw marshal_error("a home of a space begins twice");
      const bool everywhere = homes.size() == 1;
      note_created(homes.front(), call.argument__<2>(), everywhere);
      if (!everywhere) begin(std::move(homes), number, *current_activation->object);
      return true;
    }
    case end_tag::number__: {
      accepted_call<end_tag> call(unit);
      for (const mmps_name& one : other_homes()) mentat_stubs__::of_home__(one).end_home__();
      mentat_stubs__::of_home__(homes_[number_]).end_home__();
      return true;
    }
  }
  return false;
}

// --- a variable

void space_impl::mentat_stubs__::create_here__(source_place at) {
  run_time_system& in = detail::required_runtime();
  names homes(1);
  if (in.places_objects())
    for (const std::uint32_t host : in.news().other_hosts())
      if (const auto made = made_on(host, in, at)) homes.push_back(*made);
  const class_info& info = homes.size() > 1 ? class_with_homes() : mentat_class__();
  auto made = std::make_unique<space_impl>();
  const mmps_name name = homes.front() = detail::adopt_made(in, info, made.get(), at);
  space_impl& here = *made.release();
  here.note_created(name, text_of(at));
  bind__(info, name);
  if (homes.size() == 1) return;
  here.begin(homes, 0, *in.find(name));
  in.news().note_homes(name, homes);
  for (std::uint32_t number = 1; number < homes.size(); ++number)
    of_home__(homes[number]).asked_at<begin_tag, false>(at, numbers_of(homes), number, text_of(at));
}

// Without messages of its own, but for the first operation of a process on the space. That one is
// not counted among the calls of the caller: when its unit runs again, the homes may be known.
std::shared_ptr<const names> space_impl::mentat_stubs__::homes(source_place at) const {
  session_news& news = detail::required_runtime().news();
  if (auto known = news.homes_of(name())) return known;
  try {
    return news.note_homes(name(), names_of(asked_at<homes_tag, false>(at)));
  } catch (const space_lost&) {
    throw;
  } catch (const object_lost&) {  // it was destroyed: the operation itself says so
    return std::make_shared<const names>(1, name());
  }
}

space_impl::mentat_stubs__ space_impl::mentat_stubs__::of_home__(const mmps_name& home) {
  mentat_stubs__ variable;
  variable.bind__(class_with_homes(), home);
  return variable;
}

space_impl::mentat_stubs__ space_impl::mentat_stubs__::home_of(const tuple& one,
                                                               source_place at) const {
  const auto all = homes(at);
  return of_home__((*all)[home_in(*all, one)]);
}

// If a pattern anywhere in the program probes such tuples, the caller waits until it is there:
// otherwise two callers that each put a tuple into one home and then look into another might both
// find nothing.
void space_impl::mentat_stubs__::put_at_home(source_place at, tuple&& made) const {
  // The caller's reads come behind it.
  if (is_everywhere()) return asked_at<put_tag>(at, made);
  const mentat_stubs__ home = home_of(made, at);
  if (put_here(home.name(), made)) return;
  const bool is_awaited =
      space_detail::is_probed(made.signature()) &&
      !detail::required_runtime().news().has(base::seeded_bug::probed_outs_not_awaited);
  if (is_awaited)
    home.asked_at<put_tag>(at, made);
  else
    home.invoke_at<put_tag>(at, made);
}

void space_impl::mentat_stubs__::require_process(source_place at) const {
  const auto cause = detail::required_runtime().news().cause_of_end(name().process());
  if (cause) throw lost_with(*cause, at);
}

void space_impl::mentat_stubs__::destroy() {
  if (!has_homes() || !name().bound()) return mentat_object::destroy();
  const mentat_stubs__ whole = *this;
  bind__(mentat_class__(), {});
  try {
    whole.call_at<end_tag>(source_place());
  } catch (const object_lost&) {  // that has ended already is not an error
  }
  detail::required_runtime().news().forget_homes(whole.name());
}

}  // namespace mentat
