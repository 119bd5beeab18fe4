// One instantiation manager, and the messages that it gets and sends: shared by its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daemons/im/bytes.h"
#include "daemons/im/instantiation_manager.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/message_type.h"

namespace mentat::im::testing {

using base::instant;
using base::millisecond;
using mmps::hint;
using mmps::hint_kind;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;
namespace flag = mmps::flag;

inline mmps_name manager(std::uint32_t host) { return mmps_name::of_process(host, 1, 1, 1); }
inline mmps_name tmu(std::uint32_t host) { return mmps_name::of_process(host, 1, 2, 1); }
inline mmps_name worker(std::uint32_t host, std::uint32_t number = 10) {
  return mmps_name::of_process(host, 1, number, 1);
}
inline mmps_name object(const mmps_name& process, std::uint32_t number) {
  return {process.host, process.incarnation, process.slot + number, process.generation + 1};
}

inline settings usual() {
  settings chosen;
  chosen.self = manager(1);
  chosen.hosts = {{"lisa", manager(1)}, {"bart", manager(2)}, {"maggie", manager(4)}};
  chosen.falcon.transfer = {.threshold = {1000}, .limit = 2};
  chosen.limits.processes = 2;
  return chosen;
}

inline std::vector<std::byte> bytes(const mmps_name& name) {
  std::vector<std::byte> made;
  append(made, name);
  return made;
}

// One manager, host 1 with one core, and its messages.
struct script {
  instantiation_manager im;
  std::vector<mentat_message> sent;
  std::size_t starts = 0;
  instant now;

  explicit script(const settings& chosen = usual()) : im(chosen) {}

  void members(std::vector<std::uint32_t> hosts) {
    std::vector<mmps_name> managers;
    for (const std::uint32_t host : hosts) managers.push_back(manager(host));
    im.set_members(now, std::make_shared<member_list>(managers));
  }
  void collect() {
    output made = im.take_output();
    starts += made.starts.size();
    for (mentat_message& each : made.messages) sent.push_back(std::move(each));
  }
  void give(message_type type, const mmps_name& from, std::uint64_t tag,
            const std::vector<std::byte>& body = {}, std::uint16_t flags = 0, std::uint8_t hops = 0,
            std::uint8_t attempt = 0) {
    mentat_message message{std::span<const std::byte>(body)};
    message.header.type = static_cast<std::uint8_t>(type);
    message.header.source = from;
    message.header.destination = manager(1);
    message.header.tag = {tag, 0};
    message.header.class_id = 7;
    message.header.flags = flags;
    message.header.hops = hops;
    message.header.attempt = attempt;
    im.step(now, std::move(message));
    collect();
  }
  void ask(std::uint64_t tag, std::uint8_t hops = 0, const mmps_name& from = tmu(1)) {
    give(message_type::instantiate, from, tag, {}, 0, hops);
  }
  void finish(std::uint64_t tag, const mmps_name& process, const mmps_name& from = tmu(1)) {
    give(message_type::finished, from, tag, bytes(process));
  }
  void down(const mmps_name& who, const std::string& why = "SIGSEGV") {
    const auto text = std::as_bytes(std::span(why));
    give(message_type::down, who, 0, {text.begin(), text.end()});
  }
  // The messages of that type since the last time.
  std::vector<mentat_message> take(message_type type) {
    std::vector<mentat_message> found, others;
    for (mentat_message& each : sent)
      (each.header.type == static_cast<std::uint8_t>(type) ? found : others)
          .push_back(std::move(each));
    sent = std::move(others);
    return found;
  }
  // The tag, and the process or the text of the error.
  std::vector<std::pair<std::uint64_t, std::string>> answers() {
    std::vector<std::pair<std::uint64_t, std::string>> found;
    for (const mentat_message& each : take(message_type::instantiated)) {
      const auto body = each.body();
      std::string text(reinterpret_cast<const char*>(body.data()), body.size());
      if (!(each.header.flags & flag::error))
        text = std::to_string(name_at(body, 0).process_number());
      found.emplace_back(each.header.tag.number, text);
    }
    return found;
  }
};

using answered = std::vector<std::pair<std::uint64_t, std::string>>;

}  // namespace mentat::im::testing
