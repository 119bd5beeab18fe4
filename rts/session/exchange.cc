#include "rts/session/exchange.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "rts/config/log.h"
#include "rts/core/error_token.h"
#include "rts/executor/this_worker.h"
#include "rts/executor/worker.h"
#include "rts/probe/probe.h"
#include "rts/record/recorded_call.h"
#include "rts/session/replicas/update_message.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

bool asks_for_keeper(std::span<const std::byte> request) {
  const auto given = mmps::hints::decode(request);
  return given && std::ranges::any_of(given->all(), [](const mmps::hint& each) {
           return each.kind == mmps::hint_kind::in_keeper;
         });
}

}  // namespace

exchange::exchange(const options& chosen, endpoint& through)
    : chosen_(chosen),
      host_mark_(mark_of_host(chosen.self)),
      authority_(chosen.self, chosen.driver),
      endpoint_(through),
      far_(chosen.self),
      members_(chosen.self, chosen.bug),
      // The session ends with the driver.
      out_(through, chosen.sends_output ? chosen.driver : mmps_name{},
           !chosen.is_driver && chosen.bug != base::seeded_bug::results_before_calls,
           chosen.is_driver ? nullptr : &members_.is_broken(),
           [this] { return members_.why_broken(); }),
      takers_([&through](const mmps_name& process) { return through.page_of(process); },
              chosen.only_far),
      leases_(
          chosen.self,
          [this](message_header& header, std::span<const std::byte> body) {
            return out_.send(header, body);
          },
          [this](const mmps_name& process) { return members_.believes_alive(process); }, takers_,
          *chosen.clock),
      outgoing_(chosen.self, out_, members_, takers_, *chosen.clock, chosen.bug),
      incoming_(chosen.self, out_, through.bell(), *chosen.clock, chosen.run_time, chosen.bug),
      end_(chosen.is_driver, out_, through, members_, outgoing_, *chosen.clock, chosen.bug),
      updates_(chosen.self, through, out_, members_, chosen.bug) {
  handler_ = [this](const message_header& header, std::span<const std::byte> body) {
    handle(header, body);
  };
  compact_handler_ = [this](const mmps_name& from, const mmps::shm::compact_header& header,
                            std::span<const std::byte> body) {
    return handle_compact(from, header, body);
  };
}

void exchange::serve(executor& with) {
  outgoing_.serve(with);
  incoming_.serve(with);
  end_.serve(with);
  if (!chosen_.is_driver)
    copies_.emplace(with, *with.replicas(), chosen_.checks_copies, chosen_.bug);
  std::lock_guard guard(looking_);
  runtime_ = &with;
  const bool differs = !chosen_.is_driver || chosen_.bug != base::seeded_bug::last_homes_forgotten;
  with.news().plant(differs ? chosen_.bug : base::seeded_bug::none);
  visible_ = true;
  endpoint_.bell().workers.store(chosen_.workers, std::memory_order_relaxed);
  endpoint_.bell().places.store(chosen_.places, std::memory_order_relaxed);
}

void exchange::retire() {
  std::lock_guard guard(looking_);
  visible_ = false;
}

std::atomic<std::uint64_t>* exchange::executing(unsigned worker) {
  mmps::shm::doorbell& page = endpoint_.bell();
  return worker < mmps::shm::doorbell::threads ? &page.executing[worker].unit : nullptr;
}

std::atomic<std::uint32_t>& exchange::word(unsigned worker) {
  return endpoint_.bell().words[mmps::shm::doorbell::place_of(worker)];
}

// --- news of processes

void exchange::note_up(const mmps_name& process, role what, const std::string& address) {
  endpoint_.note_up(process, address);
  // Mostly the driver creates objects: a connection to it exists before there is an object. A
  // worker makes the connection, because that may take long and must not delay further news.
  const bool to_connect = process == instantiation_manager_of(chosen_.self) ||
                          (chosen_.ends_with_objects && what == role::driver);
  members_.note_up(process, what);
  if (what == role::token_matching_unit && process.life() > 1 &&
      !members_.knew_predecessor_of(process))
    note_replaced(process);
  if (to_connect) {
    {
      std::lock_guard guard(to_connect_lock_);
      to_connect_.push_back(process);
    }
    members_.ask_for_a_worker();
    endpoint_.bell().ring();
  }
  if (what == role::worker && process.host == chosen_.self.host && process != chosen_.self &&
      !chosen_.only_far)
    takers_.note_up(process);
  if (process.host != chosen_.self.host) {
    end_.note_other_host();
    if (what == role::instantiation_manager) {
      other_hosts_.fetch_add(1, std::memory_order_relaxed);
      runtime_->news().note_host(process.host);
    }
  }
  if (!chosen_.is_driver || (what != role::worker && what != role::object)) return;
  has_new_members_.store(true, std::memory_order_seq_cst);  // they may want copies
  members_.ask_for_a_worker();
}

