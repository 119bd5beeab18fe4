#include "tools/mentat/copy_launch.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/copy_host.h"
#include "tools/mentat/copy_party.h"
#include "tools/mentat/own_address.h"
#include "tools/mentat/process.h"
#include "tools/mentat/rendezvous.h"

namespace mentat::command {
namespace {

constexpr auto longest_answer = std::chrono::seconds(10);

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value ? value : "";
}

std::string new_session() {
  std::random_device random;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "mpi-%08x", random());
  return text.data();
}

// Where the founder listens: nowhere without guests, on the loopback for guests on its machine.
std::string address_for(const std::vector<launch::copy_card>& cards,
                        const std::vector<std::size_t>& guests, const std::string& wanted) {
  if (wanted != "auto") return wanted;
  if (guests.empty()) return {};
  const auto other = launch::first_elsewhere(cards, guests);
  return other ? address_towards(cards[*other].node, wanted) : "tcp://127.0.0.1";
}

// The program is none of the copies, nor is what a daemon starts.
void forget_launcher() {
  std::vector<std::string> names;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text(*one);
    if (std::ranges::any_of(launch::variables_of_copies,
                            [&](std::string_view begin) { return text.starts_with(begin); }))
      names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
}

}  // namespace

expected<std::optional<launch::launched_copy>> own_copy() {
  auto self = launch::launched_copy_in(variable, mmps::trust::is_socket);
  if (!self) return fail(self.error());
  return std::move(*self);
}

int launch_as_copy(const installation& here, const launch::launched_copy& self,
                   launch_options options) {
  auto signals = held_signals::hold();
  if (!signals) return report(signals.error());
  ::signal(SIGPIPE, SIG_IGN);
  const base::duration within = options.within * base::second;
  auto party = copy_party::join(self, std::move(*signals), new_session(), within);
  if (!party) return party.error().text.empty() ? party.error().exit_status : report(party.error());
  forget_launcher();
  const auto& cards = party->cards();
  const auto carriers = launch::carriers(cards, fixed::hosts.value);
  std::vector<std::size_t> guests;
  for (std::size_t copy = 1; copy < cards.size(); ++copy)
    if (carriers[copy] == copy) guests.push_back(copy);
  options.engine = self.launcher;
  options.session = cards.front().session;
  options.name = party->host_names().front();
  options.listen = address_for(cards, guests, options.listen);
  if (self.rank == 0) return found_and_run(here, *party, options, guests);
  return carriers[self.rank] == self.rank ? carry_host(here, *party, options)
                                          : wait_for_program(*party, options);
}

std::string mpi_here() {
  std::string found;
  for (const char* const name : {"mpirun", "mpiexec.hydra"}) {
    if (!in_path(name)) continue;
    const auto version = output_of({.arguments = {name, "--version"},
                                    .standard_error = "/dev/null",
                                    .longest = longest_answer});
    if (!version) continue;
    const std::string line = version->substr(0, version->find('\n'));
    const bool is_hydra = line.find("HYDRA") != std::string::npos;
    if (is_hydra && found.find("MPICH") != std::string::npos) continue;
    found += (found.empty() ? "" : "; ") + std::string(name) +
             (is_hydra ? " (MPICH)"
              : line.find("Open MPI") != std::string::npos
                  ? why_no_pmix().empty() ? " (Open MPI)" : " (Open MPI, without libpmix2)"
                  : "");
  }
  return found;
}

}  // namespace mentat::command
