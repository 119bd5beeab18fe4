#include "daemons/host/session_entry.h"

#include <sodium.h>
#include <zmq.h>

#include <array>
#include <optional>
#include <utility>

#include "daemons/host/membership/host_keys.h"
#include "daemons/host/membership/machine_facts.h"
#include "daemons/host/network/named_address.h"
#include "daemons/host/session/session_memory.h"
#include "daemons/host/wire/invite_line.h"
#include "mmps/machine/usable_resources.h"

namespace mentat::host {
namespace {

using mmps::zeromq::key_pair;

constexpr int join_within_ms = 15'000;

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
  return self;
}

// The founder's answer to this invitation.
expected<joined_form> ask_founder(const invite_line& invitation, host_info self) {
  key_pair guest{std::string(key_length, ' '), invitation.guest_secret};
  std::array<char, key_length + 1> derived{};
  if (zmq_curve_public(derived.data(), guest.secret_key.c_str()) != 0)
    return tl::unexpected(std::string("the invitation holds no key"));
  guest.public_key = derived.data();
  const auto addresses = resolve(invitation.address);
  if (!addresses) return tl::unexpected(addresses.error());
  if (!addresses->empty())
    if (const std::string why = why_unreachable(self.address, addresses->front()); !why.empty())
      return tl::unexpected(why);
  const join_form form{std::move(self), random_number()};
  expected<joined_form> told =
      tl::unexpected(std::string("the name of the founder has no address"));
  for (const std::string& address : *addresses) {
    told = guest_connection(address, invitation.founder_key, guest)
               .join(form, join_within_ms / static_cast<int>(addresses->size()));
    if (told) break;
  }
  return told;
}

// Without an invitation: into the session that this host remembers, if it crashed there.
expected<std::optional<joined_form>> come_back(const session_entry& entry,
                                               const session_memory& known,
                                               const wanted_session& wanted) {
  const std::string remedy = "; `mentat start --new` founds a new session";
  if (known.founder_address.empty())
    return tl::unexpected("this host founded session " + wanted.name +
                          " and has not left it; the hosts that are in it do not belong to a new "
                          "one: stop them, then `mentat start --new` here");
  host_info founder;
  founder.address = known.founder_address;
  founder.public_key = known.founder_key;
  auto told = ask_for_place(founder, self_of(entry, wanted), entry.keys, join_within_ms);
  if (!told)
    return tl::unexpected("this host is a part of the session founded at " + known.founder_address +
                          " and is not taken back: " + told.error() + remedy);
  return std::move(*told);
}

expected<void> open_network(session_entry& entry, const std::string& listen) {
  const auto own_address = resolve_for_others(listen);
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

}  // namespace

expected<joined_form> ask_for_place(const host_info& founder, host_info self, const key_pair& keys,
                                    int longest_ms) {
  return guest_connection(founder.address, founder.public_key, keys)
      .join({std::move(self), random_number()}, longest_ms);
}

expected<session_entry> enter_session(wanted_session wanted, const base::clock& clock) {
  session_entry entry;
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
  if (wanted.listen.empty() && !wanted.join.empty())
    return tl::unexpected(std::string(
        "to join a session this host needs an address of its own: --listen tcp://ADDRESS"));
  if (wanted.listen.empty()) {
    entry.memory.clear();
    found(entry, wanted, clock.now());
    return entry;
  }
  if (!folder) return tl::unexpected(folder.error());
  auto keys = load_keys(*folder, wanted.name);
  if (!keys) return tl::unexpected(keys.error());
  entry.keys = *keys;
  std::optional<invite_line> invitation;
  if (!wanted.join.empty() && !(invitation = invite_line::parse(wanted.join)))
    return tl::unexpected(
        std::string("the text after --join is not an invitation; `mentat invite` on a host of "
                    "the session prints one"));
  if (auto opened = open_network(entry, wanted.listen); !opened)
    return tl::unexpected(opened.error());
  std::optional<joined_form> told;
  if (invitation) {
    auto answer = ask_founder(*invitation, self_of(entry, wanted));
    if (!answer) return tl::unexpected(answer.error());
    told = std::move(*answer);
  } else if (known) {
    auto answer = come_back(entry, *known, wanted);
    if (!answer) return tl::unexpected(answer.error());
    told = std::move(*answer);
  }
  if (!told) {
    forget_session(entry.memory);
    found(entry, wanted, clock.now());
    return entry;
  }
  entry.session = told->session;
  entry.membership = std::make_unique<membership>(membership_limits{}, clock.now(), *told);
  entry.network->enter(entry.session, told->number, told->incarnation, random_number());
  return entry;
}

}  // namespace mentat::host