// This process began when the one before it had ended.
void exchange::note_replaced(const mmps_name& unit) {
  {
    std::lock_guard guard(to_connect_lock_);
    replaced_.push_back(unit);
  }
  members_.ask_for_a_worker();
  endpoint_.bell().ring();
}

// After everything that the ended unit had sent: then it is known what is being executed.
void exchange::send_again_to(const mmps_name& unit) {
  outgoing_.process_replaced(unit, incoming_.executed().of_units_before(unit));
}

void exchange::note_down(const mmps_name& process, role what, const std::string& cause,
                         suspects_of_end suspects) {
  takers_.note_down(process);
  endpoint_.note_ending(process);
  members_.note_down({process, what, cause, std::move(suspects)});
  endpoint_.bell().ring();
}

void exchange::note_drains(const mmps_name& manager) {
  takers_.note_drains(manager);
  if (manager.host != chosen_.self.host)
    runtime_->news().note_host_left(manager.host);  // no tuples of new spaces go there
  else if (!chosen_.is_driver)
    drains_since_.store(chosen_.clock->now().ns, std::memory_order_relaxed);
  members_.ask_for_a_worker();
  endpoint_.bell().ring();
}

// Whether this process can end without any loss: it is promised to no caller, nothing runs, no
// object lives here, no other process waits for anything of this one, and all that it has sent has
// arrived.
bool exchange::has_drained() const {
  if (chosen_.clock->now().ns - drains_since_.load(std::memory_order_relaxed) <
      chosen_.callers_know_within)
    return false;
  const auto* manager = manager_page_.load(std::memory_order_acquire);
  if (!manager || manager->promises_nothing.load(std::memory_order_acquire) == 0) return false;
  const bool has_objects = runtime_->has_objects();
  return runtime_->nothing_runs() && !has_objects && !is_keeper_.load(std::memory_order_relaxed) &&
         kept().empty() && out_.kept().size() == 0 && !incoming_.has_to_tell() &&
         !incoming_.has_to_withdraw() && !endpoint_.has_mail() && !endpoint_.has_to_send() &&
         !endpoint_.holds_mail() && (!endpoint_.has_network() || endpoint_.all_arrived());
}

void exchange::take_news() {
  std::vector<mmps_name> to_connect, replaced;
  {
    std::lock_guard guard(to_connect_lock_);
    to_connect.swap(to_connect_);
    replaced.swap(replaced_);
  }
  for (const mmps_name& unit : replaced) send_again_to(unit);
  for (const mmps_name& process : to_connect) {
    auto* page = endpoint_.page_of(process);
    if (process == instantiation_manager_of(chosen_.self)) manager_page_.store(page);
  }
  if (has_new_members_.exchange(false)) runtime_->home_of_replicas()->admit();
  const auto has_mail_from = [this](const mmps_name& process) {
    return endpoint_.has_mail_from(process);
  };
  for (const ended_process& one : members_.take_ended(has_mail_from)) {
    endpoint_.forget(one.process);
    leases_.process_ended(one.process);
    end_.process_ended(one.process);
    if (one.role == role::instantiation_manager && one.process.host != chosen_.self.host) {
      other_hosts_.fetch_sub(1, std::memory_order_relaxed);
      runtime_->news().note_host_left(one.process.host);
    }
    runtime_->news().note_end(one.process, one.cause, *runtime_);
    const auto successor = members_.successor_of(one.process);
    if (one.role == role::token_matching_unit && !successor) out_.kept().forget(one.process);
    if (!successor)
      outgoing_.process_ended(one);
    else if (members_.believes_alive(*successor))
      send_again_to(*successor);
    incoming_.process_ended(one.process);
    if (replica_home* const home = runtime_->home_of_replicas()) home->forget(one.process);
  }
  if (is_drained_soon() && has_drained()) end_.end_here();
}

