#include "daemons/host/session_entry.h"

#include <sodium.h>
#include <zmq.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "daemons/host/membership/host_keys.h"
#include "daemons/host/membership/machine_facts.h"
#include "daemons/host/network/named_address.h"
#include "daemons/host/session/session_memory.h"
#include "daemons/host/wire/invite_line.h"
#include "mmps/machine/processor_name.h"
#include "mmps/machine/usable_resources.h"

namespace mentat::host {
namespace {

using mmps::zeromq::key_pair;

constexpr int join_within_ms = 15'000;
// A launcher starts hosts for one run, and may not be able to end them: its machine is down, and
// nobody tells the end of the connection.
constexpr base::duration forsaken_after = 60 * base::second;

std::uint64_t random_number() {
  std::uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

host_info self_of(const session_entry& entry, const wanted_session& wanted) {
  host_info self;
  self.name = wanted.host.empty() ? host_name(wanted.name) : plain_name(wanted.host);
  self.address = entry.network ? entry.network->address() : std::string();
  self.public_key = entry.keys.public_key;
  self.cores = machine::usable_cores();
  self.processor = machine::own_processor();
  return self;
}

// The founder, as this host reaches it, and the keys that this host shows there.
struct way_in {
  std::vector<std::string> addresses;  // of the founder, with numbers
  std::string founder_key;
  key_pair keys;
};

expected<way_in> way_by_invitation(const invite_line& invitation) {
  std::array<char, key_length + 1> derived{};
  if (zmq_curve_public(derived.data(), invitation.guest_secret.c_str()) != 0)
    return tl::unexpected(std::string("the invitation holds no key"));
  auto addresses = resolve(invitation.address);
  if (!addresses) return tl::unexpected(addresses.error());
  return way_in{
      std::move(*addresses), invitation.founder_key, {derived.data(), invitation.guest_secret}};
}

// Without an invitation: into the session that this host remembers, if it crashed there.
expected<way_in> way_back(const session_memory& known, const key_pair& own) {
  auto addresses = resolve(known.founder_address);
  if (!addresses) return tl::unexpected(addresses.error());
  return way_in{std::move(*addresses), known.founder_key, own};
}

expected<std::optional<way_in>> way_by_meeting(const meeting_place& where, const key_pair& own) {
  way_in way{{}, where.founder_key, own};
  for (const std::string& address : where.addresses)
    if (const auto resolved = resolve(address))
      way.addresses.insert(way.addresses.end(), resolved->begin(), resolved->end());
    else if (where.addresses.size() == 1)
      return tl::unexpected(resolved.error());
  return way;
}

// The founder's answer at the first of its addresses that answers.
expected<joined_form> ask_founder(const way_in& way, host_info self, int lease) {
  if (way.addresses.empty())
    return tl::unexpected(std::string("the name of the founder has no address"));
  if (const std::string why = why_unreachable(self.address, way.addresses.front()); !why.empty())
    return tl::unexpected(why);
  const join_form form{std::move(self), random_number()};
  expected<joined_form> told;
  for (const std::string& address : way.addresses) {
    told = guest_connection(address, way.founder_key, way.keys)
               .join(form, join_within_ms / static_cast<int>(way.addresses.size()), lease);
    if (told) break;
  }
  return told;
}

std::string why_not_back(const session_memory& known, const std::string& cause) {
  return "this host is a part of the session founded at " + known.founder_address +
         " and is not taken back: " + cause + "; `mentat start --new` founds a new session";
}

// `founder`: the address of the founder; empty: this host founds the session.
expected<void> open_network(session_entry& entry, const std::string& listen,
                            const std::string& founder) {
  const auto chosen = address_to_listen_at(listen, founder);
  if (!chosen) return tl::unexpected(chosen.error());
  const auto own_address = resolve_for_others(*chosen);
  if (!own_address) return tl::unexpected(own_address.error());
  auto opened = network::open(*own_address, entry.keys);
  if (!opened) return tl::unexpected(opened.error());
  entry.network = std::move(*opened);
  return {};
}

void found(session_entry& entry, const wanted_session& wanted, base::instant now) {
  entry.membership = std::make_unique<membership>(membership_limits{}, now, self_of(entry, wanted));
  if (!entry.network) return;
  entry.session = static_cast<std::uint32_t>(random_number());
  entry.network->enter(entry.session, membership::founder_number, 1, random_number());
}

// Where this host founds a session, it has no way in.
expected<std::optional<way_in>> find_way(session_entry& entry, const wanted_session& wanted,
                                         const std::optional<session_memory>& known) {
  if (wanted.meet)
    return wanted.meet(self_of(entry, wanted)).and_then([&](const meeting_place& where) {
      return way_by_meeting(where, entry.keys);
    });
  if (!wanted.join.empty()) {
    const auto invitation = invite_line::parse(wanted.join);
    if (!invitation)
      return tl::unexpected(
          std::string("the text after --join is not an invitation; `mentat invite` on a host of "
                      "the session prints one"));
    entry.founder_address = invitation->address;
    return way_by_invitation(*invitation).map([](way_in way) { return std::optional(way); });
  }
  if (!known) return std::nullopt;
  if (known->founder_address.empty())
    return tl::unexpected("this host founded session " + wanted.name +
                          " and has not left it; the hosts that are in it do not belong to a new "
                          "one: stop them, then `mentat start --new` here");
  entry.founder_address = known->founder_address;
  auto way = way_back(*known, entry.keys);
  if (!way) return tl::unexpected(why_not_back(*known, way.error()));
  return std::move(*way);
}

expected<void> enter_by(session_entry& entry, const wanted_session& wanted,
                        const std::optional<way_in>& way, const base::clock& clock) {
  const std::string founder = way && !way->addresses.empty() ? way->addresses.front() : "";
  if (auto opened = open_network(entry, wanted.listen, founder); !opened) return opened;
  if (!way) {
    if (!entry.memory.empty()) forget_session(entry.memory);
    found(entry, wanted, clock.now());
    return {};
  }
  const auto told = ask_founder(*way, self_of(entry, wanted), wanted.lease);
  if (!told) return tl::unexpected(told.error());
  entry.session = told->session;
  entry.membership = std::make_unique<membership>(
      membership_limits{.forsaken_after = wanted.meet || wanted.needs_founder ? forsaken_after : 0},
      clock.now(), *told);
  entry.network->enter(entry.session, told->number, told->incarnation, random_number());
  return {};
}

// The keys of this host, and the session that it remembers.
expected<std::optional<session_memory>> prepare(session_entry& entry, wanted_session& wanted) {
  if (wanted.lease >= 0) {
    const auto given = pair_of(wanted.founder_secret);
    if (!given && !wanted.founder_secret.empty())
      return tl::unexpected(std::string("the founder's line holds no secret key"));
    entry.keys = given ? *given : mmps::zeromq::make_key_pair();
    return std::nullopt;
  }
  const auto folder = keys_folder();
  std::optional<session_memory> known;
  if (folder) entry.memory = *folder + "/" + wanted.name + ".session";
  if (folder && wanted.join.empty() && !wanted.founds_anew) {
    auto recalled = recall_session(entry.memory);
    if (!recalled) return tl::unexpected(recalled.error());
    known = std::move(*recalled);
  }
  if (known && wanted.listen.empty()) wanted.listen = known->listen;
  if (known && wanted.host.empty()) wanted.host = known->name;
  if (wanted.listen.empty()) return known;
  if (!folder) return tl::unexpected(folder.error());
  auto keys = load_keys(*folder, wanted.name);
  if (!keys) return tl::unexpected(keys.error());
  entry.keys = std::move(*keys);
  return known;
}

}  // namespace

expected<joined_form> ask_for_place(const host_info& founder, host_info self, const key_pair& keys,
                                    int longest_ms) {
  return guest_connection(founder.address, founder.public_key, keys)
      .join({std::move(self), random_number()}, longest_ms);
}

expected<session_entry> enter_session(wanted_session wanted, const base::clock& clock) {
  session_entry entry;
  const auto known = prepare(entry, wanted);
  if (!known) return tl::unexpected(known.error());
  if (wanted.listen.empty() && !wanted.join.empty())
    return tl::unexpected(std::string(
        "to join a session this host needs an address of its own: --listen auto, or --listen "
        "tcp://ADDRESS"));
  if (wanted.listen.empty()) {
    entry.memory.clear();
    found(entry, wanted, clock.now());
    return entry;
  }
  const auto way = find_way(entry, wanted, *known);
  if (!way) return tl::unexpected(way.error());
  if (const auto entered = enter_by(entry, wanted, *way, clock); !entered)
    return tl::unexpected(*known ? why_not_back(**known, entered.error()) : entered.error());
  return entry;
}

}  // namespace mentat::host
