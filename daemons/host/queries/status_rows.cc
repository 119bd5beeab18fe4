#include "daemons/host/queries/status_rows.h"

#include "daemons/host/membership/host_keys.h"
#include "daemons/host/membership/machine_facts.h"

namespace mentat::host {

std::string word_for(host_state state) {
  return state == host_state::up ? "up" : state == host_state::left ? "left" : "lost";
}

std::vector<session_row> status_rows(const host_facts& here, const membership& hosts,
                                     const programs& running, const invitations& invited) {
  std::vector<session_row> rows;
  rows.push_back(session_row{"session", {}}
                     .add("name", here.place.name)
                     .add("folder", here.place.folder)
                     .add("listen", here.listen)
                     .add("host", std::to_string(hosts.self().number))
                     .add("founder", hosts.is_founder() ? "yes" : "no")
                     .add("cut_off", hosts.is_cut_off() ? "yes" : "no")
                     .add("strangers", std::to_string(here.strangers))
                     .add("log", here.log));
  for (const host_info& one : hosts.list().hosts) {
    const bool self = one.number == hosts.self().number;
    const bool silent = one.state == host_state::up && hosts.is_silent(here.now, one.number);
    const bool drains = one.state == host_state::up && one.drains_until != 0;
    const std::uint32_t load = self ? load_now() : hosts.load_of(one.number);
    rows.push_back(session_row{"host", {}}
                       .add("number", std::to_string(one.number))
                       .add("incarnation", std::to_string(one.incarnation))
                       .add("name", one.name)
                       .add("address", one.address)
                       .add("key", key_as_hex(one.public_key))
                       .add("state", silent   ? "silent"
                                     : drains ? "draining"
                                              : word_for(one.state))
                       .add("cores", std::to_string(one.cores))
                       .add("processor", one.processor)
                       .add("load", std::to_string(load / 100))
                       .add("self", self ? "yes" : "no")
                       .add("cause", one.cause)
                       .add("drains_until", drains ? std::to_string(one.drains_until) : "")
                       .add("cut_short", one.drains_until != 0 && !drains ? "yes" : "no"));
  }
  for (const programs::row& one : running.rows()) {
    const host_info* driver = hosts.find(one.driver_host);
    rows.push_back(session_row{"program", {}}
                       .add("number", std::to_string(one.number))
                       .add("name", one.name)
                       .add("driver", driver ? driver->name : "")
                       .add("since", std::to_string(one.since))
                       .add("state", one.begun ? "running" : "beginning"));
  }
  for (const invitations::row& one : invited.rows(here.now))
    rows.push_back(session_row{"open", {}}
                       .add("number", std::to_string(one.number))
                       .add("hosts", std::to_string(one.hosts))
                       .add("joined", std::to_string(one.joined))
                       .add("seconds", std::to_string(one.left / base::second)));
  return rows;
}

}  // namespace mentat::host