// --- incoming messages

// A message named a process that never came: fails the waits for its answers.
void exchange::take_undelivered() {
  for (const message_header& one : endpoint_.take_undelivered()) {
    out_.take_back(one);
    const mmps_name process = one.destination.process();
    if (!members_.believes_alive(process) &&
        chosen_.bug != base::seeded_bug::undelivered_calls_wait) {
      end_.note_failures();
      outgoing_.process_ended(
          {process, role::worker, "its process was never announced", std::vector<std::uint64_t>{}});
    }
  }
}

bool exchange::receive(unsigned worker) {
  incoming_.tell_finished();
  const bool any = note_received(endpoint_.receive(handler_, &compact_handler_, worker == 0));
  if (endpoint_.has_network()) take_undelivered();
  if (!members_.has_news()) return any;
  take_news();
  return true;
}

bool exchange::allows(const message_header& header) {
  if (authority_.allows(header)) return true;
  refused_ever_.fetch_add(1, std::memory_order_relaxed);
  if (const auto times = refused_.note(chosen_.clock->coarse()))
    log_warning("process " + std::to_string(header.source.process_number()) + " of host " +
                std::to_string(header.source.host) +
                " sends messages that only the driver may send; they are refused, " +
                std::to_string(*times) + " since the last such line");
  return false;
}

namespace {

void observe_received(message_type type, const mmps_name& from, std::size_t bytes) {
  probe::receives(from, static_cast<unsigned>(type), bytes);
  if (!record::is_on()) [[likely]]
    return;
  using record::message_kind;
  const message_kind what = type == message_type::exec       ? message_kind::call
                            : type == message_type::token    ? message_kind::value
                            : type == message_type::finished ? message_kind::finished
                                                             : message_kind::other;
  record::note_received(what, from.host, from.process_number(), bytes);
}

}  // namespace

// Handles calls of objects and results, which every process may send; false: another message.
bool exchange::handle_compact(const mmps_name& from, const mmps::shm::compact_header& header,
                              std::span<const std::byte> body) {
  const auto type = static_cast<message_type>(header.type());
  if (type == message_type::exec &&
      (header.is_to_object_of(chosen_.self) || header.is_to(chosen_.self))) {
    out_.count_received();
    observe_received(type, from, body.size());
    incoming_.on_exec({from, host_mark_, header.destination(chosen_.self), header, body});
    return true;
  }
  if (type == message_type::token && header.is_to(chosen_.self) &&
      header.argument() == mmps::to_waiting_caller) {
    out_.count_received();
    observe_received(type, from, body.size());
    outgoing_.on_result(header.tag(), header.flags(), header.arcs_number(), header.run_time(),
                        body.subspan(header.future_length()));
    return true;
  }
  if (type == message_type::finished && header.is_to(chosen_.self)) {
    out_.count_received();
    observe_received(type, from, body.size());
    outgoing_.on_finished(from, body.subspan(header.future_length()));
    return true;
  }
  return false;
}

void exchange::handle(const message_header& header, std::span<const std::byte> body) {
  if (header.destination.process() != chosen_.self) return;
  const auto type = static_cast<message_type>(header.type);
  observe_received(type, header.source, body.size());
  // Calls and results first, which every process may send.
  if (type == message_type::token) {
    out_.count_received();  // its sender has counted it
    if (!header.destination.is_process()) return incoming_.on_token(header, body);
    if (header.argument == mmps::to_waiting_caller)
      outgoing_.on_result(header.tag, header.flags, header.arcs_number(), header.run_time(),
                          body.subspan(header.future_length));
    return;
  }
  if (type == message_type::exec) {
    out_.count_received();
    return incoming_.on_exec({header, body});
  }
  handle_rare(type, header, body);
}

