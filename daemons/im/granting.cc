// Gives places in the processes of this host: to calls, to objects, and to objects that need a
// process of their own. Keeps the requests that wait while there is none.
#include <algorithm>
#include <utility>

#include "daemons/im/bytes.h"
#include "daemons/im/instantiation_manager.h"
#include "daemons/im/request.h"
#include "mmps/wire/message_type.h"

namespace mentat::im {

using base::instant;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

void instantiation_manager::accept(instant now, mentat_message&& message, location_wish&& wanted) {
  const message_header header = message.header;
  // Usually the driver's process takes no objects: near one of its own means on its host.
  if (wanted.in && wanted.in->process_number() == driver_number && !processes_.find(*wanted.in))
    wanted.in.reset();
  const bool placed = grant(now, message, wanted);
  const bool isolated = is_isolated(header, wanted);
  const bool busy = std::ranges::none_of(
      processes_.all(), [](const auto& entry) { return entry.second.has_free_core(); });
  if (!placed && is_lease(header)) {
    refuse(header, "no process has room");
  } else if (!placed) {
    if (waiting_.for_process() >= chosen_.limits.waiting)
      return refuse(header, "fixed.im.waiting: " + std::to_string(waiting_.for_process()) +
                                " requests wait for a process already");
    if (!is_persistent(header)) message = mentat_message(header, {});  // the hints are understood
    const std::size_t bytes = message.body().size();
    if (!waiting_.has_room_for(bytes))
      return refuse(header, "fixed.im.waiting_bytes: requests that wait hold " +
                                std::to_string(waiting_.bytes()) + " bytes already");
    message.set_header(header);
    waiting_.add({std::move(message), std::move(wanted), isolated});
  }
  if ((!placed && !isolated) || busy) want_process(now, header.class_hash());
  if (header.hops > 0 && header.source.host != chosen_.self.host &&
      members_->manager_of(header.source.host)) {
    view_.own = load();
    tell_load(header.source.host);
  }
}

bool instantiation_manager::grant(instant now, mentat_message& message,
                                  const location_wish& wanted) {
  const message_header header = message.header;
  if (wanted.in && !processes_.find(*wanted.in) && !apart_.contains(*wanted.in)) {
    refuse(header, "the object near which another is wanted has ended");
    return true;
  }
  if (is_persistent(header)) return grant_object(message, wanted);
  // The program ends with its driver: a call that may have ended one process already is not
  // executed there.
  const bool not_in_driver = header.attempt > 1;
  const auto in_wanted = [&](const mmps_name& process) {
    return (!wanted.in || process == *wanted.in) &&
           !(not_in_driver && process.process_number() == driver_number);
  };
  const auto apart = [&](const mmps_name& process) {
    return in_wanted(process) &&
           std::ranges::find(wanted.apart_from, process) == wanted.apart_from.end();
  };
  process_state* chosen = processes_.choose(header.tag, header.class_hash(), apart);
  if (!chosen) chosen = processes_.choose(header.tag, header.class_hash(), in_wanted);
  if (!chosen) return false;
  if (processes_.places() >= chosen_.limits.places) {
    refuse(header, "fixed.im.places: " + std::to_string(processes_.places()) +
                       " places are given out already");
    return true;
  }
  processes_.give(*chosen, header.tag, header.class_hash(),
                  {header.source, header.attempt, is_lease(header) ? now : instant::never()});
  answer(header, chosen->name);
  return true;
}

bool instantiation_manager::grant_isolated(mentat_message& message, const location_wish& wanted) {
  if (wanted.in) {
    apart_.add_object(*wanted.in);
    return make_object(message, *wanted.in);
  }
  const std::optional<mmps_name> found = wanted.in_keeper ? apart_.take_keeper() : apart_.take();
  if (found) return make_object(message, *found);
  if (apart_.may_come()) return false;
  refuse(message.header, "limits.processes: " + std::to_string(apart_.count()) +
                             " persistent objects of this host have a process of their own already "
                             "(im.isolation)");
  return true;
}

bool instantiation_manager::grant_object(mentat_message& message, const location_wish& wanted) {
  if (wanted.in ? apart_.contains(*wanted.in) : is_isolated(message.header, wanted))
    return grant_isolated(message, wanted);
  const auto in_wanted = [&](const mmps_name& process) {
    return !wanted.in || process == *wanted.in;
  };
  const auto apart = [&](const mmps_name& process) {
    return in_wanted(process) &&
           std::ranges::find(wanted.apart_from, process) == wanted.apart_from.end();
  };
  process_state* chosen = processes_.choose_for_object(apart);
  // If another process is still possible, waiting makes sense.
  const bool more =
      !wanted.in &&
      (starting_ > 0 || (may_start() && start_failures_ < chosen_.limits.start_attempts));
  if (!chosen && !more) chosen = processes_.choose_for_object(in_wanted);
  if (!chosen) return false;
  ++chosen->objects;
  return make_object(message, chosen->name);
}

// Makes the object in that process, which is marked as having one object more.
bool instantiation_manager::make_object(mentat_message& message, const mmps_name& process) {
  const message_header header = message.header;
  if (objects_.size() + being_made_.size() >= chosen_.limits.objects) {
    not_made(process);
    refuse(header, "limits.objects: this host has " +
                       std::to_string(objects_.size() + being_made_.size()) +
                       " persistent objects already");
    return true;
  }
  if (!being_made_.try_emplace({header.tag, process}, header.class_hash(), header.source, header)
           .second) {
    not_made(process);
    refuse(header, "an object with this tag is being made already");
    return true;
  }
  message.header.destination = process;
  output_.messages.push_back(std::move(message));
  return true;
}

void instantiation_manager::not_made(const mmps_name& process) {
  if (process_state* state = processes_.find(process)) --state->objects;
  apart_.object_failed(process);
  may_grant_ = true;
}

// Grants waiting requests in the order of arrival, if there is a place now.
void instantiation_manager::grant_waiting(instant now) {
  waiting_.judge_each([&](waiting_request& each) {
    using enum waiting_requests::verdict;
    if (!waiting_.some_need_no_room() && !processes_.room()) return enough;
    return grant(now, each.message, each.wanted) ? goes : stays;
  });
}

void instantiation_manager::want_process(instant now, std::uint64_t class_hash) {
  if (!may_start()) return;
  if (start_failures_ > 0 && (starting_ > 0 || now < no_start_before_)) return;
  ++starting_;
  output_.starts.push_back({class_hash});
}

void instantiation_manager::want_object_processes(instant now) {
  if (object_failures_ > 0 && now < no_object_process_before_) return;
  // An object that is being made does not share the cores with the start of a process that no
  // request waits for.
  for (std::uint32_t count = apart_.start(needed_object_processes(), being_made_.empty());
       count > 0; --count)
    output_.starts.push_back({0, true});
}

}  // namespace mentat::im
