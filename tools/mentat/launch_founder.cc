#include "tools/mentat/launch_founder.h"

#include <signal.h>

#include <utility>
#include <vector>

#include "daemons/host/wire/session_question.h"
#include "mmps/base/clock.h"
#include "mmps/base/fixed_limits.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
expected<void> launch_founder::start(const installation& here, const host_request& request,
                                     const held_signals& signals) {
  auto host = start_host(here, request);
  if (!host) return tl::unexpected(host.error());
  host_ = std::move(*host);
  auto end = watch_end(host_.process);
  if (!end) return tl::unexpected(end.error());
  end_ = std::move(*end);
  const base::instant last = base::machine_clock().now() + longest_start;
  const std::vector<std::string> said =
      host_.hear([&] { return signals.wait_for(host_.from.get(), last); });
  if (said[0] != "ready") return fail(why_failed(said));
  folder_ = request.session;
  return {};
}

expected<launch_founder::door> launch_founder::open_door(const std::string& key,
                                                         const std::string& name,
                                                         std::uint32_t seconds) const {
  const auto rows = ask_session(folder_, host::admit_question{key, seconds, name}.text());
  if (!rows) return tl::unexpected(rows.error());
  if (rows->empty()) return fail("this host opens no door");
  const host::session_row& row = rows->front();
  return door{row.get("number"), {row.get("key"), {row.get("address")}}};
}

expected<void> launch_founder::let_in(const std::string& key) const {
  const auto rows = ask_session(
      folder_, host::invite_question{fixed::hosts.value, host::longest_invitation, key}.text());
  if (!rows) return tl::unexpected(rows.error());
  return {};
}

std::vector<std::string> launch_founder::guests() const {
  std::vector<std::string> names;
  const auto status = ask_session(folder_, "status");
  if (!status) return names;
  for (const host::session_row& row : *status)
    if (row.kind == "host" && row.get("self") != "yes" && row.get("state") == "up")
      names.push_back(row.get("name"));
  return names;
}

void launch_founder::close_door(const std::string& number) const {
  static_cast<void>(ask_session(folder_, "revoke " + number));
}

std::optional<host::session_row> launch_founder::row_of(std::uint32_t host) const {
  const auto status = ask_session(folder_, "status");
  if (!status) return std::nullopt;
  for (const host::session_row& row : *status)
    if (row.kind == "host" && row.get("number") == std::to_string(host)) return row;
  return std::nullopt;
}

bool launch_founder::is_member(std::uint32_t host, const std::string& key) const {
  const auto row = row_of(host);
  const std::string state = row ? row->get("state") : "lost";
  return state != "lost" && state != "left" && row->get("key") == key;
}

std::string launch_founder::why_left(std::uint32_t host) const {
  const auto row = row_of(host);
  return row && row->get("state") == "left" ? row->get("cause") : "";
}

void launch_founder::signal(int number) const {
  if (!has_ended()) ::kill(host_.process, number);
}

void launch_founder::wait() const {
  if (host_.process > 0) host_.wait();
}

}  // namespace mentat::command