void exchange::handle_rare(message_type type, const message_header& header,
                           std::span<const std::byte> body) {
  if (type == message_type::past) {
    endpoint_.take_past(header, body);
    if (copies_) copies_->note_known(endpoint_.order().position());
    return;
  }
  const bool allowed = allows(header);
  if (type == message_type::query)
    return allowed
               ? end_.on_query(header, body, incoming_.has_to_withdraw() || incoming_.has_to_tell())
               : void();
  if (type == message_type::pong) return end_.on_pong(header, body);
  if (type == message_type::cancel) return allowed ? end_.on_cancel(header) : void();
  if (type == message_type::update) return allowed ? on_update(header, body) : void();
  if (type == message_type::settled)
    return is_token_matching_unit(header.source) ? out_.kept().settle(header.source, body) : void();
  out_.count_received();
  if (!allowed) return;
  switch (type) {
    case message_type::finished:
      return outgoing_.on_finished(header.source, body.subspan(header.future_length));
    case message_type::arcs:
      return incoming_.on_arcs(header, body);
    case message_type::claims:
      return is_token_matching_unit(header.source) ? outgoing_.on_question(header.source, body)
                                                   : void();
    case message_type::keep:
      return is_token_matching_unit(header.source) ? out_.keep_for_ended(header, body) : void();
    case message_type::withdraw:
      return incoming_.on_withdraw(header, body);
    case message_type::instantiate:
      if (asks_for_keeper(body)) is_keeper_.store(true, std::memory_order_relaxed);
      return incoming_.on_instantiate(header, body);
    case message_type::instantiated:
      if ((header.flags & mmps::flag::lease) != 0) return leases_.on_answer(header, body);
      return outgoing_.on_instantiated(header, body);
    case message_type::output:
      if (chosen_.is_driver) std::fwrite(body.data(), 1, body.size(), stdout);
      return;
    case message_type::bye:
      return end_.on_bye(header);
    default:
      return;
  }
}

void exchange::on_update(const message_header& header, std::span<const std::byte> body) {
  const auto what = decode(header, body);
  if (!what || !copies_) return;
  copies_->apply(*what, [&](std::uint64_t number) {
    endpoint_.order().note_position(number, {&header.source, 1});
  });
}

// --- placing

void exchange::create(computation_instance& creation, std::uint16_t constructor,
                      std::span<const mmps::hint> wanted) {
  if (creation.of_class()->replica)
    return outgoing_.create(creation, constructor, {}, authority_.driver());
  std::vector<mmps::hint> hints(wanted.begin(), wanted.end());
  if (creation.of_class()->in_keeper) {
    hints.push_back({mmps::hint_kind::in_keeper, {}, {}});
    return outgoing_.create(creation, constructor, hints, instantiation_manager_of(chosen_.self));
  }
  const auto is_near = [](const mmps::hint& each) { return each.kind == mmps::hint_kind::near; };
  if (chosen_.placement == exchange_placement::elsewhere && std::ranges::none_of(hints, is_near))
    hints.push_back({mmps::hint_kind::apart_from, chosen_.self, {}});
  outgoing_.create(creation, constructor, hints, instantiation_manager_of(chosen_.self));
}

bool exchange::offloads_everything() const {
  if (end_.is_ending()) return false;
  return chosen_.placement == exchange_placement::elsewhere ||
         (chosen_.sends_all && !members_.broken());
}

bool exchange::should_offload(std::size_t queued, std::size_t runnable) {
  if (runnable < chosen_.threshold || end_.is_ending() || members_.broken()) return false;
  if (queued < chosen_.threshold) return chosen_.sends_units && takers_.has_idle();
  if (chosen_.sends_units && takers_.has_place()) return true;
  const auto* page = manager_page_.load(std::memory_order_acquire);
  return page && page->room.load(std::memory_order_relaxed) > 0 &&
         !(awaits_places_.load(std::memory_order_relaxed) && leases_.is_asking());
}

namespace {

spreading::function function_of(const computation_instance& call) {
  return {call.of_class()->description->interface_hash, call.function()};
}

}  // namespace

bool exchange::is_worth_sending(const computation_instance& call) {
  // Now and then one goes all the same: functions change.
  constexpr std::uint32_t between_exceptions = 8;
  if (!chosen_.sends_units) return true;
  const spreading::function called = function_of(call);
  if (!takers_.has_place(called)) {
    want_place(called);
    const std::uint32_t time = takers_.run_time(called);
    const bool waits = time != 0 && time <= spreading::longest_awaited && leases_.is_asking();
    awaits_places_.store(waits, std::memory_order_relaxed);
    if (takers_.is_brief(called) || waits) return false;
  }
  return takers_.is_worth_sending(called) ||
         not_worth_sending_.fetch_add(1, std::memory_order_relaxed) % between_exceptions == 0;
}

