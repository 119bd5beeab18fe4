#include "daemons/host/session_entry.h"

#include <sodium.h>
#include <zmq.h>

#include <array>
#include <optional>
#include <utility>

#include "daemons/host/host_keys.h"
#include "daemons/host/invite_line.h"
#include "daemons/host/machine_facts.h"

namespace mentat::host {
namespace {

using mmps::zeromq::key_pair;

constexpr int join_within_ms = 15'000;

std::uint64_t random_number() {
  std::uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

host_info self_of(const session_entry& entry, const std::string& name) {
  host_info self;
  self.name = host_name(name);
  self.address = entry.network ? entry.network->address() : std::string();
  self.public_key = entry.keys.public_key;
  self.cores = usable_cores();
  return self;
}

// What the founder says to whoever comes with the invitation.
expected<joined_form> ask_founder(const invite_line& invitation, host_info self) {
  key_pair guest{std::string(key_length, ' '), invitation.guest_secret};
  std::array<char, key_length + 1> derived{};
  if (zmq_curve_public(derived.data(), guest.secret_key.c_str()) != 0)
    return tl::unexpected(std::string("the invitation holds no key"));
  guest.public_key = derived.data();
  return guest_connection(invitation.address, invitation.founder_key, guest)
      .join({std::move(self), random_number()}, join_within_ms);
}

}  // namespace

expected<session_entry> enter_session(const std::string& name, const std::string& listen,
                                      const std::string& join,
                                      const std::function<base::instant()>& clock) {
  session_entry entry;
  if (listen.empty() && !join.empty())
    return tl::unexpected(std::string(
        "to join a session this host needs an address of its own: --listen tcp://ADDRESS"));
  if (listen.empty()) {
    entry.membership =
        std::make_unique<membership>(membership_limits{}, clock(), self_of(entry, name));
    return entry;
  }
  const auto folder = keys_folder();
  if (!folder) return tl::unexpected(folder.error());
  auto keys = load_keys(*folder, name);
  if (!keys) return tl::unexpected(keys.error());
  entry.keys = *keys;
  std::optional<invite_line> invitation;
  if (!join.empty() && !(invitation = invite_line::parse(join)))
    return tl::unexpected(
        std::string("what follows --join is no invitation; `mentat invite` on a host of the "
                    "session prints one"));
  auto opened = network::open(listen, entry.keys);
  if (!opened) return tl::unexpected(opened.error());
  entry.network = std::move(*opened);
  if (!invitation) {
    entry.session = static_cast<std::uint32_t>(random_number());
    entry.membership =
        std::make_unique<membership>(membership_limits{}, clock(), self_of(entry, name));
    entry.network->enter(entry.session, 1, 1, random_number());
    return entry;
  }
  const auto told = ask_founder(*invitation, self_of(entry, name));
  if (!told) return tl::unexpected(told.error());
  entry.session = told->session;
  entry.membership = std::make_unique<membership>(membership_limits{}, clock(), *told);
  entry.network->enter(entry.session, told->number, told->incarnation, random_number());
  return entry;
}

}  // namespace mentat::host
