// The packets that a program receives from its host's daemon, and their transport between hosts:
// converts the news of a process to a form, and back. Pure; thread-safe. Errors: is_news()
// recognises a form that is not news.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/program_packet.h"

namespace mentat::host {

template <std::size_t Size>
void set_text(std::array<char, Size>& at, const std::string& text) {
  at.fill(0);
  std::copy_n(text.data(), std::min(text.size(), Size - 1), at.data());
}

program_packet packet_of(program_packet_kind kind, const std::string& text = {});
program_packet packet_of(const program_news_form& form);
program_packet host_down_packet(std::uint32_t host, std::uint32_t incarnation,
                                const std::string& cause);
program_news_form form_of(std::uint32_t program, const node::notice& news);
// That this host is being drained.
program_news_form drain_of(std::uint32_t program, std::uint32_t host, std::uint32_t incarnation,
                           const std::string& why);
bool is_news(const program_news_form& form);

}  // namespace mentat::host