// Going straight, a complete call costs less than its tokens in the token-matching unit. If nobody
// knows how long the function runs, the first calls tell.
bool exchange::is_better_complete(const computation_instance& call) const {
  constexpr std::size_t first_ones = 64;
  if (!chosen_.sends_units) return false;
  const std::uint32_t time = takers_.run_time(function_of(call));
  if (time == 0) return outgoing_.partial() >= first_ones;
  return time <= spreading::longest_awaited;
}

spreading::choice exchange::taker_for(const computation_instance& call, bool may_stay) {
  if (!chosen_.sends_units || call.is_partial() || members_.broken()) return {};
  const spreading::function called = function_of(call);
  // Requests wait at the manager for places: a long call goes behind them, or stays until they are
  // gone.
  const auto* page = manager_page_.load(std::memory_order_acquire);
  if (is_long(called) && page && page->wants_news.load(std::memory_order_relaxed) != 0) {
    runtime_->take_in_now();  // an answer may tell that it is brief
    const bool stays = may_stay && takers_.run_time(called) <= spreading::longest_awaited;
    if (stays) want_place(called);
    if (is_long(called))
      return {stays ? spreading::choice::outcome::stays : spreading::choice::outcome::nobody};
  }
  leases_.give_back_overdue();
  const spreading::choice to = takers_.choose(called);
  if (to.is == spreading::choice::outcome::found) return to;
  want_place(called);
  const bool waits = to.is == spreading::choice::outcome::all_full || leases_.may_come();
  return waits ? await_room(called, may_stay) : to;
}

// Of another host.
void exchange::want_place(const spreading::function& called) {
  if (other_hosts_.load(std::memory_order_relaxed) > 0 && chosen_.sends_units &&
      !end_.is_ending() && !members_.broken() && takers_.is_worth_transfer(called))
    leases_.want(called.class_hash);
}

// A caller that is far ahead of all processes waits for answers, while they come, and for places in
// processes of other hosts: that costs less than another way would. A nap is shorter than the brief
// work that waits in the processes, so none runs dry. If nobody knows how long a function runs, an
// answer tells. After a wait in vain some calls go to the token-matching unit, and each looks for
// answers. The next wait begins when one has come, or so much later that waits in vain take at most
// a tenth of the time, or after so many calls that they cost as much as the wait, and twice as many
// each time while no answer comes: perhaps none comes before the caller has gone on. Processes are
// silent for some slices of the scheduler where they share their cores with other programs, so a
// brief or unknown function is given that time: the token-matching unit would wait for the same
// processes, with more messages. A call that may stay (`may_stay`) is offered again instead.
spreading::choice exchange::await_room(const spreading::function& called, bool may_stay) {
  using outcome = spreading::choice::outcome;
  constexpr base::duration nap = 100 * base::microsecond;
  constexpr base::duration shortest_silence = 20 * base::millisecond;
  constexpr base::duration silence_of_brief = 100 * base::millisecond;
  constexpr base::duration shortest_wait = 100 * base::millisecond;
  constexpr base::duration first_wait = 1 * base::second;  // while there is no process at all
  constexpr base::duration runs_in_silence = 4;
  constexpr std::uint32_t taken_as_long = 1'000'000;  // ns
  constexpr std::uint32_t first_calls_in_vain = 1024;
  const outcome without_room = may_stay ? outcome::stays : outcome::all_full;
  const base::instant begin = chosen_.clock->now();
  base::instant last_answer = begin;
  std::uint32_t answered = takers_.answered();
  const bool waited_in_vain = answered == waited_in_vain_.load(std::memory_order_relaxed);
  const std::uint32_t calls_in_vain =
      waited_in_vain ? calls_in_vain_.load(std::memory_order_relaxed) : first_calls_in_vain;
  if (waited_in_vain && begin.ns < waits_again_.load(std::memory_order_relaxed) &&
      sent_in_vain_.fetch_add(1, std::memory_order_relaxed) < calls_in_vain) {
    runtime_->take_in_now();
    const auto to = takers_.choose(called);
    return to.is == outcome::found ? to : spreading::choice{without_room};
  }
  while (takers_.run_time(called) <= spreading::longest_awaited) {
    if (!runtime_->await_mail(nap, !takers_.is_brief(called))) return {without_room};
    const auto to = takers_.choose(called);
    if (to.is == outcome::found) return to;
    want_place(called);
    const base::instant now = chosen_.clock->now();
    const std::uint32_t until_now = takers_.answered();
    if (until_now != answered || leases_.may_come()) {
      answered = until_now;
      last_answer = now;
    }
    const base::duration run = takers_.run_time(called) * runs_in_silence;
    const base::duration silence =
        takers_.is_brief(called) ? silence_of_brief : std::max(run, shortest_silence);
    if (now - last_answer <= silence &&
        now - begin <= std::max(run, to.is == outcome::nobody ? first_wait : shortest_wait))
      continue;
    const bool still_in_vain =
        answered == waited_in_vain_.exchange(answered, std::memory_order_relaxed);
    calls_in_vain_.store(
        still_in_vain ? std::min(calls_in_vain, UINT32_MAX / 2) * 2 : first_calls_in_vain,
        std::memory_order_relaxed);
    sent_in_vain_.store(0, std::memory_order_relaxed);
    waits_again_.store(now.ns + 10 * (now - begin), std::memory_order_relaxed);
    if (takers_.run_time(called) == 0) takers_.note_run_time(called, taken_as_long);
    return {without_room};
  }
  return {outcome::all_full};
}

