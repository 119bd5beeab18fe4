#include "daemons/im/location_wish.h"

#include <algorithm>
#include <cstddef>

namespace mentat::im {
namespace {

using mmps::hint;
using mmps::hint_kind;

std::string unknown_host(std::string_view name, std::span<const named_host> hosts) {
  constexpr std::size_t max_named = 16;
  std::string text = "no host of this program is called '" + std::string(name) +
                     "', as a location hint says; there are ";
  for (std::size_t i = 0; i < std::min(hosts.size(), max_named); ++i)
    text += (i == 0 ? "" : ", ") + hosts[i].name;
  if (hosts.size() > max_named)
    text += " and " + std::to_string(hosts.size() - max_named) + " more";
  return text +
         ". A host that is being drained, or has joined since the program began, takes no part: "
         "see `mentat list hosts`";
}

// While a program begins, the other hosts may not have come yet. Whichever comes first will do.
void await_other_host(location_wish& wanted, const known_hosts& hosts) {
  const auto is_here = [&](const mmps::mmps_name& process) { return process.host == hosts.self; };
  const auto may_come = [&](const named_host& one) {
    return one.manager.host != hosts.self && !hosts.left.contains(one.manager.host);
  };
  if (hosts.members.hosts().size() > 1 || std::ranges::none_of(wanted.apart_from, is_here) ||
      std::ranges::none_of(hosts.taking_part, may_come))
    return;
  wanted.is_absent = wanted.may_stay = true;
}

// Whether the host can be had now, later, or not at all.
void judge(location_wish& wanted, const known_hosts& hosts) {
  if (!wanted.on) return await_other_host(wanted, hosts);
  if (*wanted.on == hosts.self || hosts.members.manager_of(*wanted.on)) return;
  const bool takes_part = std::ranges::any_of(
      hosts.taking_part, [&](const named_host& one) { return one.manager.host == *wanted.on; });
  if (takes_part && !hosts.left.contains(*wanted.on)) {
    wanted.is_absent = true;
  } else if (takes_part) {
    wanted.contradiction =
        "a location hint names host " + hosts.name_of(*wanted.on) + ", which has left the program";
  } else {
    wanted.contradiction = "a location hint names host " + std::to_string(*wanted.on) +
                           ", which is none of the " +
                           std::to_string(hosts.members.hosts().size()) + " hosts of the session";
  }
}

}  // namespace

std::string known_hosts::name_of(falcon::host_id host) const {
  for (const named_host& one : taking_part)
    if (one.manager.host == host) return one.name;
  return std::to_string(host);
}

location_wish understand(const mmps::hints& given, const known_hosts& hosts) {
  location_wish wanted;
  for (const hint& each : given.all()) {
    if (each.kind == hint_kind::apart_from) {
      wanted.apart_from.push_back(each.name.process());
      continue;
    }
    if (each.kind == hint_kind::in_keeper) {
      wanted.in_keeper = true;
      continue;
    }
    falcon::host_id host = each.name.host;
    if (each.kind == hint_kind::on_named) {
      const auto named = std::ranges::find(hosts.taking_part, each.host, &named_host::name);
      if (named == hosts.taking_part.end()) {
        wanted.contradiction = unknown_host(each.host, hosts.taking_part);
        return wanted;
      }
      host = named->manager.host;
    }
    if (wanted.on && *wanted.on != host)
      wanted.contradiction = "the location hints of the request name different hosts";
    wanted.on = host;
    if (each.kind == hint_kind::near) {
      if (wanted.in && *wanted.in != each.name.process())
        wanted.contradiction = "the location hints of the request name different processes";
      wanted.in = each.name.process();
    }
  }
  judge(wanted, hosts);
  return wanted;
}

}  // namespace mentat::im
