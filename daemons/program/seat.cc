#include "daemons/program/seat.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daemons/host/session/session_door.h"
#include "daemons/program/other_executables.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/net/shared_pieces.h"
#include "rts/config/log.h"

namespace mentat::program {
namespace {

using host::program_packet;
using host::program_packet_kind;
using mmps::shm::unix_socket;

constexpr int branch_descriptor = 3;
constexpr std::size_t max_hosts = fixed::hosts.value;
static_assert(fixed::executables.value <= unix_socket::max_descriptors);

template <std::size_t Size>
std::string text_in(const std::array<char, Size>& field) {
  return {field.data(), strnlen(field.data(), Size)};
}

std::optional<program_packet> receive_packet(unix_socket& from) {
  program_packet packet;
  std::vector<int> descriptors;
  const auto size = from.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors);
  for (int one : descriptors) close(one);
  if (size != sizeof packet) return std::nullopt;
  return packet;
}

// Receives the answer to `begin`. Warnings of hosts that take no part precede it.
std::optional<program_packet> receive_answer(unix_socket& from) {
  for (;;) {
    const auto packet = receive_packet(from);
    if (!packet || packet->kind != program_packet_kind::warning) return packet;
    node::log_warning(text_in(packet->text));
  }
}

// Receives the rest of `begun`. It is shorter if the line breaks; that is detected later.
std::vector<loader::taking_part> receive_hosts(unix_socket& from, std::uint32_t count) {
  std::vector<loader::taking_part> hosts;
  while (hosts.size() < std::min<std::size_t>(count, max_hosts)) {
    const auto packet = receive_packet(from);
    if (!packet || packet->kind != program_packet_kind::takes_part) break;
    hosts.push_back({packet->host, packet->incarnation, text_in(packet->text)});
  }
  return hosts;
}

tl::expected<unix_socket, std::string> connect(const host::session_place& place) {
  auto line = host::connect_to_daemon(place);
  if (!line) return tl::unexpected(line.error());
  if (!*line)
    return tl::unexpected(
        "no session of hosts is running at " + place.folder + ": start one with `mentat start" +
        (place.name == "default" ? "" : " --session " + place.name) +
        "`, or run without mode cluster" +
        (std::getenv("SLURM_JOB_ID") ? "; `mentat run --mode=cluster PROGRAM` uses "
                                       "the nodes of this Slurm job"
                                     : ""));
  return std::move(**line);
}

}  // namespace

node::network_options seat::network() const {
  node::network_options network;
  const std::string address = text_in(begun.address);
  if (!address.empty()) network.listen = address + ":0";
  network.cluster = begun.cluster;
  network.public_key = text_in(begun.public_key);
  network.secret_key = text_in(begun.secret_key);
  network.pieces = mmps::net::shared_pieces::make();
  return network;
}

std::string seat::settings() const { return text_in(begun.text); }

namespace {

// The program's own executable, and those for other processors.
tl::expected<std::vector<mmps::trust::descriptor>, std::string> open_executables(
    const std::string& also) {
  auto files = open_other_executables(also);
  if (!files) return files;
  mmps::trust::descriptor own(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  if (!own.is_open())
    return tl::unexpected(std::string("the program's own executable cannot be opened: ") +
                          std::strerror(errno));
  files->insert(files->begin(), std::move(own));
  return files;
}

}  // namespace

tl::expected<seat, std::string> take_seat(const std::string& address, const std::string& settings,
                                          const std::string& also, host::record_wish records) {
  const auto place = host::find_place(address);
  if (!place) return tl::unexpected(place.error());
  program_packet begin;
  begin.kind = program_packet_kind::begin;
  begin.records = static_cast<std::uint32_t>(records);
  if (settings.size() >= begin.text.size())
    return tl::unexpected("fixed.settings: the settings of the program are longer than " +
                          std::to_string(fixed::settings.value) + " bytes");
  static_assert(fixed::settings.value + 1 == std::tuple_size_v<decltype(begin.text)>);
  std::ranges::copy(settings, begin.text.begin());
  auto files = open_executables(also);
  if (!files) return tl::unexpected(files.error());
  auto line = connect(*place);
  if (!line) return tl::unexpected(line.error());
  std::vector<int> numbers;
  for (const auto& one : *files) numbers.push_back(one.get());
  const bool sent = line->send(std::as_bytes(std::span(&begin, 1)), numbers);
  files->clear();
  const auto reply = sent ? receive_answer(*line) : std::nullopt;
  if (reply && reply->kind == program_packet_kind::refused)
    return tl::unexpected("the session at " + place->folder +
                          " refuses the program: " + text_in(reply->text));
  if (!reply || reply->kind != program_packet_kind::begun)
    return tl::unexpected(
        std::string("the daemon of this host has ended the connection; `mentat status` and `mentat "
                    "logs` may say why"));
  auto hosts = receive_hosts(*line, reply->hosts);
  return seat{*reply, std::move(*line), std::move(hosts)};
}

tl::expected<seat, std::string> take_branch_seat() {
  unix_socket line(branch_descriptor);
  fcntl(branch_descriptor, F_SETFD, FD_CLOEXEC);
  const auto begun = receive_packet(line);
  if (!begun || begun->kind != program_packet_kind::begun)
    return tl::unexpected(
        std::string("descriptor 3 is not the line to the daemon of a host: MENTAT_BRANCH is for "
                    "that daemon alone"));
  auto hosts = receive_hosts(line, begun->hosts);
  return seat{*begun, std::move(line), std::move(hosts)};
}

void give_recorder(seat& to, mmps::trust::descriptor line) {
  program_packet packet;
  packet.kind = program_packet_kind::records;
  const int given = line.get();
  // If the daemon is gone, the session ends, and the recorder with it.
  if (given >= 0) to.to_daemon.send(std::as_bytes(std::span(&packet, 1)), std::span(&given, 1));
}

}  // namespace mentat::program