bool exchange::send_elsewhere(computation_instance& call, bool may_stay) {
  using outcome = spreading::choice::outcome;
  const spreading::choice to = taker_for(call, may_stay);
  if (to.is == outcome::stays) return false;
  if (to.is == outcome::found) {
    outgoing_.send_unit(to, call);
    return true;
  }
  auto* page = manager_page_.load(std::memory_order_acquire);
  if (page && !call.is_partial())  // that one asks for a place when it is complete
    page->room.fetch_sub(1, std::memory_order_relaxed);
  outgoing_.send_to_matching(call);
  return true;
}

// --- waits that nothing can end

bool exchange::withdraw(computation_instance& sent, const std::exception_ptr& error) {
  const bool asks = outgoing_.withdraw(sent, error);
  if (asks && !sent.target())
    incoming_.ask_to_withdraw(chosen_.self, outgoing_.tag_of(sent),
                              error_to_bytes(error, {"", "", runtime_->host()}));
  return asks;
}

bool exchange::withdraw_asked() {
  return incoming_.has_to_withdraw() &&
         incoming_.withdraw_asked([this](const auto& is_wanted, const std::exception_ptr& error) {
           outgoing_.withdraw_sent(is_wanted, error);
         });
}

void exchange::note_load(unsigned worker, std::size_t queued) {
  leases_.give_back(leases::shortest_idle);
  auto& mine = endpoint_.bell().runnable[mmps::shm::doorbell::place_of(worker)];
  const auto now = static_cast<std::uint32_t>(queued);
  const std::uint32_t units = incoming_.units();
  if (mine.load(std::memory_order_relaxed) == now &&
      units_noted_.load(std::memory_order_relaxed) == units)
    return;
  mine.store(now, std::memory_order_relaxed);
  units_noted_.store(units, std::memory_order_relaxed);
  // Units that have come and cannot run: they wait, or their results must come from others.
  mmps::shm::doorbell& page = endpoint_.bell();
  const std::uint32_t runnable = page.all_runnable();
  page.parked.store(units > runnable ? units - runnable : 0, std::memory_order_relaxed);
  auto* manager = now == 0 ? manager_page_.load(std::memory_order_acquire) : nullptr;
  if (manager && manager->wants_news.load(std::memory_order_relaxed) != 0) manager->ring();
}

void exchange::note_unit_over(unsigned worker) {
  auto& mine = endpoint_.bell().runnable[mmps::shm::doorbell::place_of(worker)];
  const std::uint32_t now = mine.load(std::memory_order_relaxed);
  if (now == 0) return;
  mine.store(now - 1, std::memory_order_relaxed);             // only its worker writes it
  units_noted_.store(none_noted, std::memory_order_relaxed);  // the manager may wait for this news
}

void exchange::ended(const mmps_name& object) {
  if (end_.is_ending() || members_.broken()) return;
  incoming_.object_ended(object);
  const bool ends = chosen_.ends_with_objects && !is_keeper_.load(std::memory_order_relaxed);
  if (ends && !runtime_->has_objects()) end_.end_here();
}

}  // namespace mentat::node
