#include "daemons/host/programs/program_news.h"

namespace mentat::host {

using node::notice;

program_packet packet_of(program_packet_kind kind, const std::string& text) {
  program_packet packet;
  packet.kind = kind;
  set_text(packet.text, text);
  return packet;
}

program_packet host_down_packet(std::uint32_t host, std::uint32_t incarnation,
                                const std::string& cause) {
  program_packet packet = packet_of(program_packet_kind::host_down, cause);
  packet.host = host;
  packet.incarnation = incarnation;
  return packet;
}

program_news_form form_of(std::uint32_t program, const notice& news) {
  return {program,
          static_cast<std::uint32_t>(news.kind),
          static_cast<std::uint32_t>(news.role),
          news.cores,
          news.process.host,
          news.process.incarnation,
          news.process.slot,
          news.process.generation,
          news.get_text(),
          news.get_suspects()};
}

bool is_news(const program_news_form& form) {
  const auto kind = static_cast<node::notice_kind>(form.kind);
  return (kind == node::notice_kind::up || kind == node::notice_kind::down ||
          kind == node::notice_kind::drains) &&
         form.role <= static_cast<std::uint32_t>(node::role::object);
}

program_news_form drain_of(std::uint32_t program, std::uint32_t host, std::uint32_t incarnation,
                           const std::string& why) {
  notice news;
  news.kind = node::notice_kind::drains;
  news.role = node::role::instantiation_manager;
  news.process = node::instantiation_manager_of({host, incarnation, 0, 0});
  news.set_text(why);
  return form_of(program, news);
}

program_packet packet_of(const program_news_form& form) {
  program_packet packet = packet_of(program_packet_kind::news);
  packet.news.kind = static_cast<node::notice_kind>(form.kind);
  packet.news.role = static_cast<node::role>(form.role);
  packet.news.cores = form.cores;
  packet.news.process = {form.host, form.incarnation, form.slot, form.generation};
  packet.news.set_text(form.text);
  packet.news.set_suspects(form.suspects);
  return packet;
}

}  // namespace mentat::host
