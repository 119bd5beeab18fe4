#include "daemons/supervisor/uplink.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace mentat::supervisor {

using host::program_packet;
using host::program_packet_kind;
using node::notice;
using node::notice_kind;
using node::role;

namespace {

std::string text_of(const program_packet& packet) {
  return {packet.text.data(), strnlen(packet.text.data(), packet.text.size())};
}

}  // namespace

void uplink::say(const notice& news) {
  if (!open()) return;
  program_packet packet;
  packet.kind = program_packet_kind::news;
  packet.news = news;
  // if the other end is gone, hear() reports it
  socket_.send(std::as_bytes(std::span(&packet, 1)));
}

void uplink::say_asked(std::uint32_t question, const mmps::mmps_name& process, role what,
                       pid_t number) {
  program_packet packet;
  packet.kind = program_packet_kind::asked;
  packet.question = question;
  packet.news.process = process;
  packet.news.role = what;
  packet.process = number;
  socket_.send(std::as_bytes(std::span(&packet, 1)));
}

void uplink::say_looked(const notice& from, int answer) {
  program_packet packet;
  packet.kind = program_packet_kind::query_answer;
  packet.question = from.cores;
  packet.news.process = from.process;
  socket_.send(std::as_bytes(std::span(&packet, 1)), std::span(&answer, 1));
}

std::optional<std::vector<notice>> uplink::hear() {
  program_packet packet;
  std::vector<int> descriptors;
  const auto size = socket_.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors);
  for (int one : descriptors) close(one);
  if (size != sizeof packet) return std::nullopt;
  if (packet.kind == program_packet_kind::news) return hear_news(packet.news);
  if (packet.kind == program_packet_kind::host_down) return host_down(packet);
  if (packet.kind == program_packet_kind::refused) {
    why_ = text_of(packet);
    return std::nullopt;
  }
  if (packet.kind == program_packet_kind::query) {
    notice question;
    question.kind = notice_kind::query;
    question.cores = packet.question;
    question.set_text(text_of(packet));
    return std::vector{question};
  }
  return std::vector<notice>{};
}

std::optional<std::vector<notice>> uplink::hear_news(const notice& news) {
  const mmps::mmps_name& about = news.process;
  const auto of_it = [&](const notice& one) { return one.process == about; };
  const bool lost =
      std::ranges::find(lost_, std::pair(about.host, about.incarnation)) != lost_.end();
  const bool known = std::ranges::any_of(known_, of_it);
  if (!about.is_process() || lost || news.role > role::object) return std::vector<notice>{};
  if (news.kind == notice_kind::drains) return host_drains(news);
  if (about.host == host_) return std::vector<notice>{};
  if (news.kind == notice_kind::up && !known) {
    if (known_.size() >= max_processes) {
      why_ = "fixed.remote_processes: the session has more than " + std::to_string(max_processes) +
             " processes on other hosts";
      return std::nullopt;
    }
    known_.push_back(news);
    return std::vector{news};
  }
  if (news.kind != notice_kind::down || !known) return std::vector<notice>{};
  std::erase_if(known_, of_it);
  note_ended(news);
  return std::vector{news};
}

void uplink::note_ended(const notice& down) {
  if (ended_.size() == max_ended) ended_.pop_front();
  ended_.push_back(down);
}

std::vector<notice> uplink::host_drains(const notice& news) {
  const auto is_same = [&](const notice& one) { return one.process == news.process; };
  if (std::ranges::any_of(drained_, is_same)) return {};
  drained_.push_back(news);
  return {news};
}

bool uplink::is_drained_here() const {
  return std::ranges::any_of(drained_,
                             [this](const notice& one) { return one.process.host == host_; });
}

std::vector<notice> uplink::host_down(const program_packet& packet) {
  const std::pair gone(packet.host, packet.incarnation);
  if (packet.host == host_ || std::ranges::find(lost_, gone) != lost_.end()) return {};
  lost_.push_back(gone);
  const std::string cause = text_of(packet);
  std::vector<notice> told;
  std::erase_if(drained_, [&](const notice& one) { return one.process.host == packet.host; });
  std::erase_if(known_, [&](const notice& one) {
    if (one.process.host != packet.host || one.process.incarnation != packet.incarnation)
      return false;
    notice& down = told.emplace_back();
    down.kind = notice_kind::down;
    down.process = one.process;
    down.role = one.role;
    down.set_text(cause);
    return true;
  });
  for (const notice& down : told) note_ended(down);
  return told;
}

}  // namespace mentat::supervisor
