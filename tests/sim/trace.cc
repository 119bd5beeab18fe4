#include "tests/sim/trace.h"

#include <array>
#include <cstdio>

#include "mmps/wire/message_type.h"

namespace mentat::sim {

std::string_view name_of_type(std::uint8_t type) {
  static constexpr std::array<std::string_view, mmps::last_message_type + 1> names{
      "?",     "hello",  "hello_ack", "token",       "exec",         "finished",
      "ack",   "ping",   "pong",      "instantiate", "instantiated", "down",
      "epoch", "cancel", "query",     "bye",         "output",  "arcs",
      "past"};
  return type < names.size() ? names[type] : names[0];
}

void trace::take_in(std::uint64_t word) {
  hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15ull;
  hash_ ^= hash_ >> 29;
}

void trace::note(base::instant now, std::string_view who, std::string_view what,
                 const mmps::message_header* message) {
  take_in(static_cast<std::uint64_t>(now.ns));
  for (const char letter : who) take_in(static_cast<unsigned char>(letter));
  take_in(what.size());
  if (message != nullptr) {
    take_in(message->tag[0]);
    take_in(message->type | std::uint64_t{message->argument} << 8 |
            std::uint64_t{message->attempt} << 24 | std::uint64_t{message->replay} << 32 |
            std::uint64_t{message->flags} << 40);
    take_in(message->link_sequence);
  }
  if (most_ == 0) return;
  std::array<char, 160> line;
  int length = std::snprintf(line.data(), line.size(), "%11.6f ms  %-9.*s %-18.*s",
                             static_cast<double>(now.ns) / 1e6, static_cast<int>(who.size()),
                             who.data(), static_cast<int>(what.size()), what.data());
  if (message != nullptr)
    std::snprintf(line.data() + length, line.size() - static_cast<std::size_t>(length),
                  " %-12.*s tag %08x arg %-5u attempt %u replay %u%s",
                  static_cast<int>(name_of_type(message->type).size()),
                  name_of_type(message->type).data(), static_cast<unsigned>(message->tag[0] >> 32),
                  message->argument, message->attempt, message->replay,
                  (message->flags & mmps::flag::error) != 0 ? " error" : "");
  lines_.emplace_back(line.data());
  if (lines_.size() > most_) lines_.pop_front();
}

}  // namespace mentat::sim
